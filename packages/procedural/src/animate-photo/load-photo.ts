import sharp from 'sharp';
import { createField, type Field } from './field.ts';

/** Margin around the frame on every side, as a fraction of its size: the room for camera moves. */
export const MARGIN = 0.065;
/** Width of the small copy that depth and water are estimated from. */
const SMALL_WIDTH = 144;
const MAX_INPUT_PIXELS = 32e6;

export interface Photo {
  readonly width: number;
  readonly height: number;
  /** One 32-bit RGBA word per pixel, in memory order. */
  readonly pixels: Uint32Array;
  readonly small: SmallPhoto;
}

/** Channels of the small copy, from 0 to 1. */
export interface SmallPhoto {
  readonly red: Field;
  readonly green: Field;
  readonly blue: Field;
  readonly luma: Field;
  /** Local sharpness of the full-size photo; zero where it is out of focus. */
  readonly sharpness: Field;
}

/** Decodes the image and crops it around the centre to the frame plus its margin. */
export async function loadPhoto(bytes: Uint8Array, frameWidth: number, frameHeight: number): Promise<Photo> {
  const width = Math.round(frameWidth * (1 + 2 * MARGIN));
  const height = Math.round(frameHeight * (1 + 2 * MARGIN));
  const fitted = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, pages: 1 })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover', position: 'centre', kernel: 'lanczos3' })
    .ensureAlpha();
  const raw = await fitted.raw().toBuffer();
  // A copy, because a Uint32Array needs an aligned offset.
  const pixels = new Uint32Array(new Uint8Array(raw).buffer);
  return { width, height, pixels, small: await shrink(raw, width, height) };
}

async function shrink(raw: Uint8Array, width: number, height: number): Promise<SmallPhoto> {
  const smallHeight = Math.max(24, Math.round((SMALL_WIDTH * height) / width));
  const small = await sharp(raw, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(SMALL_WIDTH, smallHeight, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  const channel = (offset: number) =>
    createField(SMALL_WIDTH, smallHeight, (x, y) => (small[(y * SMALL_WIDTH + x) * 3 + offset] ?? 0) / 255);
  const [red, green, blue] = [channel(0), channel(1), channel(2)];
  const luma = createField(SMALL_WIDTH, smallHeight, (x, y) => {
    const at = y * SMALL_WIDTH + x;
    return (
      0.2126 * (red.values[at] as number) +
      0.7152 * (green.values[at] as number) +
      0.0722 * (blue.values[at] as number)
    );
  });
  const sharpness = measureSharpness(raw, width, height, SMALL_WIDTH, smallHeight);
  return { red, green, blue, luma, sharpness };
}

/** Mean difference of green between neighbours; green contributes most to perceived brightness. */
function measureSharpness(
  raw: Uint8Array,
  width: number,
  height: number,
  columns: number,
  rows: number,
): Field {
  const sums = new Float32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x + 1 < width; x++) {
      const at = (y * width + x) * 4 + 1;
      const step = Math.abs((raw[at] as number) - (raw[at + 4] as number));
      const cell = row + Math.floor((x * columns) / width);
      sums[cell] = (sums[cell] as number) + step;
    }
  }
  const perCell = (width * height) / (columns * rows);
  return createField(columns, rows, (x, y) => (sums[y * columns + x] as number) / perCell / 255);
}
