import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';

/** Draws a sea creature in a box one unit long about the origin, facing right. `beat` runs from -1 to 1. */
export function drawSeaCreature(
  brush: Brush,
  kind: SubjectKind,
  requestedColour: Rgb | undefined,
  beat: number,
): void {
  switch (kind) {
    case 'whale':
      drawWhale(brush, requestedColour ?? rgb('#3d566b'), beat);
      return;
    case 'jellyfish':
      drawJellyfish(brush, requestedColour ?? rgb('#d66fc6'), beat);
      return;
    case 'turtle':
      drawTurtle(brush, requestedColour ?? rgb('#6f7f4a'), beat);
      return;
    default:
      drawFish(brush, requestedColour ?? rgb('#ec7f35'), beat);
  }
}

function drawWhale(brush: Brush, colour: Rgb, beat: number): void {
  const tail = beat * 0.05;
  const belly = mix(colour, rgb('#d9e6ea'), 0.72);
  fillShape(
    brush,
    [
      [-0.44, 0.0 + tail],
      [-0.6, -0.12 + tail * 2.2],
      [-0.66, -0.09 + tail * 2.4],
      [-0.53, 0.015 + tail],
      [-0.64, 0.1 + tail * 2.2],
      [-0.57, 0.11 + tail * 2],
    ],
    scale(colour, 0.85),
    true,
  );
  limb(
    brush,
    [
      [-0.5, 0.005 + tail, 0.016],
      [-0.34, 0.0 + tail * 0.4, 0.045],
      [-0.1, -0.01, 0.11],
      [0.18, 0.0, 0.142],
      [0.4, 0.025, 0.105],
      [0.52, 0.045, 0.035],
    ],
    colour,
  );
  fillShape(
    brush,
    corners(
      '0.53 0.06, 0.34 0.075, 0.12 0.075, -0.12 0.062, -0.24 0.055, -0.05 0.115, 0.18 0.148, 0.38 0.122',
    ),
    belly,
    true,
  );
  for (let pleat = 0; pleat < 7; pleat++) {
    limb(
      brush,
      [
        [0.48 - pleat * 0.016, 0.078 + pleat * 0.008, 0.0018],
        [0.22 - pleat * 0.02, 0.085 + pleat * 0.009, 0.0022],
        [0.0, 0.083 + pleat * 0.005, 0.0012],
      ],
      scale(belly, 0.72),
    );
  }
  fillShape(brush, corners('-0.14 -0.1, -0.2 -0.155, -0.23 -0.085'), scale(colour, 0.85), true);
  limb(
    brush,
    [
      [0.2, 0.09, 0.035],
      [0.1, 0.19 + beat * 0.02, 0.042],
      [-0.03, 0.285 + beat * 0.05, 0.012],
    ],
    scale(colour, 0.72),
  );
  disc(brush, 0.385, 0.045, 0.011, 0.01, [16, 18, 22]);
  for (let spot = 0; spot < 9; spot++)
    disc(
      brush,
      0.3 + spot * 0.024,
      -0.04 + ((spot * 37) % 11) * 0.006,
      0.006,
      0.004,
      mix(colour, [220, 230, 235], 0.5),
    );
}

function drawJellyfish(brush: Brush, colour: Rgb, beat: number): void {
  const width = 0.27 + beat * 0.03;
  brush.globalAlpha = 0.8;
  for (let arm = 0; arm < 9; arm++) {
    const x = -width * 0.8 + (arm / 8) * width * 1.6;
    const sway = Math.sin(arm * 2.1 + beat) * 0.06;
    limb(
      brush,
      [
        [x, -0.14, 0.008],
        [x + sway, 0.1, 0.006],
        [x - sway, 0.32, 0.004],
        [x + sway * 1.4, 0.5, 0.002],
      ],
      scale(colour, 0.9),
    );
  }
  for (const x of [-0.07, 0, 0.07])
    limb(
      brush,
      [
        [x, -0.16, 0.032],
        [x + 0.03, 0.05, 0.03],
        [x - 0.02, 0.24, 0.01],
      ],
      mix(colour, [255, 255, 255], 0.4),
    );
  brush.globalAlpha = 0.94;
  fillShape(
    brush,
    [
      [-width, -0.14],
      [-width * 0.93, -0.32],
      [-width * 0.5, -0.47],
      [0, -0.5],
      [width * 0.5, -0.47],
      [width * 0.93, -0.32],
      [width, -0.14],
      [width * 0.5, -0.18],
      [0, -0.13],
      [-width * 0.5, -0.18],
    ],
    scale(colour, 0.86),
    true,
  );
  brush.globalAlpha = 0.75;
  disc(brush, -width * 0.15, -0.36, width * 0.5, 0.075, mix(colour, [255, 255, 255], 0.6));
  brush.globalAlpha = 1;
}

