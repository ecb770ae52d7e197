import type { Site } from '../backdrops/site.ts';
import { css } from '../colour/colour.ts';
import type { Backdrop, Subject, SubjectKind } from '../prompt/scene.ts';
import { between, createRandom, pick, type Random } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import { type CatalogueEntry, catalogueEntry } from './catalogue.ts';
import { addEffects } from './effects.ts';
import { addFlock } from './flock.ts';
import { paintLoneTree } from './lone-tree.ts';
import { createSprite, type Sprite } from './sprite.ts';
import { GORES } from './vessels.ts';

/** Sites that a backdrop offers. */
export interface Sites {
  readonly ground?: Site;
  readonly water?: Site;
}

/** Backdrops that offer ground and water in separate calls: a boat waits until the water is painted. */
const SEPARATE_WATER: ReadonlySet<Backdrop> = new Set(['garden', 'island']);

/**
 * Places each subject that these sites can hold on the stage, once; `allowed` leaves some for a later call.
 * If a backdrop has no water, boats are placed on dry ground and sea creatures in the air, because every
 * named subject must be visible.
 */
export function paintSubjects(
  stage: Stage,
  sites: Sites,
  allowed: (kind: SubjectKind) => boolean = () => true,
): void {
  const { scene } = stage;
  const hasRider =
    scene.features.includes('rider') &&
    scene.subjects.some(
      ({ kind }) => kind === 'horse' || kind === 'dragon' || kind === 'elephant' || kind === 'deer',
    );
  const occupied = new Map<Site, number>();
  for (const subject of scene.subjects) {
    if (stage.placed.has(subject.kind) || !allowed(subject.kind)) continue;
    if (hasRider && ['astronaut', 'person', 'monk'].includes(subject.kind)) continue;
    const random = createRandom(scene.root, `subject ${subject.kind}`);
    if (subject.kind === 'tree' && sites.ground !== undefined) {
      stage.placed.add(subject.kind);
      paintLoneTree(stage, sites.ground, random);
      continue;
    }
    const entry = catalogueEntry(subject.kind);
    if (entry === undefined) continue;
    const site = siteFor(stage, entry, sites);
    if (site === undefined) continue;
    const before = occupied.get(site) ?? 0;
    occupied.set(site, before + 1);
    stage.placed.add(subject.kind);
    placeEach(stage, subject, entry, before === 0 ? site : beside(stage, site, before), random);
  }
  if (!stage.placed.has('birds') && (sites.ground ?? sites.water) !== undefined) addFlock(stage);
}

/** Words that put a sea creature into the air even if there is water. */
const FLYING_WORDS = /\b(in|through|across) the (\w+ )?sky\b|\bflying\b/iu;

function siteFor(stage: Stage, entry: CatalogueEntry, sites: Sites): Site | undefined {
  const { view, scene } = stage;
  const dry = SEPARATE_WATER.has(scene.backdrop) ? undefined : sites.ground;
  const under = dry ?? sites.water;
  const overhead: Site | undefined = under && {
    ...under,
    y: Math.min(under.y, view.horizon) * 0.6,
    depth: 0.45,
    hazeAmount: 0.02,
    on: 'air',
  };
  switch (entry.habitat) {
    case 'water':
      return sites.water ?? dry;
    case 'sea':
      return FLYING_WORDS.test(scene.prompt.slice(0, 2000)) ? overhead : (sites.water ?? overhead);
    case 'span':
      return sites.water ?? sites.ground;
    case 'ground':
      return sites.ground;
    case 'air':
      return sites.ground ?? sites.water;
  }
}

/** The site of a second or third subject: on the other side of the focus. */
function beside(stage: Stage, site: Site, occupied: number): Site {
  const side = site.x > stage.view.width / 2 ? -1 : 1;
  return { ...site, x: site.x + side * stage.view.unit * 0.24 * occupied };
}

/** A subject smaller than this fraction of the shorter side would be overlooked. */
const MIN_SIZE = 0.15;

/** Long, low subjects may be less high. */
function sizeAgainstHeight(entry: CatalogueEntry): number {
  const [left, right] = entry.extent;
  return Math.min(1, 1.5 / (left + right));
}

function placeEach(stage: Stage, subject: Subject, entry: CatalogueEntry, site: Site, random: Random): void {
  const { view } = stage;
  const facesLeft = site.x > view.width / 2;
  for (let index = 0; index < subject.count; index++) {
    const far = index / Math.max(1, subject.count);
    const aloft = entry.habitat === 'air';
    const spread = index === 0 ? 0 : view.width * between(random, 0.14, 0.5) * (index % 2 === 0 ? 1 : -1);
    const usual = Math.max(site.size * entry.size, view.unit * MIN_SIZE * sizeAgainstHeight(entry));
    const size = usual * (index === 0 ? 1 : between(random, 0.4, 0.8) * (aloft ? 0.85 : 1));
    const margin =
      entry.habitat === 'sea'
        ? Math.min(view.width / 2, size * 0.66)
        : entry.habitat === 'span'
          ? view.width / 2
          : view.width * 0.06;
    const x = Math.max(margin, Math.min(view.width - margin, site.x + spread));
    const y = aloft
      ? heightAloft(stage, subject, site, index, random)
      : entry.habitat === 'sea'
        ? site.y + between(random, -0.12, 0.16) * view.unit * Math.min(1, index)
        : site.y + (index === 0 ? 0 : -size * 0.06);
    const colour = subject.colour ?? (subject.kind === 'balloon' ? pick(random, GORES) : undefined);
    const coloured = colour === undefined ? subject : { ...subject, colour };
    place(
      stage,
      coloured,
      entry,
      { ...site, x, y, hazeAmount: site.hazeAmount + far * 0.2 },
      size,
      facesLeft,
      random,
    );
  }
}

