import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import { between, type Random } from '../random/random.ts';
import type { Brush } from '../stage/stage.ts';
import { disc, limb, outline } from './shape.ts';

/** Things and small creatures in a box one unit high, standing on y = 0. */
export function drawSmallThing(brush: Brush, kind: SubjectKind, own: Rgb | undefined, random: Random): void {
  switch (kind) {
    case 'mushroom':
      return drawMushroom(brush, own ?? rgb('#c5352c'), random);
    case 'crystal':
      return drawCrystal(brush, own ?? rgb('#8f6fe8'), random);
    case 'campfire':
      return drawLogs(brush);
    case 'lantern':
      return drawLantern(brush, own ?? rgb('#e8573a'));
    case 'owl':
      return drawOwl(brush, own ?? rgb('#7d6248'));
    case 'dragon':
      return drawDragon(brush, own ?? rgb('#5a2f3a'));
    default:
      drawFlowerStalk(brush, own ?? rgb('#e3506a'), random);
  }
}

function drawMushroom(brush: Brush, cap: Rgb, random: Random): void {
  limb(
    brush,
    [
      [0.02, 0, 0.13],
      [0.0, -0.3, 0.09],
      [0, -0.62, 0.085],
    ],
    rgb('#efe3cd'),
  );
  outline(
    brush,
    [
      [-0.17, -0.46],
      [0, -0.4],
      [0.17, -0.46],
      [0.1, -0.55],
      [-0.1, -0.55],
    ],
    rgb('#e2d3b8'),
    true,
  );
  outline(
    brush,
    [
      [-0.46, -0.58],
      [-0.38, -0.82],
      [-0.16, -0.98],
      [0.14, -0.99],
      [0.37, -0.83],
      [0.46, -0.58],
      [0.2, -0.53],
      [-0.2, -0.53],
    ],
    cap,
    true,
  );
  outline(
    brush,
    [
      [-0.44, -0.58],
      [-0.2, -0.6],
      [0.2, -0.6],
      [0.44, -0.58],
      [0.2, -0.53],
      [-0.2, -0.53],
    ],
    rgb('#d9c6a6'),
    true,
  );
  for (let spot = 0; spot < 11; spot++) {
    const x = between(random, -0.33, 0.33);
    disc(
      brush,
      x,
      -0.68 - (0.26 - x * x * 1.6) * random(),
      between(random, 0.02, 0.05),
      between(random, 0.015, 0.034),
      rgb('#f6eee0'),
    );
  }
}

function drawCrystal(brush: Brush, colour: Rgb, random: Random): void {
  for (const [x, tall, half, lean] of [
    [-0.22, 0.55, 0.08, -0.2],
    [0.24, 0.62, 0.085, 0.19],
    [-0.09, 0.8, 0.1, -0.06],
    [0.11, 0.7, 0.09, 0.1],
    [0.01, 1, 0.13, 0.02],
  ] as const) {
    const tip = x + lean;
    const jitter = between(random, 0.9, 1.1);
    outline(
      brush,
      [
        [x - half, 0],
        [tip - half * jitter, -tall * 0.78],
        [tip, -tall],
        [tip, -tall * 0.7],
        [x - half * 0.1, 0],
      ],
      mix(colour, [255, 255, 255], 0.34),
    );
    outline(
      brush,
      [
        [x - half * 0.1, 0],
        [tip, -tall * 0.7],
        [tip, -tall],
        [tip + half * jitter, -tall * 0.76],
        [x + half, 0],
      ],
      scale(colour, 0.72),
    );
    outline(
      brush,
      [
        [x - half * 0.5, 0],
        [tip - half * 0.5, -tall * 0.72],
        [tip - half * 0.28, -tall * 0.7],
        [x - half * 0.3, 0],
      ],
      mix(colour, [255, 255, 255], 0.72),
    );
  }
}

function drawLogs(brush: Brush): void {
  for (const [x, turn] of [
    [-0.2, 0.5],
    [0.2, -0.5],
    [0, 1.3],
    [0.05, -1.2],
  ] as const) {
    brush.save();
    brush.translate(x, -0.08);
    brush.rotate(turn);
    limb(
      brush,
      [
        [-0.34, 0.06, 0.06],
        [0.3, -0.02, 0.055],
      ],
      rgb('#4a3020'),
    );
    disc(brush, 0.32, -0.02, 0.03, 0.055, rgb('#a87848'));
    brush.restore();
  }
  for (let stone = 0; stone < 9; stone++)
    disc(
      brush,
      -0.52 + stone * 0.13,
      0.0 - 0.02 * Math.sin(stone * 2),
      0.085,
      0.06,
      scale(rgb('#7d7874'), 0.7 + 0.3 * ((stone * 3) % 4) * 0.3),
    );
}

