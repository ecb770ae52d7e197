import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { between, type Random } from '../random/random.ts';
import type { Brush } from '../stage/stage.ts';

/** Draws a rose from above: whorls of petals, each with a dark base and a bright rim. */
export function drawRose(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  whorls = 6,
): void {
  const turn = random() * 7;
  for (let whorl = 0; whorl < whorls; whorl++) {
    const share = whorl / whorls;
    const reach = size * (1 - share * 0.86);
    const petals = Math.max(3, Math.round(7 - share * 4));
    for (let petal = 0; petal < petals; petal++) {
      const angle = turn + (petal / petals) * Math.PI * 2 + whorl * 0.62 + between(random, -0.14, 0.14);
      drawPetal(
        brush,
        random,
        x,
        y,
        angle,
        reach,
        mix(
          scale(colour, 0.52 + 0.3 * (1 - share)),
          mix(colour, [255, 244, 236], 0.28),
          0.35 + 0.4 * random() * (1 - share),
        ),
      );
    }
  }
}

function drawPetal(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  angle: number,
  reach: number,
  colour: Rgb,
): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(angle);
  const width = reach * between(random, 0.6, 0.78);
  const fill = brush.createRadialGradient(reach * 0.1, 0, reach * 0.05, reach * 0.35, 0, reach * 0.85);
  fill.addColorStop(0, css(scale(colour, 0.36)));
  fill.addColorStop(0.55, css(scale(colour, 0.88)));
  fill.addColorStop(0.93, css(mix(colour, [255, 246, 240], 0.42)));
  fill.addColorStop(1, css(scale(colour, 0.7)));
  brush.fillStyle = fill;
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.bezierCurveTo(reach * 0.1, -width, reach * 0.8, -width * 1.05, reach * 0.98, -width * 0.25);
  brush.quadraticCurveTo(reach * (1 + between(random, -0.06, 0.07)), 0, reach * 0.97, width * 0.28);
  brush.bezierCurveTo(reach * 0.8, width * 1.05, reach * 0.1, width, 0, 0);
  brush.fill();
  brush.restore();
}
