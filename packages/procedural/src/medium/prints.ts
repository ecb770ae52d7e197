import { smoothstep } from '../colour/colour.ts';
import { latticeHash } from '../random/noise.ts';
import type { Pixels } from '../stage/pixels.ts';

/** Brightness of every pixel, 0 to 255. */
export function lightnessOf({ data, width, height }: Pixels): Float32Array {
  const light = new Float32Array(width * height);
  for (let at = 0; at < light.length; at++)
    light[at] =
      0.3 * (data[at * 4] as number) +
      0.59 * (data[at * 4 + 1] as number) +
      0.11 * (data[at * 4 + 2] as number);
  return light;
}

/** Edge strength at a pixel, from its neighbours `reach` pixels away. */
export function edgeOf(
  light: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  reach: number,
): number {
  const left = Math.max(0, x - reach);
  const right = Math.min(width - 1, x + reach);
  const above = Math.max(0, y - reach) * width;
  const below = Math.min(height - 1, y + reach) * width;
  const gx = (light[y * width + right] as number) - (light[y * width + left] as number);
  const gy = (light[below + x] as number) - (light[above + x] as number);
  return Math.sqrt(gx * gx + gy * gy);
}

export interface PrintStyle {
  /** Number of tones. */
  readonly levels: number;
  /** Opacity of drawn outlines, 0 for none. */
  readonly outline: number;
  readonly paper: readonly [number, number, number];
  /** How much of the paper shows through the ink. */
  readonly show: number;
  /** Size of the halftone dots in the shadows, in pixels; 0 for none. */
  readonly dots: number;
  readonly saturation: number;
}

/** Flat inks and outlines, as in comics and woodblock prints. */
export function paintPrint(pixels: Pixels, style: PrintStyle, seed: number): void {
  const { data, width, height } = pixels;
  const light = lightnessOf(pixels);
  const step = 255 / (style.levels - 1);
  const reach = Math.max(1, Math.round(Math.min(width, height) / 520));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const tone = light[at] as number;
      const level = Math.round(tone / step) * step;
      const soft = tone + (level - tone) * 0.86;
      const gain = soft / Math.max(8, tone);
      const line = style.outline * smoothstep(26, 70, edgeOf(light, width, height, x, y, reach));
      const fibre = 1 - style.show * 0.16 * latticeHash(x >> 1, y, seed);
      const dot = style.dots > 0 && tone < 150 ? dotAt(x, y, style.dots, tone) : 0;
      for (let channel = 0; channel < 3; channel++) {
        const value = (tone + ((data[at * 4 + channel] as number) - tone) * style.saturation) * gain;
        const inked =
          value + ((style.paper[channel as 0 | 1 | 2] as number) * (0.3 + value / 364) - value) * style.show;
        data[at * 4 + channel] = inked * fibre * (1 - line) * (1 - 0.34 * dot) + 18 * line;
      }
    }
  }
}

/** Halftone screen at 45 degrees: dots grow in darker areas. */
function dotAt(x: number, y: number, size: number, tone: number): number {
  const u = (x + y) / size;
  const v = (x - y) / size;
  const du = u - Math.floor(u) - 0.5;
  const dv = v - Math.floor(v) - 0.5;
  const radius = 0.5 * (1 - tone / 165);
  return du * du + dv * dv < radius * radius ? 1 : 0;
}

/** Layers of cut paper: a few tones, each with a soft shadow on the layer below. */
export function paintPaperCut(pixels: Pixels, levels: number, seed: number): void {
  const { data, width, height } = pixels;
  const light = lightnessOf(pixels);
  const step = 255 / levels;
  const cast = Math.max(2, Math.round(Math.min(width, height) / 110));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const tone = light[at] as number;
      const level = Math.floor(tone / step);
      let shade = 0;
      for (let reach = 1; reach <= cast; reach += 2) {
        const from = Math.max(0, y - reach) * width + Math.max(0, x - reach);
        if (Math.floor((light[from] as number) / step) < level) {
          shade = 0.34 * (1 - reach / (cast + 2));
          break;
        }
      }
      const goal = (level + 0.55) * step;
      const gain = goal / Math.max(10, tone);
      const fibre = 0.965 + 0.07 * latticeHash(x >> 1, y >> 1, seed + level);
      for (let channel = 0; channel < 3; channel++) {
        const value = (tone + ((data[at * 4 + channel] as number) - tone) * 1.25) * gain;
        data[at * 4 + channel] = value * fibre * (1 - shade);
      }
    }
  }
}
