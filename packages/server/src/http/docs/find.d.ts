import type MiniSearch from 'minisearch';
import type { SearchEntry } from './search-entries.ts';

interface SearchIndex {
  readonly entries: readonly SearchEntry[];
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
}

export function createFind(library: typeof MiniSearch, index: SearchIndex): (typed: string) => SearchEntry[];
