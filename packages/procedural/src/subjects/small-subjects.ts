import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import { between, type Random } from '../random/random.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';
import { drawDragon, drawOwl } from './winged.ts';

/** Draws an object or small creature in a box one unit high, standing on y = 0. */
export function drawSmallSubject(
  brush: Brush,
  kind: SubjectKind,
  requestedColour: Rgb | undefined,
  random: Random,
): void {
  switch (kind) {
    case 'mushroom':
      drawMushroom(brush, requestedColour ?? rgb('#c5352c'), random);
      return;
    case 'crystal':
      drawCrystal(brush, requestedColour ?? rgb('#8f6fe8'), random);
      return;
    case 'campfire':
      drawLogs(brush);
      return;
    case 'lantern':
      drawLantern(brush, requestedColour ?? rgb('#e8573a'));
      return;
    case 'owl':
      drawOwl(brush, requestedColour ?? rgb('#7d6248'));
      return;
    case 'dragon':
      drawDragon(brush, requestedColour ?? rgb('#5a2f3a'));
      return;
    default:
      drawFlowerStalk(brush, requestedColour ?? rgb('#e3506a'), random);
  }
}

function drawMushroom(brush: Brush, cap: Rgb, random: Random): void {
  limb(brush, joints('0.02 0 0.13, 0.0 -0.3 0.09, 0 -0.62 0.085'), rgb('#efe3cd'));
  fillShape(brush, corners('-0.17 -0.46, 0 -0.4, 0.17 -0.46, 0.1 -0.55, -0.1 -0.55'), rgb('#e2d3b8'), true);
  fillShape(
    brush,
    corners(
      '-0.46 -0.58, -0.38 -0.82, -0.16 -0.98, 0.14 -0.99, 0.37 -0.83, 0.46 -0.58, 0.2 -0.53, -0.2 -0.53',
    ),
    cap,
    true,
  );
  fillShape(
    brush,
    corners('-0.44 -0.58, -0.2 -0.6, 0.2 -0.6, 0.44 -0.58, 0.2 -0.53, -0.2 -0.53'),
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
  for (const [x, height, half, lean] of [
    [-0.22, 0.55, 0.08, -0.2],
    [0.24, 0.62, 0.085, 0.19],
    [-0.09, 0.8, 0.1, -0.06],
    [0.11, 0.7, 0.09, 0.1],
    [0.01, 1, 0.13, 0.02],
  ] as const) {
    const tip = x + lean;
    const jitter = between(random, 0.9, 1.1);
    fillShape(
      brush,
      [
        [x - half, 0],
        [tip - half * jitter, -height * 0.78],
        [tip, -height],
        [tip, -height * 0.7],
        [x - half * 0.1, 0],
      ],
      mix(colour, [255, 255, 255], 0.34),
    );
    fillShape(
      brush,
      [
        [x - half * 0.1, 0],
        [tip, -height * 0.7],
        [tip, -height],
        [tip + half * jitter, -height * 0.76],
        [x + half, 0],
      ],
      scale(colour, 0.72),
    );
    fillShape(
      brush,
      [
        [x - half * 0.5, 0],
        [tip - half * 0.5, -height * 0.72],
        [tip - half * 0.28, -height * 0.7],
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
    limb(brush, joints('-0.34 0.06 0.06, 0.3 -0.02 0.055'), rgb('#4a3020'));
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
  fillShape(
    brush,
    corners('-0.24 -0.12, -0.34 -0.5, -0.24 -0.9, 0.24 -0.9, 0.34 -0.5, 0.24 -0.12'),
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
  fillShape(brush, corners('-0.16 -0.9, 0.16 -0.9, 0.13 -1, -0.13 -1'), rgb('#2b211d'));
  fillShape(brush, corners('-0.16 -0.13, 0.16 -0.13, 0.13 -0.04, -0.13 -0.04'), rgb('#2b211d'));
}

function drawFlowerStalk(brush: Brush, colour: Rgb, random: Random): void {
  limb(brush, joints('0 0 0.014, 0.03 -0.4 0.012, 0 -0.82 0.012'), rgb('#4f7a3a'));
  for (const [y, side] of [
    [-0.28, 1],
    [-0.45, -1],
  ] as const)
    fillShape(
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
