import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { limb, outline } from './shape.ts';

/** How houses are painted: their lamps are lit after dusk. */
export interface HousePaint {
  readonly own: Rgb | undefined;
  readonly lamps: boolean;
}

const LAMP = rgb('#ffd48a');

/** Houses in a box one unit high, standing on y = 0. */
export function drawBuildingSubject(brush: Brush, kind: SubjectKind, paint: HousePaint): void {
  switch (kind) {
    case 'lighthouse':
      return drawLighthouse(brush, paint);
    case 'castle':
      return drawCastle(brush, paint);
    case 'pagoda':
      return drawPagoda(brush, paint);
    case 'temple':
      return drawTemple(brush, paint);
    case 'windmill':
      return drawMill(brush, paint);
    case 'torii':
      return drawTorii(brush, paint);
    case 'tower':
      return drawTower(brush, paint);
    default:
      drawCottage(brush, paint);
  }
}

function box(brush: Brush, x: number, y: number, wide: number, tall: number, colour: Rgb): void {
  brush.fillStyle = css(colour);
  brush.fillRect(x, y, wide, tall);
}

function window(brush: Brush, x: number, y: number, wide: number, tall: number, paint: HousePaint): void {
  box(brush, x, y, wide, tall, paint.lamps ? LAMP : rgb('#2d3640'));
}

