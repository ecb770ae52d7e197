import sharp from 'sharp';
import { conformClip } from '../../media/conform-clip.ts';
import {
  FRAMES_PER_SECOND,
  type RenderedMedia,
  RenderFault,
  type RenderTask,
  type VideoTask,
} from '../engine.ts';

/** Of a picture a workflow may hand over. */
const MOST_PIXELS = 16_384 * 8_192;

/**
 * The picture at exactly the asked size, as a PNG without the workflow and prompt that ComfyUI writes into its
 * own: cut from the middle of what was rendered on the grid, or scaled when the workflow made another size.
 */
export async function deliverPicture(
  bytes: Uint8Array,
  { width, height }: RenderTask,
  rendered: { readonly width: number; readonly height: number },
): Promise<RenderedMedia> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning', pages: 1 });
    const made = await picture.metadata();
    const isOnGrid = made.width === rendered.width && made.height === rendered.height;
    const fitted = isOnGrid
      ? picture.extract({
          left: Math.floor((rendered.width - width) / 2),
          top: Math.floor((rendered.height - height) / 2),
          width,
          height,
        })
      : picture.resize(width, height, { fit: 'cover', kernel: 'lanczos3' });
    const png = await fitted.removeAlpha().toColourspace('srgb').png().toBuffer();
    return { bytes: new Uint8Array(png), mime: 'image/png', width, height };
  } catch (cause) {
    throw new RenderFault('the picture ComfyUI made does not decode', { cause });
  }
}

/** The clip at exactly the asked size and length, with sound when it was asked for and without when not. */
export async function deliverClip(
  bytes: Uint8Array,
  { width, height, frames, sound }: VideoTask,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<RenderedMedia> {
  const demands = { width, height, frames, fps: FRAMES_PER_SECOND, sound, signal, onProgress };
  const clip = await conformClip(bytes, demands).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new RenderFault('the clip ComfyUI made cannot be used', { cause });
  });
  return { bytes: clip, mime: 'video/mp4', width, height, durationSeconds: frames / FRAMES_PER_SECOND };
}
