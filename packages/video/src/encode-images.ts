import { setImmediate, setTimeout } from 'node:timers/promises';
import { neededAvcLevel } from './avc-level.ts';
import { correctParameterSet } from './avc-parameter-set.ts';
import { closeFrame } from './close-frame.ts';
import { type Codecs, loadCodecs } from './codecs.ts';
import { convertToYuv420, yuv420Size } from './yuv-420.ts';

/** Opaque RGBA bytes, a canvas that contains them, or what `convertToYuv420` makes of them. */
export type DrawnImage =
  | Uint8Array
  | { readonly width: number; readonly height: number; data(): Uint8Array }
  | { readonly yuv420: Uint8Array };

export interface ImageSequence {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  /** Called once for each frame, in order; the pixels are copied before the next call. */
  readonly drawFrame: (index: number) => DrawnImage | Promise<DrawnImage>;
  readonly signal: AbortSignal;
  /** Called after each frame with the share of frames passed to the encoder. */
  readonly onProgress: (fraction: number) => void;
}

export interface EncodedImages {
  readonly packets: readonly { readonly bytes: Uint8Array; readonly key: boolean }[];
  /** The AVC decoder configuration record, with corrected colours, rate and level. */
  readonly description: Uint8Array;
}

/** Frames waiting for the encoder: enough to keep it busy, few enough to limit memory at 2560x2560. */
const MAX_FRAMES_QUEUED = 3;
const KEY_FRAME_SECONDS = 2;
/**
 * The encoder has a fixed quality (rate factor 23), at which smooth skies show bands. The quality cannot be set, and
 * its bit rate modes may depend on the timing of threads. It spends more bits on frames that stay longer, so it is
 * configured with half the frame rate: 1.5 dB better at a third more bits.
 */
const CONFIGURED_RATE_SHARE = 1 / 2;
export const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

/** H.264 packets in presentation order; drawing runs while the encoder's own threads work. */
export async function encodeImages(sequence: ImageSequence): Promise<EncodedImages> {
  const codecs = await loadCodecs();
  const packets: { bytes: Uint8Array; key: boolean }[] = [];
  let description: Uint8Array | undefined;
  let failure: Error | undefined;
  const corrections = {
    level: neededAvcLevel(sequence.width, sequence.height, sequence.fps),
    rateFactor: 1 / CONFIGURED_RATE_SHARE,
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
  sequence: ImageSequence,
  check: () => void,
): Promise<void> {
  const { width, height, frames, fps } = sequence;
  const configuredSeconds = 1 / (fps * CONFIGURED_RATE_SHARE);
  const converted = new Uint8Array(yuv420Size(width, height));
  const keyEvery = Math.max(1, Math.floor(fps * KEY_FRAME_SECONDS));
  for (let index = 0; index < frames; index++) {
    check();
    const image = await sequence.drawFrame(index);
    const frame = new codecs.VideoFrame(yuvOf(image, width, height, converted), {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: Math.round(index * configuredSeconds * 1e6),
      duration: Math.round(configuredSeconds * 1e6),
      colorSpace: BT709,
    });
    try {
      encoder.encode(frame, { keyFrame: index % keyEvery === 0 });
    } finally {
      closeFrame(frame);
    }
    sequence.onProgress((index + 1) / frames);
    // Yields for cancellation and heartbeats; without it a video would block the event loop to its end.
    await setImmediate();
    while (encoder.encodeQueueSize >= MAX_FRAMES_QUEUED) {
      check();
      await setTimeout(1);
    }
  }
}

function encoderSettings(sequence: ImageSequence): Parameters<Encoder['configure']>[0] {
  const { width, height, fps } = sequence;
  return {
    // High profile; the encoder lowers the level to what the size needs and writes that into its record.
    codec: 'avc1.640033',
    width,
    height,
    framerate: fps * CONFIGURED_RATE_SHARE,
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
    hardwareAcceleration: 'prefer-software',
    avc: { format: 'avc' },
  };
}

/** The frame in planar 4:2:0; `converted` receives it unless it is already. */
function yuvOf(image: DrawnImage, width: number, height: number, converted: Uint8Array): Uint8Array {
  if (!('yuv420' in image)) {
    convertToYuv420(pixelsOf(image, width, height), width, height, converted);
    return converted;
  }
  if (image.yuv420.length !== converted.length) {
    throw new Error(`A frame has ${image.yuv420.length} bytes instead of ${converted.length}.`);
  }
  return image.yuv420;
}

function pixelsOf(
  image: Exclude<DrawnImage, { yuv420: unknown }>,
  width: number,
  height: number,
): Uint8Array {
  if (!(image instanceof Uint8Array) && (image.width !== width || image.height !== height)) {
    throw new Error(`A frame is ${image.width}x${image.height} in a video of ${width}x${height}.`);
  }
  const pixels = image instanceof Uint8Array ? image : image.data();
  if (pixels.byteLength !== width * height * 4) {
    throw new Error(`A frame has ${pixels.byteLength} bytes instead of ${width * height * 4}.`);
  }
  return pixels;
}
