import { findConcepts } from '../../src/safety/find-concepts.ts';
import { foldText } from '../../src/safety/fold-text.ts';
import type { Concept } from '../../src/safety/lexicon/concepts.ts';
import { matches, parseEntry } from '../../src/safety/lexicon/entry.ts';
import { tokenize } from '../../src/safety/tokenize.ts';

/** The entries that a prompt of their own words does not mention, because it is read in another way or is harmless. */
export function findUnreadable(concept: Concept, entries: readonly string[]): readonly string[] {
  return entries.filter((entry) => {
    const prompt = foldText(entry.replace(/(?<!\S)\*/g, 'word').replace(/\*(?!\S)/g, ''));
    return concept === 'harmlessPhrase' || concept === 'negatedWish'
      ? !isReadAs(entry, prompt)
      : !findConcepts(prompt).has(concept);
  });
}

/** What makes a prompt harmless is not reported, so its words are compared. */
function isReadAs(entry: string, prompt: string): boolean {
  const parsed = parseEntry(entry);
  const tokens = tokenize(prompt);
  if ('eastAsian' in parsed) return `${tokens[0]?.eastAsian}${tokens[0]?.following}` === parsed.eastAsian;
  const patterns = [parsed.first, ...parsed.rest];
  return (
    tokens.length === patterns.length &&
    patterns.every((pattern, at) => matches(tokens[at]?.spellings ?? [], pattern))
  );
}
