import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';
import { box } from './house-parts.ts';

const HALF = 3.2;
const ARCHES = 7;

/** Draws a stone bridge of round arches across the whole view; the water level is y = 0. */
export function drawBridge(brush: Brush, requestedColour: Rgb | undefined): void {
  const stone = requestedColour ?? rgb('#a3978a');
  const pitch = (HALF * 2) / ARCHES;
  brush.fillStyle = css(stone);
  brush.beginPath();
  brush.moveTo(-HALF, 0.06);
  brush.lineTo(-HALF, -0.4);
  brush.lineTo(HALF, -0.4);
  brush.lineTo(HALF, 0.06);
  for (let arch = ARCHES - 1; arch >= 0; arch--) {
    const left = -HALF + arch * pitch + pitch * 0.1;
    const right = left + pitch * 0.8;
    brush.lineTo(right, 0.06);
    brush.lineTo(right, -0.04);
    brush.bezierCurveTo(right, -0.34, left, -0.34, left, -0.04);
    brush.lineTo(left, 0.06);
  }
  brush.fill();
  for (let arch = 0; arch < ARCHES; arch++) {
    const left = -HALF + arch * pitch + pitch * 0.1;
    brush.strokeStyle = css(scale(stone, 0.7));
    brush.lineWidth = 0.022;
    brush.beginPath();
    brush.moveTo(left, 0.06);
    brush.lineTo(left, -0.04);
    brush.bezierCurveTo(left, -0.34, left + pitch * 0.8, -0.34, left + pitch * 0.8, -0.04);
    brush.lineTo(left + pitch * 0.8, 0.06);
    brush.stroke();
  }
  for (let course = 0; course < 5; course++) {
    for (let block = 0; block < 60; block++) {
      if ((block * 7 + course * 5) % 4 !== 0) continue;
      box(
        brush,
        -HALF + block * 0.107 + (course % 2) * 0.05,
        -0.385 + course * 0.03,
        0.09,
        0.022,
        mix(stone, (block + course) % 3 === 0 ? [60, 52, 46] : [240, 232, 220], 0.16),
      );
    }
  }
  box(brush, -HALF, -0.46, HALF * 2, 0.05, mix(stone, [255, 250, 240], 0.14));
  box(brush, -HALF, -0.412, HALF * 2, 0.014, scale(stone, 0.6));
}
