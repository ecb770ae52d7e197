import { mix, type Rgb, scale } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';

/** Draws a sitting rabbit facing right, with a round back, long ears and a white tail. */
export function drawRabbit(brush: Brush, colour: Rgb): void {
  const pale = mix(colour, [255, 250, 240], 0.62);
  const dark = scale(colour, 0.76);
  disc(brush, -0.44, -0.17, 0.1, 0.095, [250, 247, 240]);
  fillShape(
    brush,
    corners('0.2 -0.8, 0.1 -1.0, 0.07 -1.2, 0.13 -1.3, 0.23 -1.17, 0.28 -0.95, 0.3 -0.78'),
    dark,
    true,
  );
  limb(brush, joints('0.13 -0.32 0.11, 0.2 -0.16 0.06, 0.24 -0.035 0.042, 0.31 -0.028 0.03'), dark);
  fillShape(
    brush,
    corners(
      '0.3 -0.5, 0.24 -0.24, 0.1 -0.06, -0.12 -0.015, -0.34 -0.03, -0.46 -0.16, -0.45 -0.36, -0.31 -0.52, -0.1 -0.58, 0.06 -0.62, 0.2 -0.66',
    ),
    colour,
    true,
  );
  fillShape(brush, corners('0.29 -0.5, 0.25 -0.28, 0.14 -0.12, 0.08 -0.2, 0.14 -0.4, 0.2 -0.52'), pale, true);
  disc(brush, -0.23, -0.22, 0.2, 0.19, mix(colour, [255, 255, 255], 0.08));
  limb(brush, joints('-0.26 -0.05 0.06, -0.1 -0.04 0.052, 0.05 -0.03 0.036'), dark);
  limb(brush, joints('0.2 -0.34 0.085, 0.28 -0.18 0.05, 0.32 -0.04 0.04, 0.38 -0.03 0.028'), colour);
  fillShape(
    brush,
    corners(
      '0.14 -0.62, 0.16 -0.78, 0.28 -0.86, 0.41 -0.8, 0.5 -0.69, 0.51 -0.62, 0.43 -0.54, 0.28 -0.5, 0.18 -0.53',
    ),
    colour,
    true,
  );
  fillShape(
    brush,
    corners('0.22 -0.8, 0.18 -1.02, 0.2 -1.24, 0.27 -1.34, 0.34 -1.2, 0.36 -1.0, 0.34 -0.8'),
    colour,
    true,
  );
  fillShape(
    brush,
    corners('0.25 -0.84, 0.23 -1.04, 0.26 -1.24, 0.31 -1.1, 0.31 -0.88'),
    mix(pale, [230, 150, 150], 0.45),
  );
  fillShape(brush, corners('0.5 -0.66, 0.5 -0.6, 0.43 -0.54, 0.34 -0.53, 0.4 -0.62'), pale, true);
  disc(brush, 0.365, -0.715, 0.034, 0.038, [24, 16, 14]);
  disc(brush, 0.375, -0.73, 0.011, 0.012, [255, 255, 255]);
  disc(brush, 0.508, -0.655, 0.018, 0.014, [150, 86, 84]);
}
