import { css, type Rgb } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';

/**
 * x and y as fractions of the subject's height (upward is negative), and half the width of the limb there.
 */
export type Joint = readonly [x: number, y: number, half: number];

/** Parses 'x y half, x y half, ...': shapes are long lists and are easier to read in one line. */
export function joints(text: string): Joint[] {
  return text.split(', ').map((joint) => joint.split(' ').map(Number) as [number, number, number]);
}

/** Parses 'x y, x y, ...'. */
export function corners(text: string): [number, number][] {
  return text.split(', ').map((corner) => corner.split(' ').map(Number) as [number, number]);
}

/** Draws a limb, neck or tail: a smooth ribbon of varying width through the joints. */
export function limb(brush: Brush, chain: readonly Joint[], colour: Rgb): void {
  const points = smooth(chain);
  brush.fillStyle = css(colour);
  brush.beginPath();
  const sides: [number, number][] = [];
  points.forEach(([x, y, half], index) => {
    const before = points[Math.max(0, index - 1)] as Joint;
    const after = points[Math.min(points.length - 1, index + 1)] as Joint;
    const dx = after[0] - before[0];
    const dy = after[1] - before[1];
    const length = Math.hypot(dx, dy) || 1;
    const nx = (-dy / length) * half;
    const ny = (dx / length) * half;
    if (index === 0) brush.moveTo(x + nx, y + ny);
    else brush.lineTo(x + nx, y + ny);
    sides.push([x - nx, y - ny]);
  });
  for (const [x, y] of sides.reverse()) brush.lineTo(x, y);
  brush.closePath();
  brush.fill();
  for (const [x, y, half] of [points[0] as Joint, points.at(-1) as Joint])
    disc(brush, x, y, half, half, colour);
}

/** A Catmull-Rom spline through the joints, eight steps per segment. */
function smooth(chain: readonly Joint[]): Joint[] {
  const points: Joint[] = [];
  const at = (index: number) => chain[Math.max(0, Math.min(chain.length - 1, index))] as Joint;
  for (let index = 0; index < chain.length - 1; index++) {
    for (let step = 0; step < 8; step++) {
      const t = step / 8;
      const blend = (part: 0 | 1 | 2): number => {
        const a = at(index - 1)[part];
        const b = at(index)[part];
        const c = at(index + 1)[part];
        const d = at(index + 2)[part];
        return (
          0.5 *
          (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
        );
      };
      points.push([blend(0), blend(1), Math.max(0.001, blend(2))]);
    }
  }
  points.push(chain.at(-1) as Joint);
  return points;
}

export function disc(
  brush: Brush,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Rgb,
  turn = 0,
): void {
  brush.fillStyle = css(colour);
  brush.beginPath();
  brush.ellipse(x, y, width, height, turn, 0, 7);
  brush.fill();
}

/** Fills the polygon through the points, with smooth edges if `curved`. */
export function fillShape(
  brush: Brush,
  points: readonly (readonly [number, number])[],
  colour: Rgb | string,
  curved = false,
): void {
  brush.fillStyle = typeof colour === 'string' ? colour : css(colour);
  brush.beginPath();
  const count = points.length;
  const at = (index: number) => points[((index % count) + count) % count] as readonly [number, number];
  brush.moveTo(at(0)[0], at(0)[1]);
  for (let index = 0; index < count; index++) {
    const [x, y] = at(index);
    const [nextX, nextY] = at(index + 1);
    if (!curved) {
      brush.lineTo(nextX, nextY);
      continue;
    }
    const [beforeX, beforeY] = at(index - 1);
    const [afterX, afterY] = at(index + 2);
    brush.bezierCurveTo(
      x + (nextX - beforeX) / 6,
      y + (nextY - beforeY) / 6,
      nextX - (afterX - x) / 6,
      nextY - (afterY - y) / 6,
      nextX,
      nextY,
    );
  }
  brush.closePath();
  brush.fill();
}
