import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';
import { drawCar, drawRobot, drawSaucer, drawTrain } from './vehicles.ts';

/** Draws a vehicle or robot in a box one unit high; boats have their waterline at y = 0. */
export function drawVessel(brush: Brush, kind: SubjectKind, requestedColour: Rgb | undefined): void {
  switch (kind) {
    case 'sailboat':
      drawSailboat(brush, requestedColour);
      return;
    case 'ship':
      drawShip(brush, requestedColour);
      return;
    case 'rowboat':
      drawRowboat(brush, requestedColour);
      return;
    case 'balloon':
      drawBalloon(brush, requestedColour);
      return;
    case 'rocket':
      drawRocket(brush, requestedColour);
      return;
    case 'car':
      drawCar(brush, requestedColour);
      return;
    case 'train':
      drawTrain(brush, requestedColour);
      return;
    case 'ufo':
      drawSaucer(brush, requestedColour);
      return;
    default:
      drawRobot(brush, requestedColour);
  }
}

function drawSailboat(brush: Brush, requestedColour: Rgb | undefined): void {
  const sail = requestedColour ?? rgb('#f1e8d4');
  const hull = rgb('#5a3826');
  limb(brush, joints('0.02 -0.1 0.012, 0.02 -0.98 0.007'), rgb('#4a3324'));
  fillShape(brush, corners('0.04 -0.95, 0.22 -0.6, 0.33 -0.17, 0.04 -0.17'), sail, false);
  fillShape(
    brush,
    corners('0.0 -0.9, -0.13 -0.6, -0.34 -0.2, -0.14 -0.17, 0.0 -0.2'),
    scale(sail, 0.86),
    false,
  );
  for (const y of [-0.34, -0.52, -0.7]) {
    brush.strokeStyle = css(scale(sail, 0.78));
    brush.lineWidth = 0.006;
    brush.beginPath();
    brush.moveTo(0.04, y);
    brush.lineTo(0.26 + (y + 0.5) * 0.4, y + 0.02);
    brush.stroke();
  }
  fillShape(brush, corners('-0.4 -0.13, 0.43 -0.16, 0.32 0.02, -0.28 0.03'), hull, false);
  fillShape(brush, corners('-0.4 -0.13, 0.43 -0.16, 0.415 -0.125, -0.385 -0.098'), rgb('#e8dcc4'));
  limb(brush, joints('0.04 -0.155 0.01, 0.36 -0.165 0.007'), rgb('#4a3324'));
}

function drawShip(brush: Brush, requestedColour: Rgb | undefined): void {
  const hull = requestedColour ?? rgb('#2b3644');
  fillShape(brush, corners('-0.95 -0.28, 0.98 -0.34, 0.82 0.03, -0.86 0.03'), hull);
  fillShape(brush, corners('-0.89 -0.04, 0.86 -0.06, 0.82 0.03, -0.86 0.03'), rgb('#8f2f28'));
  const deck = rgb('#ece6da');
  for (const [x, y, width, height] of [
    [-0.66, -0.43, 1.16, 0.14],
    [-0.52, -0.55, 0.9, 0.13],
    [-0.3, -0.66, 0.5, 0.12],
  ] as const) {
    brush.fillStyle = css(deck);
    brush.fillRect(x, y, width, height);
    brush.fillStyle = 'rgba(255,214,140,1)';
    for (let port = 0; port < width / 0.065; port++)
      brush.fillRect(x + 0.02 + port * 0.065, y + height * 0.35, 0.028, height * 0.32);
  }
  for (const x of [-0.22, 0.02, 0.26]) {
    limb(
      brush,
      [
        [x, -0.6, 0.052],
        [x - 0.025, -0.94, 0.046],
      ],
      rgb('#c0412f'),
    );
    limb(
      brush,
      [
        [x - 0.022, -0.9, 0.047],
        [x - 0.027, -0.96, 0.047],
      ],
      rgb('#22262c'),
    );
  }
  limb(brush, joints('0.66 -0.3 0.01, 0.66 -0.86 0.006'), rgb('#3b3f46'));
}

