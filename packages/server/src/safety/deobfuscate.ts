import { SPELLING } from './lexicon/languages.ts';

const LEGITIMATE_DOUBLES: ReadonlySet<string> = new Set(SPELLING.legitimateDoubles);

/** Digits and symbols that are written for letters. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '€': 'e',
  '£': 'l',
  '(': 'c',
  '<': 'c',
  '¡': 'i',
};
const I_OR_L = /[1!|]/;
/** Digits alone are numbers: versions and issue numbers spell words by chance. */
const LETTER = /[a-z]/;
const MASKED = /[*#%]/;
const ALL_MASKED = /[*#%]/g;

/** The readings of a word that contains digits or symbols. Masked letters become `*`. */
export function readSymbols(word: string): readonly string[] {
  if (!LETTER.test(word)) return [];
  if (MASKED.test(word)) return [word.replace(ALL_MASKED, '*')];
  const readings = [replaceSymbols(word, 'i')];
  if (I_OR_L.test(word)) readings.push(replaceSymbols(word, 'l'));
  return readings;
}

function replaceSymbols(word: string, iOrL: string): string {
  let reading = '';
  for (const character of word) {
    reading += I_OR_L.test(character) ? iOrL : (LETTER_FOR[character] ?? character);
  }
  return reading;
}

/** The letter that a single digit or symbol is written for; anything else unchanged. */
export function readSymbol(letter: string): string {
  return letter.length === 1 ? (LETTER_FOR[letter] ?? letter) : letter;
}

/** The word with every letter that is repeated three times or more written once, and written twice. */
export function shortenRepeats(word: string): readonly string[] {
  return [word.replace(REPEATS, '$1'), word.replace(REPEATS, '$1$1')];
}

const REPEATS = /(.)\1\1+/gu;

/** The word with every repeated letter written once; undefined if no letter is repeated. */
export function collapseRepeats(word: string): string | undefined {
  let collapsed = '';
  let last = '';
  for (const character of word) {
    if (character !== last) collapsed += character;
    last = character;
  }
  return collapsed.length === word.length || LEGITIMATE_DOUBLES.has(word) ? undefined : collapsed;
}

export function isHarmlessRun(letters: string): boolean {
  return SPELLING.harmlessRuns.some((word) => letters.includes(word));
}
