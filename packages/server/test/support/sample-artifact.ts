import { FRAMES_PER_SECOND } from '@kinora/engine/engine';
import { blackPng, pngChunk, withChunks } from '@kinora/testing/images';
import { writeMp4 } from '@kinora/video/write-mp4';

/** Files as workers deliver them, made without rendering: the server probes what it is given. */

export interface SampleOrder {
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly sound: boolean;
}

/** A black PNG, or an MP4 whose frames have no content, as ordered; with `note` in it, the bytes differ. */
export function sampleArtifact(ordered: SampleOrder, note: string | Uint8Array = ''): Promise<Buffer> {
  return ordered.frames === null
    ? Promise.resolve(samplePng(ordered, note))
    : sampleMp4({ ...ordered, frames: ordered.frames }, note);
}

export function samplePng(
  { width, height }: Pick<SampleOrder, 'width' | 'height'>,
  note: string | Uint8Array = '',
): Buffer {
  const text = Buffer.concat([Buffer.from('Comment\0'), Buffer.from(note)]);
  return withChunks(blackPng(width, height), pngChunk('tEXt', text));
}

const RATE = 48_000;
const PACKET_SAMPLES = 1024;
/** Avc1, High profile, level 5.1, without parameter sets. */
const VIDEO_RECORD = Uint8Array.from([1, 0x64, 0, 0x33, 0xff, 0xe0, 0]);
/** AAC-LC, 48 kHz, stereo. */
const SOUND_RECORD = Uint8Array.from([0x11, 0x90]);

export async function sampleMp4(
  { width, height, frames, sound }: SampleOrder & { readonly frames: number },
  note: string | Uint8Array = '',
  fps = FRAMES_PER_SECOND,
): Promise<Buffer> {
  const packets = Array.from({ length: frames }, (_, at) => ({
    bytes: Uint8Array.of(at & 255),
    key: at === 0,
  }));
  packets[0] = { bytes: Buffer.concat([Buffer.of(0), Buffer.from(note)]), key: true };
  const soundSamples = Math.round((frames / fps) * RATE);
  const soundPackets = Array.from({ length: Math.ceil(soundSamples / PACKET_SAMPLES) + 1 }, () =>
    Uint8Array.of(0),
  );
  const bytes = await writeMp4({
    width,
    height,
    fps,
    images: { packets, description: VIDEO_RECORD },
    sound: sound ? { packets: soundPackets, description: SOUND_RECORD } : undefined,
    soundSamples,
  });
  return Buffer.from(bytes);
}
