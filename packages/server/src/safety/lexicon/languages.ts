import { promptLanguages } from '@kinora/contract';
import { CONCEPTS, type Lexicon } from './concepts.ts';
import { readWords } from './read-words.ts';

const SECTIONS = [
  ...CONCEPTS.filter((concept) => concept !== 'negatedWish'),
  'negatedWishStart',
  'negatedWishEnd',
  'avoidedClothes',
  'avoidedAdults',
  'numbers',
  'afterNumber',
  'attachedToDigits',
  'beforeDigits',
] as const;

/** The entries of a file of `words/`: those of the concepts, and how the language states an age. */
type Words = Lexicon & Readonly<Record<(typeof SECTIONS)[number], readonly string[]>>;
type Language = Lowercase<(typeof promptLanguages)[keyof typeof promptLanguages]>;

function readLexicon(name: string, options?: { readonly mayBeIncomplete: boolean }): Words {
  const sections = readWords(name, SECTIONS, options);
  const { negatedWishStart, negatedWishEnd } = sections;
  const negatedWish = negatedWishStart.flatMap((start) => negatedWishEnd.map((end) => `${start} ${end}`));
  return { ...sections, negatedWish };
}

/** A word of several languages may be listed in each of them. */
export const LANGUAGES = Object.fromEntries(
  Object.values(promptLanguages)
    .map((name) => name.toLowerCase())
    .sort()
    .map((name) => [name, readLexicon(name)]),
) as Readonly<Record<Language, Words>>;

/** Names, code words, abbreviations and numbers that no language owns. */
export const ANY_LANGUAGE = readLexicon('any-language', { mayBeIncomplete: true });

/** Entries that another of their concept covers in plain spelling, for obfuscated spelling. */
export const COVERED_WORDS = readLexicon('covered-words', { mayBeIncomplete: true });

/** What the search for obfuscated spelling needs to know; `words/spelling.txt` describes its sections. */
export const SPELLING = readWords('spelling', [
  'commonWords',
  'legitimateDoubles',
  'harmlessRuns',
  'oftenSplit',
  'legitimateSplits',
]);
