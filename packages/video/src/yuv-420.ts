/**
 * Converts drawn pixels to the format of H.264: planar Y'CbCr 4:2:0, BT.709, limited range. Done here
 * because the encoder's own conversion uses BT.601, which shifts greens and reds in any player that
 * follows the BT.709 tags of high-definition video.
 */

const RED = 0.2126;
const BLUE = 0.0722;
const GREEN = 1 - RED - BLUE;
const LUMA_SPAN = 219 / 255;
const CHROMA_SPAN = 224 / 255;
const FIXED = 65536;

const YR = Math.round(RED * LUMA_SPAN * FIXED);
const YG = Math.round(GREEN * LUMA_SPAN * FIXED);
const YB = Math.round(BLUE * LUMA_SPAN * FIXED);
const Y_OFFSET = 16 * FIXED + FIXED / 2;

const CB_SCALE = CHROMA_SPAN / (2 * (1 - BLUE));
const CR_SCALE = CHROMA_SPAN / (2 * (1 - RED));
const UR = Math.round(-RED * CB_SCALE * FIXED);
const UG = Math.round(-GREEN * CB_SCALE * FIXED);
const UB = -UR - UG;
const VG = Math.round(-GREEN * CR_SCALE * FIXED);
const VB = Math.round(-BLUE * CR_SCALE * FIXED);
const VR = -VG - VB;
/** Chroma sums four pixels, so its fixed point has two more bits. */
const CHROMA_OFFSET = 4 * (128 * FIXED + FIXED / 2);

/** Bytes of one 4:2:0 image. */
export function yuv420Size(width: number, height: number): number {
  return (width * height * 3) / 2;
}

/** Fills `target` from opaque RGBA bytes; width and height must be even. */
export function convertToYuv420(rgba: Uint8Array, width: number, height: number, target: Uint8Array): void {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : new Uint8Array(rgba);
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
  const pixelCount = width * height;
  let chroma = pixelCount;
  const vPlane = pixelCount >> 2;
  for (let y = 0; y < height; y += 2) {
    let upper = y * width;
    let lower = upper + width;
    for (const end = lower; upper < end; upper += 2, lower += 2, chroma++) {
      const a = pixels[upper] as number;
      const b = pixels[upper + 1] as number;
      const c = pixels[lower] as number;
      const d = pixels[lower + 1] as number;
      target[upper] = ((a & 255) * YR + ((a >> 8) & 255) * YG + ((a >> 16) & 255) * YB + Y_OFFSET) >> 16;
      target[upper + 1] = ((b & 255) * YR + ((b >> 8) & 255) * YG + ((b >> 16) & 255) * YB + Y_OFFSET) >> 16;
      target[lower] = ((c & 255) * YR + ((c >> 8) & 255) * YG + ((c >> 16) & 255) * YB + Y_OFFSET) >> 16;
      target[lower + 1] = ((d & 255) * YR + ((d >> 8) & 255) * YG + ((d >> 16) & 255) * YB + Y_OFFSET) >> 16;
      const red = (a & 255) + (b & 255) + (c & 255) + (d & 255);
      const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255);
      const blue = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255);
      target[chroma] = (red * UR + green * UG + blue * UB + CHROMA_OFFSET) >> 18;
      target[chroma + vPlane] = (red * VR + green * VG + blue * VB + CHROMA_OFFSET) >> 18;
    }
  }
}

/** Shares of red and blue in the brightness of an image. */
export interface ColourMatrix {
  readonly red: number;
  readonly blue: number;
}

export const BT709_MATRIX: ColourMatrix = { red: RED, blue: BLUE };
/** Standard definition, and what many video models write without a tag. */
export const BT601_MATRIX: ColourMatrix = { red: 0.299, blue: 0.114 };

/** Fills `rgba` from the planes of a decoded frame and their strides. */
export function convertFromYuv420(
  planes: Uint8Array,
  layout: readonly { readonly offset: number; readonly stride: number }[],
  width: number,
  height: number,
  rgba: Uint8ClampedArray,
  { matrix, fullRange } = { matrix: BT709_MATRIX, fullRange: false },
): void {
  const [luma, cb, cr] = layout;
  if (!luma || !cb || !cr) throw new Error('A 4:2:0 image has three planes.');
  const green = 1 - matrix.red - matrix.blue;
  const lumaGain = fullRange ? 1 : 1 / LUMA_SPAN;
  const black = fullRange ? 0 : 16;
  const blueGain = (2 * (1 - matrix.blue)) / (fullRange ? 1 : CHROMA_SPAN);
  const redGain = (2 * (1 - matrix.red)) / (fullRange ? 1 : CHROMA_SPAN);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const brightness = ((planes[luma.offset + y * luma.stride + x] as number) - black) * lumaGain;
      const blue = ((planes[cb.offset + (y >> 1) * cb.stride + (x >> 1)] as number) - 128) * blueGain;
      const red = ((planes[cr.offset + (y >> 1) * cr.stride + (x >> 1)] as number) - 128) * redGain;
      const at = (y * width + x) * 4;
      rgba[at] = brightness + red;
      rgba[at + 1] = brightness - (matrix.red * red + matrix.blue * blue) / green;
      rgba[at + 2] = brightness + blue;
      rgba[at + 3] = 255;
    }
  }
}
