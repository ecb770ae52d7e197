import { along, css, mix, scale } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

/**
 * Paints overlapping ridge lines, each with its own peaks, like mountains or a chart of figures over the
 * years.
 */
export function paintRidgeLines(stage: Stage, palette: AbstractPalette): void {
  const { view, scene, noise } = stage;
  const random = createRandom(scene.root, 'ridge lines');
  const lines = Math.round(between(random, 26, 40));
  const trend = between(random, 0.2, 0.5);
  const focus = view.focusX / view.width;
  const rough = between(random, 4, 8);
  const shift = between(random, 0, 60);
  const profile = (x: number, line: number, t: number): number => {
    const share = line / lines;
    const crowd = Math.exp(-(((x - focus) / 0.26) ** 2)) + trend * x * (0.4 + 0.6 * share);
    const value = Math.max(0, noise.fbm(x * rough + shift, line * 0.36 + t * 0.16, 4) + 0.2);
    return crowd * value;
  };
  stage.items.push({
    depth: 0.3,
    draw(context, tSeconds) {
      for (let line = 0; line < lines; line++) {
        const share = line / (lines - 1);
        const base = view.height * (0.24 + 0.7 * share);
        const height = view.unit * (0.3 + 0.22 * share);
        const colour = along(
          palette.darkGround
            ? [palette.colours[0], palette.colours[1], palette.colours[2], palette.light]
            : [palette.colours[2], palette.colours[1], palette.colours[0], scale(palette.colours[0], 0.6)],
          share,
        );
        context.beginPath();
        context.moveTo(-view.width * 0.1, view.height * 1.2);
        for (let step = -3; step <= 76; step++) {
          const x = step / 73;
          context.lineTo(x * view.width, base - height * profile(x, line, tSeconds));
        }
        context.lineTo(view.width * 1.1, view.height * 1.2);
        const fill = context.createLinearGradient(0, base - height * 0.7, 0, base + view.unit * 0.06);
        fill.addColorStop(0, css(mix(colour, palette.ground, 0.42)));
        fill.addColorStop(1, css(palette.ground));
        context.fillStyle = fill;
        context.fill();
        context.strokeStyle = css(colour, 0.95);
        context.lineWidth = view.unit * (0.0012 + 0.0018 * share);
        context.stroke();
      }
    },
  });
}
