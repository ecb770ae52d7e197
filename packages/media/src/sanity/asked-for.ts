import { COLOURS, EMPTY, FILLERS, NEGATIONS, PURPOSES, SILENCE, STILL, UNSPACED } from './asked-words.ts';

/**
 * Whether a prompt asks for an output that would otherwise be a fault. An output that was asked for and is refused is an order
 * that nobody can fill; one that is delivered by mistake is money for nothing. So a subject beside the colour, however short,
 * says that the output is to show something: "plain white background" asks for one colour, "cat on a plain white background"
 * does not. The sets of prompts and the figures are in docs/decisions/91-empty-output.md.
 */
export function asksForUniform(prompt: string): boolean {
  const text = fold(prompt);
  return isNothingElse(text) || isNothingElse(text.replace(AFTER_PURPOSE, ''));
}

/** Whether it asks for a video in which nothing moves; a camera that does not move is not enough. */
export function asksForStill(prompt: string): boolean {
  return asksForUniform(prompt) || STILL_PHRASE.test(fold(prompt));
}

export function asksForSilence(prompt: string): boolean {
  return SILENCE_PHRASE.test(fold(prompt));
}

/** Case, accents and compatibility forms, in the prompt and in the lists. */
function fold(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').normalize('NFC');
}

/** Whether it names a colour or emptiness, and nothing that could be seen. */
function isNothingElse(text: string): boolean {
  const positive = text.replace(NEGATED, ' ');
  return !/\p{L}/u.test(positive.replace(NAMED, ' ').replace(FILLING, ' ')) && new RegExp(NAMED).test(text);
}

/** A word of a list; with `*` it may go on for three letters. */
const toPattern = (word: string): string => fold(word).replace(/\*$/, '\\p{L}{0,3}');
const listOf = (words: string): readonly string[] => words.trim().split(/\s+/);
const anyOf = (words: readonly string[]): string =>
  `(?<![\\p{L}\\p{N}])(?:${words.map(toPattern).join('|')})(?![\\p{L}\\p{N}])`;
/** Words of scripts without spaces, or with particles, are found anywhere; the longest come first. */
const within = (words: string): string =>
  listOf(words)
    .map(fold)
    .sort((one, other) => other.length - one.length)
    .join('|');

const NAMED = new RegExp(
  `#[0-9a-f]{3,8}(?![\\p{L}\\p{N}])|${anyOf([...listOf(COLOURS), ...listOf(EMPTY)])}|${within(UNSPACED.named)}`,
  'gu',
);
const FILLING = new RegExp(
  `\\p{L}*\\p{N}[\\p{L}\\p{N}]*|${anyOf(listOf(FILLERS))}|${within(UNSPACED.fillers)}`,
  'gu',
);
const NEGATED = new RegExp(`${anyOf(listOf(NEGATIONS))}[^.,;:!?\\n]*`, 'gu');
const AFTER_PURPOSE = new RegExp(`${anyOf(listOf(PURPOSES))}.*$`, 'su');
const phrases = (lines: string): RegExp =>
  new RegExp(
    lines
      .trim()
      .split('\n')
      .map((line) => fold(line.trim()))
      .join('|'),
    'u',
  );
const STILL_PHRASE = phrases(STILL);
const SILENCE_PHRASE = phrases(SILENCE);
