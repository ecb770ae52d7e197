import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { BODY_SHAPES, type BodyShape } from './body-shapes.ts';
import { disc, fillShape, type Joint, limb } from './shape.ts';

export function isQuadruped(kind: SubjectKind): boolean {
  return BODY_SHAPES[kind] !== undefined;
}

/** Draws an animal in a box one unit high to the back, feet on y = 0, facing right. */
export function drawQuadruped(brush: Brush, kind: SubjectKind, requestedColour: Rgb | undefined): void {
  const body = BODY_SHAPES[kind];
  if (body === undefined) return;
  const coat =
    requestedColour === undefined
      ? rgb(body.coat)
      : mix(rgb(body.coat), requestedColour, kind === 'fox' ? 0.3 : 0.75);
  const under = rgb(body.under);
  const legs =
    requestedColour === undefined ? rgb(body.legs) : mix(rgb(body.legs), scale(requestedColour, 0.6), 0.5);
  const hip = -body.length / 2;
  const shoulder = body.length / 2;
  const top = -1 + body.chest;
  drawLegs(brush, body, scale(coat, 0.62), scale(legs, 0.62), hip + 0.1, shoulder - 0.12, 0.075);
  drawTail(brush, body, coat, under, legs, hip);
  drawTrunk(brush, body, coat, under, hip, shoulder, top);
  drawLegs(brush, body, coat, legs, hip + 0.02, shoulder - 0.02, 0);
  drawHeadAndNeck(brush, body, kind, coat, under, shoulder, top);
}

/** The torso: deep at the chest, narrower before the hips, lighter below. */
function drawTrunk(
  brush: Brush,
  body: BodyShape,
  coat: Rgb,
  under: Rgb,
  hip: number,
  shoulder: number,
  top: number,
): void {
  const { chest, waist, length } = body;
  const rise = chest - waist;
  limb(
    brush,
    [
      [hip + 0.03, top - rise * 0.4, waist * 1.02],
      [hip + length * 0.3, top - rise * 0.75, waist * 0.98],
      [shoulder - length * 0.3, top - 0.005, chest * 0.96],
      [shoulder - 0.03, top + 0.005, chest * 0.94],
    ],
    coat,
  );
  limb(
    brush,
    [
      [hip + length * 0.34, top - rise * 0.75 + waist * 0.8, waist * 0.14],
      [shoulder - length * 0.22, top + chest * 0.74, chest * 0.2],
      [shoulder + 0.05, top + chest * 0.22, chest * 0.34],
    ],
    mix(coat, under, 0.7),
  );
}

/** One pair of legs, each a single tapering shape; the lower part in its own colour. */
function drawLegs(
  brush: Brush,
  body: BodyShape,
  coat: Rgb,
  legs: Rgb,
  hip: number,
  shoulder: number,
  step: number,
): void {
  const { leg, legWidth: w, chest, waist } = body;
  const top = -1 + chest;
  const hock: Joint = [hip - 0.045 + step * 1.3, -leg * 0.4, w * 0.95];
  const heel: Joint = [hip - 0.02 + step * 1.5, -leg * 0.16, w * 0.7];
  const hindFoot: Joint = [hip - 0.005 + step * 1.6, -0.03, w * 0.74];
  limb(
    brush,
    [
      [hip + 0.02, top, waist * 0.9],
      [hip + 0.06, -leg * 0.98, w * 2.9],
      [hip + 0.07 + step, -leg * 0.68, w * 1.75],
      hock,
      heel,
      hindFoot,
    ],
    coat,
  );
  limb(brush, [hock, heel, hindFoot], legs);
  const wrist: Joint = [shoulder + 0.015 - step, -leg * 0.42, w * 0.98];
  const pastern: Joint = [shoulder + 0.01 - step * 1.2, -leg * 0.16, w * 0.7];
  const foreFoot: Joint = [shoulder + 0.015 - step * 1.3, -0.03, w * 0.72];
  limb(
    brush,
    [
      [shoulder - 0.05, top + 0.02, chest * 0.72],
      [shoulder - 0.03, -leg * 1.0, w * 2.3],
      [shoulder - step * 0.6, -leg * 0.7, w * 1.4],
      wrist,
      pastern,
      foreFoot,
    ],
    coat,
  );
  limb(brush, [wrist, pastern, foreFoot], legs);
  for (const [x] of [hindFoot, foreFoot]) disc(brush, x + w * 0.4, -0.02, w * 1.15, 0.026, legs);
}

