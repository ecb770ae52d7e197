import { setImmediate, setTimeout } from 'node:timers/promises';
import { neededAvcLevel } from './avc-level.ts';
import { correctParameterSet } from './avc-parameter-set.ts';
import { type Codecs, loadCodecs } from './codecs.ts';
import { convertToYuv420, yuv420Size } from './yuv-420.ts';

/** Opaque RGBA bytes, or a canvas that holds them. */
export type Picture = Uint8Array | { readonly width: number; readonly height: number; data(): Uint8Array };

export interface PictureSequence {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  /** Called once for each frame, in order; the pixels are copied before the next call. */
  readonly drawFrame: (index: number) => Picture | Promise<Picture>;
  readonly signal: AbortSignal;
  /** Called after each frame with the share of frames handed to the encoder. */
  readonly onProgress: (fraction: number) => void;
}

export interface EncodedPictures {
  readonly packets: readonly { readonly bytes: Uint8Array; readonly key: boolean }[];
  /** The AVC decoder configuration record, with corrected colours, rate and level. */
  readonly description: Uint8Array;
}

/** Frames waiting for the encoder: enough to keep it busy, few enough to bound memory at 2560x2560. */
const MOST_FRAMES_QUEUED = 3;
const KEY_FRAME_SECONDS = 2;
/**
 * The encoder holds a fixed quality (its rate factor 23) that smooth skies show. The quality cannot
 * be set, and its bit rate modes may depend on the timing of threads. It does spend more on frames
 * that stay longer, so it is told half the frame rate: 1.5 dB better at a third more bits.
 */
const TOLD_RATE_SHARE = 1 / 2;
export const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/** H.264 packets in presentation order; drawing runs while the encoder's own threads work. */
export async function encodePictures(sequence: PictureSequence): Promise<EncodedPictures> {
  const codecs = await loadCodecs();
  const packets: { bytes: Uint8Array; key: boolean }[] = [];
  let description: Uint8Array | undefined;
  let failure: Error | undefined;
  const corrections = {
    level: neededAvcLevel(sequence.width, sequence.height, sequence.fps),
    rateFactor: 1 / TOLD_RATE_SHARE,
  };
  const encoder = new codecs.VideoEncoder({
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      packets.push({ bytes, key: chunk.type === 'key' });
      const record = metadata?.decoderConfig?.description;
      if (record) description ??= correctParameterSet(Uint8Array.from(record), corrections);
    },
    error: (error) => {
      failure ??= error;
    },
  });
  const check = () => {
    sequence.signal.throwIfAborted();
    if (failure) throw new Error('The H.264 encoder failed.', { cause: failure });
  };
  try {
    encoder.configure(encoderSettings(sequence));
    await feed(codecs, encoder, sequence, check);
    await encoder.flush();
    check();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (!description) throw new Error('The H.264 encoder gave no configuration.');
  if (packets.length !== sequence.frames) {
    throw new Error(`The H.264 encoder gave ${packets.length} of ${sequence.frames} frames.`);
  }
  return { packets, description };
}

type Encoder = InstanceType<Codecs['VideoEncoder']>;

async function feed(
  codecs: Codecs,
  encoder: Encoder,
  sequence: PictureSequence,
  check: () => void,
): Promise<void> {
  const { width, height, frames, fps } = sequence;
  const toldSeconds = 1 / (fps * TOLD_RATE_SHARE);
  const yuv = new Uint8Array(yuv420Size(width, height));
  const keyEvery = Math.max(1, Math.floor(fps * KEY_FRAME_SECONDS));
  for (let index = 0; index < frames; index++) {
    check();
    const picture = await sequence.drawFrame(index);
    convertToYuv420(pixelsOf(picture, width, height), width, height, yuv);
    const frame = new codecs.VideoFrame(yuv, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: Math.round(index * toldSeconds * 1e6),
      duration: Math.round(toldSeconds * 1e6),
      colorSpace: BT709,
    });
    try {
      encoder.encode(frame, { keyFrame: index % keyEvery === 0 });
    } finally {
      frame.close();
    }
    sequence.onProgress((index + 1) / frames);
    // Lets cancellation and heartbeats in; without it a clip would hold the event loop to its end.
    await setImmediate();
    while (encoder.encodeQueueSize >= MOST_FRAMES_QUEUED) {
      check();
      await setTimeout(1);
    }
  }
}

function encoderSettings(sequence: PictureSequence): Parameters<Encoder['configure']>[0] {
  const { width, height, fps } = sequence;
  return {
    // High profile; the encoder lowers the level to what the size needs and says so in its record.
    codec: 'avc1.640033',
    width,
    height,
    framerate: fps * TOLD_RATE_SHARE,
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
    hardwareAcceleration: 'prefer-software',
    avc: { format: 'avc' },
  };
}

function pixelsOf(picture: Picture, width: number, height: number): Uint8Array {
  if (!(picture instanceof Uint8Array) && (picture.width !== width || picture.height !== height)) {
    throw new Error(`A frame is ${picture.width}x${picture.height} in a video of ${width}x${height}.`);
  }
  const pixels = picture instanceof Uint8Array ? picture : picture.data();
  if (pixels.byteLength !== width * height * 4) {
    throw new Error(`A frame has ${pixels.byteLength} bytes where ${width * height * 4} belong.`);
  }
  return pixels;
}
