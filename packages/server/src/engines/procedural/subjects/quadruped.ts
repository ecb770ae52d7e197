import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import type { Brush } from '../stage/stage.ts';
import { BUILDS, type Build } from './builds.ts';
import { disc, limb, outline } from './shape.ts';

export function isQuadruped(kind: SubjectKind): boolean {
  return BUILDS[kind] !== undefined;
}

/** Draws the animal in a box one unit high to the back, feet on y = 0, looking to the right. */
export function drawQuadruped(brush: Brush, kind: SubjectKind, own: Rgb | undefined, rearing: boolean): void {
  const build = BUILDS[kind];
  if (build === undefined) return;
  const coat = own === undefined ? rgb(build.coat) : mix(rgb(build.coat), own, kind === 'fox' ? 0.3 : 0.75);
  const under = rgb(build.under);
  const legs = own === undefined ? rgb(build.legs) : mix(rgb(build.legs), scale(own, 0.6), 0.5);
  if (rearing) brush.rotate(-0.06);
  const hip = -build.long / 2;
  const shoulder = build.long / 2;
  drawLegs(brush, build, scale(legs, 0.6), hip + 0.1, shoulder - 0.1, 0.09);
  drawTail(brush, build, coat, under, legs, hip);
  const top = -1 + build.chest;
  limb(
    brush,
    [
      [hip + 0.02, top + 0.03, build.waist * 1.08],
      [hip + build.long * 0.32, top + 0.0, build.waist],
      [shoulder - build.long * 0.24, top + 0.01, build.chest * 0.97],
      [shoulder - 0.02, top - 0.01, build.chest * 0.9],
    ],
    coat,
  );
  limb(
    brush,
    [
      [hip + build.long * 0.36, top + build.waist * 0.76, build.waist * 0.22],
      [shoulder - 0.1, top + build.chest * 0.7, build.chest * 0.26],
      [shoulder + 0.06, top + build.chest * 0.1, build.chest * 0.32],
    ],
    mix(coat, under, 0.8),
  );
  drawLegs(brush, build, legs, hip, shoulder, 0);
  limb(
    brush,
    [
      [hip + 0.0, top + 0.05, build.waist * 0.95],
      [hip + 0.03, -build.leg * 0.72, build.legWidth * 2.1],
    ],
    coat,
  );
  limb(
    brush,
    [
      [shoulder - 0.02, top + 0.05, build.chest * 0.62],
      [shoulder, -build.leg * 0.74, build.legWidth * 1.6],
    ],
    coat,
  );
  drawHeadAndNeck(brush, build, kind, coat, under, shoulder, top);
}

function drawLegs(
  brush: Brush,
  build: Build,
  colour: Rgb,
  hip: number,
  shoulder: number,
  step: number,
): void {
  const w = build.legWidth;
  const knee = -build.leg * 0.5;
  limb(
    brush,
    [
      [hip + 0.02, -build.leg, w * 2.1],
      [hip + 0.07 + step, knee - 0.04, w * 1.25],
      [hip - 0.035 + step * 1.3, knee * 0.55, w * 0.72],
      [hip - 0.01 + step * 1.5, -0.03, w * 0.66],
    ],
    colour,
  );
  limb(
    brush,
    [
      [shoulder, -build.leg, w * 1.8],
      [shoulder + 0.015 - step, knee, w * 0.95],
      [shoulder + 0.01 - step * 1.2, knee * 0.4, w * 0.68],
      [shoulder + 0.015 - step * 1.4, -0.03, w * 0.62],
    ],
    colour,
  );
  for (const x of [hip - 0.01 + step * 1.5, shoulder + 0.015 - step * 1.4])
    disc(brush, x + w * 0.35, -0.018, w * 1.05, 0.024, colour);
}

function drawTail(brush: Brush, build: Build, coat: Rgb, under: Rgb, legs: Rgb, hip: number): void {
  const top = -1 + build.chest * 0.7;
  switch (build.tail) {
    case 'bushy':
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
  build: Build,
  kind: SubjectKind,
  coat: Rgb,
  under: Rgb,
  shoulder: number,
  top: number,
): void {
  const [forward, up, width] = build.neck;
  const headX = shoulder + forward;
  const headY = top - up - build.chest * 0.3;
  const size = build.head;
  if (build.mane === true) {
    limb(
      brush,
      [
        [shoulder - 0.14, top - 0.12, 0.08],
        [shoulder + forward * 0.3, top - up * 0.6 - 0.06, 0.1],
        [headX - 0.05, headY - 0.07, 0.055],
      ],
      scale(rgb(build.legs), 0.7),
    );
  }
  limb(
    brush,
    [
      [shoulder - 0.1, top, build.chest * 0.82],
      [shoulder + forward * 0.45, top - up * 0.5, width * 1.1],
      [headX - 0.01, headY, width * 0.78],
    ],
    coat,
  );
  limb(
    brush,
    [
      [shoulder + 0.06, top + build.chest * 0.12, build.chest * 0.36],
      [shoulder + forward * 0.68, top - up * 0.42, width * 0.5],
      [headX + 0.02, headY + size * 0.5, width * 0.3],
    ],
    mix(coat, under, 0.75),
  );
  drawEar(brush, build, scale(coat, 0.7), headX - size * 0.05, headY - size * 0.55, size);
  disc(brush, headX + size * 0.12, headY, size * 0.82, size * 0.72, coat, 0.25);
  const [long, thick] = build.muzzle;
  limb(
    brush,
    [
      [headX + size * 0.3, headY + size * 0.12, size * 0.52],
      [headX + size * 0.6 + long * 0.4, headY + size * 0.34, thick * 1.15],
      [headX + size * 0.5 + long, headY + size * 0.48, thick * 0.72],
    ],
    coat,
  );
  limb(
    brush,
    [
      [headX + size * 0.4, headY + size * 0.42, size * 0.26],
      [headX + size * 0.45 + long * 0.85, headY + size * 0.58, thick * 0.5],
    ],
    mix(coat, under, 0.85),
  );
  disc(
    brush,
    headX + size * 0.5 + long + thick * 0.3,
    headY + size * 0.42,
    thick * 0.42,
    thick * 0.36,
    [24, 20, 20],
  );
  disc(brush, headX + size * 0.46, headY - size * 0.06, size * 0.095, size * 0.085, [20, 16, 14]);
  drawEar(brush, build, coat, headX - size * 0.2, headY - size * 0.5, size);
  if (build.trunk === true) {
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
  if (build.antlers === true && kind === 'deer') drawAntlers(brush, headX, headY - size * 0.6);
}

function drawEar(brush: Brush, build: Build, colour: Rgb, x: number, y: number, size: number): void {
  switch (build.ear) {
    case 'pointed':
      outline(
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
    case 'long':
      disc(brush, x - size * 0.05, y - size * 0.66, size * 0.2, size * 0.95, colour, -0.22);
      return;
    case 'fan':
      outline(
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