/** A bushy tail with a light tip. */
function drawBrushTail(brush: Brush, coat: Rgb, under: Rgb, hip: number, top: number): void {
  limb(
    brush,
    [
      [hip, top, 0.04],
      [hip - 0.2, top + 0.12, 0.09],
      [hip - 0.42, top + 0.32, 0.115],
      [hip - 0.62, top + 0.43, 0.075],
      [hip - 0.74, top + 0.45, 0.02],
    ],
    coat,
  );
  limb(
    brush,
    [
      [hip - 0.6, top + 0.42, 0.075],
      [hip - 0.68, top + 0.445, 0.045],
      [hip - 0.75, top + 0.45, 0.012],
    ],
    under,
  );
}

function drawTail(brush: Brush, body: BodyShape, coat: Rgb, under: Rgb, legs: Rgb, hip: number): void {
  const top = -1 + body.chest * 0.7;
  switch (body.tail) {
    case 'bushy':
      drawBrushTail(brush, coat, under, hip, top);
      return;
    case 'flowing':
      limb(
        brush,
        [
          [hip, top, 0.03],
          [hip - 0.13, top + 0.08, 0.05],
          [hip - 0.19, top + 0.36, 0.062],
          [hip - 0.16, top + 0.62, 0.02],
        ],
        scale(legs, 0.8),
      );
      return;
    case 'curled':
      limb(
        brush,
        [
          [hip, top, 0.035],
          [hip - 0.18, top - 0.05, 0.032],
          [hip - 0.27, top - 0.28, 0.028],
          [hip - 0.19, top - 0.45, 0.02],
        ],
        coat,
      );
      return;
    case 'thin':
      limb(
        brush,
        [
          [hip, top, 0.02],
          [hip - 0.08, top + 0.2, 0.014],
          [hip - 0.07, top + 0.42, 0.02],
        ],
        coat,
      );
      return;
    case 'short':
      limb(
        brush,
        [
          [hip, top, 0.05],
          [hip - 0.1, top + 0.04, 0.04],
        ],
        under,
      );
  }
}

function drawHeadAndNeck(
  brush: Brush,
  body: BodyShape,
  kind: SubjectKind,
  coat: Rgb,
  under: Rgb,
  shoulder: number,
  top: number,
): void {
  const [forward, up, width] = body.neck;
  const headX = shoulder + forward;
  const headY = top - up - body.chest * 0.3;
  const size = body.head;
  if (body.mane === true) {
    limb(
      brush,
      [
        [shoulder - 0.14, top - 0.12, 0.08],
        [shoulder + forward * 0.3, top - up * 0.6 - 0.06, 0.1],
        [headX - 0.05, headY - 0.07, 0.055],
      ],
      scale(rgb(body.legs), 0.7),
    );
  }
  limb(
    brush,
    [
      [shoulder - 0.1, top, body.chest * 0.82],
      [shoulder + forward * 0.45, top - up * 0.5, width * 1.1],
      [headX - 0.01, headY, width * 0.78],
    ],
    coat,
  );
  limb(
    brush,
    [
      [shoulder + 0.06, top + body.chest * 0.12, body.chest * 0.36],
      [shoulder + forward * 0.68, top - up * 0.42, width * 0.5],
      [headX + 0.02, headY + size * 0.5, width * 0.3],
    ],
    mix(coat, under, 0.75),
  );
  drawEar(brush, body, scale(coat, 0.7), headX - size * 0.05, headY - size * 0.55, size);
  disc(brush, headX + size * 0.12, headY, size * 0.82, size * 0.72, coat, 0.25);
  drawMuzzle(brush, body, coat, under, headX, headY);
  disc(brush, headX + size * 0.42, headY - size * 0.1, size * 0.095, size * 0.085, [20, 16, 14]);
  drawEar(brush, body, coat, headX - size * 0.2, headY - size * 0.5, size);
  if (body.trunk === true) {
    limb(
      brush,
      [
        [headX + size * 0.6, headY + size * 0.3, 0.1],
        [headX + 0.25, headY + 0.35, 0.075],
        [headX + 0.24, headY + 0.62, 0.05],
        [headX + 0.34, headY + 0.74, 0.03],
      ],
      coat,
    );
    limb(
      brush,
      [
        [headX + 0.16, headY + 0.2, 0.028],
        [headX + 0.36, headY + 0.36, 0.02],
        [headX + 0.46, headY + 0.3, 0.008],
      ],
      [238, 228, 205],
    );
  }
  if (body.antlers === true && kind === 'deer') drawAntlers(brush, headX, headY - size * 0.6);
}

