import type { Ambience, LightningStrike, Water, Weather } from '../ambience.ts';
import { between, createRandom, type Random } from '../random/random.ts';
import type { Backdrop, Feature, Scene } from './scene.ts';

/** Longer than any video, so that every length has its own lightning. */
const STRIKES_UNTIL_SECONDS = 60;
const WIND: Readonly<Record<Weather, number>> = {
  clear: 0.22,
  cloudy: 0.35,
  fog: 0.1,
  rain: 0.38,
  storm: 0.85,
  snow: 0.3,
  wind: 0.9,
};
const LEVEL: Readonly<Record<Weather, number>> = {
  clear: 0,
  cloudy: 0.5,
  fog: 0.7,
  rain: 0.7,
  storm: 0.95,
  snow: 0.65,
  wind: 0.8,
};
const QUIET_BACKDROPS: readonly Backdrop[] = [
  'space',
  'moon',
  'abstract',
  'underwater',
  'table',
  'portrait',
  'hall',
  'bloom',
];
const WATERS: Partial<Record<Backdrop, Water>> = {
  lake: 'still',
  river: 'stream',
  sea: 'surf',
  coast: 'surf',
  island: 'surf',
  underwater: 'underwater',
};

/** Derives what moves and sounds in the scene; lightning only in a storm. */
export function deriveAmbience(scene: Omit<Scene, 'ambience'>): Ambience {
  const random = createRandom(scene.root, 'ambience');
  const { backdrop, weather, time } = scene;
  const has = (feature: Feature) => scene.features.includes(feature);
  const night = time === 'night' || time === 'dusk';
  const quiet = QUIET_BACKDROPS.includes(backdrop);
  const harsh = weather === 'storm' || weather === 'rain' || weather === 'snow' || has('snowcover');
  const green = ['forest', 'garden', 'meadow', 'hills', 'lake', 'river', 'village'].includes(backdrop);
  const urban = backdrop === 'city' || backdrop === 'street';
  return Object.freeze({
    weather,
    weatherLevel: LEVEL[weather],
    wind: quiet ? 0.08 : WIND[weather],
    water: has('waterfall') ? 'waterfall' : (WATERS[backdrop] ?? waterBeyond(scene)),
    birds:
      quiet || harsh || night
        ? 0
        : has('birdsong')
          ? 1
          : green
            ? 0.7
            : backdrop === 'coast' || backdrop === 'sea'
              ? 0.5
              : 0.15,
    insects: quiet || harsh ? 0 : green ? (night ? 0.8 : 0.25) : backdrop === 'desert' && night ? 0.4 : 0,
    traffic: urban ? 0.8 : scene.subjects.some(({ kind }) => kind === 'car') ? 0.4 : 0,
    fire: fireOf(scene),
    space: backdrop === 'space' ? 1 : backdrop === 'moon' ? 0.8 : backdrop === 'abstract' ? 0.4 : 0,
    mood: scene.mood,
    lightning: weather === 'storm' ? drawStrikes(random) : [],
    surfPeriodSeconds: between(random, 5.5, 8) * (weather === 'storm' ? 0.7 : 1),
    phase: random(),
  });
}

function waterBeyond(scene: Omit<Scene, 'ambience'>): Water {
  return (scene.farBackdrop && WATERS[scene.farBackdrop]) ?? (scene.backdrop === 'garden' ? 'still' : 'none');
}

function fireOf(scene: Omit<Scene, 'ambience'>): number {
  if (scene.backdrop === 'volcano') return 0.8;
  if (scene.subjects.some(({ kind }) => kind === 'campfire' || kind === 'dragon')) return 0.9;
  return scene.subjects.some(({ kind }) => kind === 'candle') ? 0.15 : 0;
}

function drawStrikes(random: Random): readonly LightningStrike[] {
  const strikes: LightningStrike[] = [];
  let atSeconds = between(random, 0.7, 1.6);
  while (atSeconds < STRIKES_UNTIL_SECONDS) {
    strikes.push({ atSeconds, x: between(random, 0.12, 0.88), distanceKm: between(random, 0.25, 1.3) });
    atSeconds += between(random, 1.6, 4.5);
  }
  return strikes;
}