function heightAloft(stage: Stage, subject: Subject, site: Site, index: number, random: Random): number {
  const { view } = stage;
  if (site.on === 'air') return site.y;
  if (subject.kind === 'butterfly')
    return site.y - view.unit * (index === 0 ? 0.12 : between(random, 0.06, 0.34));
  if (subject.kind === 'lantern') return view.horizon - view.unit * between(random, -0.02, 0.4);
  const base = subject.kind === 'rocket' ? 0.62 : subject.kind === 'ufo' ? 0.42 : 0.5;
  return view.horizon * (index === 0 ? base + 0.12 : between(random, 0.24, 0.8));
}

function place(
  stage: Stage,
  subject: Subject,
  entry: CatalogueEntry,
  site: Site,
  size: number,
  flipped: boolean,
  random: Random,
): void {
  const [left, right, up, down] = entry.extent;
  const beats = entry.beats ?? [0];
  const sprites = beats.map((beat) =>
    createSprite(
      stage,
      { size, left, right, up, down, hazeAmount: Math.min(0.8, site.hazeAmount), flipped },
      (brush) => entry.draw(brush, subject, stage.scene, random, beat),
    ),
  );
  const still = sprites[Math.floor(sprites.length / 2)] as Sprite;
  const standing = entry.habitat === 'ground' || entry.habitat === 'water';
  if (standing && site.on === 'ground') dropShadow(stage, site, size);
  addEffects(stage, subject.kind, site, size, flipped, 'behind');
  const phase = random() * 7;
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      const pose = poseOf(entry, site, tSeconds, phase, size, flipped, stage.view.unit);
      const sprite =
        sprites.length === 1
          ? still
          : (sprites[Math.round((Math.sin(tSeconds * 2.4 + phase) + 1) * 2)] as Sprite);
      context.translate(site.x + pose.x, site.y + pose.y);
      context.rotate(pose.turn);
      if (entry.habitat === 'water' && site.on === 'water') {
        context.save();
        context.globalAlpha = 0.34;
        context.scale(1, -0.55);
        context.drawImage(still.canvas, -still.footX, -still.footY);
        context.restore();
      }
      context.drawImage(sprite.canvas, -sprite.footX, -sprite.footY);
    },
  });
  addEffects(stage, subject.kind, site, size, flipped, 'front');
}

/** Displacement of a subject over time; zero at t = 0. */
function poseOf(
  entry: CatalogueEntry,
  site: Site,
  t: number,
  phase: number,
  size: number,
  flipped: boolean,
  unit: number,
): { x: number; y: number; turn: number } {
  const wave = Math.sin(t * 0.9 + phase) - Math.sin(phase);
  const heading = flipped ? -1 : 1;
  switch (entry.habitat) {
    case 'water':
      if (site.on === 'ground') return { x: 0, y: 0, turn: 0 };
      return {
        x: heading * t * unit * 0.004,
        y: wave * size * 0.02,
        turn: 0.025 * Math.sin(t * 1.1 + phase),
      };
    case 'air':
      return {
        x: wave * unit * 0.006 + (site.on === 'air' ? 0 : t * unit * 0.003),
        y: (Math.sin(t * 0.6 + phase) - Math.sin(phase)) * unit * 0.007,
        turn: 0.012 * Math.sin(t * 0.8 + phase),
      };
    case 'sea':
      return { x: heading * t * unit * 0.012, y: wave * unit * 0.01, turn: 0.03 * Math.sin(t * 0.8 + phase) };
    case 'ground':
    case 'span':
      return { x: 0, y: 0, turn: 0 };
  }
}

function dropShadow(stage: Stage, site: Site, size: number): void {
  const { view, palette } = stage;
  const away = view.light[0] > 0 ? -1 : 1;
  stage.items.push({
    depth: site.depth,
    draw(context) {
      context.translate(site.x + away * size * 0.22, site.y);
      context.scale(1, 0.13);
      const shade = context.createRadialGradient(0, 0, 0, 0, 0, size * 0.68);
      shade.addColorStop(0, css(palette.zenith, 0.5));
      shade.addColorStop(1, css(palette.zenith, 0));
      context.fillStyle = shade;
      context.fillRect(-size, -size, size * 2, size * 2);
    },
  });
}
