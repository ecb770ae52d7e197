import { createRandom, gaussian } from '@kinora/procedural/random/random';
import type { Pixels } from '../src/draw-canvas.ts';
import { ALL, type Attack, open, save, through } from './attack.ts';
import { FRAMING_ATTACKS } from './framing-attacks.ts';

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
  ...FRAMING_ATTACKS,
];

function jpeg(quality: number, required?: number): Attack {
  return through(`JPEG ${quality}`, required, (image) => image.jpeg({ quality }));
}

function resized(name: string, required: number, across: number, down: number): Attack {
  return { name, required, run: (marked) => resize(marked, across, down) };
}

async function resize(pixels: Pixels, across: number, down: number): Promise<Pixels> {
  const size = [Math.round(pixels.width * across), Math.round(pixels.height * down)] as const;
  return save(
    open(pixels)
      .resize(...size, { fit: 'fill' })
      .png({ compressionLevel: 1 }),
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
