import { setImmediate } from 'node:timers/promises';
import { sharp } from '../sharp.ts';
import { type EdgeDirections, findEdgeDirections } from './edge-directions.ts';
import { findLocalSpan, type LocalSpan, limitToSpan } from './local-span.ts';
import { createTaps, resampleAcross, resampleDown, type Taps } from './resample.ts';
import { type EdgeLook, sharpenEdges } from './sharpen-edges.ts';
import { whiteNoise } from './white-noise.ts';

export interface Enlargement {
  /** A PNG that was inspected before. */
  readonly image: Uint8Array;
  /** The size to deliver; what does not fit its shape is cut off around the middle. */
  readonly width: number;
  readonly height: number;
  readonly thorough: boolean;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

interface Method {
  readonly passes: readonly EdgeLook[];
  /** Levels of grain where the image has texture: real detail ends at the old pixels, and smooth enlargements look waxen. */
  readonly grain: number;
}

const PLAIN: Method = { passes: [{ sharpness: 0.55, smoothness: 0.3 }], grain: 0 };
const THOROUGH: Method = {
  passes: [
    { sharpness: 0.42, smoothness: 0.6 },
    { sharpness: 0.36, smoothness: 0.6 },
  ],
  grain: 2.2,
};
const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;
const MAX_PIXELS = 2560 * 2560 * 4;
/** Large pixels worked on at once; all planes of a strip stay in the processor's cache or near it. */
const STRIP_PIXELS = 1_000_000;
/** Rows of small pixels read beyond each end of a strip: more than the reach of all passes together. */
const MARGIN = 10;

/**
 * Enlarges to exactly the requested size: PNG bytes without metadata. Brightness, where the eye sees sharpness, is
 * refined along its edges, and after every pass corrected so that shrinking it again gives the source. Works on
 * the stored values, not on linear light: the rings of a kernel are then as faint in shadows as in highlights.
 */
export async function enlargeImage(request: Enlargement): Promise<Uint8Array> {
  const { width, height, signal } = request;
  const source = await decode(request.image, width / height);
  const grows = width > source.width || height > source.height;
  const large = grows ? await enlarge(source, request) : await shrink(source, width, height);
  signal.throwIfAborted();
  return sharp(large, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
}

function shrink({ pixels, ...size }: Source, width: number, height: number): Promise<Uint8Array> {
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}

interface Source {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The image, cropped around its middle to the requested aspect ratio, in whole pixels. */
async function decode(bytes: Uint8Array, ratio: number): Promise<Source> {
  const options = { limitInputPixels: MAX_PIXELS, pages: 1 } as const;
  const { data, info } = await sharp(bytes, options)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const width = Math.max(1, Math.min(info.width, Math.round(info.height * ratio)));
  const height = Math.max(1, Math.min(info.height, Math.round(info.width / ratio)));
  if (width === info.width && height === info.height) return { pixels: data, width, height };
  const left = (info.width - width) >> 1;
  const top = (info.height - height) >> 1;
  const pixels = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .extract({ left, top, width, height })
    .raw()
    .toBuffer();
  return { pixels, width, height };
}

/** The image as brightness and two colour differences, in levels of 255. */
interface Planes {
  readonly light: Float32Array;
  readonly red: Float32Array;
  readonly blue: Float32Array;
}

interface Plan {
  readonly small: Planes;
  readonly smallWidth: number;
  readonly smallHeight: number;
  readonly width: number;
  readonly height: number;
  readonly edges: EdgeDirections;
  readonly span: LocalSpan;
  readonly up: { readonly across: Taps; readonly down: Taps };
  readonly down: { readonly across: Taps; readonly down: Taps };
  readonly method: Method;
  readonly seed: number;
}

async function enlarge(source: Source, request: Enlargement): Promise<Uint8Array> {
  const { width, height } = request;
  const small = split(source.pixels);
  const plan: Plan = {
    small,
    smallWidth: source.width,
    smallHeight: source.height,
    width,
    height,
    edges: findEdgeDirections(small.light, source.width, source.height),
    span: findLocalSpan(small.light, source.width, source.height),
    up: {
      across: createTaps(source.width, width),
      down: createTaps(source.height, height),
    },
    down: {
      across: createTaps(width, source.width),
      down: createTaps(height, source.height),
    },
    method: request.thorough ? THOROUGH : PLAIN,
    seed: request.seed,
  };
  const large = new Uint8Array(width * height * 3);
  const step = Math.max(32, Math.floor(STRIP_PIXELS / width));
  for (let top = 0; top < height; top += step) {
    request.signal.throwIfAborted();
    paintStrip(large, top, Math.min(height, top + step), plan);
    request.onProgress(Math.min(1, (top + step) / height));
    // Yields to the event loop for heartbeats and cancellation.
    await setImmediate();
  }
  return large;
}

function split(pixels: Uint8Array): Planes {
  const count = pixels.length / 3;
  const planes = {
    light: new Float32Array(count),
    red: new Float32Array(count),
    blue: new Float32Array(count),
  };
  for (let index = 0, at = 0; index < count; index++, at += 3) {
    const red = pixels[at] as number;
    const blue = pixels[at + 2] as number;
    const light = RED * red + GREEN * (pixels[at + 1] as number) + BLUE * blue;
    planes.light[index] = light;
    planes.red[index] = red - light;
    planes.blue[index] = blue - light;
  }
  return planes;
}

function paintStrip(large: Uint8Array, top: number, bottom: number, plan: Plan): void {
  const { width, height, method, small } = plan;
  const scale = { x: width / plan.smallWidth, y: height / plan.smallHeight };
  const margin = Math.ceil(MARGIN * Math.max(1, scale.y));
  const from = Math.max(0, top - margin);
  const to = Math.min(height, bottom + margin);
  let light = upscaleRows(small.light, 0, from, to, plan);
  for (const look of method.passes) {
    light = sharpenEdges({ light, width, rows: to - from, top: from }, plan.edges, scale, look);
    backProject(light, from, to, plan);
    limitToSpan(light, width, from, plan.span, plan.smallWidth, plan.smallHeight, scale);
  }
  const reds = upscaleRows(small.red, 0, top, bottom, plan);
  const blues = upscaleRows(small.blue, 0, top, bottom, plan);
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < width; x++) {
      const inner = (y - top) * width + x;
      const level = (light[(y - from) * width + x] as number) + grainAt(x, y, scale, plan);
      const red = reds[inner] as number;
      const blue = blues[inner] as number;
      const at = (y * width + x) * 3;
      large[at] = toByte(level + red);
      large[at + 1] = toByte(level - (RED * red + BLUE * blue) / GREEN);
      large[at + 2] = toByte(level + blue);
    }
  }
}

function toByte(level: number): number {
  return level <= 0 ? 0 : level >= 255 ? 255 : (level + 0.5) | 0;
}

/** Large rows `from` to before `to` out of small rows that begin at `firstSmall`. */
function upscaleRows(
  rows: Float32Array,
  firstSmall: number,
  from: number,
  to: number,
  { smallWidth, width, up }: Plan,
): Float32Array {
  const tall = resampleDown(rows, smallWidth, firstSmall, up.down, from, to);
  return resampleAcross(tall, smallWidth, to - from, up.across, width);
}

/** Shrinks the strip as a camera would, and spreads the difference from the source over the large pixels. */
function backProject(light: Float32Array, from: number, to: number, plan: Plan): void {
  const { width, height, smallWidth, smallHeight, small } = plan;
  const reach = Math.ceil(plan.down.down.count / 2);
  // Only source rows whose large pixels are all in the strip can be corrected.
  const first = from === 0 ? 0 : Math.ceil(((from + reach) * smallHeight) / height);
  const last = to === height ? smallHeight : Math.floor(((to - reach) * smallHeight) / height);
  if (last <= first) return;
  const narrow = resampleAcross(light, width, to - from, plan.down.across, smallWidth);
  const shrunk = resampleDown(narrow, smallWidth, from, plan.down.down, first, last);
  const base = first * smallWidth;
  for (let index = 0; index < shrunk.length; index++)
    shrunk[index] = (small.light[base + index] as number) - (shrunk[index] as number);
  const firstRow = Math.max(from, Math.floor((first * height) / smallHeight));
  const lastRow = Math.min(to, Math.ceil((last * height) / smallHeight));
  const missing = upscaleRows(shrunk, first, firstRow, lastRow, plan);
  const offset = (firstRow - from) * width;
  for (let index = 0; index < missing.length; index++)
    light[offset + index] = (light[offset + index] as number) + (missing[index] as number);
}

function grainAt(x: number, y: number, scale: { x: number; y: number }, plan: Plan): number {
  const { method, edges, seed } = plan;
  if (method.grain === 0) return 0;
  const column = Math.min(edges.width - 1, Math.floor(x / scale.x));
  const row = Math.min(edges.height - 1, Math.floor(y / scale.y));
  const energy = edges.energy[row * edges.width + column] as number;
  // Flat sky and outlines get none: grain belongs to texture.
  const texture = Math.min(1, energy / 6) * Math.min(1, 60 / (energy + 1));
  const noise = whiteNoise(x, y, seed) + whiteNoise(x + 7919, y, seed) - 1;
  return noise * method.grain * texture;
}
