import { css, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import { createRandom } from '../random/random.ts';
import { paintSky } from '../sky/paint-sky.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { type Brush, createPlate, plateItem, type Stage } from '../stage/stage.ts';
import { catalogueEntry } from '../subjects/catalogue.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { corners, disc, fillShape, joints, limb } from '../subjects/shape.ts';
import { createSprite } from '../subjects/sprite.ts';
import { paintWater } from '../water/paint-water.ts';
import { paintFarRange } from './shared-land.ts';

/** Paints head and shoulders in profile against the light: a silhouette with a lit rim, not a likeness. */
export function paintPortrait(stage: Stage): void {
  const { view, palette, scene } = stage;
  paintSky(stage);
  const seafarer = scene.words.some((word) =>
    ['fisherman', 'sailor', 'captain', 'pirate', 'sea', 'surfer'].includes(word),
  );
  if (seafarer) paintWater(stage, { top: view.horizon, eyeHeight: 6, roughness: 0.4, foam: 0.2, depth: 0.3 });
  else {
    paintFarRange(stage, 0.6);
    paintWater(stage, {
      top: view.horizon + view.unit * 0.05,
      eyeHeight: 8,
      roughness: 0.12,
      foam: 0,
      depth: 0.3,
      clarity: 0.9,
    });
  }
  const { plate, brush } = createPlate(view, 0.35);
  brush.globalCompositeOperation = 'screen';
  drawGlow(brush, view.focusX, view.height * 0.42, view.unit * 0.62, css(palette.glow, 0.62));
  stage.items.push({
    ...plateItem(plate, 0.35),
    draw: (context) => {
      context.globalCompositeOperation = 'screen';
      context.drawImage(plate.canvas, plate.x, plate.y);
      context.globalCompositeOperation = 'source-over';
    },
  });
  const flipped = view.focusX > view.width / 2;
  const x = view.width / 2 + (view.focusX - view.width / 2) * 0.55;
  if (paintNonHumanSitter(stage, x)) return;
  const size = Math.min(view.height * 0.98, view.unit * 1.02);
  const box = { size, left: 0.75, right: 0.62, up: 0.95, down: 0.12, hazeAmount: 0.03, flipped };
  const sprite = createSprite(stage, box, (canvas) => drawBust(canvas, stage));
  const y = view.height;
  stage.items.push({
    depth: 0.7,
    draw(context, tSeconds) {
      // Breathing is slow and hardly lifts the shoulders.
      context.drawImage(
        sprite.canvas,
        x - sprite.footX,
        y - sprite.footY - Math.sin(tSeconds * 1.3) * view.unit * 0.002,
      );
    },
  });
  paintInFrontOfSitter(stage, x);
}

const PEOPLE: ReadonlySet<SubjectKind> = new Set(['person', 'couple', 'monk', 'dancer']);
/** Subjects other than people that can sit for a portrait: shown from the waist up, facing the viewer. */
const SITTERS: ReadonlySet<SubjectKind> = new Set(['robot', 'astronaut', 'owl']);

const isSmall = (kind: SubjectKind): boolean => {
  const entry = catalogueEntry(kind);
  return entry !== undefined && entry.habitat === 'ground' && entry.size < 0.7 && entry.extent[0] < 1.6;
};

/** Small subjects are placed in front of the sitter, in the lower corner. */
function paintInFrontOfSitter(stage: Stage, x: number): void {
  const { view } = stage;
  const ground = {
    x: view.width - x * 0.9,
    y: view.height * 0.985,
    depth: 0.85,
    hazeAmount: 0,
    on: 'ground',
  } as const;
  paintSubjects(stage, { ground: { ...ground, size: view.unit * 0.46 } });
}

/**
 * Paints large subjects behind the sitter, and the sitter itself if it is not a person. Returns whether it
 * was painted.
 */
function paintNonHumanSitter(stage: Stage, x: number): boolean {
  const { view, scene } = stage;
  const first = scene.subjects[0]?.kind;
  const hasSitter = first !== undefined && SITTERS.has(first);
  for (const kind of PEOPLE) stage.placed.add(kind);
  const place = { depth: 0.5, hazeAmount: 0.12, on: 'ground' } as const;
  const behind = { ...place, x: view.width - x * 0.96, y: view.height * 0.84, size: view.unit * 0.34 };
  const aloft = {
    ...behind,
    x: view.width * (x > view.width / 2 ? 0.17 : 0.83),
    y: view.height * 0.4,
    on: 'air',
  } as const;
  paintSubjects(
    stage,
    { ground: aloft },
    (kind) => !(hasSitter && kind === first) && catalogueEntry(kind)?.habitat === 'air',
  );
  paintSubjects(stage, { ground: behind }, (kind) => !(hasSitter && kind === first) && !isSmall(kind));
  if (!hasSitter) return false;
  const near = { ...place, depth: 0.7, hazeAmount: 0, x, y: view.height * 1.32, size: view.unit * 1.3 };
  stage.placed.clear();
  paintSubjects(stage, { ground: near }, (kind) => kind === first);
  paintInFrontOfSitter(stage, x);
  return true;
}

/** Draws a head in profile facing right; the prompt's words decide hat, hair, beard and age. */
function drawBust(brush: Brush, stage: Stage): void {
  const { scene } = stage;
  const has = (...names: string[]) => names.some((name) => scene.words.includes(name));
  const random = createRandom(scene.root, 'bust');
  const old = has('old', 'elderly', 'grandmother', 'grandfather', 'ancient', 'aged');
  const woman = has('woman', 'girl', 'lady', 'queen', 'princess', 'mother', 'grandmother', 'bride', 'witch');
  const skin = rgb(['#c08a68', '#a87350', '#d3a582', '#8a5a3e'][Math.floor(random() * 4)] as string);
  const hair = old
    ? rgb('#cfcac2')
    : rgb(['#3a261b', '#5b3a22', '#1f1a1a', '#7a4a24'][Math.floor(random() * 4)] as string);
  const cloth =
    scene.subjects[0]?.colour ??
    rgb(
      has('fisherman', 'sailor')
        ? '#2f4a63'
        : (['#4a3d52', '#3f4f46', '#6b3a34', '#37475a'][Math.floor(random() * 4)] as string),
    );
  if (woman)
    limb(
      brush,
      joints('-0.06 -0.72 0.16, -0.15 -0.5 0.15, -0.19 -0.26 0.12, -0.16 -0.08 0.06'),
      scale(hair, 0.85),
    );
  limb(brush, joints('-0.05 -0.2 0.12, -0.035 -0.36 0.098, 0.0 -0.48 0.1'), scale(skin, 0.82));
  fillShape(
    brush,
    corners(
      '-0.62 0.14, -0.56 -0.1, -0.36 -0.22, -0.13 -0.285, 0.08 -0.26, 0.26 -0.19, 0.43 -0.06, 0.5 0.14',
    ),
    cloth,
    true,
  );
  fillShape(brush, profileOf(old), skin, true);
  disc(brush, -0.035, -0.555, 0.03, 0.045, scale(skin, 0.8), 0.2);
  drawHair(brush, hair, woman, old && !woman);
  if (!woman && (old || has('fisherman', 'bearded', 'beard', 'pirate', 'captain', 'wizard', 'king')))
    drawBeard(brush, hair, random);
  limb(brush, joints('0.085 -0.655 0.01, 0.15 -0.668 0.012, 0.19 -0.655 0.006'), scale(hair, 0.8));
  limb(brush, joints('0.12 -0.617 0.007, 0.165 -0.617 0.009, 0.185 -0.612 0.003'), [30, 22, 18]);
  if (old)
    for (const y of [-0.6, -0.585, -0.57])
      limb(
        brush,
        [
          [0.07, y, 0.002],
          [0.045, y + (y + 0.585) * 1.3, 0.001],
        ],
        scale(skin, 0.6),
      );
  drawCollar(brush, cloth, has('fisherman', 'sailor', 'captain', 'winter', 'snow'));
  if (has('fisherman', 'sailor', 'captain', 'pirate', 'beanie'))
    drawCap(brush, has('captain'), scale(cloth, 0.78));
  else if (has('hat', 'cowboy', 'farmer', 'detective', 'wizard', 'witch')) drawBrim(brush, scale(cloth, 0.7));
}

function profileOf(old: boolean): [number, number][] {
  const sag = old ? 0.008 : 0;
  return [
    [-0.13, -0.44],
    [-0.175, -0.6],
    [-0.15, -0.76],
    [-0.04, -0.85],
    [0.08, -0.84],
    [0.165, -0.76],
    [0.188, -0.67],
    [0.18, -0.628],
    [0.205, -0.575],
    [0.245, -0.53 + sag],
    [0.228, -0.508 + sag],
    [0.19, -0.503],
    [0.203, -0.475],
    [0.198, -0.458],
    [0.205, -0.435],
    [0.182, -0.412],
    [0.188, -0.375 - sag],
    [0.15, -0.345],
    [0.07, -0.36],
    [0.0, -0.42],
  ];
}

function drawHair(brush: Brush, hair: Rgb, long: boolean, thin: boolean): void {
  fillShape(
    brush,
    thin
      ? [
          [0.0, -0.8],
          [-0.12, -0.83],
          [-0.2, -0.7],
          [-0.19, -0.52],
          [-0.11, -0.45],
          [-0.07, -0.53],
          [-0.05, -0.64],
          [-0.06, -0.74],
        ]
      : [
          [0.175, -0.735],
          [0.13, -0.84],
          [0.0, -0.9],
          [-0.13, -0.86],
          [-0.215, -0.71],
          [-0.19, long ? -0.42 : -0.5],
          [-0.1, long ? -0.4 : -0.47],
          [-0.06, -0.56],
          [-0.02, -0.66],
          [0.06, -0.735],
        ],
    hair,
    true,
  );
  for (let strand = 0; strand < 9; strand++) {
    limb(
      brush,
      [
        [0.02 - strand * 0.024, -0.86 + strand * 0.012, 0.003],
        [-0.1 - strand * 0.01, -0.7 + strand * 0.02, 0.004],
        [-0.11 - strand * 0.006, -0.52, 0.002],
      ],
      mix(hair, [255, 255, 255], strand % 3 === 0 ? 0.16 : 0.05),
    );
  }
}

function drawBeard(brush: Brush, hair: Rgb, random: () => number): void {
  fillShape(
    brush,
    corners(
      '-0.05 -0.52, 0.06 -0.46, 0.13 -0.475, 0.207 -0.483, 0.215 -0.44, 0.225 -0.36, 0.19 -0.25, 0.09 -0.215, 0.0 -0.29, -0.055 -0.42',
    ),
    hair,
    true,
  );
  for (let strand = 0; strand < 26; strand++) {
    const x = -0.02 + random() * 0.21;
    limb(
      brush,
      [
        [x, -0.45 + random() * 0.06, 0.003],
        [x + 0.015, -0.36, 0.004],
        [x + (random() - 0.4) * 0.03, -0.25 + random() * 0.03, 0.0015],
      ],
      random() < 0.5 ? scale(hair, 0.8) : mix(hair, [255, 255, 255], 0.3),
    );
  }
  limb(
    brush,
    joints('0.12 -0.488 0.013, 0.18 -0.492 0.018, 0.215 -0.478 0.008'),
    mix(hair, [255, 255, 255], 0.12),
  );
}

function drawCollar(brush: Brush, cloth: Rgb, high: boolean): void {
  if (high) limb(brush, joints('-0.19 -0.29 0.05, -0.03 -0.255 0.075, 0.11 -0.25 0.05'), scale(cloth, 0.82));
  else
    fillShape(
      brush,
      corners('-0.2 -0.27, -0.06 -0.32, 0.09 -0.26, 0.13 -0.16, 0.02 -0.2, -0.1 -0.18'),
      scale(cloth, 0.7),
    );
}

function drawCap(brush: Brush, peaked: boolean, colour: Rgb): void {
  fillShape(
    brush,
    corners('-0.215 -0.68, -0.2 -0.85, -0.06 -0.945, 0.1 -0.92, 0.19 -0.8, 0.195 -0.715, 0 -0.69'),
    colour,
    true,
  );
  limb(brush, joints('-0.2 -0.69 0.034, 0 -0.7 0.038, 0.185 -0.735 0.034'), scale(colour, 0.8));
  if (peaked) limb(brush, joints('0.12 -0.72 0.018, 0.22 -0.705 0.016, 0.3 -0.68 0.008'), [20, 20, 24]);
}

function drawBrim(brush: Brush, colour: Rgb): void {
  fillShape(
    brush,
    corners('-0.19 -0.74, -0.15 -0.93, -0.03 -0.985, 0.1 -0.96, 0.17 -0.9, 0.185 -0.76'),
    colour,
    true,
  );
  limb(
    brush,
    joints('-0.42 -0.7 0.01, -0.18 -0.755 0.024, 0.16 -0.765 0.024, 0.4 -0.73 0.01'),
    scale(colour, 0.82),
  );
}