function drawLantern(brush: Brush, colour: Rgb): void {
  outline(
    brush,
    [
      [-0.24, -0.12],
      [-0.34, -0.5],
      [-0.24, -0.9],
      [0.24, -0.9],
      [0.34, -0.5],
      [0.24, -0.12],
    ],
    mix(colour, rgb('#ffd98a'), 0.45),
    true,
  );
  for (const y of [-0.25, -0.42, -0.6, -0.77]) {
    brush.strokeStyle = css(scale(colour, 0.8), 0.7);
    brush.lineWidth = 0.014;
    brush.beginPath();
    brush.ellipse(0, y, 0.33, 0.05, 0, 0, Math.PI);
    brush.stroke();
  }
  outline(
    brush,
    [
      [-0.16, -0.9],
      [0.16, -0.9],
      [0.13, -1],
      [-0.13, -1],
    ],
    rgb('#2b211d'),
  );
  outline(
    brush,
    [
      [-0.16, -0.13],
      [0.16, -0.13],
      [0.13, -0.04],
      [-0.13, -0.04],
    ],
    rgb('#2b211d'),
  );
}

function drawOwl(brush: Brush, colour: Rgb): void {
  outline(
    brush,
    [
      [-0.27, -0.25],
      [-0.32, -0.6],
      [-0.27, -0.85],
      [-0.29, -1.02],
      [-0.12, -0.93],
      [0.12, -0.93],
      [0.29, -1.02],
      [0.27, -0.85],
      [0.32, -0.6],
      [0.27, -0.25],
      [0.1, -0.04],
      [-0.1, -0.04],
    ],
    colour,
    true,
  );
  outline(
    brush,
    [
      [-0.16, -0.2],
      [-0.18, -0.5],
      [0, -0.62],
      [0.18, -0.5],
      [0.16, -0.2],
      [0, -0.08],
    ],
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
  outline(
    brush,
    [
      [-0.03, -0.7],
      [0.03, -0.7],
      [0, -0.6],
    ],
    rgb('#d99a3a'),
  );
}

function drawDragon(brush: Brush, colour: Rgb): void {
  const wing = mix(colour, rgb('#a8562f'), 0.45);
  outline(
    brush,
    [
      [0.02, -0.52],
      [-0.1, -0.98],
      [-0.5, -1.12],
      [-0.9, -0.98],
      [-1.12, -0.66],
      [-0.86, -0.72],
      [-0.72, -0.54],
      [-0.52, -0.62],
      [-0.36, -0.46],
      [-0.18, -0.5],
    ],
    scale(wing, 0.7),
    false,
  );
  limb(
    brush,
    [
      [-1.0, -0.12, 0.005],
      [-0.75, -0.2, 0.03],
      [-0.45, -0.28, 0.07],
      [-0.1, -0.4, 0.125],
      [0.16, -0.48, 0.12],
      [0.32, -0.66, 0.065],
      [0.42, -0.82, 0.052],
      [0.54, -0.88, 0.055],
    ],
    colour,
  );
  outline(
    brush,
    [
      [-1.12, -0.06],
      [-0.98, -0.18],
      [-0.94, -0.08],
    ],
    colour,
  );
  limb(
    brush,
    [
      [0.52, -0.88, 0.065],
      [0.68, -0.84, 0.04],
      [0.8, -0.8, 0.022],
    ],
    colour,
  );
  limb(
    brush,
    [
      [0.54, -0.83, 0.02],
      [0.74, -0.76, 0.012],
    ],
    scale(colour, 0.6),
  );
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
  outline(
    brush,
    [
      [0.1, -0.54],
      [0.16, -1.02],
      [-0.1, -1.28],
      [-0.52, -1.3],
      [-0.34, -1.12],
      [-0.36, -0.92],
      [-0.2, -0.86],
      [-0.16, -0.66],
      [-0.04, -0.6],
    ],
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

function drawFlowerStalk(brush: Brush, colour: Rgb, random: Random): void {
  limb(
    brush,
    [
      [0, 0, 0.014],
      [0.03, -0.4, 0.012],
      [0, -0.82, 0.012],
    ],
    rgb('#4f7a3a'),
  );
  for (const [y, side] of [
    [-0.28, 1],
    [-0.45, -1],
  ] as const)
    outline(
      brush,
      [
        [0.015, y],
        [side * 0.16, y - 0.14],
        [side * 0.26, y - 0.1],
        [side * 0.14, y - 0.02],
      ],
      rgb('#5f8f44'),
      true,
    );
  for (let petal = 0; petal < 9; petal++) {
    const angle = (petal / 9) * Math.PI * 2 + random() * 0.2;
    disc(
      brush,
      Math.cos(angle) * 0.11,
      -0.84 + Math.sin(angle) * 0.09,
      0.085,
      0.05,
      scale(colour, 0.8 + 0.3 * ((petal * 5) % 3) * 0.4),
      angle,
    );
  }
  disc(brush, 0, -0.84, 0.055, 0.05, rgb('#f0c44a'));
}
