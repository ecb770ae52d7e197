/** Fewer words in a row may be anybody's. */
const WORDS_IN_A_ROW = 3;
const WORD = /[\p{L}\p{N}]+/gu;
const HIDDEN = '[hidden]';
/** Matches what looks like a key of anybody. */
const KEYS =
  /\b(?:sk|pk|rk|kw)[-_][\w-]{8,}|\b(?:Bearer|Basic)\s+[^\s"']{16,}|[\w-]{40,}|(?<=:\/\/)[^\s/@]+@/gi;

/**
 * What a renderer said, in one line, as its operator may see it. Servers echo their input, in full or in part: `hide` lists the
 * keys and prompts that are removed.
 */
export function withoutSecrets(text: string, hide: readonly (string | undefined)[]): string {
  let shown = text;
  for (const secret of hide) {
    if (secret === undefined || secret.trim() === '') continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) shown = shown.replaceAll(form, HIDDEN);
    shown = withoutPartsOf(secret, shown);
  }
  return shown
    .replaceAll(KEYS, HIDDEN)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
}

/** Removes what has several words of `secret` in a row. */
function withoutPartsOf(secret: string, text: string): string {
  const rows = new Set(rowsOf(wordsIn(secret).map(({ word }) => word)));
  const words = wordsIn(text);
  let shown = '';
  let end = 0;
  for (const [at, row] of rowsOf(words.map(({ word }) => word)).entries()) {
    if (!rows.has(row)) continue;
    const first = words[at] as Word;
    const last = words[at + WORDS_IN_A_ROW - 1] as Word;
    if (first.start >= end) shown += text.slice(end, first.start) + HIDDEN;
    end = last.end;
  }
  return shown + text.slice(end);
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}

function rowsOf(words: readonly string[]): string[] {
  return words.slice(WORDS_IN_A_ROW - 1).map((_, at) => words.slice(at, at + WORDS_IN_A_ROW).join(' '));
}
