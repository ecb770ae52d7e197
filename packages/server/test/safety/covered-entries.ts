import type { Concept } from '../../src/safety/lexicon/concepts.ts';
import { type ParsedEntry, type Pattern, parseEntry } from '../../src/safety/lexicon/entry.ts';

/** An entry, and another that is found at the same position wherever the entry is found. */
export interface Covered {
  readonly entry: string;
  readonly by: string;
}

/** The entries that another of them, or one of `others`, covers. Of equal entries the first is kept. */
export function findCovered(
  concept: Concept,
  entries: readonly string[],
  others: readonly string[] = [],
): readonly Covered[] {
  const all = [...entries, ...others].map((entry, at) => ({ entry, at, parsed: parseEntry(entry) }));
  return all.slice(0, entries.length).flatMap((one): readonly Covered[] => {
    const covering = all.find((other) => {
      if (other === one || !covers(concept, other.parsed, one.parsed)) return false;
      const areEqual = covers(concept, one.parsed, other.parsed);
      return !areEqual || other.at < one.at || other.at >= entries.length;
    });
    return covering === undefined ? [] : [{ entry: one.entry, by: covering.entry }];
  });
}

/** A harmless phrase excuses as many words as it has, so only one of the same length covers it. */
function covers(concept: Concept, one: ParsedEntry, other: ParsedEntry): boolean {
  const sameLength = concept === 'harmlessPhrase' || concept === 'negatedWish';
  if ('eastAsian' in one || 'eastAsian' in other) {
    if (!('eastAsian' in one && 'eastAsian' in other)) return false;
    return sameLength ? one.eastAsian === other.eastAsian : other.eastAsian.startsWith(one.eastAsian);
  }
  const patterns = [one.first, ...one.rest];
  const covered = [other.first, ...other.rest];
  if (sameLength ? patterns.length !== covered.length : patterns.length > covered.length) return false;
  return patterns.every((pattern, at) => matchesAll(pattern, covered[at] as Pattern));
}

/** Whether the first pattern matches every word that the second matches. */
function matchesAll({ text, stem }: Pattern, other: Pattern): boolean {
  return stem ? other.text.startsWith(text) : !other.stem && other.text === text;
}
