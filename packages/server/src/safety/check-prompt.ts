import {
  ALLOWED,
  CATEGORIES,
  type Category,
  isAllowedBy,
  rejected,
  type SafetySettings,
  type Verdict,
} from './category.ts';
import { type Concepts, findConcepts } from './find-concepts.ts';
import { foldText } from './fold-text.ts';
import type { Concept } from './lexicon/concepts.ts';
import { isGore } from './lexicon/gore.ts';
import { isHate } from './lexicon/hate.ts';
import { isMassHarm } from './lexicon/mass-harm.ts';
import type { Findings, Rule } from './lexicon/rule.ts';
import { isSelfHarm } from './lexicon/self-harm.ts';
import { isSexual } from './lexicon/sexual.ts';
import { isSexualMinors } from './lexicon/sexual-minors.ts';
import { isSexualViolence } from './lexicon/sexual-violence.ts';
import { isListed } from './lexicon.ts';
import { readingsOf } from './readings.ts';

const RULES: Readonly<Record<Category, Rule<Concept>>> = {
  sexual_minors: isSexualMinors,
  sexual_violence: isSexualViolence,
  mass_harm: isMassHarm,
  hate: isHate,
  self_harm: isSelfHarm,
  gore: isGore,
  sexual: isSexual,
};

/**
 * Checks a prompt against the rules of the categories: without the network, with the same verdict every time and
 * in time linear in its length. The verdict names the most severe category, except for those that the operator
 * allows.
 */
export function checkPrompt(prompt: string, settings: SafetySettings): Verdict {
  const isPerson = namesPerson(prompt);
  const readings = readingsOf(prompt).map((reading) => findIn(reading, isPerson));
  for (const category of CATEGORIES) {
    if (!isAllowedBy(settings, category) && readings.some(RULES[category])) return rejected(category);
  }
  return ALLOWED;
}

function findIn(reading: string, isPerson: boolean): Findings<Concept> {
  const concepts = findConcepts(reading);
  return {
    has: (...alternatives) => alternatives.some((concept) => concepts.has(concept)),
    near: (first, others, words) => others.some((other) => areNear(concepts, first, other, words)),
    namesPerson: isPerson,
  };
}

const TWO_CAPITALS = /(?<!\p{L})(\p{Lu}\p{Ll}{2,20})\s(\p{Lu}\p{Ll}{2,20})(?!\p{L})/gu;
const PLACES = /^(?:New|San|Los|Las|Saint|North|South|East|West|Great|Mount|Lake|Golden|Grand|The|And|With)$/;

/** Neither a place nor words of the lexicon: "Nude Woman" is a title, not a name. */
function namesPerson(prompt: string): boolean {
  for (const [, first = '', last = ''] of prompt.matchAll(TWO_CAPITALS)) {
    if (!PLACES.test(first) && !isListed(foldText(first)) && !isListed(foldText(last))) return true;
  }
  return false;
}

function areNear(concepts: Concepts, first: Concept, other: Concept, words: number): boolean {
  const ones = concepts.get(first) ?? [];
  const others = concepts.get(other) ?? [];
  let index = 0;
  for (const position of ones) {
    while (index < others.length && (others[index] as number) < position - words) index += 1;
    const next = others[index];
    if (next !== undefined && next <= position + words) return true;
  }
  return false;
}
