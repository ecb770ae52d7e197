import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';

export function drawOwl(brush: Brush, colour: Rgb): void {
  fillShape(
    brush,
    corners(
      '-0.27 -0.25, -0.32 -0.6, -0.27 -0.85, -0.29 -1.02, -0.12 -0.93, 0.12 -0.93, 0.29 -1.02, 0.27 -0.85, 0.32 -0.6, 0.27 -0.25, 0.1 -0.04, -0.1 -0.04',
    ),
    colour,
    true,
  );
  fillShape(
    brush,
    corners('-0.16 -0.2, -0.18 -0.5, 0 -0.62, 0.18 -0.5, 0.16 -0.2, 0 -0.08'),
    mix(colour, rgb('#e6d6b8'), 0.55),
    true,
  );
  for (let row = 0; row < 4; row++)
    for (let fleck = 0; fleck < 4; fleck++)
      disc(
        brush,
        -0.1 + fleck * 0.066 + (row % 2) * 0.02,
        -0.46 + row * 0.09,
        0.014,
        0.022,
        scale(colour, 0.6),
      );
  for (const side of [-1, 1]) {
    disc(brush, side * 0.125, -0.76, 0.12, 0.125, mix(colour, rgb('#e6d6b8'), 0.7));
    disc(brush, side * 0.12, -0.76, 0.075, 0.078, rgb('#f2b933'));
    disc(brush, side * 0.12, -0.76, 0.038, 0.04, [14, 12, 12]);
    limb(
      brush,
      [
        [side * 0.27, -0.62, 0.06],
        [side * 0.3, -0.36, 0.07],
        [side * 0.2, -0.12, 0.02],
      ],
      scale(colour, 0.72),
    );
  }
  fillShape(brush, corners('-0.03 -0.7, 0.03 -0.7, 0 -0.6'), rgb('#d99a3a'));
}

export function drawDragon(brush: Brush, colour: Rgb): void {
  const wing = mix(colour, rgb('#a8562f'), 0.45);
  fillShape(
    brush,
    corners(
      '0.02 -0.52, -0.1 -0.98, -0.5 -1.12, -0.9 -0.98, -1.12 -0.66, -0.86 -0.72, -0.72 -0.54, -0.52 -0.62, -0.36 -0.46, -0.18 -0.5',
    ),
    scale(wing, 0.7),
    false,
  );
  limb(
    brush,
    joints(
      '-1.0 -0.12 0.005, -0.75 -0.2 0.03, -0.45 -0.28 0.07, -0.1 -0.4 0.125, 0.16 -0.48 0.12, 0.32 -0.66 0.065, 0.42 -0.82 0.052, 0.54 -0.88 0.055',
    ),
    colour,
  );
  fillShape(brush, corners('-1.12 -0.06, -0.98 -0.18, -0.94 -0.08'), colour);
  limb(brush, joints('0.52 -0.88 0.065, 0.68 -0.84 0.04, 0.8 -0.8 0.022'), colour);
  limb(brush, joints('0.54 -0.83 0.02, 0.74 -0.76 0.012'), scale(colour, 0.6));
  for (const y of [0, 0.05])
    limb(
      brush,
      [
        [0.48, -0.92 - y, 0.016],
        [0.38, -1.0 - y, 0.012],
        [0.28, -1.02 - y, 0.004],
      ],
      rgb('#d9c7a4'),
    );
  disc(brush, 0.6, -0.885, 0.014, 0.01, rgb('#ffd23d'));
  for (const x of [-0.1, 0.12])
    limb(
      brush,
      [
        [x, -0.38, 0.06],
        [x + 0.08, -0.22, 0.035],
        [x + 0.02, -0.1, 0.02],
      ],
      scale(colour, 0.8),
    );
  fillShape(
    brush,
    corners(
      '0.1 -0.54, 0.16 -1.02, -0.1 -1.28, -0.52 -1.3, -0.34 -1.12, -0.36 -0.92, -0.2 -0.86, -0.16 -0.66, -0.04 -0.6',
    ),
    wing,
    false,
  );
  for (const [x, y] of [
    [-0.1, -1.28],
    [-0.34, -1.12],
    [-0.2, -0.86],
  ] as const)
    limb(
      brush,
      [
        [0.08, -0.62, 0.014],
        [x, y, 0.006],
      ],
      scale(colour, 0.7),
    );
}

/** Draws a butterfly from slightly above; `beat` moves the wings. */
export function drawButterfly(brush: Brush, requestedColour: Rgb | undefined, beat: number): void {
  const wing = requestedColour ?? rgb('#f08a2c');
  const open = 0.62 + 0.38 * beat;
  brush.save();
  brush.rotate(0.22);
  for (const side of [-1, 1]) {
    brush.save();
    brush.scale(side * (side < 0 ? open : 0.4 + 0.6 * open), 1);
    fillShape(
      brush,
      corners('0.03 0.02, 0.2 0.34, 0.38 0.36, 0.42 0.18, 0.24 -0.02'),
      scale(wing, 0.82),
      true,
    );
    fillShape(
      brush,
      corners('0.02 -0.04, 0.2 -0.44, 0.5 -0.5, 0.56 -0.26, 0.36 -0.02'),
      scale(wing, 0.2),
      true,
    );
    fillShape(brush, corners('0.05 -0.05, 0.21 -0.37, 0.44 -0.42, 0.48 -0.25, 0.31 -0.04'), wing, true);
    for (const [x, y] of [
      [0.5, -0.42],
      [0.53, -0.31],
      [0.36, 0.27],
    ] as const)
      disc(brush, x, y, 0.022, 0.026, [255, 246, 226]);
    limb(brush, joints('0.04 -0.06 0.007, 0.24 -0.24 0.008, 0.46 -0.36 0.005'), scale(wing, 0.25));
    limb(brush, joints('0.01 -0.2 0.007, 0.06 -0.34 0.006, 0.14 -0.42 0.011'), [26, 20, 20]);
    brush.restore();
  }
  limb(brush, joints('0 -0.2 0.035, 0 -0.06 0.045, 0 0.24 0.018'), [30, 24, 24]);
  brush.restore();
}
