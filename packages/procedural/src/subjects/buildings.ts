import { css, mix, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { box, type HousePaint, window } from './house-parts.ts';
import { corners, fillShape } from './shape.ts';
import { drawPagoda, drawTemple, drawTorii } from './shrines.ts';

/** Draws a building in a box one unit high, standing on y = 0. */
export function drawBuildingSubject(brush: Brush, kind: SubjectKind, paint: HousePaint): void {
  switch (kind) {
    case 'lighthouse':
      drawLighthouse(brush, paint);
      return;
    case 'castle':
      drawCastle(brush, paint);
      return;
    case 'pagoda':
      drawPagoda(brush, paint);
      return;
    case 'temple':
      drawTemple(brush, paint);
      return;
    case 'windmill':
      drawMill(brush, paint);
      return;
    case 'torii':
      drawTorii(brush, paint);
      return;
    case 'tower':
      drawTower(brush, paint);
      return;
    default:
      drawCottage(brush, paint);
  }
}

function drawLighthouse(brush: Brush, paint: HousePaint): void {
  const white = rgb('#efe9dd');
  const red = paint.requestedColour ?? rgb('#c23a2e');
  const half = (up: number) => 0.1 - 0.045 * up;
  for (let band = 0; band < 5; band++) {
    const low = (band / 5) * 0.76;
    const high = ((band + 1) / 5) * 0.76;
    fillShape(
      brush,
      [
        [-half(low / 0.76), -low],
        [-half(high / 0.76), -high - 0.002],
        [half(high / 0.76), -high - 0.002],
        [half(low / 0.76), -low],
      ],
      band % 2 === 0 ? white : red,
    );
  }
  for (const up of [0.2, 0.42, 0.62]) window(brush, -0.014, -up - 0.03, 0.028, 0.045, paint);
  box(brush, -0.085, -0.785, 0.17, 0.025, rgb('#39383c'));
  for (let rail = 0; rail < 9; rail++) box(brush, -0.083 + rail * 0.0205, -0.83, 0.004, 0.05, rgb('#39383c'));
  box(brush, -0.084, -0.834, 0.168, 0.007, rgb('#39383c'));
  box(brush, -0.042, -0.89, 0.084, 0.106, paint.lamps ? rgb('#fff4c8') : rgb('#8fa7b3'));
  for (const x of [-0.042, -0.016, 0.011, 0.037]) box(brush, x, -0.89, 0.006, 0.106, rgb('#39383c'));
  fillShape(brush, corners('-0.056 -0.89, -0.036 -0.935, 0 -0.965, 0.036 -0.935, 0.056 -0.89'), red);
  box(brush, -0.003, -1, 0.006, 0.04, rgb('#39383c'));
  // The keeper's house, next to the foot of the tower.
  box(brush, 0.08, -0.13, 0.24, 0.13, scale(white, 0.93));
  fillShape(brush, corners('0.065 -0.13, 0.1 -0.21, 0.3 -0.21, 0.335 -0.13'), scale(red, 0.85));
  box(brush, 0.255, -0.25, 0.03, 0.06, scale(white, 0.7));
  for (const x of [0.115, 0.19, 0.265]) window(brush, x, -0.095, 0.03, 0.04, paint);
}

function drawCottage(brush: Brush, paint: HousePaint): void {
  const wall = paint.requestedColour ?? rgb('#e4d5bb');
  const roof = rgb('#8d4a34');
  box(brush, -0.6, -0.5, 0.85, 0.5, wall);
  fillShape(brush, corners('0.25 0, 0.25 -0.5, 0.44 -0.86, 0.63 -0.5, 0.63 0'), scale(wall, 0.86));
  fillShape(brush, corners('-0.68 -0.46, -0.5 -0.9, 0.44 -0.9, 0.26 -0.46'), roof);
  fillShape(
    brush,
    corners('0.26 -0.46, 0.44 -0.92, 0.48 -0.92, 0.69 -0.45, 0.64 -0.45, 0.45 -0.84, 0.3 -0.46'),
    scale(roof, 0.72),
  );
  for (let row = 0; row < 7; row++) {
    brush.strokeStyle = css(scale(roof, 0.82));
    brush.lineWidth = 0.009;
    brush.beginPath();
    brush.moveTo(-0.66 + row * 0.026, -0.5 - row * 0.06);
    brush.lineTo(0.28 + row * 0.024, -0.5 - row * 0.06);
    brush.stroke();
  }
  box(brush, -0.34, -1, 0.11, 0.22, rgb('#7a6a5e'));
  box(brush, -0.355, -1.01, 0.14, 0.035, rgb('#665850'));
  box(brush, -0.12, -0.33, 0.15, 0.33, rgb('#5b3c2a'));
  for (const x of [-0.48, 0.37]) {
    window(brush, x, -0.36, 0.15, 0.16, paint);
    box(brush, x + 0.068, -0.36, 0.014, 0.16, scale(wall, 0.7));
    box(brush, x, -0.288, 0.15, 0.012, scale(wall, 0.7));
  }
  window(brush, 0.405, -0.66, 0.075, 0.1, paint);
}

function drawCastle(brush: Brush, paint: HousePaint): void {
  const stone = paint.requestedColour ?? rgb('#a39a8e');
  const roof = rgb('#4d5a78');
  const towers: readonly [number, number, number, number][] = [
    [-0.46, 0.1, 0.56, 0.72],
    [0.42, 0.11, 0.62, 0.75],
    [-0.2, 0.085, 0.74, 0.9],
    [0.2, 0.09, 0.68, 0.82],
    [0, 0.13, 0.8, 0.88],
  ];
  box(brush, -0.5, -0.36, 1, 0.36, scale(stone, 0.86));
  for (let tooth = 0; tooth < 17; tooth++)
    box(brush, -0.5 + tooth * 0.06, -0.395, 0.036, 0.04, scale(stone, 0.86));
  for (const [x, half, height, shade] of towers) {
    const colour = scale(stone, shade);
    box(brush, x - half, -height * 0.86, half * 2, height * 0.86, colour);
    box(brush, x - half * 1.18, -height * 0.87, half * 2.36, 0.045, scale(colour, 0.86));
    for (let tooth = 0; tooth < 5; tooth++)
      box(
        brush,
        x - half * 1.18 + tooth * half * 0.53,
        -height * 0.87 - 0.026,
        half * 0.3,
        0.03,
        scale(colour, 0.86),
      );
    fillShape(
      brush,
      [
        [x - half * 1.06, -height * 0.87],
        [x, -height * 0.87 - half * 2.7],
        [x + half * 1.06, -height * 0.87],
      ],
      scale(roof, 0.72 + 0.35 * shade),
    );
    for (const up of [0.42, 0.62]) window(brush, x - 0.012, -height * up - 0.06, 0.024, 0.05, paint);
  }
  fillShape(
    brush,
    corners('-0.085 0, -0.085 -0.13, -0.05 -0.19, 0 -0.21, 0.05 -0.19, 0.085 -0.13, 0.085 0'),
    rgb('#2b2320'),
  );
}

function drawMill(brush: Brush, paint: HousePaint): void {
  const wall = paint.requestedColour ?? rgb('#dfd6c6');
  fillShape(brush, corners('-0.17 0, -0.105 -0.58, 0.105 -0.58, 0.17 0'), wall);
  fillShape(
    brush,
    corners('-0.13 -0.57, -0.1 -0.69, 0.02 -0.735, 0.11 -0.67, 0.13 -0.57'),
    rgb('#6b4a38'),
    true,
  );
  box(brush, -0.04, -0.15, 0.08, 0.15, rgb('#56392a'));
  for (const y of [-0.3, -0.46]) window(brush, -0.022, y, 0.044, 0.055, paint);
  box(brush, -0.16, -0.25, 0.32, 0.014, rgb('#6b4a38'));
}

/** Draws the sails of a windmill, rotated by `angle` about the hub. */
export function drawMillSails(brush: Brush, angle: number): void {
  for (let sail = 0; sail < 4; sail++) {
    brush.save();
    brush.translate(0, -0.62);
    brush.rotate(angle + (sail * Math.PI) / 2);
    brush.fillStyle = 'rgba(70,52,42,1)';
    brush.fillRect(-0.008, -0.46, 0.016, 0.46);
    brush.fillStyle = 'rgba(236,226,206,0.88)';
    brush.fillRect(0.012, -0.455, 0.085, 0.36);
    brush.fillStyle = 'rgba(96,74,60,0.8)';
    for (let slat = 0; slat < 7; slat++) brush.fillRect(0.008, -0.455 + slat * 0.058, 0.092, 0.006);
    brush.restore();
  }
}

function drawTower(brush: Brush, paint: HousePaint): void {
  const stone = paint.requestedColour ?? rgb('#7c828e');
  fillShape(brush, corners('-0.1 0, -0.078 -0.72, 0.078 -0.72, 0.1 0'), stone);
  fillShape(
    brush,
    corners('-0.1 -0.7, -0.088 -0.8, 0.088 -0.8, 0.1 -0.7'),
    mix(stone, [255, 255, 255], 0.12),
  );
  fillShape(brush, corners('-0.07 -0.8, 0 -1, 0.07 -0.8'), scale(stone, 0.7));
  for (let floor = 0; floor < 9; floor++)
    for (const x of [-0.048, -0.008, 0.032])
      if ((floor * 5 + x * 1000) % 3 !== 0) window(brush, x, -0.68 + floor * 0.07, 0.018, 0.034, paint);
}
