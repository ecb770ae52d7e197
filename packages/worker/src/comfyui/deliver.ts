import { type RenderedMedia, RenderFault, type RenderTask, type VideoTask } from '@kinora/engine/engine';
import { fitImage } from '@kinora/media/fit-image';
import { type Size, WrongSize } from '@kinora/media/fit-size';
import { fitVideo } from '@kinora/video/fit-video';

/** The image at exactly the requested size, without the workflow and prompt that ComfyUI writes into its PNGs. */
export async function deliverImage(
  bytes: Uint8Array,
  { width, height }: RenderTask,
  rendered: Size,
): Promise<RenderedMedia> {
  return fitImage(bytes, { width, height, rendered }).catch((cause: unknown) => {
    throw new RenderFault(sayWhy(cause, 'the image from ComfyUI does not decode'), { cause });
  });
}

/** The video at exactly the requested size and length, with sound only if it was requested. */
export async function deliverVideo(
  bytes: Uint8Array,
  { width, height, frames, framesPerSecond, sound }: VideoTask,
  rendered: Size,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<RenderedMedia> {
  const fit = { width, height, rendered, frames, fps: framesPerSecond, sound, signal, onProgress };
  const mp4 = await fitVideo(bytes, fit).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new RenderFault(sayWhy(cause, 'the video from ComfyUI cannot be used'), { cause });
  });
  return { bytes: mp4, mime: 'video/mp4', width, height, durationSeconds: frames / framesPerSecond };
}

const sayWhy = (cause: unknown, otherwise: string): string =>
  cause instanceof WrongSize ? cause.message : otherwise;
