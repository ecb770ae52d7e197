import { css, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';

export function drawCar(brush: Brush, requestedColour: Rgb | undefined): void {
  const paint = requestedColour ?? rgb('#b8342c');
  fillShape(brush, corners('-0.62 -0.56, -0.36 -0.94, 0.18 -0.97, 0.52 -0.6'), scale(paint, 0.9), false);
  fillShape(brush, corners('-0.52 -0.58, -0.32 -0.86, -0.06 -0.88, -0.06 -0.58'), rgb('#2a3844'));
  fillShape(brush, corners('0.0 -0.58, 0.0 -0.89, 0.16 -0.88, 0.42 -0.6'), rgb('#34465a'));
  fillShape(
    brush,
    corners('-1.12 -0.24, -1.1 -0.5, -0.64 -0.6, 0.5 -0.62, 1.02 -0.5, 1.14 -0.34, 1.12 -0.18, -1.1 -0.18'),
    paint,
    true,
  );
  brush.fillStyle = 'rgba(255,244,214,1)';
  brush.fillRect(1.0, -0.44, 0.11, 0.09);
  brush.fillStyle = 'rgba(255,60,44,1)';
  brush.fillRect(-1.12, -0.45, 0.07, 0.09);
  for (const x of [-0.66, 0.66]) {
    disc(brush, x, -0.2, 0.205, 0.205, [22, 22, 25]);
    disc(brush, x, -0.2, 0.11, 0.11, [150, 154, 160]);
    disc(brush, x, -0.2, 0.04, 0.04, [50, 52, 56]);
  }
}

export function drawTrain(brush: Brush, requestedColour: Rgb | undefined): void {
  const body = requestedColour ?? rgb('#2d3a34');
  for (let wagon = 0; wagon < 4; wagon++) {
    const x = -1.5 - wagon * 1.35;
    fillShape(
      brush,
      [
        [x - 0.6, -0.2],
        [x - 0.6, -0.88],
        [x + 0.6, -0.88],
        [x + 0.6, -0.2],
      ],
      wagon % 2 === 0 ? rgb('#7a2f2a') : rgb('#6b2a27'),
    );
    fillShape(
      brush,
      [
        [x - 0.63, -0.86],
        [x - 0.5, -0.98],
        [x + 0.5, -0.98],
        [x + 0.63, -0.86],
      ],
      rgb('#34302e'),
    );
    brush.fillStyle = 'rgba(255,218,150,1)';
    for (let pane = 0; pane < 5; pane++) brush.fillRect(x - 0.5 + pane * 0.21, -0.74, 0.13, 0.24);
    for (const wheel of [-0.4, 0.4]) disc(brush, x + wheel, -0.12, 0.12, 0.12, [30, 30, 32]);
  }
  fillShape(brush, corners('-0.86 -0.22, -0.86 -1, -0.3 -1, -0.3 -0.22'), body);
  brush.fillStyle = 'rgba(255,218,150,1)';
  brush.fillRect(-0.72, -0.86, 0.26, 0.24);
  limb(brush, joints('-0.3 -0.52 0.24, 0.62 -0.52 0.24'), scale(body, 1.15));
  disc(brush, 0.64, -0.52, 0.12, 0.24, scale(body, 0.75));
  limb(brush, joints('0.5 -0.72 0.06, 0.5 -0.98 0.08'), rgb('#1d1f20'));
  for (const x of [-0.02, 0.2]) disc(brush, x, -0.78, 0.07, 0.07, rgb('#c89a3c'));
  for (const x of [-0.6, -0.24, 0.12, 0.46]) {
    disc(brush, x, -0.16, 0.16, 0.16, rgb('#7d2b24'));
    disc(brush, x, -0.16, 0.05, 0.05, [30, 30, 30]);
  }
  fillShape(brush, corners('0.62 -0.24, 0.98 -0.01, 0.6 -0.01'), rgb('#3a3d3c'));
}

export function drawSaucer(brush: Brush, requestedColour: Rgb | undefined): void {
  const metal = requestedColour ?? rgb('#9aa5b2');
  disc(brush, 0, -0.72, 0.3, 0.28, rgb('#8fe0d8'));
  disc(brush, 0.02, -0.5, 0.95, 0.2, metal);
  disc(brush, 0, -0.44, 0.7, 0.14, scale(metal, 0.6));
  for (let light = 0; light < 9; light++)
    disc(
      brush,
      -0.76 + light * 0.19,
      -0.46 + 0.05 * Math.cos((light - 4) * 0.36),
      0.034,
      0.026,
      [255, 238, 160],
    );
}

export function drawRobot(brush: Brush, requestedColour: Rgb | undefined): void {
  const metal = requestedColour ?? rgb('#b0793f');
  const dark = scale(metal, 0.6);
  for (const side of [-1, 1]) {
    limb(
      brush,
      [
        [side * 0.1, -0.4, 0.05],
        [side * 0.115, -0.2, 0.042],
        [side * 0.115, -0.06, 0.045],
      ],
      side < 0 ? dark : scale(metal, 0.75),
    );
    disc(brush, side * 0.13, -0.03, 0.085, 0.04, dark);
    limb(
      brush,
      [
        [side * 0.19, -0.66, 0.045],
        [side * 0.28, -0.52, 0.036],
        [side * 0.26, -0.37, 0.034],
      ],
      side < 0 ? dark : scale(metal, 0.8),
    );
    disc(brush, side * 0.26, -0.34, 0.045, 0.045, dark);
  }
  brush.fillStyle = css(metal);
  brush.beginPath();
  brush.roundRect(-0.19, -0.72, 0.38, 0.36, 0.06);
  brush.fill();
  brush.fillStyle = css(scale(metal, 1.2));
  brush.beginPath();
  brush.roundRect(-0.15, -0.97, 0.3, 0.22, 0.07);
  brush.fill();
  brush.fillStyle = css(rgb('#20252b'));
  brush.beginPath();
  brush.roundRect(-0.115, -0.93, 0.23, 0.11, 0.05);
  brush.fill();
  for (const x of [-0.055, 0.055]) disc(brush, x, -0.875, 0.028, 0.032, rgb('#7df0ff'));
  limb(brush, joints('0.06 -0.96 0.008, 0.08 -1.04 0.006'), dark);
  disc(brush, 0.082, -1.05, 0.02, 0.02, rgb('#ff5a4a'));
  disc(brush, 0, -0.56, 0.06, 0.06, rgb('#2e3238'));
  disc(brush, 0, -0.56, 0.036, 0.036, rgb('#ffd27a'));
}
