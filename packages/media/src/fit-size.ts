import type { Sharp } from 'sharp';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface SizeFit extends Size {
  /**
   * The size that was requested from a renderer whose grid is coarser than the size to deliver. A result of that size
   * is cropped, because scaling it by a few pixels would only blur it; any other is scaled until it covers the size.
   */
  readonly rendered?: Size;
  /** The size that was requested from a renderer that has sizes of its own: a result is scaled. */
  readonly asked?: Size | undefined;
}

/** A result has far fewer pixels than were asked for, or another shape. Scaling and cropping would hide that. */
export class WrongSize extends Error {}

/** The share of the pixels that were asked for which the result has in the shape that was asked for. */
const MIN_PIXELS = 0.5;
/** The share of the result that has a place in that shape: 0.56 of a square in 16:9, 0.75 of 4:3. */
const MIN_SHOWN = 0.6;

/** The image at exactly the size; what does not fit its shape is cut off around the middle. Throws `WrongSize`. */
export function fitSize(
  image: Sharp,
  source: Size,
  { width, height, rendered, asked = rendered }: SizeFit,
): Sharp {
  if (asked !== undefined) assertSize(source, asked);
  if (source.width === rendered?.width && source.height === rendered.height) {
    const left = Math.floor((source.width - width) / 2);
    const top = Math.floor((source.height - height) / 2);
    return image.extract({ left, top, width, height });
  }
  return image.resize(width, height, { fit: 'cover', position: 'centre', kernel: 'lanczos3' });
}

function assertSize(source: Size, asked: Size): void {
  const scale = Math.min(source.width / asked.width, source.height / asked.height);
  const shown = asked.width * asked.height * scale ** 2;
  if (scale ** 2 >= MIN_PIXELS && shown >= MIN_SHOWN * source.width * source.height) return;
  throw new WrongSize(
    `The result is ${source.width}x${source.height} where ${asked.width}x${asked.height} was asked for.`,
  );
}
