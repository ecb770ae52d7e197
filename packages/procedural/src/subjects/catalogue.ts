import type { Scene, Subject, SubjectKind } from '../prompt/scene.ts';
import type { Random } from '../random/random.ts';
import type { Brush } from '../stage/stage.ts';
import { drawBridge } from './bridge.ts';
import { drawBuildingSubject } from './buildings.ts';
import { drawHuman } from './human.ts';
import { drawQuadruped, isQuadruped } from './quadruped.ts';
import { drawRabbit } from './rabbit.ts';
import { drawSeaCreature } from './sea-life.ts';
import { limb } from './shape.ts';
import { drawSmallSubject } from './small-subjects.ts';
import { drawTableItem } from './still-life.ts';
import { drawVessel } from './vessels.ts';
import { drawButterfly } from './winged.ts';

/**
 * How to place and draw a subject. `size` is its height relative to others, `extent` the bounds of its
 * drawing.
 */
export interface CatalogueEntry {
  readonly habitat: 'ground' | 'water' | 'air' | 'sea' | 'span';
  readonly size: number;
  readonly extent: readonly [left: number, right: number, up: number, down: number];
  /** Poses from -1 to 1 of a swimming or fluttering subject, each drawn once. */
  readonly beats?: readonly number[];
  draw(brush: Brush, subject: Subject, scene: Scene, random: Random, beat: number): void;
}

const house = (size: number, extent: number): CatalogueEntry => ({
  habitat: 'ground',
  size,
  extent: [extent, extent, 1.06, 0.02],
  draw: (brush, subject, scene) =>
    drawBuildingSubject(brush, subject.kind, {
      requestedColour: subject.colour,
      lamps: scene.time !== 'day' && scene.time !== 'golden',
    }),
});
const vessel = (habitat: CatalogueEntry['habitat'], size: number, extent: number): CatalogueEntry => ({
  habitat,
  size,
  extent: [extent, extent, 1.06, 0.08],
  draw: (brush, subject) => drawVessel(brush, subject.kind, subject.colour),
});
const human = (size: number): CatalogueEntry => ({
  habitat: 'ground',
  size,
  extent: [0.52, 0.52, 1.28, 0.03],
  draw: (brush, subject, scene) => drawHuman(brush, subject.kind, subject.colour, scene.words),
});
const smallSubject = (habitat: CatalogueEntry['habitat'], size: number, extent: number): CatalogueEntry => ({
  habitat,
  size,
  extent: [extent, extent, 1.34, 0.06],
  draw: (brush, subject, _scene, random) => drawSmallSubject(brush, subject.kind, subject.colour, random),
});
const BEATS = [-1, -0.5, 0, 0.5, 1];
const seaCreature = (size: number): CatalogueEntry => ({
  habitat: 'sea',
  size,
  beats: BEATS,
  extent: [0.72, 0.62, 0.56, 0.56],
  draw: (brush, subject, _scene, _random, beat) => drawSeaCreature(brush, subject.kind, subject.colour, beat),
});
/** An object that usually stands on a table, placed on the ground. */
const household = (size: number): CatalogueEntry => ({
  habitat: 'ground',
  size,
  extent: [0.8, 0.8, 1.2, 0.16],
  draw: (brush, subject, _scene, random) => drawTableItem(brush, subject, random),
});
const quadruped = (size: number): CatalogueEntry => ({
  habitat: 'ground',
  size,
  extent: [1.4, 1.35, 1.95, 0.03],
  draw(brush, subject, scene) {
    drawQuadruped(brush, subject.kind, subject.colour);
    if (scene.features.includes('rider')) drawRider(brush, scene);
  },
});

