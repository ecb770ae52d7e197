import { rgb, scale } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';
import { box, type HousePaint, window } from './house-parts.ts';
import { corners, fillShape, joints, limb } from './shape.ts';

export function drawPagoda(brush: Brush, paint: HousePaint): void {
  const wood = paint.requestedColour ?? rgb('#b4412f');
  const roof = rgb('#39434e');
  const tiers = 5;
  box(brush, -0.3, -0.045, 0.6, 0.045, rgb('#8f877d'));
  for (let tier = 0; tier < tiers; tier++) {
    const shrink = 1 - tier * 0.13;
    const y = -0.045 - tier * 0.165;
    const half = 0.19 * shrink;
    box(brush, -half, y - 0.12, half * 2, 0.12, scale(wood, 0.94));
    for (let post = 0; post <= 4; post++)
      box(brush, -half + (post / 4) * half * 2 - 0.006, y - 0.12, 0.012, 0.12, scale(wood, 0.66));
    for (const pane of [-0.62, 0.1]) window(brush, half * pane, y - 0.1, half * 0.52, 0.06, paint);
    const eave = 0.33 * shrink;
    fillShape(
      brush,
      [
        [-eave - 0.03, y - 0.135],
        [-eave * 0.8, y - 0.128],
        [0, y - 0.112],
        [eave * 0.8, y - 0.128],
        [eave + 0.03, y - 0.135],
        [eave * 0.62, y - 0.165],
        [half * 0.9, y - 0.205],
        [-half * 0.9, y - 0.205],
        [-eave * 0.62, y - 0.165],
      ],
      roof,
      false,
    );
    fillShape(
      brush,
      [
        [-eave - 0.03, y - 0.14],
        [-eave * 0.8, y - 0.128],
        [0, y - 0.112],
        [eave * 0.8, y - 0.128],
        [eave + 0.03, y - 0.14],
        [eave * 0.8, y - 0.118],
        [0, y - 0.1],
        [-eave * 0.8, y - 0.118],
      ],
      scale(wood, 0.6),
    );
  }
  limb(brush, joints('0 -0.86 0.014, 0 -0.95 0.008, 0 -1.02 0.003'), rgb('#c9a24a'));
  for (const y of [-0.89, -0.915, -0.94, -0.965]) box(brush, -0.022, y, 0.044, 0.008, rgb('#c9a24a'));
}

export function drawTemple(brush: Brush, paint: HousePaint): void {
  const marble = paint.requestedColour ?? rgb('#d9cfbe');
  for (let step = 0; step < 3; step++)
    box(
      brush,
      -0.78 + step * 0.04,
      -0.06 - step * 0.045,
      1.56 - step * 0.08,
      0.06,
      scale(marble, 0.84 + step * 0.05),
    );
  box(brush, -0.6, -0.68, 1.2, 0.54, scale(marble, 0.36));
  for (let column = 0; column < 7; column++) {
    const x = -0.62 + column * (1.24 / 6);
    fillShape(
      brush,
      [
        [x - 0.05, -0.14],
        [x - 0.04, -0.66],
        [x + 0.04, -0.66],
        [x + 0.05, -0.14],
      ],
      marble,
    );
    for (const groove of [-0.024, 0, 0.024])
      box(brush, x + groove - 0.004, -0.64, 0.006, 0.48, scale(marble, 0.82));
    box(brush, x - 0.062, -0.69, 0.124, 0.035, scale(marble, 0.94));
  }
  box(brush, -0.72, -0.78, 1.44, 0.095, scale(marble, 0.95));
  fillShape(brush, corners('-0.76 -0.78, 0 -1.02, 0.76 -0.78'), marble);
  fillShape(brush, corners('-0.58 -0.8, 0 -0.975, 0.58 -0.8'), scale(marble, 0.74));
}

export function drawTorii(brush: Brush, paint: HousePaint): void {
  const red = paint.requestedColour ?? rgb('#cf4326');
  limb(brush, joints('-0.36 0 0.05, -0.325 -0.84 0.042'), red);
  limb(brush, joints('0.36 0 0.05, 0.325 -0.84 0.042'), scale(red, 0.88));
  box(brush, -0.43, -0.7, 0.86, 0.065, scale(red, 0.82));
  fillShape(
    brush,
    corners(
      '-0.6 -0.985, -0.3 -0.925, 0 -0.91, 0.3 -0.925, 0.6 -0.985, 0.57 -0.865, 0.3 -0.845, 0 -0.835, -0.3 -0.845, -0.57 -0.865',
    ),
    red,
  );
  fillShape(
    brush,
    corners(
      '-0.63 -1.02, -0.3 -0.955, 0 -0.94, 0.3 -0.955, 0.63 -1.02, 0.6 -0.975, 0.3 -0.92, 0 -0.905, -0.3 -0.92, -0.6 -0.975',
    ),
    rgb('#2d2b30'),
  );
  box(brush, -0.05, -0.85, 0.1, 0.16, scale(red, 0.7));
  for (const x of [-0.362, 0.362]) box(brush, x - 0.06, -0.05, 0.12, 0.05, rgb('#35302e'));
}
