import type { Mood, Weather } from '../ambience.ts';
import type { Rgb } from '../colour/colour.ts';
import { createRandom, hashText, mixBits, pick } from '../random/random.ts';
import { BACKDROPS } from './backdrop-lexicon.ts';
import { chooseBackdrop } from './choose-backdrop.ts';
import { namedColour } from './colour-words.ts';
import { deriveAmbience } from './derive-ambience.ts';
import { createFinder, type Hit, splitWords } from './lexicon.ts';
import type { Backdrop, Camera, Feature, Medium, Move, Scene, Subject, TimeOfDay } from './scene.ts';
import { MEDIA, MOODS, MOVES, PACE, SHOTS, TIMELAPSE, TIMES, WEATHERS } from './scene-lexicon.ts';
import { FEATURES, SUBJECTS } from './subject-lexicon.ts';

const find = {
  backdrop: createFinder(BACKDROPS),
  subject: createFinder(SUBJECTS),
  feature: createFinder(FEATURES),
  time: createFinder(TIMES),
  weather: createFinder(WEATHERS),
  mood: createFinder(MOODS),
  medium: createFinder(MEDIA),
  shot: createFinder(SHOTS),
  move: createFinder(MOVES),
  pace: createFinder(PACE),
  timelapse: createFinder(TIMELAPSE),
};
const NEGATIONS = new Set(['no', 'not', 'without', 'never', 'nor']);
const MANY = new Set([
  'many',
  'several',
  'flock',
  'herd',
  'group',
  'dozens',
  'hundreds',
  'school',
  'pod',
  'pack',
]);
export const COUNTS: ReadonlyMap<string, number> = new Map([
  ['two', 2],
  ['pair', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
]);
/**
 * A colour before one of these words applies to the whole image; before an unknown noun it applies to that
 * thing.
 */
const WHOLE_IMAGE_WORDS = new Set([
  'and',
  'or',
  'with',
  'in',
  'at',
  'on',
  'over',
  'under',
  'tone',
  'tones',
  'palette',
  'hue',
  'hues',
  'color',
  'colors',
  'colour',
  'colours',
  'light',
  'lights',
  'glow',
  'theme',
  'mood',
  'gradient',
  'neon',
  'sky',
  'skies',
  'haze',
  'mist',
  'fog',
  'atmosphere',
  'lighting',
  'night',
  'sunset',
  'sunrise',
  'dawn',
  'dusk',
  'background',
  'shades',
  'tinted',
  'world',
  'landscape',
  'scene',
  'clouds',
]);
/** Colours that things have anyway: green hills do not request a green sky. */
const EXPECTED_COLOURS: ReadonlyMap<string, RegExp> = new Map([
  [
    'green',
    /^(hill|meadow|forest|valley|field|grass|garden|tree|leaves|jungle|park|wood|pasture|plain|rolling)/u,
  ],
  ['blue', /^(sky|skies|sea|ocean|lake|water|hour|river|lagoon)/u],
  ['white', /^(snow|cloud|mountain|peak|sand|beach)/u],
  ['golden', /^(sand|dune|desert|light|beach|hour)/u],
  ['grey', /^(sky|cloud|rock|stone)/u],
]);
/** More words add nothing that an image could show, and parsing must stay fast. */
const MAX_WORDS = 400;

/** Parses a prompt into a scene. Pure: the same text and seed give the same scene. */
export function parsePrompt(prompt: string, seed: number): Scene {
  const words = splitWords(prompt).slice(0, MAX_WORDS);
  const root = mixBits(seed ^ hashText(words.length > 0 ? words.join(' ') : prompt));
  const found = findAll(words);
  const subjects = readSubjects(words, found.subject);
  const namedFeatures = readFeatures(found);
  const { backdrop, farBackdrop } = chooseBackdrop(words, found.backdrop, subjects, namedFeatures);
  const features: readonly Feature[] =
    backdrop === 'snowfield' && !namedFeatures.includes('snowcover')
      ? [...namedFeatures, 'snowcover']
      : namedFeatures;
  const weather = readWeather(found.weather, backdrop);
  const time = readTime(found.time, features, subjects, backdrop, root);
  const mood = found.mood[0]?.value ?? moodOf(weather, time, backdrop, root);
  const scene: Omit<Scene, 'ambience'> = {
    prompt,
    seed,
    root,
    backdrop,
    subjects,
    time,
    weather,
    mood,
    features,
    words,
    ...(farBackdrop !== undefined && { farBackdrop }),
    medium: readMedium(found.medium),
    colours: readColours(words, found, subjects),
    camera: readCamera(found, backdrop, root),
    timelapse: found.timelapse.length > 0,
  };
  return Object.freeze({ ...scene, ambience: deriveAmbience(scene) });
}

export type Found = { readonly [K in keyof typeof find]: ReturnType<(typeof find)[K]> };

export function findAll(words: readonly string[]): Found {
  const withoutNegated = <T extends string>(hits: readonly Hit<T>[]): readonly Hit<T>[] =>
    hits.filter(({ at }) => !NEGATIONS.has(words[at - 1] ?? '') && !NEGATIONS.has(words[at - 2] ?? ''));
  return {
    backdrop: withoutNegated(find.backdrop(words)),
    subject: withoutNegated(find.subject(words)),
    feature: withoutNegated(find.feature(words)),
    time: withoutNegated(find.time(words)),
    weather: withoutNegated(find.weather(words)),
    mood: withoutNegated(find.mood(words)),
    medium: withoutNegated(find.medium(words)),
    shot: withoutNegated(find.shot(words)),
    move: withoutNegated(find.move(words)),
    pace: withoutNegated(find.pace(words)),
    timelapse: withoutNegated(find.timelapse(words)),
  };
}

function readSubjects(words: readonly string[], hits: readonly Hit<Subject['kind']>[]): readonly Subject[] {
  const subjects = new Map<string, Subject>();
  for (const { value, at, length, plural } of hits) {
    if (subjects.has(value)) continue;
    const before = words.slice(Math.max(0, at - 3), at);
    const stated = before.map((word) => COUNTS.get(word)).find((count) => count !== undefined);
    const many = plural || before.some((word) => MANY.has(word)) || MANY.has(words[at + length - 1] ?? '');
    const colour = namedColour(words[at - 1] ?? '') ?? namedColour(words[at] ?? '');
    subjects.set(value, { kind: value, count: stated ?? (many ? 5 : 1), ...(colour && { colour }) });
  }
  // Palms have their own painter.
  if (words.some((word) => word === 'palm' || word === 'palms')) subjects.delete('tree');
  return [...subjects.values()].slice(0, 4);
}

function readFeatures(found: Found): readonly Feature[] {
  const features = new Set(found.feature.map(({ value }) => value));
  if (found.weather.some(({ value }) => value === 'snow')) features.add('snowcover');
  if (found.weather.some(({ value }) => value === 'fog')) features.add('fog');
  return [...features];
}

function readColours(words: readonly string[], found: Found, subjects: readonly Subject[]): readonly Rgb[] {
  const usedWords = new Set<number>();
  for (const hits of [found.subject, found.feature, found.medium, found.time]) {
    for (const { at, length } of hits) for (let word = at; word < at + length; word++) usedWords.add(word);
  }
  const abstract = found.backdrop.length === 0 && subjects.length === 0;
  const named = new Set(found.backdrop.map(({ at }) => at));
  const subjectColours = new Set(subjects.map(({ colour }) => colour));
  const colours: Rgb[] = [];
  words.forEach((word, at) => {
    const isExpectedColour = EXPECTED_COLOURS.get(word)?.test(words[at + 1] ?? '') === true;
    const next = words[at + 1];
    const describesUnknownNoun = !(
      abstract ||
      next === undefined ||
      WHOLE_IMAGE_WORDS.has(next) ||
      named.has(at + 1) ||
      namedColour(next) !== undefined
    );
    const colour =
      usedWords.has(at) || isExpectedColour || describesUnknownNoun ? undefined : namedColour(word);
    if (colour !== undefined && !subjectColours.has(colour) && !colours.includes(colour))
      colours.push(colour);
  });
  return colours.slice(0, 4);
}

function readWeather(hits: readonly Hit<Weather>[], backdrop: Backdrop): Weather {
  if (backdrop === 'underwater' || backdrop === 'space' || backdrop === 'moon') return 'clear';
  const values = hits.map(({ value }) => value);
  for (const strongest of ['storm', 'rain', 'snow', 'fog', 'wind'] as const) {
    if (values.includes(strongest)) return strongest;
  }
  return values[0] ?? 'clear';
}

function readTime(
  hits: readonly Hit<TimeOfDay>[],
  features: readonly Feature[],
  subjects: readonly Subject[],
  backdrop: Backdrop,
  root: number,
): TimeOfDay {
  const first = hits[0]?.value;
  if (first !== undefined) return first;
  if (features.some((feature) => ['aurora', 'milkyway', 'stars', 'fireworks', 'fireflies'].includes(feature)))
    return 'night';
  if (features.includes('neon') || subjects.some(({ kind }) => kind === 'moon')) return 'night';
  if (backdrop === 'city') return pick(createRandom(root, 'time'), ['dusk', 'sunset', 'night'] as const);
  return pick(createRandom(root, 'time'), ['day', 'golden', 'sunrise', 'golden', 'day'] as const);
}

function moodOf(weather: Weather, time: TimeOfDay, backdrop: Backdrop, root: number): Mood {
  if (weather === 'storm') return 'tense';
  if (weather === 'fog' || backdrop === 'underwater' || backdrop === 'space') return 'mysterious';
  if (weather === 'rain') return 'melancholy';
  if (time === 'night' || time === 'dusk')
    return pick(createRandom(root, 'mood'), ['calm', 'mysterious'] as const);
  if (backdrop === 'mountains' || backdrop === 'volcano' || backdrop === 'canyon') return 'epic';
  return pick(createRandom(root, 'mood'), ['calm', 'joyful', 'calm'] as const);
}

/**
 * The last style named wins, but a specific one takes precedence over words such as "painting" or
 * "realistic".
 */
function readMedium(hits: readonly Hit<Medium>[]): Medium {
  const exact = hits.filter(
    ({ value, length }) => length > 1 || (value !== 'oil' && value !== 'natural' && value !== 'pencil'),
  );
  return exact.at(-1)?.value ?? hits.at(-1)?.value ?? 'natural';
}

function readCamera(found: Found, backdrop: Backdrop, root: number): Camera {
  const moves: readonly Move[] = ['push', 'drift', 'right', 'left', 'push'];
  const pace = found.pace[0]?.value;
  return {
    shot: found.shot[0]?.value ?? (backdrop === 'portrait' || backdrop === 'bloom' ? 'close' : 'wide'),
    move: found.move[0]?.value ?? pick(createRandom(root, 'move'), moves),
    speed: pace === 'slow' ? 0.55 : pace === 'quick' ? 1.7 : 1,
  };
}
