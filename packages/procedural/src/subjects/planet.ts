import { css, mix, type Rgb, rgb, smoothstep } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import type { Stage } from '../stage/stage.ts';

export type PlanetKind = 'earth' | 'gas' | 'ringed' | 'rock';

/** Paints a planet as a lit sphere: oceans and clouds, or bands, with an atmosphere and possibly rings. */
export function paintPlanet(
  stage: Stage,
  x: number,
  y: number,
  radius: number,
  kind: PlanetKind,
  depth = 0.06,
): void {
  const sphere = paintSphere(stage, Math.min(420, Math.ceil(radius * 2)), kind);
  const { palette } = stage;
  stage.items.push({
    depth,
    draw(context) {
      const air = context.createRadialGradient(x, y, radius * 0.9, x, y, radius * 1.35);
      air.addColorStop(0, css(mix(palette.glow, rgb('#8fc4ff'), 0.5), 0.4));
      air.addColorStop(1, css(palette.glow, 0));
      context.fillStyle = air;
      context.fillRect(x - radius * 1.4, y - radius * 1.4, radius * 2.8, radius * 2.8);
      if (kind === 'ringed') drawRings(context, stage, x, y, radius, true);
      context.drawImage(sphere, x - radius, y - radius, radius * 2, radius * 2);
      if (kind === 'ringed') drawRings(context, stage, x, y, radius, false);
    },
  });
}

function drawRings(
  context: Parameters<Stage['items'][number]['draw']>[0],
  stage: Stage,
  x: number,
  y: number,
  radius: number,
  behind: boolean,
): void {
  context.save();
  context.translate(x, y);
  context.rotate(-0.32);
  context.beginPath();
  context.rect(-radius * 3, behind ? -radius * 3 : 0, radius * 6, radius * 3);
  context.clip();
  for (let ring = 0; ring < 26; ring++) {
    const size = radius * (1.35 + ring * 0.034);
    const shade = 0.14 + 0.42 * Math.abs(Math.sin(ring * 1.7) * Math.cos(ring * 0.6));
    context.strokeStyle = css(
      mix(stage.palette.horizon, stage.palette.sun, 0.5),
      ring === 15 || ring === 16 ? 0.03 : shade,
    );
    context.lineWidth = radius * 0.036;
    context.beginPath();
    context.ellipse(0, 0, size, size * 0.24, 0, 0, 7);
    context.stroke();
  }
  context.restore();
}

function paintSphere(stage: Stage, size: number, kind: PlanetKind): ReturnType<typeof toCanvas> {
  const { palette, view, scene } = stage;
  const noise = createNoise(scene.root ^ 0xea57);
  const pixels = createPixels(size, size);
  const sea: Rgb = kind === 'earth' ? rgb('#1d4f96') : mix(palette.upper, palette.accent, 0.5);
  const land: Rgb = kind === 'earth' ? rgb('#6f7f4b') : mix(palette.horizon, palette.accentTwo, 0.4);
  const lx = view.light[0] > 0 ? 0.66 : -0.66;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const nx = (column + 0.5) / (size / 2) - 1;
      const ny = (row + 0.5) / (size / 2) - 1;
      const inside = nx * nx + ny * ny;
      if (inside > 1) continue;
      const nz = Math.sqrt(1 - inside);
      const banded = kind === 'gas' || kind === 'ringed';
      const around = Math.atan2(nx, nz + 0.2);
      const pattern = banded
        ? noise.fbm(around * 0.9 + noise.at(around * 2, ny * 9) * 0.25, ny * 7, 5) * 1.4
        : noise.fbm(around * 1.5 + 3, ny * 1.9 + 1, 6);
      const solid = banded ? 0.5 + 0.7 * pattern : smoothstep(-0.02, 0.1, pattern);
      const cloud = kind === 'earth' ? smoothstep(0.02, 0.4, noise.fbm(around * 2.2 + 9, ny * 3.4, 6)) : 0;
      const light = Math.max(0.015, nx * lx - ny * 0.42 + nz * 0.62);
      const rim = (1 - nz) ** 3 * 0.65;
      const at = (row * size + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        let value = sea[index] + (land[index] - sea[index]) * Math.max(0, Math.min(1, solid));
        value += (250 - value) * cloud * 0.85;
        value = value * Math.min(1.15, light * 1.25);
        pixels.data[at + channel] =
          value + (palette.glow[index] * 0.7 + 60 - value) * rim * Math.min(1, light * 1.6);
      }
      pixels.data[at + 3] = 255 * smoothstep(1, 1 - 3 / size, Math.sqrt(inside));
    }
  }
  return toCanvas(pixels);
}