function drawRowboat(brush: Brush, requestedColour: Rgb | undefined): void {
  const wood = requestedColour ?? rgb('#6b4429');
  fillShape(
    brush,
    corners('-0.95 -0.34, -0.55 -0.2, 0.55 -0.2, 0.98 -0.38, 0.7 0.04, -0.7 0.04'),
    wood,
    false,
  );
  fillShape(
    brush,
    corners('-0.95 -0.34, -0.55 -0.2, 0.55 -0.2, 0.98 -0.38, 0.56 -0.14, -0.56 -0.13'),
    scale(wood, 1.4),
  );
  limb(brush, joints('-0.1 -0.2 0.11, -0.08 -0.48 0.12, -0.04 -0.6 0.05'), rgb('#3c4454'));
  disc(brush, -0.03, -0.75, 0.085, 0.1, rgb('#5b4636'));
  fillShape(brush, corners('-0.2 -0.78, -0.03 -0.92, 0.15 -0.78'), rgb('#c9ad74'));
  limb(brush, joints('-0.02 -0.46 0.04, 0.2 -0.34 0.03'), rgb('#3c4454'));
  limb(brush, joints('0.1 -0.6 0.014, 0.55 0.02 0.02'), rgb('#8a6a48'));
}

export const GORES = ['#d8412f', '#f2b33c', '#f4ead6', '#2f6fb0', '#3f9c6a', '#8d4fb0', '#e8734a'].map(rgb);

function drawBalloon(brush: Brush, requestedColour: Rgb | undefined): void {
  const first = requestedColour ?? (GORES[0] as Rgb);
  const second = mix(first, rgb('#fff3dc'), 0.72);
  const gores = 8;
  for (let gore = 0; gore < gores; gore++) {
    const from = Math.cos((gore / gores) * Math.PI);
    const to = Math.cos(((gore + 1) / gores) * Math.PI);
    brush.fillStyle = css(gore % 2 === 0 ? first : second);
    brush.beginPath();
    brush.moveTo(0, -1);
    brush.bezierCurveTo(from * 0.5, -1, from * 0.5, -0.48, from * 0.08, -0.2);
    brush.lineTo(to * 0.08, -0.2);
    brush.bezierCurveTo(to * 0.5, -0.48, to * 0.5, -1, 0, -1);
    brush.fill();
  }
  brush.strokeStyle = 'rgba(60,46,38,0.9)';
  brush.lineWidth = 0.005;
  for (const x of [-1, -0.3, 0.3, 1]) {
    brush.beginPath();
    brush.moveTo(x * 0.078, -0.2);
    brush.lineTo(x * 0.048, -0.09);
    brush.stroke();
  }
  fillShape(brush, corners('-0.055 -0.095, 0.055 -0.095, 0.047 -0.005, -0.047 -0.005'), rgb('#7a5232'));
  brush.fillStyle = 'rgba(255,226,150,1)';
  brush.fillRect(-0.012, -0.2, 0.024, 0.03);
}

function drawRocket(brush: Brush, requestedColour: Rgb | undefined): void {
  const body = rgb('#e8e9ec');
  const trim = requestedColour ?? rgb('#cf4034');
  fillShape(brush, corners('-0.11 -0.26, -0.24 -0.02, -0.22 -0.22, -0.1 -0.44'), trim);
  fillShape(brush, corners('0.11 -0.26, 0.24 -0.02, 0.22 -0.22, 0.1 -0.44'), scale(trim, 0.75));
  fillShape(
    brush,
    corners('-0.09 -0.1, -0.125 -0.4, -0.105 -0.72, 0 -1, 0.105 -0.72, 0.125 -0.4, 0.09 -0.1'),
    body,
    true,
  );
  fillShape(brush, corners('-0.078 -0.82, 0 -1.01, 0.078 -0.82, 0 -0.8'), trim, false);
  disc(brush, 0, -0.64, 0.06, 0.06, rgb('#59616e'));
  disc(brush, 0, -0.64, 0.044, 0.044, rgb('#7fd0f2'));
  fillShape(brush, corners('-0.014 -0.02, -0.014 -0.3, 0.014 -0.3, 0.014 -0.02'), scale(trim, 0.9));
  fillShape(brush, corners('-0.07 -0.11, -0.085 -0.05, 0.085 -0.05, 0.07 -0.11'), rgb('#4a4e56'));
}
