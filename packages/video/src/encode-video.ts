import { type DrawnImage, encodeImages } from './encode-images.ts';
import { encodeSound, SOUND_RATE, type StereoSound } from './encode-sound.ts';
import { writeMp4 } from './write-mp4.ts';

export interface VideoRequest {
  /** Even, from 16 to 2560. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  /** Called once for each frame, in order; a canvas may be reused. */
  readonly drawFrame: (index: number) => DrawnImage | Promise<DrawnImage>;
  /** 48 kHz stereo, cut or padded to the length of the video; without it there is no audio track. */
  readonly sound?: StereoSound | false;
  /** Rejects with the signal's reason before the next frame. */
  readonly signal: AbortSignal;
  /** From 0 to 1, never decreasing. */
  readonly onProgress?: (fraction: number) => void;
}

const MAX_SIDE = 2560;
const MIN_SIDE = 16;
/** The longest video that a catalogue can sell. */
const MAX_FRAMES = 120 * 600 + 1;

/**
 * An MP4 with H.264 (High, 4:2:0, BT.709) and AAC-LC stereo. The same frames give the same bytes
 * on machines with the same number of processors: the encoder cuts each frame into as many slices.
 */
export async function encodeVideo(request: VideoRequest): Promise<Uint8Array> {
  assertRequest(request);
  request.signal.throwIfAborted();
  const report = request.onProgress ?? (() => {});
  const { width, height, fps, frames, drawFrame, signal } = request;
  const soundSamples = Math.round((frames / fps) * SOUND_RATE);
  const sound = request.sound ? await encodeSound(request.sound, soundSamples) : undefined;
  const images = await encodeImages({
    width,
    height,
    fps,
    frames,
    drawFrame,
    signal,
    onProgress: (fraction) => report(fraction * 0.98),
  });
  const bytes = await writeMp4({ width, height, fps, images, sound, soundSamples });
  signal.throwIfAborted();
  report(1);
  return bytes;
}

function assertRequest(request: VideoRequest): void {
  for (const side of [request.width, request.height]) {
    if (!Number.isInteger(side) || side % 2 !== 0 || side < MIN_SIDE || side > MAX_SIDE) {
      throw new RangeError(`A video side of ${side} is not even and from ${MIN_SIDE} to ${MAX_SIDE}.`);
    }
  }
  if (!Number.isInteger(request.frames) || request.frames < 1 || request.frames > MAX_FRAMES) {
    throw new RangeError(`A video cannot have ${request.frames} frames.`);
  }
  if (!(request.fps >= 1 && request.fps <= 120))
    throw new RangeError(`${request.fps} is not a valid frame rate.`);
}
