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
}

/** The image at exactly the size; what does not fit its shape is cut off around the middle. */
export function fitSize(image: Sharp, source: Size, { width, height, rendered }: SizeFit): Sharp {
  if (source.width === rendered?.width && source.height === rendered.height) {
    const left = Math.floor((source.width - width) / 2);
    const top = Math.floor((source.height - height) / 2);
    return image.extract({ left, top, width, height });
  }
  return image.resize(width, height, { fit: 'cover', position: 'centre', kernel: 'lanczos3' });
}
