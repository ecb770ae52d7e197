import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';

export function drawAstronaut(brush: Brush, requestedColour: Rgb | undefined): void {
  const suit = requestedColour === undefined ? rgb('#e6e7ea') : mix(rgb('#e6e7ea'), requestedColour, 0.6);
  const shade = scale(suit, 0.72);
  fillShape(brush, corners('-0.15 -0.84, 0.1 -0.85, 0.12 -0.45, -0.16 -0.45'), scale(suit, 0.6), true);
  limb(brush, joints('-0.06 -0.46 0.085, -0.08 -0.25 0.072, -0.09 -0.06 0.066'), shade);
  limb(brush, joints('0.07 -0.46 0.085, 0.1 -0.26 0.072, 0.1 -0.06 0.066'), suit);
  disc(brush, -0.075, -0.035, 0.085, 0.04, scale(suit, 0.55));
  disc(brush, 0.12, -0.035, 0.088, 0.04, scale(suit, 0.62));
  limb(brush, joints('0 -0.5 0.125, 0.01 -0.72 0.13'), suit);
  limb(brush, joints('-0.12 -0.74 0.065, -0.2 -0.6 0.057, -0.19 -0.46 0.05'), shade);
  limb(brush, joints('0.13 -0.74 0.065, 0.21 -0.61 0.056, 0.27 -0.52 0.048'), suit);
  disc(brush, 0.012, -0.9, 0.125, 0.125, suit);
  disc(brush, 0.045, -0.905, 0.088, 0.083, rgb('#2b2416'));
  disc(brush, 0.05, -0.91, 0.08, 0.073, rgb('#d99a3a'));
  disc(brush, 0.035, -0.93, 0.05, 0.035, rgb('#ffe2a0'), -0.5);
  limb(brush, joints('-0.02 -0.66 0.03, 0.06 -0.66 0.03'), rgb('#b8433a'));
}

export function drawMonk(brush: Brush, requestedColour: Rgb | undefined): void {
  const robe = requestedColour ?? rgb('#c4702c');
  fillShape(
    brush,
    corners(
      '-0.42 -0.02, -0.36 -0.13, -0.16 -0.22, -0.2 -0.5, -0.13 -0.68, 0.13 -0.68, 0.2 -0.5, 0.16 -0.22, 0.36 -0.13, 0.42 -0.02, 0 0.0',
    ),
    robe,
    true,
  );
  limb(brush, joints('-0.16 -0.6 0.055, -0.24 -0.38 0.05, -0.05 -0.24 0.04'), scale(robe, 0.84));
  limb(brush, joints('0.16 -0.6 0.055, 0.24 -0.38 0.05, 0.05 -0.24 0.04'), scale(robe, 0.7));
  limb(brush, joints('0 -0.66 0.06, 0 -0.74 0.055'), rgb('#b98a6a'));
  disc(brush, 0, -0.84, 0.095, 0.12, rgb('#b98a6a'));
}

export function drawDancer(brush: Brush, requestedColour: Rgb | undefined): void {
  const cloth = requestedColour ?? rgb('#d85f74');
  const skin = rgb('#d0a284');
  limb(brush, joints('0 -0.48 0.05, 0.01 -0.24 0.036, 0.0 -0.02 0.016'), skin);
  limb(brush, joints('0.02 -0.48 0.05, 0.26 -0.46 0.036, 0.46 -0.56 0.016'), skin);
  fillShape(
    brush,
    corners('-0.05 -0.62, 0.06 -0.62, 0.32 -0.48, 0.2 -0.4, 0 -0.36, -0.2 -0.4, -0.3 -0.5'),
    cloth,
    true,
  );
  limb(brush, joints('0 -0.56 0.045, 0.0 -0.76 0.06'), scale(cloth, 0.86));
  limb(brush, joints('-0.04 -0.76 0.03, -0.2 -0.86 0.024, -0.24 -1.02 0.014'), skin);
  limb(brush, joints('0.04 -0.76 0.03, 0.18 -0.9 0.024, 0.14 -1.06 0.014'), skin);
  disc(brush, 0, -0.88, 0.055, 0.068, skin);
  disc(brush, -0.01, -0.92, 0.056, 0.05, rgb('#33241d'));
  disc(brush, -0.02, -0.97, 0.03, 0.03, rgb('#33241d'));
}
