import { css, type Rgb, rgb } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';

/** Colours of a building; its lamps are lit after dusk. */
export interface HousePaint {
  readonly requestedColour: Rgb | undefined;
  readonly lamps: boolean;
}

const LAMP = rgb('#ffd48a');

export function box(brush: Brush, x: number, y: number, width: number, height: number, colour: Rgb): void {
  brush.fillStyle = css(colour);
  brush.fillRect(x, y, width, height);
}

export function window(
  brush: Brush,
  x: number,
  y: number,
  width: number,
  height: number,
  paint: HousePaint,
): void {
  box(brush, x, y, width, height, paint.lamps ? LAMP : rgb('#2d3640'));
}
