import { foldText } from './fold-text.ts';
import { LANGUAGES } from './lexicon/languages.ts';

/**
 * What an order asks for, as the prompt check reads it. A negative prompt names what must not be shown, so its words are not
 * asked for: "nude, blood" is harmless there. Two kinds of words ask for something by being avoided: without clothes a person
 * is naked, and without adults they are children. They count where they are all of a part between commas: "torn clothes" and
 * "adult content" are fine.
 */
export function readWithNegative(prompt: string, negativePrompt: string | undefined): string {
  if (negativePrompt === undefined) return prompt;
  const parts = negativePrompt.split(SEPARATORS).map(fold);
  const avoids = (words: ReadonlySet<string>): boolean =>
    parts.some(
      (part) => words.has(part) || (part !== '' && part.split(' ').every((word) => words.has(word))),
    );
  return [prompt, ...(avoids(CLOTHES) ? ['naked'] : []), ...(avoids(ADULTS) ? ['child'] : [])].join(', ');
}

/** Also what gives a part a weight: `(clothes:1.4)`. */
const SEPARATORS = /[^\p{L}\p{M}\s'’-]+|\n/u;

const fold = (part: string): string =>
  foldText(part)
    .replaceAll(/[\s'’-]+/gu, ' ')
    .trim();

const wordsOf = (section: 'avoidedClothes' | 'avoidedAdults'): ReadonlySet<string> =>
  new Set(Object.values(LANGUAGES).flatMap((language) => language[section].map(fold)));
const CLOTHES = wordsOf('avoidedClothes');
const ADULTS = wordsOf('avoidedAdults');
