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
