import { framesPerSecond } from '@kinora/contract';
import { blackPng, pngChunk, withChunks } from '@kinora/testing/images';
import { type EncodedImages, encodeImages } from '@kinora/video/encode-images';
import { type EncodedSound, encodeSound } from '@kinora/video/encode-sound';
import { writeMp4 } from '@kinora/video/write-mp4';
import { yuv420Size } from '@kinora/video/yuv-420';

/** Files as workers deliver them, made without rendering: the server probes and decodes what it is given. */

export interface SampleOrder {
  readonly width: number;
  readonly height: number;
  readonly frames: number | null;
  readonly frames_per_second?: number | null;
  readonly sound: boolean;
}

/** A black PNG, or a black and silent MP4, as ordered; with `note` in it, the bytes differ. */
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
const signal = new AbortController().signal;

/** A black frame of each size. A video is made of copies of one: each is a key frame, and decodes. */
const blackFrames = new Map<string, Promise<EncodedImages>>();

function blackFrame(width: number, height: number): Promise<EncodedImages> {
  const key = `${width}x${height}`;
  const known = blackFrames.get(key);
  if (known !== undefined) return known;
  const yuv420 = new Uint8Array(yuv420Size(width, height))
    .fill(16, 0, width * height)
    .fill(128, width * height);
  const drawFrame = () => ({ yuv420 });
  const frame = encodeImages({ width, height, frames: 1, fps: 24, drawFrame, signal, onProgress() {} });
  blackFrames.set(key, frame);
  return frame;
}

let silence: Promise<EncodedSound> | undefined;

function silentSound(): Promise<EncodedSound> {
  silence ??= encodeSound({ left: new Float32Array(), right: new Float32Array() }, 10 * PACKET_SAMPLES);
  return silence;
}

const FILLER = 12;

/** A unit that decoders skip. */
function fillerUnit(note: Uint8Array): Buffer {
  const unit = Buffer.concat([Buffer.alloc(4), Buffer.of(FILLER), note]);
  unit.writeUInt32BE(unit.length - 4);
  return unit;
}

export async function sampleMp4(
  { width, height, frames, frames_per_second: rate, sound }: SampleOrder & { readonly frames: number },
  note: string | Uint8Array = '',
  fps = rate ?? framesPerSecond,
): Promise<Buffer> {
  const { packets, description } = await blackFrame(width, height);
  const black = packets[0]?.bytes ?? Buffer.of();
  const notes = Buffer.from(note);
  const share = Math.ceil(notes.length / frames);
  const images = Array.from({ length: frames }, (_, at) => ({
    bytes: Buffer.concat([black, fillerUnit(notes.subarray(at * share, (at + 1) * share))]),
    key: true,
  }));
  const soundSamples = Math.round((frames / fps) * RATE);
  const silent = sound ? await silentSound() : undefined;
  const bytes = await writeMp4({
    width,
    height,
    fps,
    images: { packets: images, description },
    sound: silent && {
      ...silent,
      packets: Array.from(
        { length: Math.ceil(soundSamples / PACKET_SAMPLES) + 1 },
        () => silent.packets[1] as Uint8Array,
      ),
    },
    soundSamples,
  });
  return Buffer.from(bytes);
}
