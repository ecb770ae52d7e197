import { smoothstep } from '../colour/colour.ts';
import type { Palette } from '../colour/palette.ts';
import { latticeHash } from '../random/noise.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { overscan, plateItem, type Stage } from '../stage/stage.ts';
import type { View } from '../stage/view.ts';

/** A smooth sky needs few pixels: it is painted smaller by this factor and enlarged. */
const SHRINK = 4;

/** Paints the clear sky: three colours by height and a glow around the light. */
export function paintSkyGradient(stage: Stage): void {
  const { view, palette } = stage;
  const margin = overscan(view, 0.04);
  const width = Math.ceil((view.width + 2 * margin) / SHRINK);
  const height = Math.ceil((view.height + 2 * margin) / SHRINK);
  const pixels = createPixels(width, height);
  const colour = new Float32Array(3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      skyColourAt(colour, view, palette, column * SHRINK - margin, row * SHRINK - margin);
      // One and a half levels of noise prevent banding in slow gradients.
      const dither = (latticeHash(column, row, 77) - 0.5) * 3;
      const at = (row * width + column) * 4;
      pixels.data[at] = (colour[0] as number) + dither;
      pixels.data[at + 1] = (colour[1] as number) + dither;
      pixels.data[at + 2] = (colour[2] as number) + dither;
      pixels.data[at + 3] = 255;
    }
  }
  const plate = {
    canvas: toCanvas(pixels),
    x: -margin,
    y: -margin,
    width: width * SHRINK,
    height: height * SHRINK,
  };
  stage.items.push(plateItem(plate, 0.04));
}

/** The clear sky at a point of the frame. */
function skyColourAt(out: Float32Array, view: View, palette: Palette, x: number, y: number): void {
  const rise = Math.max(0, (view.horizon - y) / (view.horizon + view.height * 0.12));
  const unit = view.unit;
  const dx = (x - view.sunX) / unit;
  const dy = (y - view.sunY) / unit;
  const distance = Math.hypot(dx, dy * 1.15);
  const sideways = Math.exp(-Math.abs(dx) * 1.1);
  const low = smoothstep(0, 0.46, rise);
  const high = smoothstep(0.32, 1, rise);
  const wideGlow =
    view.skyLight * 0.5 * Math.exp(-distance * 2.3) + view.skyLight * 0.16 * sideways * (1 - low);
  const closeGlow = view.skyLight * 0.55 * Math.exp(-distance * 8.5);
  for (let channel = 0; channel < 3; channel++) {
    const horizon = palette.horizon[channel as 0 | 1 | 2];
    const upper = palette.upper[channel as 0 | 1 | 2];
    const zenith = palette.zenith[channel as 0 | 1 | 2];
    const glow = palette.glow[channel as 0 | 1 | 2];
    const sun = palette.sun[channel as 0 | 1 | 2];
    let value = horizon + (upper - horizon) * low;
    value += (zenith - value) * high;
    value += (glow - value) * Math.min(0.92, wideGlow);
    value += (sun - value) * Math.min(0.9, closeGlow);
    out[channel] = value;
  }
}
