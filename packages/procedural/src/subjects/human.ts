import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { corners, disc, fillShape, joints, limb } from './shape.ts';
import { drawAstronaut, drawDancer, drawMonk } from './special-figures.ts';

/** Draws people in a box one unit high, feet on y = 0, from behind or from the side. */
export function drawHuman(
  brush: Brush,
  kind: SubjectKind,
  requestedColour: Rgb | undefined,
  words: readonly string[],
): void {
  switch (kind) {
    case 'astronaut':
      drawAstronaut(brush, requestedColour);
      return;
    case 'monk':
      drawMonk(brush, requestedColour);
      return;
    case 'dancer':
      drawDancer(brush, requestedColour);
      return;
    case 'couple':
      brush.save();
      brush.translate(-0.17, 0);
      drawWanderer(brush, requestedColour ?? rgb('#3f4a5c'), words, false);
      brush.translate(0.33, 0);
      brush.scale(-0.93, 0.93);
      drawWanderer(brush, rgb('#a3493f'), ['dress'], false);
      brush.restore();
      return;
    default:
      drawWanderer(brush, requestedColour ?? rgb('#4a4440'), words, true);
  }
}

const HAT_WEARERS = [
  'hat',
  'cowboy',
  'wizard',
  'witch',
  'fisherman',
  'farmer',
  'traveler',
  'traveller',
  'wanderer',
] as const;

/** A figure from behind in a long coat; the prompt decides hat, staff or umbrella. */
function drawWanderer(brush: Brush, cloth: Rgb, words: readonly string[], alone: boolean): void {
  const has = (...names: string[]) => names.some((name) => words.includes(name));
  const skin = rgb('#b98a6a');
  const dark = scale(cloth, 0.6);
  const dress = has('girl', 'woman', 'lady', 'princess', 'queen', 'bride', 'witch', 'dress');
  const small = has('child', 'kid', 'boy', 'children') ? 0.8 : 1;
  brush.save();
  brush.scale(small, small);
  limb(brush, joints('-0.05 -0.45 0.062, -0.062 -0.24 0.046, -0.066 -0.03 0.032'), dress ? skin : dark);
  limb(
    brush,
    joints('0.045 -0.45 0.062, 0.062 -0.25 0.045, 0.085 -0.03 0.032'),
    dress ? skin : scale(dark, 0.85),
  );
  disc(brush, -0.06, -0.016, 0.044, 0.02, rgb('#2a211c'));
  disc(brush, 0.094, -0.016, 0.044, 0.02, rgb('#2a211c'));
  fillShape(
    brush,
    dress
      ? [
          [-0.08, -0.8],
          [0.08, -0.8],
          [0.085, -0.56],
          [0.19, -0.17],
          [0.02, -0.14],
          [-0.18, -0.18],
          [-0.08, -0.56],
        ]
      : [
          [-0.105, -0.82],
          [0.105, -0.82],
          [0.12, -0.55],
          [0.15, -0.28],
          [0.01, -0.25],
          [-0.135, -0.29],
          [-0.115, -0.55],
        ],
    cloth,
    true,
  );
  limb(brush, joints('-0.1 -0.78 0.045, -0.155 -0.6 0.037, -0.14 -0.45 0.028'), mix(cloth, dark, 0.4));
  const raised =
    has('umbrella', 'lantern', 'staff', 'sword', 'wizard', 'pilgrim') || (alone && has('rain', 'rainy'));
  limb(
    brush,
    raised
      ? [
          [0.1, -0.78, 0.045],
          [0.17, -0.66, 0.037],
          [0.19, -0.74, 0.026],
        ]
      : [
          [0.1, -0.78, 0.045],
          [0.15, -0.6, 0.037],
          [0.15, -0.45, 0.028],
        ],
    dark,
  );
  drawBackOfHead(brush, dress, skin);
  if (has(...HAT_WEARERS)) drawHat(brush, has('wizard', 'witch'), dark);
  if (has('knight', 'samurai', 'warrior', 'ninja'))
    limb(brush, joints('0.1 -0.9 0.012, -0.16 -0.36 0.016'), rgb('#c9ced6'));
  if (has('scarf') || alone)
    limb(
      brush,
      joints('-0.05 -0.83 0.03, 0.05 -0.83 0.034, 0.15 -0.78 0.026, 0.25 -0.8 0.014'),
      rgb('#b03a34'),
    );
  if (has('umbrella') || (alone && has('rain', 'rainy'))) drawUmbrella(brush);
  else if (raised) limb(brush, joints('0.2 -1.02 0.011, 0.2 -0.02 0.012'), rgb('#5d4330'));
  brush.restore();
}

function drawBackOfHead(brush: Brush, longHair: boolean, skin: Rgb): void {
  limb(brush, joints('0 -0.8 0.05, 0 -0.88 0.042'), skin);
  disc(brush, 0, -0.925, 0.062, 0.075, longHair ? rgb('#3d2a20') : rgb('#4a372b'));
  if (longHair) limb(brush, joints('0 -0.94 0.065, 0.012 -0.82 0.068, 0.02 -0.68 0.03'), rgb('#3d2a20'));
}

function drawHat(brush: Brush, pointed: boolean, colour: Rgb): void {
  disc(brush, 0, -0.965, 0.15, 0.026, colour);
  if (pointed) fillShape(brush, corners('-0.085 -0.97, 0.03 -1.22, 0.085 -0.97'), colour);
  else fillShape(brush, corners('-0.075 -0.965, -0.062 -1.045, 0.062 -1.045, 0.075 -0.965'), colour);
}

function drawUmbrella(brush: Brush): void {
  const red = rgb('#c2352f');
  limb(brush, joints('0.19 -0.72 0.008, 0.13 -1.2 0.008'), [30, 28, 30]);
  fillShape(
    brush,
    corners(
      '-0.2 -1.02, -0.13 -1.14, 0.0 -1.22, 0.14 -1.25, 0.29 -1.2, 0.4 -1.1, 0.44 -0.99, 0.33 -1.04, 0.22 -1.0, 0.11 -1.05, 0.0 -1.0, -0.1 -1.06',
    ),
    red,
    false,
  );
  fillShape(
    brush,
    corners('0.14 -1.25, 0.29 -1.2, 0.4 -1.1, 0.44 -0.99, 0.33 -1.04, 0.22 -1.0'),
    scale(red, 0.75),
    false,
  );
}
