import type { Condition } from '../db/conditions.ts';

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words of a text, without case and accents, also of languages that are written without spaces. At most `limit`
 * words.
 */
export function searchWords(text: string, limit = 500): readonly string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words: string[] = [];
  for (const { segment, isWordLike } of SEGMENTER.segment(folded)) {
    if (words.length === limit) break;
    // The search's own syntax has none of these characters.
    const word = segment.replaceAll(/[^\p{L}\p{N}]/gu, '');
    if (isWordLike && word !== '') words.push(word);
  }
  return words;
}

/** More words would only make a search slower. */
export const SEARCHED_WORDS = 12;

/** The words of a row with a prompt. A job from before the column has only its prompt, for seven days. */
const WORDS = `' ' || coalesce(search_words, lower(prompt))`;

/**
 * The conditions of a search of the prompts of one account, without an index: each word that was typed begins a word of the
 * prompt. Undefined for a search that has no word, which finds nothing.
 */
export function wordConditions(typed: string | undefined): readonly Condition[] | undefined {
  if (typed === undefined || typed.trim() === '') return [];
  const words = searchWords(typed, SEARCHED_WORDS);
  if (words.length === 0) return undefined;
  return words.map((word) => [`${WORDS} like ?`, `% ${word}%`]);
}
