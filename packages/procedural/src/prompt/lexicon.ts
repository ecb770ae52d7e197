/** Words and phrases of each meaning, separated by commas. Plurals are matched by rule. */
export type Lexicon<T extends string> = Readonly<Record<T, string>>;

export interface Hit<T extends string> {
  readonly value: T;
  /** Index of the first word of the phrase. */
  readonly at: number;
  readonly length: number;
  readonly plural: boolean;
}

const MAX_PHRASE_WORDS = 3;

/** The words of the prompt in lower case; punctuation, emoji and other marks only separate them. */
export function splitWords(prompt: string): string[] {
  const plain = prompt
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2019']s\b/gu, '')
    .replaceAll(/[\u200b-\u200f\u2060\ufeff\u00ad]/gu, '');
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Singular forms under which a plural may be listed; the word itself comes first. */
function singulars(word: string): string[] {
  const forms = [word];
  if (word.length > 4 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.length > 4 && word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`);
  if (word.length > 4 && word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1));
  return forms;
}

/** Creates a finder for one lexicon. Longer phrases take precedence, and no word is matched twice. */
export function createFinder<T extends string>(
  lexicon: Lexicon<T>,
): (words: readonly string[]) => readonly Hit<T>[] {
  const meanings = new Map<string, T>();
  for (const [value, phrases] of Object.entries(lexicon) as [T, string][]) {
    for (const phrase of phrases.split(',')) meanings.set(phrase.trim(), value);
  }
  return (words) => {
    const hits: Hit<T>[] = [];
    for (let at = 0; at < words.length; ) {
      const hit = hitAt(meanings, words, at);
      if (hit !== undefined) hits.push(hit);
      at += hit?.length ?? 1;
    }
    return hits;
  };
}

function hitAt<T extends string>(
  meanings: ReadonlyMap<string, T>,
  words: readonly string[],
  at: number,
): Hit<T> | undefined {
  for (let length = Math.min(MAX_PHRASE_WORDS, words.length - at); length >= 1; length--) {
    const head = words.slice(at, at + length - 1);
    for (const last of singulars(words[at + length - 1] as string)) {
      const value = meanings.get([...head, last].join(' '));
      if (value !== undefined) return { value, at, length, plural: last !== words[at + length - 1] };
    }
  }
  return undefined;
}
