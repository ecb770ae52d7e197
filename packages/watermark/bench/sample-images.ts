import { createRandom, gaussian, type Random } from '@kinora/procedural/random/random';
import { renderImage } from '@kinora/procedural/render-image';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { Pixels } from '../src/draw-canvas.ts';

/** An image to be marked, the same on every machine. */
export interface SampleImage {
  readonly name: string;
  paint(): Promise<Pixels>;
}

const SIDE = 1024;

/** Generated, photo-like, with skin, flat, dark, with text: what the service delivers and what customers upload. */
export const SAMPLE_IMAGES: readonly SampleImage[] = [
  generated('fox in snow', 'a red fox in the snow', SIDE, SIDE),
  generated('neon city, wide', 'neon city in the rain, synthwave', 1280, 720),
  generated('portrait', 'portrait of an old fisherman', SIDE, SIDE),
  generated('lake in oil, tall', 'a mountain lake in autumn, oil painting', 768, 1152),
  generated('storm at night', 'a lighthouse on a cliff in a thunderstorm at night', SIDE, SIDE),
  generated('castle in pixels', 'a castle on a hill at dusk, pixel art', SIDE, SIDE),
  { name: 'dead leaves, grain', paint: async () => addGrain(await drawn(paintLeaves), 3) },
  { name: 'skin, soft light', paint: async () => shaded(skinAt, 0.8) },
  { name: 'evening gradient', paint: async () => shaded(gradientAt, 0) },
  { name: 'flat poster', paint: () => drawn(paintPoster) },
  { name: 'dark room', paint: async () => shaded(darkAt, 1.2) },
  { name: 'text on slate', paint: () => drawn((context) => paintText(context, '#3d5360', '#d9cfb8')) },
];

/** Images with almost no texture to hide a watermark in, or which an attack overexposes. */
export const HARD_IMAGES: readonly SampleImage[] = [
  { name: 'one grey', paint: async () => shaded(() => [128, 128, 128], 0) },
  { name: 'black on white', paint: () => drawn((context) => paintText(context, '#ffffff', '#111111')) },
];

function generated(name: string, prompt: string, width: number, height: number): SampleImage {
  return {
    name,
    paint: async () =>
      decode(await renderImage({ operation: 'image', model: 'image', prompt, seed: 3, width, height })),
  };
}

export async function decode(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data };
}

function drawn(paint: (context: SKRSContext2D, random: Random) => void): Promise<Pixels> {
  const canvas = createCanvas(SIDE, SIDE);
  paint(canvas.getContext('2d'), createRandom(7, 'pictures'));
  return decode(canvas.toBuffer('image/png'));
}

type Shade = (x: number, y: number) => readonly [number, number, number];

/** An image from its colour at each pixel, with grey grain of `grain` steps. */
function shaded(shade: Shade, grain: number): Pixels {
  const data = new Uint8ClampedArray(3 * SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) data.set(shade(x, y), 3 * (y * SIDE + x));
  }
  const pixels = { width: SIDE, height: SIDE, channels: 3, data: new Uint8Array(data.buffer) } as const;
  return grain === 0 ? pixels : addGrain(pixels, grain);
}

function addGrain(pixels: Pixels, deviation: number): Pixels {
  const random = createRandom(11, 'grain');
  const data = new Uint8ClampedArray(pixels.data);
  for (let at = 0; at < data.length; at += 3) {
    const grain = deviation * gaussian(random);
    for (let colour = at; colour < at + 3; colour++) data[colour] = (data[colour] as number) + grain;
  }
  return { ...pixels, data: new Uint8Array(data.buffer) };
}

/** Overlapping discs of all sizes (dead leaves) have the edges and the spectrum of photographs. */
export function paintLeaves(context: SKRSContext2D, random: Random): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#777';
  context.fillRect(0, 0, width, height);
  for (let leaf = 0; leaf < 6000; leaf++) {
    const radius = 6 / Math.sqrt(random() + 0.0004);
    const light = 40 + 170 * random();
    const tint = (): number => Math.floor(light + 50 * random() - 25);
    context.fillStyle = `rgb(${tint()}, ${tint()}, ${tint()})`;
    context.beginPath();
    context.arc(width * random(), height * random(), radius, 0, 2 * Math.PI);
    context.fill();
  }
}

function paintPoster(context: SKRSContext2D): void {
  context.fillStyle = '#f2c14e';
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = '#2a6f97';
  context.fillRect(0, 640, SIDE, 384);
  context.fillStyle = '#e76f51';
  context.beginPath();
  context.arc(700, 300, 160, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#264653';
  context.beginPath();
  context.moveTo(120, 640);
  context.lineTo(360, 220);
  context.lineTo(600, 640);
  context.fill();
}

const WORDS =
  'the quick brown fox jumps over a lazy dog while rain falls on quiet hills and rivers find their way'.split(
    ' ',
  );

function paintText(context: SKRSContext2D, paper: string, ink: string): void {
  const random = createRandom(5, 'text');
  context.fillStyle = paper;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = ink;
  context.font = '22px sans-serif';
  for (let y = 60; y < SIDE; y += 34) {
    const line = Array.from({ length: 14 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
    context.fillText(line, 60, y);
  }
}

function skinAt(x: number, y: number): readonly [number, number, number] {
  const fromCentre = Math.hypot(x - 480, 0.8 * (y - 520)) / 520;
  const light = 1 - 0.55 * fromCentre ** 2 + 0.05 * Math.sin(x / 90) * Math.cos(y / 70);
  return [232 * light, 184 * light, 158 * light];
}

function gradientAt(x: number, y: number): readonly [number, number, number] {
  return [40 + (150 * y + 20 * x) / SIDE, 90 + (110 * y) / SIDE, 170 + (60 * y) / SIDE];
}

function darkAt(x: number, y: number): readonly [number, number, number] {
  const lamp = 60 * Math.exp(-(((x - 700) / 160) ** 2) - ((y - 350) / 140) ** 2);
  return [6 + lamp, 7 + 0.8 * lamp, 12 + 0.5 * lamp + (6 * y) / SIDE];
}
