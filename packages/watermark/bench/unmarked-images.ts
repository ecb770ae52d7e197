import { createNoise } from '@kinora/procedural/random/noise';
import { between, createRandom, gaussian, pick, type Random } from '@kinora/procedural/random/random';
import { renderImage } from '@kinora/procedural/render-image';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { SAMPLE_PROMPTS } from '../../server/bench/sample-prompts.ts';
import type { Pixels } from '../src/draw-canvas.ts';
import { decode, paintLeaves } from './sample-images.ts';

/** Every kind is equally frequent. Regular patterns are included because a tiled watermark could be mistaken for them. */
const KINDS = [crop, crop, leaves, clouds, grain, stripes, checks, dots, text, blocks] as const;

/** So many have bars or a border, within which the reader looks once more; no divisor of the number of kinds. */
const FRAMED_EVERY = 7;

/** Rendering takes longest, and a short run needs few images. */
const IMAGES_PER_RENDER = 400;

/** `count` small images without a watermark; for the same count the same on every machine. */
export async function* unmarkedImages(count: number): AsyncGenerator<Pixels> {
  const prompts = SAMPLE_PROMPTS.slice(0, Math.ceil(count / IMAGES_PER_RENDER));
  const renders = await Promise.all(prompts.map(renderSmall));
  for (let at = 0; at < count; at++) {
    const random = createRandom(at, 'unmarked');
    const kind = KINDS[at % KINDS.length] as (typeof KINDS)[number];
    const drawn = await kind(random, renders);
    yield wear(at % FRAMED_EVERY === 0 ? await frame(drawn, random) : drawn, random);
  }
}

function renderSmall(prompt: string, at: number): Promise<Pixels> {
  return renderImage({
    operation: 'image',
    model: 'image',
    prompt,
    seed: 100 + at,
    width: 768,
    height: 768,
  }).then(decode);
}

/** A third are JPEG of some quality and size, like images on the web. */
async function wear(pixels: Pixels, random: Random): Promise<Pixels> {
  if (random() < 2 / 3) return pixels;
  const { width, height, channels, data } = pixels;
  const side = Math.round(between(random, 200, 600));
  const jpeg = sharp(data, { raw: { width, height, channels } })
    .resize(side, Math.round(side * between(random, 0.6, 1.6)), { fit: 'fill' })
    .jpeg({ quality: Math.round(between(random, 30, 95)) });
  return decode(await jpeg.toBuffer());
}

async function frame({ width, height, channels, data }: Pixels, random: Random): Promise<Pixels> {
  const bar = (side: number): number => Math.round(random() < 0.5 ? 0 : between(random, 0.02, 0.6) * side);
  const bars = { top: bar(height), bottom: bar(height), left: bar(width), right: bar(width) };
  const background = pick(random, ['#000000', '#ffffff', '#1c2733']);
  const framed = sharp(data, { raw: { width, height, channels } }).extend({ ...bars, background });
  return decode(await framed.png({ compressionLevel: 1 }).toBuffer());
}

/** A piece of a rendered image. */
async function crop(random: Random, renders: readonly Pixels[]): Promise<Pixels> {
  const { width, height, channels, data } = pick(random, renders);
  const across = Math.round(between(random, 0.3, 0.95) * width);
  const down = Math.round(between(random, 0.3, 0.95) * height);
  const left = Math.floor(random() * (width - across));
  const top = Math.floor(random() * (height - down));
  const piece = sharp(data, { raw: { width, height, channels } }).extract({
    left,
    top,
    width: across,
    height: down,
  });
  return decode(await (random() < 0.5 ? piece : piece.flop()).png({ compressionLevel: 1 }).toBuffer());
}

function draw(random: Random, paint: (context: SKRSContext2D) => void): Pixels {
  const width = Math.round(between(random, 160, 480));
  const height = Math.round(between(random, 160, 480));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour(random);
  context.fillRect(0, 0, width, height);
  paint(context);
  return { width, height, channels: 4, data: new Uint8Array(context.getImageData(0, 0, width, height).data) };
}

function colour(random: Random): string {
  const part = (): number => Math.floor(256 * random());
  return `rgb(${part()}, ${part()}, ${part()})`;
}

async function leaves(random: Random): Promise<Pixels> {
  return draw(random, (context) => paintLeaves(context, random));
}

/** Smooth noise of many octaves, as of clouds and soil. */
async function clouds(random: Random): Promise<Pixels> {
  const noise = createNoise(Math.floor(1e9 * random()));
  const scale = between(random, 0.005, 0.08);
  const octaves = 2 + Math.floor(5 * random());
  return shade(random, (x, y) => 128 + 110 * noise.fbm(x * scale, y * scale, octaves));
}

async function grain(random: Random): Promise<Pixels> {
  const deviation = between(random, 0.5, 60);
  return shade(random, () => 128 + deviation * gaussian(random));
}

async function stripes(random: Random): Promise<Pixels> {
  const [a, b] = [between(random, -1.5, 1.5), between(random, -1.5, 1.5)];
  const [c, d] = [between(random, -1.5, 1.5), between(random, -1.5, 1.5)];
  return shade(random, (x, y) => 128 + 60 * Math.sin(a * x + b * y) + 60 * Math.sin(c * x + d * y));
}

/** Squares that repeat like the watermark's tiles are the most likely false positives. */
async function checks(random: Random): Promise<Pixels> {
  const side = pick(random, [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]);
  const contrast = between(random, 2, 120);
  return shade(random, (x, y) => 128 + (((x / side) ^ (y / side)) & 1 ? contrast : -contrast), 384);
}

/** A motif that repeats. */
async function dots(random: Random): Promise<Pixels> {
  const pitch = pick(random, [8, 12, 16, 24, 32, 48, 64, 96, 128]);
  const motif = Float32Array.from({ length: pitch * pitch }, () => 255 * random());
  return shade(random, (x, y) => motif[(y % pitch) * pitch + (x % pitch)] as number, 384);
}

async function text(random: Random): Promise<Pixels> {
  return draw(random, (context) => {
    context.fillStyle = colour(random);
    const size = between(random, 9, 40);
    context.font = `${size}px sans-serif`;
    const letter = (): string => String.fromCharCode(97 + Math.floor(26 * random()));
    for (let y = size; y < context.canvas.height; y += 1.4 * size) {
      context.fillText(Array.from({ length: 60 }, letter).join(''), 4, y);
    }
  });
}

async function blocks(random: Random): Promise<Pixels> {
  return draw(random, (context) => {
    for (let block = 0; block < 20; block++) {
      context.fillStyle = colour(random);
      context.fillRect(480 * random(), 480 * random(), 200 * random(), 200 * random());
    }
  });
}

/** A grey image from its luminance at each pixel; of random size unless `side` is given. */
function shade(random: Random, light: (x: number, y: number) => number, side?: number): Pixels {
  const width = side ?? Math.round(between(random, 160, 480));
  const height = side ?? Math.round(between(random, 160, 480));
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = light(x, y);
  return { width, height, channels: 1, data: new Uint8Array(data.buffer) };
}
