import { foldText, isEastAsian } from '../fold-text.ts';

/** One word of an entry. */
export interface Pattern {
  readonly text: string;
  /** Any ending may follow. */
  readonly stem: boolean;
}

/** An entry as it is matched: folded, and as one text where its script has no spaces. */
export type ParsedEntry =
  | { readonly eastAsian: string }
  | { readonly first: Pattern; readonly rest: readonly Pattern[] };

export function parseEntry(entry: string): ParsedEntry {
  const text = foldText(entry);
  if (isEastAsian(text)) return { eastAsian: text.replaceAll(' ', '') };
  const [first = '', ...rest] = text.split(' ');
  return { first: parsePattern(first), rest: rest.map(parsePattern) };
}

function parsePattern(word: string): Pattern {
  return word.endsWith('*') ? { text: word.slice(0, -1), stem: true } : { text: word, stem: false };
}

/** Whether one of the spellings of a word matches. */
export function matches(spellings: readonly string[], { text, stem }: Pattern): boolean {
  for (const spelling of spellings) if (stem ? spelling.startsWith(text) : spelling === text) return true;
  return false;
}
