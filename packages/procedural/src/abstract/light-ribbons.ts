import { along, css } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

/** Paints bundles of fine lines that swell and narrow like a waveform and move slowly over time. */
export function paintLightRibbons(stage: Stage, palette: AbstractPalette): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'ribbons');
  const bundles = 3;
  for (let bundle = 0; bundle < bundles; bundle++) {
    const ribbon = {
      base: between(random, 0.36, 0.64),
      tilt: between(random, -0.35, 0.35),
      swell: between(random, 0.13, 0.27),
      waves: between(random, 0.8, 2.1),
      second: between(random, 2.2, 4.6),
      phase: random() * 7,
      pace: between(random, 0.25, 0.5),
      tone: bundle / bundles,
      lines: 34,
      node: between(random, 0.2, 0.8),
    };
    stage.items.push({
      depth: 0.25 + 0.25 * bundle,
      draw(context, tSeconds) {
        context.globalCompositeOperation = palette.darkGround ? 'lighter' : 'multiply';
        for (let line = 0; line < ribbon.lines; line++) {
          const share = line / (ribbon.lines - 1);
          const colour = along(
            [palette.colours[0], palette.colours[1], palette.colours[2], palette.light],
            (ribbon.tone + share * 0.62) % 1,
          );
          const edge = Math.sin(share * Math.PI);
          context.strokeStyle = css(colour, 0.1 + 0.42 * edge ** 2);
          context.lineWidth = view.unit * (0.0009 + 0.0016 * edge * edge);
          context.beginPath();
          for (let step = 0; step <= 60; step++) {
            const x = step / 60;
            const pinch =
              0.1 +
              Math.abs(Math.sin((x - ribbon.node) * Math.PI * 1.3)) *
                (0.6 + 0.4 * Math.sin(tSeconds * 0.5 + ribbon.phase));
            const wave = Math.sin(
              x * Math.PI * 2 * ribbon.waves + ribbon.phase + tSeconds * ribbon.pace + share * 0.9,
            );
            const detail =
              0.3 *
              Math.sin(
                x * Math.PI * 2 * ribbon.second -
                  tSeconds * ribbon.pace * 1.8 +
                  ribbon.phase * 2 +
                  share * 2.2,
              );
            const y =
              ribbon.base +
              ribbon.tilt * (x - 0.5) +
              ribbon.swell * (wave + detail) * (0.35 + 0.65 * pinch) +
              (share - 0.5) * 0.16 * pinch;
            context.lineTo((x * 1.2 - 0.1) * view.width, y * view.height);
          }
          context.stroke();
        }
        context.globalCompositeOperation = 'source-over';
      },
    });
  }
}