function drawLighthouse(brush: Brush, paint: HousePaint): void {
  const white = rgb('#efe9dd');
  const red = paint.own ?? rgb('#c23a2e');
  const half = (up: number) => 0.1 - 0.045 * up;
  for (let band = 0; band < 5; band++) {
    const low = (band / 5) * 0.76;
    const high = ((band + 1) / 5) * 0.76;
    outline(
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
  outline(
    brush,
    [
      [-0.056, -0.89],
      [-0.036, -0.935],
      [0, -0.965],
      [0.036, -0.935],
      [0.056, -0.89],
    ],
    red,
  );
  box(brush, -0.003, -1, 0.006, 0.04, rgb('#39383c'));
  // The keeper's house leans against the foot of the tower.
  box(brush, 0.08, -0.13, 0.24, 0.13, scale(white, 0.93));
  outline(
    brush,
    [
      [0.065, -0.13],
      [0.1, -0.21],
      [0.3, -0.21],
      [0.335, -0.13],
    ],
    scale(red, 0.85),
  );
  box(brush, 0.255, -0.25, 0.03, 0.06, scale(white, 0.7));
  for (const x of [0.115, 0.19, 0.265]) window(brush, x, -0.095, 0.03, 0.04, paint);
}

function drawCottage(brush: Brush, paint: HousePaint): void {
  const wall = paint.own ?? rgb('#e4d5bb');
  const roof = rgb('#8d4a34');
  box(brush, -0.6, -0.5, 0.85, 0.5, wall);
  outline(
    brush,
    [
      [0.25, 0],
      [0.25, -0.5],
      [0.44, -0.86],
      [0.63, -0.5],
      [0.63, 0],
    ],
    scale(wall, 0.86),
  );
  outline(
    brush,
    [
      [-0.68, -0.46],
      [-0.5, -0.9],
      [0.44, -0.9],
      [0.26, -0.46],
    ],
    roof,
  );
  outline(
    brush,
    [
      [0.26, -0.46],
      [0.44, -0.92],
      [0.48, -0.92],
      [0.69, -0.45],
      [0.64, -0.45],
      [0.45, -0.84],
      [0.3, -0.46],
    ],
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
  const stone = paint.own ?? rgb('#a39a8e');
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
  for (const [x, half, tall, shade] of towers) {
    const colour = scale(stone, shade);
    box(brush, x - half, -tall * 0.86, half * 2, tall * 0.86, colour);
    box(brush, x - half * 1.18, -tall * 0.87, half * 2.36, 0.045, scale(colour, 0.86));
    for (let tooth = 0; tooth < 5; tooth++)
      box(
        brush,
        x - half * 1.18 + tooth * half * 0.53,
        -tall * 0.87 - 0.026,
        half * 0.3,
        0.03,
        scale(colour, 0.86),
      );
    outline(
      brush,
      [
        [x - half * 1.06, -tall * 0.87],
        [x, -tall * 0.87 - half * 2.7],
        [x + half * 1.06, -tall * 0.87],
      ],
      scale(roof, 0.72 + 0.35 * shade),
    );
    for (const up of [0.42, 0.62]) window(brush, x - 0.012, -tall * up - 0.06, 0.024, 0.05, paint);
  }
  outline(
    brush,
    [
      [-0.085, 0],
      [-0.085, -0.13],
      [-0.05, -0.19],
      [0, -0.21],
      [0.05, -0.19],
      [0.085, -0.13],
      [0.085, 0],
    ],
    rgb('#2b2320'),
  );
}

function drawPagoda(brush: Brush, paint: HousePaint): void {
  const wood = paint.own ?? rgb('#b4412f');
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
    outline(
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
    outline(
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
  limb(
    brush,
    [
      [0, -0.86, 0.014],
      [0, -0.95, 0.008],
      [0, -1.02, 0.003],
    ],
    rgb('#c9a24a'),
  );
  for (const y of [-0.89, -0.915, -0.94, -0.965]) box(brush, -0.022, y, 0.044, 0.008, rgb('#c9a24a'));
}

function drawTemple(brush: Brush, paint: HousePaint): void {
  const marble = paint.own ?? rgb('#d9cfbe');
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
    outline(
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
  outline(
    brush,
    [
      [-0.76, -0.78],
      [0, -1.02],
      [0.76, -0.78],
    ],
    marble,
  );
  outline(
    brush,
    [
      [-0.58, -0.8],
      [0, -0.975],
      [0.58, -0.8],
    ],
    scale(marble, 0.74),
  );
}

function drawMill(brush: Brush, paint: HousePaint): void {
  const wall = paint.own ?? rgb('#dfd6c6');
  outline(
    brush,
    [
      [-0.17, 0],
      [-0.105, -0.58],
      [0.105, -0.58],
      [0.17, 0],
    ],
    wall,
  );
  outline(
    brush,
    [
      [-0.13, -0.57],
      [-0.1, -0.69],
      [0.02, -0.735],
      [0.11, -0.67],
      [0.13, -0.57],
    ],
    rgb('#6b4a38'),
    true,
  );
  box(brush, -0.04, -0.15, 0.08, 0.15, rgb('#56392a'));
  for (const y of [-0.3, -0.46]) window(brush, -0.022, y, 0.044, 0.055, paint);
  box(brush, -0.16, -0.25, 0.32, 0.014, rgb('#6b4a38'));
}

/** The sails of a mill, turned to `angle`, about the hub of the box. */
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

function drawTorii(brush: Brush, paint: HousePaint): void {
  const red = paint.own ?? rgb('#cf4326');
  limb(
    brush,
    [
      [-0.36, 0, 0.05],
      [-0.325, -0.84, 0.042],
    ],
    red,
  );
  limb(
    brush,
    [
      [0.36, 0, 0.05],
      [0.325, -0.84, 0.042],
    ],
    scale(red, 0.88),
  );
  box(brush, -0.43, -0.7, 0.86, 0.065, scale(red, 0.82));
  outline(
    brush,
    [
      [-0.6, -0.985],
      [-0.3, -0.925],
      [0, -0.91],
      [0.3, -0.925],
      [0.6, -0.985],
      [0.57, -0.865],
      [0.3, -0.845],
      [0, -0.835],
      [-0.3, -0.845],
      [-0.57, -0.865],
    ],
    red,
  );
  outline(
    brush,
    [
      [-0.63, -1.02],
      [-0.3, -0.955],
      [0, -0.94],
      [0.3, -0.955],
      [0.63, -1.02],
      [0.6, -0.975],
      [0.3, -0.92],
      [0, -0.905],
      [-0.3, -0.92],
      [-0.6, -0.975],
    ],
    rgb('#2d2b30'),
  );
  box(brush, -0.05, -0.85, 0.1, 0.16, scale(red, 0.7));
  for (const x of [-0.362, 0.362]) box(brush, x - 0.06, -0.05, 0.12, 0.05, rgb('#35302e'));
}

function drawTower(brush: Brush, paint: HousePaint): void {
  const stone = paint.own ?? rgb('#7c828e');
  outline(
    brush,
    [
      [-0.1, 0],
      [-0.078, -0.72],
      [0.078, -0.72],
      [0.1, 0],
    ],
    stone,
  );
  outline(
    brush,
    [
      [-0.1, -0.7],
      [-0.088, -0.8],
      [0.088, -0.8],
      [0.1, -0.7],
    ],
    mix(stone, [255, 255, 255], 0.12),
  );
  outline(
    brush,
    [
      [-0.07, -0.8],
      [0, -1],
      [0.07, -0.8],
    ],
    scale(stone, 0.7),
  );
  for (let floor = 0; floor < 9; floor++)
    for (const x of [-0.048, -0.008, 0.032])
      if ((floor * 5 + x * 1000) % 3 !== 0) window(brush, x, -0.68 + floor * 0.07, 0.018, 0.034, paint);
}