/** Draws a rider: the upper body of the figure on the animal's back, and one leg. */
function drawRider(brush: Brush, scene: Scene): void {
  const rider = scene.subjects.find(({ kind }) => ['astronaut', 'person', 'robot', 'monk'].includes(kind));
  const kind: SubjectKind = rider?.kind === 'astronaut' ? 'astronaut' : 'person';
  brush.save();
  brush.translate(-0.06, -0.62);
  brush.scale(0.92, 0.92);
  brush.beginPath();
  brush.rect(-1, -1.5, 2, 1.1);
  brush.clip();
  drawHuman(brush, kind, rider?.colour, scene.words);
  brush.restore();
  const cloth =
    rider?.colour ?? (kind === 'astronaut' ? ([214, 216, 222] as const) : ([70, 62, 58] as const));
  const half = kind === 'astronaut' ? 0.07 : 0.05;
  limb(
    brush,
    [
      [-0.05, -1.0, half * 1.2],
      [0.09, -0.84, half],
      [0.05, -0.6, half * 0.8],
    ],
    cloth,
  );
  limb(
    brush,
    [
      [0.05, -0.56, half * 0.8],
      [0.12, -0.53, half * 0.6],
    ],
    [48, 42, 40],
  );
}

const ENTRIES: Partial<Record<SubjectKind, CatalogueEntry>> = {
  lighthouse: house(1, 0.4),
  cottage: house(0.46, 0.76),
  castle: house(1.05, 0.62),
  pagoda: house(1, 0.42),
  temple: house(0.55, 0.8),
  windmill: house(0.9, 0.4),
  torii: house(0.72, 0.7),
  tower: house(1.3, 0.2),
  sailboat: vessel('water', 0.9, 0.5),
  ship: vessel('water', 0.5, 1.02),
  rowboat: vessel('water', 0.34, 1.05),
  balloon: vessel('air', 0.7, 0.5),
  rocket: vessel('air', 1, 0.34),
  car: vessel('ground', 0.36, 1.2),
  train: vessel('ground', 0.26, 6.4),
  robot: { ...vessel('ground', 0.9, 0.4) },
  ufo: vessel('air', 0.36, 1),
  person: human(0.78),
  couple: human(0.72),
  astronaut: human(0.8),
  monk: human(0.7),
  dancer: human(0.8),
  mushroom: smallSubject('ground', 0.42, 0.52),
  crystal: smallSubject('ground', 0.7, 0.5),
  bridge: {
    habitat: 'span',
    size: 1.5,
    extent: [3.2, 3.2, 0.5, 0.3],
    draw: (brush, subject) => drawBridge(brush, subject.colour),
  },
  campfire: smallSubject('ground', 0.24, 0.66),
  lantern: smallSubject('air', 0.38, 0.4),
  owl: smallSubject('ground', 0.5, 0.4),
  dragon: smallSubject('air', 0.72, 1.3),
  flower: smallSubject('ground', 0.8, 0.34),
  whale: seaCreature(1.9),
  fish: seaCreature(0.5),
  jellyfish: seaCreature(0.8),
  turtle: seaCreature(0.85),
  butterfly: {
    habitat: 'air',
    size: 0.4,
    extent: [0.6, 0.6, 0.6, 0.5],
    beats: BEATS,
    draw: (brush, subject, _scene, _random, beat) => drawButterfly(brush, subject.colour, beat),
  },
  rabbit: {
    habitat: 'ground',
    size: 0.34,
    extent: [0.6, 0.6, 1.4, 0.03],
    draw: (brush, subject) => drawRabbit(brush, subject.colour ?? [152, 122, 96]),
  },
  cup: household(0.4),
  book: household(0.4),
  candle: household(0.5),
  fruit: household(0.42),
  bottle: household(0.6),
  vase: household(0.62),
};
const QUADRUPED_SIZES: Partial<Record<SubjectKind, number>> = {
  fox: 0.56,
  wolf: 0.64,
  dog: 0.56,
  cat: 0.46,
  deer: 0.72,
  horse: 0.82,
  bear: 0.66,
  elephant: 0.95,
};

export function catalogueEntry(kind: SubjectKind): CatalogueEntry | undefined {
  if (isQuadruped(kind)) return quadruped(QUADRUPED_SIZES[kind] ?? 0.6);
  return ENTRIES[kind];
}