/** Muzzle, lighter jaw and nose, along the tilt of the head. */
function drawMuzzle(
  brush: Brush,
  body: BodyShape,
  coat: Rgb,
  under: Rgb,
  headX: number,
  headY: number,
): void {
  const size = body.head;
  const [length, thickness] = body.muzzle;
  const ahead = Math.cos(body.tilt);
  const down = Math.sin(body.tilt);
  const reach = size * 0.55 + length;
  const at = (share: number, side: number): [number, number] => [
    headX + size * 0.1 + ahead * reach * share - down * side,
    headY + size * 0.1 + down * reach * share + ahead * side,
  ];
  limb(
    brush,
    [
      [...at(0.2, 0), size * 0.62],
      [...at(0.62, 0), thickness * 1.25],
      [...at(1, 0), thickness * 0.78],
    ],
    coat,
  );
  limb(
    brush,
    [
      [...at(0.3, size * 0.36), size * 0.26],
      [...at(0.66, thickness * 0.62), thickness * 0.6],
      [...at(0.97, thickness * 0.4), thickness * 0.36],
    ],
    mix(coat, under, 0.85),
  );
  disc(brush, ...at(1.02, -thickness * 0.2), thickness * 0.46, thickness * 0.4, [24, 20, 20], body.tilt);
}

function drawEar(brush: Brush, body: BodyShape, colour: Rgb, x: number, y: number, size: number): void {
  switch (body.ear) {
    case 'pointed':
      fillShape(
        brush,
        [
          [x - size * 0.2, y + size * 0.3],
          [x - size * 0.06, y - size * 0.66],
          [x + size * 0.42, y + size * 0.18],
        ],
        colour,
      );
      return;
    case 'round':
      disc(brush, x + size * 0.1, y + size * 0.02, size * 0.26, size * 0.28, colour);
      return;
    case 'leaf':
      disc(brush, x - size * 0.06, y - size * 0.1, size * 0.17, size * 0.5, colour, -0.5);
      return;
    case 'fan':
      fillShape(
        brush,
        [
          [x - size * 0.1, y + 0.02],
          [x - size * 1.15, y - size * 0.1],
          [x - size * 1.3, y + size * 0.9],
          [x - size * 0.7, y + size * 1.7],
          [x - size * 0.1, y + size * 1.2],
        ],
        colour,
        true,
      );
  }
}

function drawAntlers(brush: Brush, x: number, y: number): void {
  const bone: Rgb = [178, 150, 116];
  for (const [side, shade] of [
    [0.6, 0.7],
    [-0.5, 1],
  ] as const) {
    const colour = scale(bone, shade);
    limb(
      brush,
      [
        [x, y + 0.03, 0.016],
        [x - 0.07 + side * 0.06, y - 0.14, 0.014],
        [x - 0.03 + side * 0.14, y - 0.32, 0.011],
        [x + 0.09 + side * 0.1, y - 0.44, 0.005],
      ],
      colour,
    );
    limb(
      brush,
      [
        [x - 0.05 + side * 0.06, y - 0.13, 0.011],
        [x + 0.09 + side * 0.06, y - 0.21, 0.005],
      ],
      colour,
    );
    limb(
      brush,
      [
        [x - 0.05 + side * 0.1, y - 0.24, 0.01],
        [x + 0.1 + side * 0.1, y - 0.33, 0.004],
      ],
      colour,
    );
    limb(
      brush,
      [
        [x - 0.06 + side * 0.1, y - 0.2, 0.01],
        [x - 0.18 + side * 0.1, y - 0.36, 0.004],
      ],
      colour,
    );
  }
}