function drawTurtle(brush: Brush, colour: Rgb, beat: number): void {
  const shell = mix(colour, rgb('#5f4a2c'), 0.5);
  limb(
    brush,
    [
      [0.2, 0.02, 0.06],
      [0.14, 0.2 + beat * 0.1, 0.055],
      [-0.02, 0.36 + beat * 0.16, 0.012],
    ],
    colour,
  );
  limb(
    brush,
    [
      [-0.24, 0.06, 0.04],
      [-0.38, 0.14 - beat * 0.05, 0.035],
      [-0.44, 0.16, 0.01],
    ],
    colour,
  );
  limb(brush, joints('0.28 -0.02 0.06, 0.4 -0.06 0.055, 0.47 -0.06 0.05'), colour);
  disc(brush, 0.46, -0.075, 0.012, 0.012, [16, 14, 12]);
  fillShape(
    brush,
    corners('-0.34 0.06, -0.22 -0.09, 0 -0.15, 0.2 -0.11, 0.32 0.02, 0.1 0.09, -0.16 0.1'),
    shell,
    true,
  );
  for (const [x, y] of [
    [-0.16, -0.02],
    [-0.03, -0.06],
    [0.1, -0.05],
    [0.2, 0.0],
    [-0.08, 0.04],
    [0.06, 0.035],
  ] as const)
    disc(brush, x, y, 0.056, 0.036, scale(shell, 1.4), -0.1);
  limb(
    brush,
    [
      [0.24, 0.04, 0.045],
      [0.2, 0.16 - beat * 0.1, 0.05],
      [0.08, 0.28 - beat * 0.2, 0.01],
    ],
    scale(colour, 0.8),
  );
}

function drawFish(brush: Brush, colour: Rgb, beat: number): void {
  fillShape(
    brush,
    [
      [-0.3, 0],
      [-0.52, -0.2 + beat * 0.05],
      [-0.44, 0.0 + beat * 0.03],
      [-0.52, 0.2 + beat * 0.05],
    ],
    scale(colour, 0.85),
    true,
  );
  fillShape(brush, corners('-0.12 -0.15, 0.0 -0.28, 0.16 -0.22, 0.2 -0.13'), scale(colour, 0.8), true);
  fillShape(
    brush,
    corners('0.5 0.0, 0.3 -0.16, 0.0 -0.2, -0.34 -0.03, -0.34 0.03, 0.0 0.2, 0.3 0.15'),
    colour,
    true,
  );
  for (const x of [-0.12, 0.1, 0.28])
    limb(
      brush,
      [
        [x, -0.16 + Math.abs(x) * 0.1, 0.022],
        [x - 0.02, 0, 0.028],
        [x, 0.16 - Math.abs(x) * 0.1, 0.022],
      ],
      rgb('#f6efe2'),
    );
  fillShape(
    brush,
    [
      [0.14, 0.04],
      [0.0, 0.16 + beat * 0.04],
      [0.04, 0.03],
    ],
    scale(colour, 0.75),
    true,
  );
  disc(brush, 0.38, -0.04, 0.03, 0.03, [250, 248, 240]);
  disc(brush, 0.387, -0.04, 0.017, 0.017, [14, 14, 16]);
}
