import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { between, gaussian, type Random } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';

export interface SchoolSpec {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly size: number;
  readonly depth: number;
  readonly colour: Rgb;
}

/** Paints a school of fish that moves as one, each fish with its own tail beat. */
export function paintFishSchool(stage: Stage, random: Random, spec: SchoolSpec): void {
  const { view } = stage;
  const heading = random() < 0.5 ? -1 : 1;
  const fish = Array.from({ length: spec.count }, () => ({
    x: gaussian(random) * spec.size * 5.4,
    y: gaussian(random) * spec.size * 2.3,
    size: spec.size * between(random, 0.65, 1.2),
    phase: random() * 7,
    light: random(),
  }));
  stage.items.push({
    depth: spec.depth,
    draw(context, tSeconds) {
      for (const one of fish) {
        const x =
          spec.x +
          one.x +
          heading * tSeconds * view.unit * 0.03 +
          Math.sin(tSeconds * 0.6 + one.phase) * one.size * 0.5;
        const y = spec.y + one.y + Math.sin(tSeconds * 0.9 + one.phase * 2) * one.size * 0.35;
        drawSmallFish(
          context,
          x,
          y,
          one.size,
          heading,
          Math.sin(tSeconds * 9 + one.phase),
          mix(spec.colour, scale(spec.colour, 0.55), one.light),
        );
      }
    },
  });
}

function drawSmallFish(
  context: Parameters<Stage['items'][number]['draw']>[0],
  x: number,
  y: number,
  size: number,
  heading: number,
  beat: number,
  colour: Rgb,
): void {
  const at = (along: number) => x + heading * along * size;
  context.fillStyle = css(colour);
  context.beginPath();
  context.moveTo(at(0.55), y);
  context.quadraticCurveTo(at(0.15), y - size * 0.3, at(-0.35), y - size * 0.03);
  context.lineTo(at(-0.62), y - size * (0.2 + 0.08 * beat));
  context.lineTo(at(-0.54), y + size * 0.02 * beat);
  context.lineTo(at(-0.62), y + size * (0.2 - 0.08 * beat));
  context.lineTo(at(-0.35), y + size * 0.03);
  context.quadraticCurveTo(at(0.15), y + size * 0.26, at(0.55), y);
  context.fill();
}
