import { type Canvas, createCanvas } from '@napi-rs/canvas';

/** One gradient stop of a glow: distance from the centre (0 to 1) and opacity there. */
export type GlowStop = readonly [distance: number, alpha: number];

/** A round glow in one colour; `rgb` is the inside of an `rgba()`, such as `255, 240, 200`. */
export function createGlow(diameter: number, rgb: string, stops: readonly GlowStop[]): Canvas {
  const size = Math.max(4, Math.ceil(diameter));
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  const middle = size / 2;
  const gradient = context.createRadialGradient(middle, middle, 0, middle, middle, middle);
  for (const [distance, alpha] of stops) gradient.addColorStop(distance, `rgba(${rgb}, ${alpha})`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, size, size);
  return canvas;
}
