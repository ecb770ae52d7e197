import type { Pixels } from '@kinora/media/provenance/watermark/draw-canvas';
import { createRandom, gaussian } from '@kinora/procedural/random/random';
import sharp, { type Sharp } from 'sharp';
import { decode } from './pictures.ts';

/** What happens to pictures on their way. */
export interface Attack {
  readonly name: string;
  /** Of the twelve pictures, how many must be read; absent where nothing is asked. */
  readonly asked?: number;
  run(marked: Pixels): Promise<Pixels>;
}

const ALL = 12;
const AFTER_A_CROP = 10;

export const ATTACKS: readonly Attack[] = [
  { name: 'none', asked: ALL, run: async (marked) => marked },
  ...[90, 75, 50, 30].map((quality) => jpeg(quality, ALL)),
  jpeg(20),
  through('WebP 75', ALL, (picture) => picture.webp({ quality: 75 })),
  through('WebP 50', undefined, (picture) => picture.webp({ quality: 50 })),
  through('AVIF 50', undefined, (picture) => picture.avif({ quality: 50, effort: 2 })),
  resized('resize to 50 %', ALL, 0.5, 0.5),
  resized('resize to 150 %', ALL, 1.5, 1.5),
  resized('height to 80 %', ALL, 1, 0.8),
  resized('width to 80 %', ALL, 0.8, 1),
  { name: 'resize to 50 %, JPEG 50', run: async (marked) => jpeg(50).run(await resize(marked, 0.5, 0.5)) },
  { name: 'noise, sigma 10', asked: ALL, run: async (marked) => addNoise(marked, 10) },
  mapped('brightness x1.3', (value) => 1.3 * value),
  mapped('brightness x0.7', (value) => 0.7 * value),
  mapped('contrast x1.3', (value) => 1.3 * (value - 128) + 128),
  mapped('contrast x0.7', (value) => 0.7 * (value - 128) + 128),
  through('greyscale', ALL, (picture) => picture.greyscale().png()),
  through('blur, sigma 1.5', undefined, (picture) => picture.blur(1.5).png()),
  cropped('crop to 90 % a side', AFTER_A_CROP, 0.9, (picture) => picture.png()),
  cropped('crop to 90 %, JPEG 75', undefined, 0.9, (picture) => picture.jpeg({ quality: 75 })),
  cropped('crop to 75 % a side', undefined, 0.75, (picture) => picture.png()),
  cropped('crop to 60 % a side', undefined, 0.6, (picture) => picture.png()),
  through('turned by 1 degree', undefined, (picture) => picture.rotate(1).png()),
];

function open({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function through(name: string, asked: number | undefined, change: (picture: Sharp) => Sharp): Attack {
  const run = async (marked: Pixels) => decode(await change(open(marked)).toBuffer());
  return { name, ...(asked !== undefined && { asked }), run };
}

function jpeg(quality: number, asked?: number): Attack {
  return through(`JPEG ${quality}`, asked, (picture) => picture.jpeg({ quality }));
}

function resized(name: string, asked: number, across: number, down: number): Attack {
  return { name, asked, run: (marked) => resize(marked, across, down) };
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
    asked: ALL,
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
  asked: number | undefined,
  kept: number,
  save: (picture: Sharp) => Sharp,
): Attack {
  const run = async (marked: Pixels): Promise<Pixels> => {
    const width = Math.round(kept * marked.width);
    const height = Math.round(kept * marked.height);
    const left = Math.round((marked.width - width) / 3);
    const top = Math.round((marked.height - height) / 3);
    return decode(await save(open(marked).extract({ left, top, width, height })).toBuffer());
  };
  return { name, ...(asked !== undefined && { asked }), run };
}
