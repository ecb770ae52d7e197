import { surfPhaseAt } from '../ambience.ts';
import { css, mix } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import type { Stage } from '../stage/stage.ts';
import type { Land } from '../terrain/paint-land.ts';

/**
 * Paints waves that run up a beach in step with the surf: foam lines that climb the sand, thin out and
 * recede.
 */
export function paintSurf(stage: Stage, land: Land, side: number): void {
  const { view, palette, scene } = stage;
  const noise = createNoise(scene.root ^ 0x50f);
  const foam = mix(mix(palette.key, palette.ambient, 0.3), [255, 255, 255], 0.45);
  const line = waterline(stage, land, side);
  stage.items.push({
    depth: land.depth,
    draw(context, tSeconds) {
      for (let wave = 0; wave < 3; wave++) {
        const phase = surfPhaseAt(scene.ambience, tSeconds + (wave * scene.ambience.surfPeriodSeconds) / 3);
        const run = phase < 0.5 ? -1 + phase * 2.4 : 0.2 - (phase - 0.5) * 0.7;
        const fade = phase < 0.15 ? phase / 0.15 : phase > 0.6 ? Math.max(0, 1 - (phase - 0.6) / 0.4) : 1;
        drawFoam(context, line, { run, fade, wave, side, unit: view.unit, colour: foam, noise });
      }
    },
  });
}

interface ShorePoint {
  readonly x: number;
  readonly y: number;
  /** Pixels per metre there, for the width of the foam. */
  readonly near: number;
}

/** The line where the sand meets the water, from far to near. */
function waterline(stage: Stage, land: Land, side: number): ShorePoint[] {
  const { view } = stage;
  const points: ShorePoint[] = [];
  for (let step = 0; step < 70; step++) {
    const z = 12 * (380 / 12) ** (1 - step / 69);
    const level = view.horizon + (view.cameraHeight * view.focal) / z;
    let dry = side > 0 ? view.width * 1.3 : -view.width * 0.3;
    let wet = side > 0 ? -view.width * 0.4 : view.width * 1.4;
    for (let halving = 0; halving < 14; halving++) {
      const middle = (dry + wet) / 2;
      if (land.groundAt(middle, z) < level) dry = middle;
      else wet = middle;
    }
    if (dry > -view.width * 0.2 && dry < view.width * 1.2)
      points.push({ x: dry, y: level, near: view.focal / z });
  }
  return points;
}

interface Foam {
  readonly run: number;
  readonly fade: number;
  readonly wave: number;
  readonly side: number;
  readonly unit: number;
  readonly colour: readonly [number, number, number];
  readonly noise: ReturnType<typeof createNoise>;
}

function drawFoam(
  context: Parameters<Stage['items'][number]['draw']>[0],
  line: readonly ShorePoint[],
  foam: Foam,
): void {
  if (line.length < 3) return;
  for (const [width, alpha] of [
    [1.5, 0.14],
    [0.7, 0.3],
    [0.22, 0.85],
  ] as const) {
    context.strokeStyle = css(foam.colour, alpha * foam.fade);
    for (let index = 1; index < line.length; index++) {
      const from = line[index - 1] as ShorePoint;
      const to = line[index] as ShorePoint;
      context.lineWidth = Math.max(0.7, width * to.near * 0.9);
      context.beginPath();
      context.moveTo(from.x + offset(from, index - 1, foam), from.y);
      context.lineTo(to.x + offset(to, index, foam), to.y);
      context.stroke();
    }
  }
}

function offset(point: ShorePoint, index: number, foam: Foam): number {
  const ragged =
    foam.noise.at(index * 0.31, foam.wave * 9.7) * 2.2 + foam.noise.at(index * 0.9, foam.wave * 3) * 0.8;
  return foam.side * point.near * (foam.run * 4.2 + ragged);
}
