import sharp from 'sharp';
import { decodeFrames, frameToRgba } from './decode-frames.ts';
import { decodeStereo } from './decode-stereo.ts';
import { AAC_PACKET_SAMPLES, encodeSound, SOUND_RATE } from './encode-sound.ts';
import { encodeVideo } from './encode-video.ts';
import { listBoxes } from './mp4-boxes.ts';
import { probeMedia } from './probe.ts';
import { type AudioTrackContent, readMp4, type VideoTrackContent } from './read-mp4.ts';
import { remuxMp4 } from './remux-mp4.ts';

export interface ClipDemands {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  /** Whether there is a sound track; a clip that came without one gets silence. */
  readonly sound: boolean;
  readonly signal: AbortSignal;
  /** From 0 to 1, never back. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Programs that are told nothing of colours code them by BT.601 and do not say so; a player would take a clip of
 * high definition for BT.709 and show other greens and reds.
 */
const UNSAID_MATRIX = 'smpte170m';
/** Half a tick of the coarsest clock files use. */
const TICK_SECONDS = 1 / 1000;
/** A little silence at the end is not worth coding the sound again, as is a beginning that is a packet late. */
const SOUND_SLACK_SECONDS = 0.05;

/**
 * A clip made elsewhere, as we deliver it: exactly this size and number of frames, H.264 and AAC, index first, no
 * word of how it was made. Pictures that fit are kept to the bit; others are cut to the middle, or enlarged when
 * they are too small, and coded again. Throws when the file is no H.264 MP4 or ends too early.
 */
export async function conformClip(bytes: Uint8Array, demands: ClipDemands): Promise<Uint8Array> {
  // A file that ends in the middle of its media is read like a whole one, and this is not seen from its packets.
  listBoxes(bytes);
  const file = await readMp4(bytes);
  const source = { ...file.video, matrix: file.video.matrix ?? UNSAID_MATRIX } as const;
  const video = pictureFits(source, demands) ? source : await recode(source, demands);
  demands.signal.throwIfAborted();
  const audio = demands.sound ? await fitSound(file.audio, demands) : undefined;
  const result = await remuxMp4(video, audio);
  await assertWhole(result, demands);
  demands.onProgress(1);
  return result;
}

/** Decodes the clip to its end: what is delivered was seen to be whole. */
async function assertWhole(bytes: Uint8Array, { width, height, frames, sound }: ClipDemands): Promise<void> {
  const made = await probeMedia(bytes);
  const fits =
    made.kind === 'mp4' &&
    made.width === width &&
    made.height === height &&
    made.framesDecoded === frames &&
    (made.audio !== undefined) === sound;
  if (!fits) throw new Error(`The clip is ${JSON.stringify(made)}.`);
}

function pictureFits(video: VideoTrackContent, { width, height, frames, fps }: ClipDemands): boolean {
  const { codec, packets } = video;
  // Baseline, Main and High: 4:2:0 with 8 bits, which every player knows.
  const isPlain = /^avc1\.(42|4d|64)/i.test(codec);
  if (!isPlain || video.width !== width || video.height !== height || packets.length !== frames) return false;
  const starts = packets.map(({ startSeconds }) => startSeconds).sort((a, b) => a - b);
  return starts.every((start, index) => Math.abs(start - index / fps) < TICK_SECONDS);
}

async function recode(source: VideoTrackContent, demands: ClipDemands): Promise<VideoTrackContent> {
  const { width, height, frames, fps, signal, onProgress } = demands;
  const frameAt = framesByTime(source, fps);
  try {
    const drawFrame = async (index: number) => cutToSize(await frameAt.next(index), source, demands);
    const bytes = await encodeVideo({ width, height, frames, fps, drawFrame, signal, onProgress });
    return (await readMp4(bytes)).video;
  } finally {
    await frameAt.close();
  }
}

/** Takes frames in order, those that the source shows at the times of ours, though its rate may differ. */
function framesByTime(source: VideoTrackContent, fps: number) {
  const starts = source.packets.map(({ startSeconds }) => startSeconds).sort((a, b) => a - b);
  const lastSeconds = source.packets.reduce(
    (most, each) => Math.max(most, each.startSeconds + each.seconds),
    0,
  );
  const frames = decodeFrames(source);
  let at = -1;
  let shown: Uint8Array | undefined;
  return {
    async next(index: number): Promise<Uint8Array> {
      const seconds = index / fps;
      if (seconds > lastSeconds - TICK_SECONDS) throw new Error(`The clip ends after ${lastSeconds} s.`);
      const wanted = Math.max(
        0,
        starts.findLastIndex((start) => start <= seconds + TICK_SECONDS),
      );
      while (at < wanted) {
        const { value: frame, done } = await frames.next();
        if (done === true) throw new Error(`Of ${starts.length} frames ${at + 1} decode.`);
        at++;
        try {
          if (at === wanted) shown = await frameToRgba(frame);
        } finally {
          frame.close();
        }
      }
      if (!shown) throw new Error('The clip has no frame.');
      return shown;
    },
    close: () => frames.return(undefined),
  };
}

async function cutToSize(
  pixels: Uint8Array,
  source: { readonly width: number; readonly height: number },
  { width, height }: ClipDemands,
): Promise<Uint8Array> {
  if (source.width === width && source.height === height) return pixels;
  const picture = sharp(pixels, { raw: { width: source.width, height: source.height, channels: 4 } });
  const left = Math.floor((source.width - width) / 2);
  const top = Math.floor((source.height - height) / 2);
  const cut =
    left >= 0 && top >= 0
      ? picture.extract({ left, top, width, height })
      : picture.resize(width, height, { fit: 'cover' });
  return new Uint8Array(await cut.raw().toBuffer());
}

async function fitSound(
  audio: AudioTrackContent | undefined,
  { frames, fps }: ClipDemands,
): Promise<AudioTrackContent> {
  const seconds = frames / fps;
  if (audio && soundFits(audio, seconds)) return endAt(audio, seconds);
  const samples = Math.round(seconds * SOUND_RATE);
  const { packets, description } = await encodeSound(await decodeStereo(audio), samples);
  const coded = packets.map((bytes, index) => ({
    bytes,
    key: true,
    // The first packet is the encoder's priming, which belongs before the beginning.
    startSeconds: ((index - 1) * AAC_PACKET_SAMPLES) / SOUND_RATE,
    seconds: AAC_PACKET_SAMPLES / SOUND_RATE,
  }));
  const track = { codec: 'mp4a.40.2', sampleRate: SOUND_RATE, channels: 2, description, packets: coded };
  return endAt(track, seconds);
}

function soundFits({ codec, channels, packets }: AudioTrackContent, seconds: number): boolean {
  const first = packets[0];
  const last = packets.at(-1);
  if (!first || !last || codec !== 'mp4a.40.2' || channels > 2) return false;
  const endSeconds = last.startSeconds + last.seconds;
  return first.startSeconds <= SOUND_SLACK_SECONDS && endSeconds >= seconds - SOUND_SLACK_SECONDS;
}

/** Leaves out what would sound after the picture, and shortens the packet in which it ends. */
function endAt(audio: AudioTrackContent, seconds: number): AudioTrackContent {
  const heard = audio.packets.filter(({ startSeconds }) => startSeconds < seconds - TICK_SECONDS);
  const packets = heard.map((packet) => ({
    ...packet,
    seconds: Math.min(packet.seconds, seconds - packet.startSeconds),
  }));
  return { ...audio, packets };
}
