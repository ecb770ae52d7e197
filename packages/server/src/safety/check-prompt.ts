import {
  ALLOWED,
  CATEGORIES,
  type Category,
  isAllowedBy,
  refuse,
  type SafetySettings,
  type Verdict,
} from './category.ts';
import { type Concepts, findConcepts } from './find-concepts.ts';
import { foldText } from './fold-text.ts';
import { type Concept, isListed } from './lexicon.ts';

/**
 * Judges a prompt by the lists alone: no network, the same answer every time, linear in its length. The
 * gravest category is named. What an operator allows is passed over, never for content with minors.
 */
export function checkPrompt(prompt: string, settings: SafetySettings): Verdict {
  const scene = describe(prompt);
  for (const category of CATEGORIES) {
    if (!isAllowedBy(settings, category) && RULES[category](scene)) return refuse(category);
  }
  return ALLOWED;
}

interface Scene {
  readonly has: (...concepts: readonly Concept[]) => boolean;
  /** One of the first and one of the others stand at most so many words apart. */
  readonly near: (first: Concept, others: readonly Concept[], words: number) => boolean;
  /** Two words side by side begin with a capital, as a person's name does. */
  readonly namesSomebody: boolean;
}

function describe(prompt: string): Scene {
  const concepts = findConcepts(prompt);
  return {
    has: (...wanted) => wanted.some((concept) => concepts.has(concept)),
    near: (first, others, words) => others.some((other) => areNear(concepts, first, other, words)),
    namesSomebody: namesSomebody(prompt),
  };
}

const TWO_CAPITALS = /(?<!\p{L})(\p{Lu}\p{Ll}{2,20})\s(\p{Lu}\p{Ll}{2,20})(?!\p{L})/gu;
const PLACES = /^(?:New|San|Los|Las|Saint|North|South|East|West|Great|Mount|Lake|Golden|Grand|The|And|With)$/;

/** Not places, and not words of the lists: "Nude Woman" is a title, not a name. */
function namesSomebody(prompt: string): boolean {
  for (const [, first = '', last = ''] of prompt.matchAll(TWO_CAPITALS)) {
    if (!PLACES.test(first) && !isListed(foldText(first)) && !isListed(foldText(last))) return true;
  }
  return false;
}

function areNear(concepts: Concepts, first: Concept, other: Concept, words: number): boolean {
  const ones = concepts.get(first) ?? [];
  const others = concepts.get(other) ?? [];
  let index = 0;
  for (const at of ones) {
    while (index < others.length && (others[index] as number) < at - words) index += 1;
    const next = others[index];
    if (next !== undefined && next <= at + words) return true;
  }
  return false;
}

const EXPOSED: readonly Concept[] = ['EXPLICIT', 'NUDITY', 'GENITAL'];

/** Distances in words. They were set on the first batch of labelled prompts. */
const SIDE_BY_SIDE = 2;
const SAME_PHRASE = 4;
const SAME_SENTENCE = 8;
const SAME_SCENE = 12;

const RULES: Readonly<Record<Category, (scene: Scene) => boolean>> = {
  sexual_minors: ({ has, near }) =>
    has('MINOR_SEXUAL') ||
    (has('MINOR') && has(...EXPOSED, 'ASSAULT', 'UNDRESSING', 'ORDER_TO_UNDRESS')) ||
    near('MINOR', ['SUGGESTIVE'], SAME_SCENE) ||
    near('GIRL_OR_BOY', ['EXPLICIT'], SAME_SENTENCE) ||
    (near('GIRL_OR_BOY', ['NUDITY', 'GENITAL'], SAME_PHRASE) && !has('ART', 'MEDICINE')),

  sexual_violence: ({ has, near, namesSomebody }) =>
    (has('ASSAULT') && !has('AWARENESS', 'HISTORY')) ||
    has('ORDER_TO_UNDRESS') ||
    (near('TAKE_OFF', ['CLOTHES'], SAME_PHRASE) && near('CLOTHES', ['REAL_PERSON'], SAME_SENTENCE)) ||
    near('UNDRESSING', ['SOMEBODY', 'REAL_PERSON'], SAME_PHRASE) ||
    near('REAL_PERSON', ['EXPLICIT'], SAME_SENTENCE) ||
    near('UNWILLING', ['EXPLICIT'], SAME_SENTENCE) ||
    (!has('ART', 'MEDICINE') &&
      (near('REAL_PERSON', ['NUDITY'], SAME_SENTENCE) ||
        near('UNWILLING', ['NUDITY'], SAME_PHRASE) ||
        (namesSomebody && has('EXPLICIT', 'NUDITY')))),

  mass_harm: ({ has, near }) =>
    !has('HISTORY') &&
    (has('WEAPON_RECIPE') ||
      near('WEAPON', ['INSTRUCTIONS'], SAME_SENTENCE) ||
      (near('TERROR', ['PRAISE', 'INSTRUCTIONS'], SAME_SENTENCE) && !has('OPPOSED', 'AWARENESS'))),

  hate: ({ has, near }) =>
    has('SLUR') ||
    (!has('HISTORY') &&
      (near('GROUP', ['ERADICATE'], SAME_PHRASE) ||
        (!has('OPPOSED') && (has('SALUTE') || near('EXTREMIST', ['PRAISE'], SAME_SENTENCE))))),

  self_harm: ({ has, near }) =>
    (has('SELF_HARM') ||
      near('SUICIDE', ['TEMPTING'], SAME_PHRASE) ||
      (near('CUTS', ['WRIST'], SAME_PHRASE) && !has('MEDICINE')) ||
      (near('HANGED', ['SOMEBODY', 'MINOR', 'GIRL_OR_BOY'], SAME_PHRASE) && !has('HEIGHTS'))) &&
    !has('AWARENESS'),

  gore: ({ has, near }) =>
    (has('MUTILATION') ||
      near('BODY_HARM', ['MUCH_BLOOD'], SAME_SENTENCE) ||
      near('INJURED', ['BODY_PART'], SIDE_BY_SIDE)) &&
    !has('ART', 'MEDICINE', 'MAKE_BELIEVE'),

  sexual: ({ has }) => has('EXPLICIT') || (has('NUDITY', 'GENITAL') && !has('ART', 'MEDICINE')),
};
