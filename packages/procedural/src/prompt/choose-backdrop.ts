import { DEFAULT_BACKDROP } from './backdrop-lexicon.ts';
import type { Hit } from './lexicon.ts';
import type { Backdrop, Feature, Subject } from './scene.ts';

interface BackdropChoice {
  readonly backdrop: Backdrop;
  readonly farBackdrop?: Backdrop;
}

/** Precedence when several places are named: the first becomes the backdrop, the next the far backdrop. */
const PRECEDENCE: readonly Backdrop[] = [
  'underwater',
  'moon',
  'portrait',
  'hall',
  'street',
  'village',
  'coast',
  'island',
  'lake',
  'river',
  'volcano',
  'canyon',
  'garden',
  'city',
  'sea',
  'forest',
  'snowfield',
  'desert',
  'meadow',
  'hills',
  'mountains',
  'bloom',
  'space',
  'sky',
  'table',
];
const WATERSIDE: readonly Backdrop[] = ['lake', 'river', 'sea', 'coast'];
const WITH_GROUND: readonly Backdrop[] = [
  'snowfield',
  'desert',
  'meadow',
  'hills',
  'mountains',
  'forest',
  'canyon',
  'garden',
  'village',
  'city',
  'island',
  'coast',
  'lake',
  'sea',
  'river',
  'street',
  'moon',
  'table',
  'volcano',
];

/**
 * Chooses the backdrop: a named place, otherwise the default backdrop of the first subject, otherwise an
 * abstract image.
 */
export function chooseBackdrop(
  words: readonly string[],
  hits: readonly Hit<Exclude<Backdrop, 'abstract'>>[],
  subjects: readonly Subject[],
  features: readonly Feature[],
): BackdropChoice {
  const named = new Set<Backdrop>(hits.map(({ value }) => value));
  if (words.includes('abstract')) return { backdrop: 'abstract' };
  dropDistantPlaces(named, subjects);
  const ranked = PRECEDENCE.filter((backdrop) => named.has(backdrop));
  const first = insteadOfAnimalPortrait(ranked, subjects) ?? ranked[0];
  if (first === undefined) return { backdrop: inferBackdrop(subjects, features) };
  const second = ranked[1];
  if ((first === 'city' || first === 'street') && second !== undefined && WATERSIDE.includes(second)) {
    return { backdrop: 'city', farBackdrop: second };
  }
  return second === undefined ? { backdrop: first } : { backdrop: first, farBackdrop: second };
}

const ANIMALS = new Set([
  'fox',
  'wolf',
  'dog',
  'cat',
  'deer',
  'horse',
  'bear',
  'rabbit',
  'elephant',
  'owl',
  'dragon',
]);

/** Only people get a head-and-shoulders portrait; an animal is shown whole, in its habitat. */
function insteadOfAnimalPortrait(
  ranked: readonly Backdrop[],
  subjects: readonly Subject[],
): Backdrop | undefined {
  const [subject] = subjects;
  if (ranked[0] !== 'portrait' || subject === undefined || !ANIMALS.has(subject.kind)) return undefined;
  return ranked[1] ?? DEFAULT_BACKDROP[subject.kind];
}

/** "Under a starry sky" does not make the sky the backdrop, nor does a moon over a lake. */
function dropDistantPlaces(named: Set<Backdrop>, subjects: readonly Subject[]): void {
  const grounded = WITH_GROUND.some((backdrop) => named.has(backdrop));
  const kinds = new Set(subjects.map(({ kind }) => kind));
  if (grounded) {
    named.delete('sky');
    named.delete('space');
  } else if (
    named.has('sky') &&
    subjects.some(
      ({ kind }) => kind !== 'birds' && kind !== 'balloon' && kind !== 'moon' && kind !== 'dragon',
    )
  ) {
    named.delete('sky');
  }
  if (
    named.has('sea') &&
    (kinds.has('whale') || kinds.has('jellyfish') || kinds.has('turtle')) &&
    named.size === 1
  ) {
    named.delete('sea');
    named.add('underwater');
  }
  if (named.has('snowfield') && (named.has('mountains') || named.has('forest'))) named.delete('snowfield');
}

function inferBackdrop(subjects: readonly Subject[], features: readonly Feature[]): Backdrop {
  const has = (feature: Feature) => features.includes(feature);
  const first = subjects.find(({ kind }) => kind !== 'moon') ?? subjects[0];
  const land = new Set([
    'fox',
    'wolf',
    'dog',
    'cat',
    'deer',
    'horse',
    'bear',
    'rabbit',
    'person',
    'tree',
    'elephant',
  ]);
  if (subjects.some(({ kind }) => kind === 'astronaut')) return 'moon';
  if (first !== undefined && has('snowcover') && land.has(first.kind)) return 'snowfield';
  if (has('waterfall')) return 'river';
  if (has('coral')) return 'underwater';
  if (has('palms')) return 'island';
  if (first !== undefined)
    return first.kind === 'flower' && has('autumn') ? 'garden' : DEFAULT_BACKDROP[first.kind];
  if (has('sakura')) return 'garden';
  if (has('nebula')) return 'space';
  if (has('neon')) return 'street';
  if (has('aurora')) return 'snowfield';
  if (has('milkyway') || has('stars') || has('autumn') || has('rainbow'))
    return has('autumn') ? 'forest' : 'mountains';
  if (has('fireworks')) return 'city';
  if (has('snowcover')) return 'snowfield';
  if (has('fireflies')) return 'forest';
  if (has('flowers')) return 'meadow';
  if (has('fog')) return 'mountains';
  if (has('reeds')) return 'lake';
  if (has('sun')) return 'hills';
  return 'abstract';
}
