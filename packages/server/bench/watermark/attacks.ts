import type { Pixels } from '@kinora/media/provenance/watermark/draw-canvas';
import { createRandom, gaussian } from '@kinora/procedural/random/random';
import sharp, { type Sharp } from 'sharp';
import { decode } from './sample-images.ts';

/** A change that a marked image may go through. */
export interface Attack {
  readonly name: string;
  /** How many of the twelve images must be read. Without it, none. */
  readonly required?: number;
  run(marked: Pixels): Promise<Pixels>;
}

const ALL = 12;
const AFTER_A_CROP = 10;

export const ATTACKS: readonly Attack[] = [
  { name: 'none', required: ALL, run: async (marked) => marked },
  ...[90, 75, 50, 30].map((quality) => jpeg(quality, ALL)),
  jpeg(20),
  through('WebP 75', ALL, (image) => image.webp({ quality: 75 })),
  through('WebP 50', undefined, (image) => image.webp({ quality: 50 })),
  through('AVIF 50', undefined, (image) => image.avif({ quality: 50, effort: 2 })),
  resized('resize to 50 %', ALL, 0.5, 0.5),
  resized('resize to 150 %', ALL, 1.5, 1.5),
  resized('height to 80 %', ALL, 1, 0.8),
  resized('width to 80 %', ALL, 0.8, 1),
  { name: 'resize to 50 %, JPEG 50', run: async (marked) => jpeg(50).run(await resize(marked, 0.5, 0.5)) },
  { name: 'noise, sigma 10', required: ALL, run: async (marked) => addNoise(marked, 10) },
  mapped('brightness x1.3', (value) => 1.3 * value),
  mapped('brightness x0.7', (value) => 0.7 * value),
  mapped('contrast x1.3', (value) => 1.3 * (value - 128) + 128),
  mapped('contrast x0.7', (value) => 0.7 * (value - 128) + 128),
  through('greyscale', ALL, (image) => image.greyscale().png()),
  through('blur, sigma 1.5', undefined, (image) => image.blur(1.5).png()),
  cropped('crop to 90 % a side', AFTER_A_CROP, 0.9, (image) => image.png()),
  cropped('crop to 90 %, JPEG 75', undefined, 0.9, (image) => image.jpeg({ quality: 75 })),
  cropped('crop to 75 % a side', undefined, 0.75, (image) => image.png()),
  cropped('crop to 60 % a side', undefined, 0.6, (image) => image.png()),
  through('rotation by 1 degree', undefined, (image) => image.rotate(1).png()),
];

function open({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function through(name: string, required: number | undefined, change: (image: Sharp) => Sharp): Attack {
  const run = async (marked: Pixels) => decode(await change(open(marked)).toBuffer());
  return { name, ...(required !== undefined && { required }), run };
}

function jpeg(quality: number, required?: number): Attack {
  return through(`JPEG ${quality}`, required, (image) => image.jpeg({ quality }));
}

function resized(name: string, required: number, across: number, down: number): Attack {
  return { name, required, run: (marked) => resize(marked, across, down) };
}

async function resize(pixels: Pixels, across: number, down: number): Promise<Pixels> {
  const size = [Math.round(pixels.width * across), Math.round(pixels.height * down)] as const;
  return decode(
    await open(pixels)
      .resize(...size, { fit: 'fill' })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
}

function mapped(name: string, change: (value: number) => number): Attack {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => change(value));
  return {
    name,
    required: ALL,
    run: async (marked) => ({ ...marked, data: marked.data.map((value) => table[value] as number) }),
  };
}

function addNoise(pixels: Pixels, deviation: number): Pixels {
  const random = createRandom(3, 'noise');
  const data = Uint8ClampedArray.from(pixels.data, (value) => value + deviation * gaussian(random));
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

/** Cuts a third from the left and above, the rest from the other sides. */
function cropped(
  name: string,
  required: number | undefined,
  kept: number,
  save: (image: Sharp) => Sharp,
): Attack {
  const run = async (marked: Pixels): Promise<Pixels> => {
    const width = Math.round(kept * marked.width);
    const height = Math.round(kept * marked.height);
    const left = Math.round((marked.width - width) / 3);
    const top = Math.round((marked.height - height) / 3);
    return decode(await save(open(marked).extract({ left, top, width, height })).toBuffer());
  };
  return { name, ...(required !== undefined && { required }), run };
}
