import { listBoxes } from '@kinora/media/mp4-boxes';
import sharp from 'sharp';
import { decodeImages } from './decode-images.ts';
import { decodeSound } from './decode-sound.ts';
import { type AudioTrackContent, type Mp4File, readMp4 } from './read-mp4.ts';

interface PngFacts {
  readonly kind: 'png';
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

interface Mp4Facts {
  readonly kind: 'mp4';
  readonly width: number;
  readonly height: number;
  readonly videoCodec: string;
  readonly fps: number;
  readonly frames: number;
  /** Frames that came out of the decoder; always all of them. */
  readonly framesDecoded: number;
  readonly durationSeconds: number;
  /** The index comes before the media, so that playback starts before all is loaded. */
  readonly fastStart: boolean;
  readonly audio: Mp4AudioFacts | undefined;
}

interface Mp4AudioFacts {
  readonly codec: string;
  readonly channels: number;
  readonly sampleRate: number;
  readonly audioSecondsDecoded: number;
  /** Largest sample and root mean square over all channels; 1 is full scale. */
  readonly audioPeak: number;
  readonly audioRms: number;
}

export type MediaFacts = PngFacts | Mp4Facts;

const MAX_PIXELS = 2560 * 2560 * 4;

/** The facts of a PNG or MP4, found by decoding all of it; throws when any of it does not decode. */
export async function probeMedia(bytes: Uint8Array): Promise<MediaFacts> {
  if (isPng(bytes)) return probePng(bytes);
  if (isMp4(bytes)) return probeMp4(bytes);
  throw new Error('The data is neither PNG nor MP4.');
}

function isPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, at) => bytes[at] === byte);
}

function isMp4(bytes: Uint8Array): boolean {
  return [0x66, 0x74, 0x79, 0x70].every((byte, at) => bytes[at + 4] === byte);
}

/** The chunk every PNG ends with; decoders tolerate its absence, which hides truncation. */
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

async function probePng(bytes: Uint8Array): Promise<PngFacts> {
  const end = bytes.subarray(-PNG_END.length);
  if (!PNG_END.every((byte, at) => end[at] === byte)) throw new Error('The PNG is cut short.');
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 } as const;
  try {
    const { info } = await sharp(bytes, options).raw().toBuffer({ resolveWithObject: true });
    return { kind: 'png', width: info.width, height: info.height, channels: info.channels };
  } catch (cause) {
    throw new Error('The PNG does not decode.', { cause });
  }
}

async function probeMp4(bytes: Uint8Array): Promise<Mp4Facts> {
  const order = listBoxes(bytes).map((box) => box.type);
  const file = await readMp4(bytes);
  const { packets, width, height, codec } = file.video;
  const { frames: framesDecoded } = await decodeImages(file.video);
  if (framesDecoded !== packets.length) {
    throw new Error(`Of ${packets.length} frames ${framesDecoded} decode.`);
  }
  return {
    kind: 'mp4',
    width,
    height,
    videoCodec: codec,
    fps: frameRate(file),
    frames: packets.length,
    framesDecoded,
    durationSeconds: file.durationSeconds,
    fastStart: order.indexOf('moov') < order.indexOf('mdat'),
    audio: file.audio && (await probeAudio(file.audio)),
  };
}

/** Packets are in decoding order, so neither the first nor the last is known to be shown there. */
function frameRate({ video: { packets } }: Mp4File): number {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const { startSeconds, seconds } of packets) {
    start = Math.min(start, startSeconds);
    end = Math.max(end, startSeconds + seconds);
  }
  return packets.length === 0 ? 0 : packets.length / (end - start);
}

async function probeAudio(track: AudioTrackContent): Promise<Mp4AudioFacts> {
  const { channels, sampleRate } = await decodeSound(track);
  let peak = 0;
  let squares = 0;
  let samples = 0;
  for (const channel of channels) {
    for (const sample of channel) {
      peak = Math.max(peak, Math.abs(sample));
      squares += sample * sample;
    }
    samples += channel.length;
  }
  return {
    codec: track.codec,
    channels: channels.length,
    sampleRate,
    audioSecondsDecoded: samples / Math.max(1, channels.length) / sampleRate,
    audioPeak: peak,
    audioRms: Math.sqrt(squares / Math.max(1, samples)),
  };
}
