import { mix, scale, smoothstep } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { overscan, type Plate, type Stage, snapshot } from '../stage/stage.ts';
import { addGlitter } from './glitter.ts';
import type { WaterSpec } from './water-spec.ts';

/**
 * Paints water that reflects everything painted so far, distorted by waves in perspective, and its glitter.
 */
export function paintWater(stage: Stage, spec: WaterSpec): void {
  const { view } = stage;
  const margin = overscan(view, spec.depth);
  const top = Math.round(spec.top);
  const bottom = view.height + margin;
  const shrink = 2;
  const width = Math.ceil((view.width + 2 * margin) / shrink);
  const height = Math.max(2, bottom - top);
  const pixels = createPixels(width, height);
  const mirror = snapshot(stage).getContext('2d').getImageData(0, 0, view.width, Math.max(1, top)).data;
  paintSurface(stage, spec, pixels.data, mirror, { width, height, top, margin, shrink });
  const plate: Plate = { canvas: toCanvas(pixels), x: -margin, y: top, width: width * shrink, height };
  stage.items.push({
    depth: spec.depth,
    plate,
    draw: (context, tSeconds) => drawRippling(context, plate, tSeconds, spec.roughness, view.unit),
  });
  if (spec.glitter !== false) addGlitter(stage, spec, top);
}

interface Extent {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly margin: number;
  readonly shrink: number;
}

function paintSurface(
  stage: Stage,
  spec: WaterSpec,
  data: Uint8ClampedArray,
  mirror: Uint8ClampedArray | Float32Array,
  extent: Extent,
): void {
  const { view, palette, scene } = stage;
  const noise = createNoise(scene.root ^ 0x3a7e);
  const deep = spec.colour ?? palette.water;
  const body = mix(scale(mix(deep, palette.ambient, 0.35), 0.62), palette.upper, 0.16);
  const foamColour = mix(mix(palette.key, palette.ambient, 0.45), [255, 255, 255], 0.3);
  const wavelength = 0.9 + 7 * spec.roughness;
  const clarity = spec.clarity ?? 0.75;
  for (let row = 0; row < extent.height; row++) {
    const below = row + 1.5;
    const z = (view.focal * spec.eyeHeight) / below;
    const footprint = z / view.focal;
    const fine = smoothstep(wavelength * 1.2, wavelength * 0.12, footprint);
    const steep = row / Math.max(1, view.height - extent.top);
    const reflect = clarity * (1 - 0.62 * smoothstep(0, 1, steep)) + 0.12;
    const far = Math.exp(-below / (view.height * 0.02));
    for (let column = 0; column < extent.width; column++) {
      const frameX = column * extent.shrink - extent.margin;
      const x = (frameX - view.width / 2) * footprint;
      const u = x / wavelength / 2.4;
      const v = z / wavelength;
      const swell = noise.at(u * 0.35, v * 0.3 + 7);
      const wave = noise.at(u, v) * 0.6 + noise.at(u * 2.3 + 5, v * 2.1) * 0.32 * fine;
      const slope = (wave * (0.35 + 0.65 * fine) + swell * 0.5) * (0.1 + spec.roughness);
      const sample =
        extent.top -
        1 -
        row * (0.92 - 0.25 * spec.roughness) -
        Math.abs(slope) * view.unit * 0.16 -
        spec.roughness * view.unit * 0.03;
      const sourceY = Math.max(0, Math.min(extent.top - 1, Math.round(sample)));
      const sourceX = Math.max(0, Math.min(view.width - 1, Math.round(frameX + slope * view.unit * 0.05)));
      const from = (sourceY * view.width + sourceX) * 4;
      const at = (row * extent.width + column) * 4;
      const facing = Math.max(0.06, Math.min(0.96, reflect - slope * 0.55 * (0.3 + spec.roughness)));
      const white = spec.foam > 0 ? foamAt(noise, u, v, wave, swell, spec.foam) * (0.25 + 0.75 * fine) : 0;
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        let value =
          body[index] * (1 - 0.25 * slope) + ((mirror[from + channel] as number) - body[index]) * facing;
        value += (palette.haze[index] - value) * far * 0.5;
        data[at + channel] = value + (foamColour[index] - value) * white;
      }
      data[at + 3] = 255;
    }
  }
}

function foamAt(
  noise: ReturnType<typeof createNoise>,
  u: number,
  v: number,
  wave: number,
  swell: number,
  foam: number,
): number {
  const crest = smoothstep(0.42 - foam * 0.3, 0.75, wave + swell * 0.55);
  if (crest <= 0) return 0;
  const lace = smoothstep(-0.1, 0.35, noise.fbm(u * 7, v * 4.5, 3) + 0.1);
  return crest * lace * Math.min(1, foam * 1.6);
}

/** Shifts rows against one another, more towards the viewer: a cheap approximation of ripples. */
function drawRippling(
  context: Parameters<Stage['items'][number]['draw']>[0],
  plate: Plate,
  tSeconds: number,
  roughness: number,
  unit: number,
): void {
  const { canvas, x, y, width, height } = plate;
  if (tSeconds === 0) {
    context.drawImage(canvas, x, y, width, height);
    return;
  }
  const strength = unit * (0.0016 + 0.005 * roughness);
  let row = 0;
  while (row < height) {
    const near = row / height;
    const stripHeight = Math.max(2, Math.min(height - row, Math.round(2 + near * 7)));
    const phase = 9 / (near + 0.07);
    const sway = strength * (0.35 + 1.6 * near);
    const dx =
      Math.sin(tSeconds * 1.9 + phase * 2.1) * sway + Math.sin(tSeconds * 1.1 - phase * 1.3) * sway * 0.7;
    const lift = Math.sin(tSeconds * 1.5 + phase * 1.6) * sway * 0.8;
    const source = Math.max(0, Math.min(height - stripHeight, row + lift));
    context.drawImage(
      canvas,
      0,
      source,
      canvas.width,
      stripHeight,
      x + dx,
      y + row,
      width,
      stripHeight + 0.6,
    );
    row += stripHeight;
  }
}
