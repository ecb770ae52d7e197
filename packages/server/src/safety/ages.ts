import { foldText, isEastAsian } from './fold-text.ts';
import { LANGUAGES } from './lexicon/languages.ts';
import type { Token } from './tokenize.ts';

const ADULT = 18;

const AGE_WORDS = Object.values(LANGUAGES);

const NUMBERS: ReadonlyMap<string, number> = new Map(
  AGE_WORDS.flatMap(({ numbers }) => numbers)
    .map((entry) => entry.split(' '))
    .map(([age, word = '']) => [foldText(word), Number(age)]),
);

const AFTER_NUMBER = AGE_WORDS.flatMap(({ afterNumber }) => afterNumber);
const YEARS_OLD = oneOf(AFTER_NUMBER);
const EAST_ASIAN_YEARS = AFTER_NUMBER.filter(isEastAsian);
const ATTACHED = oneOf(AGE_WORDS.flatMap(({ attachedToDigits }) => attachedToDigits));
const EAST_ASIAN_BEFORE = AGE_WORDS.flatMap(({ beforeDigits }) => beforeDigits).filter(isEastAsian);
const BEFORE_DIGITS = oneOf(AGE_WORDS.flatMap(({ beforeDigits }) => beforeDigits));

/** Only English states an age in several words, `17 years old`, and uses the same words for things. */
const YEARS = /^(?:y|yr|yrs|year|years)$/;
const OLD = /^(?:olds?|o|of)$/;
const THINGS =
  /^(?:whisk|scotch|bourbon|wine|port$|rum$|cheese|balsamic|car$|house|tree|oak|bridge|building|bonsai|cognac|church|company)/;

/** One of these words. A word with masked letters does not match a stem. */
function oneOf(entries: readonly string[]): RegExp {
  const alternatives = entries.map((entry) => foldText(entry).replace('*', '[^*]*'));
  return new RegExp(`^(?:${alternatives.join('|')})$`, 'u');
}

/** Positions of ages below 18, in words. */
export function minorAges(tokens: readonly Token[]): readonly number[] {
  return tokens.filter((_, index) => isMinorAge(tokens, index)).map(({ position }) => position);
}

function isMinorAge(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.spellings[0];
  if (word === undefined) return false;
  const [, digits, attached = ''] = DIGITS_AND_WORD.exec(word) ?? [];
  if (digits !== undefined && ATTACHED.test(attached)) return Number(digits) < ADULT;
  const age = isDigits(word) ? Number(word) : NUMBERS.get(word);
  if (age === undefined || age >= ADULT) return false;
  const spelled = (offset: number): string => tokens[index + offset]?.spellings[0] ?? '';
  const next = tokens[index + 1]?.eastAsian ?? '';
  if (EAST_ASIAN_YEARS.some((years) => next.startsWith(years))) return true;
  const before = tokens[index - 1]?.eastAsian ?? '';
  if (EAST_ASIAN_BEFORE.some((word) => before.endsWith(word))) return true;
  if (YEARS_OLD.test(spelled(1))) return true;
  if (YEARS.test(spelled(1)) && OLD.test(spelled(2))) return !THINGS.test(spelled(3));
  return isDigits(word) && BEFORE_DIGITS.test(spelled(-1));
}

const DIGITS_AND_WORD = /^(\d{1,2})(\D.*)$/u;

function isDigits(word: string): boolean {
  return /^\d{1,2}$/.test(word);
}
