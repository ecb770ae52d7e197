import { collapseRepeats } from './deobfuscate.ts';
import { CONCEPTS, type Concept } from './lexicon/concepts.ts';
import { COVERED_WORDS } from './lexicon/covered-words.ts';
import { type Pattern, parseEntry } from './lexicon/entry.ts';
import { COMMON_WORDS } from './lexicon/languages/english-common-words.ts';
import { LANGUAGES } from './lexicon/languages.ts';

/** An entry of the lexicon, found by its first word. */
export interface Entry {
  readonly concept: Concept;
  /** The words after the first. */
  readonly rest: readonly Pattern[];
}

/** Entries by their first word, which is a whole word in some indexes and a stem in the others. */
type Index = Map<string, Entry[]>;

const words: Index = new Map();
const stems: Index = new Map();
/** The lengths of the stems that begin with the same two letters: no other prefix of a word is looked up. */
const stemLengths: Map<string, Set<number>> = new Map();
/** The entries of one word with repeated letters collapsed, for prompts that repeat letters. */
const collapsedWords: Index = new Map();
const collapsedStems: Index = new Map();
/** The single words of English, for words that are written together. */
const englishWords: Index = new Map();
/** Single words by first letter and length, for words with masked letters. */
const byLetterAndLength: Map<string, { readonly text: string; readonly entry: Entry }[]> = new Map();
/** East Asian entries by their first character, the longest first. */
const eastAsian: Map<string, EastAsianEntry[]> = new Map();

interface EastAsianEntry {
  readonly text: string;
  readonly concept: Concept;
}

const SHORTEST_STEM = 2;
const LONGEST_MASKED = 20;
const SHORTEST_OBFUSCATED = 4;

for (const concept of CONCEPTS) {
  for (const lexicon of [...Object.values(LANGUAGES), COVERED_WORDS]) {
    for (const entry of lexicon[concept] ?? []) add(concept, entry);
  }
}
for (const concept of CONCEPTS) {
  for (const text of [...LANGUAGES.english[concept], ...LANGUAGES.anyLanguage[concept]]) {
    const parsed = parseEntry(text);
    if ('first' in parsed && parsed.rest.length === 0)
      push(englishWords, parsed.first.text, { concept, rest: [] });
  }
}
for (const sameStart of eastAsian.values()) sameStart.sort((a, b) => b.text.length - a.text.length);

function add(concept: Concept, text: string): void {
  const parsed = parseEntry(text);
  if ('eastAsian' in parsed) {
    push(eastAsian, parsed.eastAsian[0] ?? '', { text: parsed.eastAsian, concept });
    return;
  }
  const { first, rest } = parsed;
  const entry: Entry = { concept, rest };
  push(first.stem ? stems : words, first.text, entry);
  if (first.stem) addStemLength(first.text);
  if (rest.length > 0 || first.text.length < SHORTEST_OBFUSCATED || /\d/.test(first.text)) return;
  const collapsed = collapseRepeats(first.text) ?? first.text;
  push(first.stem ? collapsedStems : collapsedWords, collapsed, entry);
  if (first.stem) addStemLength(collapsed);
  push(byLetterAndLength, `${first.text[0]}${first.text.length}`, { text: first.text, entry });
  push(byLetterAndLength, `*${first.text.length}`, { text: first.text, entry });
}

function addStemLength(stem: string): void {
  const beginning = stem.slice(0, SHORTEST_STEM);
  stemLengths.set(beginning, (stemLengths.get(beginning) ?? new Set()).add(stem.length));
}

function push<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, [value]);
  else values.push(value);
}

/** Visits the entries that begin with a word spelled like this. */
export function visitEntries(spelling: string, visit: (entry: Entry) => void): void {
  lookUp(words, stems, spelling, visit);
}

const SHORTEST_INSIDE = 3;
const LONGEST_INSIDE = 16;

/** Entries whose first word or stem is part of a run of letters. */
export interface Inside {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
}

/** All words and stems of the lexicon that a run of letters contains, in the order of their first letters. */
export function entriesInside(letters: string): readonly Inside[] {
  const found: Inside[] = [];
  for (let start = 0; start + SHORTEST_INSIDE <= letters.length; start++) {
    const last = Math.min(start + LONGEST_INSIDE, letters.length);
    for (let end = start + SHORTEST_INSIDE; end <= last; end++) {
      const part = letters.slice(start, end);
      const entries = [...(words.get(part) ?? []), ...(stems.get(part) ?? [])];
      if (entries.length > 0) found.push({ start, end, entries });
    }
  }
  return found;
}

const SHORTEST_TOGETHER = 4;

/** The English words, of the lexicon and others, that a run of letters contains, in the same order. */
export function englishWordsInside(letters: string): readonly Inside[] {
  const found: Inside[] = [];
  for (let start = 0; start < letters.length; start++) {
    const last = Math.min(start + LONGEST_INSIDE, letters.length);
    for (let end = start + 1; end <= last; end++) {
      const part = letters.slice(start, end);
      const entries = part.length < SHORTEST_TOGETHER ? undefined : englishWords.get(part);
      if (entries !== undefined || COMMON_WORDS.has(part)) found.push({ start, end, entries: entries ?? [] });
    }
  }
  return found;
}

/** Whether a single word is an entry. */
export function isListed(word: string): boolean {
  let listed = false;
  visitEntries(word, ({ rest }) => {
    listed ||= rest.length === 0;
  });
  return listed;
}

/** Visits the entries of one word that this spelling obfuscates with repeated or masked letters. */
export function visitObfuscatedEntries(spelling: string, visit: (entry: Entry) => void): void {
  if (spelling.length < SHORTEST_OBFUSCATED) return;
  const collapsed = collapseRepeats(spelling);
  if (spelling.includes('*')) lookUpMasked(spelling, visit);
  else if (collapsed !== undefined) lookUp(collapsedWords, collapsedStems, collapsed, visit);
}

function lookUp(ofWords: Index, ofStems: Index, spelling: string, visit: (entry: Entry) => void): void {
  for (const entry of ofWords.get(spelling) ?? []) visit(entry);
  for (const length of stemLengths.get(spelling.slice(0, SHORTEST_STEM)) ?? []) {
    if (length > spelling.length) continue;
    for (const entry of ofStems.get(spelling.slice(0, length)) ?? []) visit(entry);
  }
}

/** `p*rn`: entries of the same length whose visible letters agree. At least half must be visible. */
function lookUpMasked(spelling: string, visit: (entry: Entry) => void): void {
  const masked = spelling.split('*').length - 1;
  if (masked * 2 > spelling.length || spelling.length > LONGEST_MASKED) return;
  for (const { text, entry } of byLetterAndLength.get(`${spelling[0]}${spelling.length}`) ?? []) {
    let agrees = true;
    for (let at = 0; at < text.length && agrees; at++)
      agrees = spelling[at] === '*' || spelling[at] === text[at];
    if (agrees) visit(entry);
  }
}

/** The longest entry at this index of a run of East Asian text. */
export function findEastAsianEntry(text: string, at: number): EastAsianEntry | undefined {
  return eastAsian.get(text[at] ?? '')?.find((entry) => text.startsWith(entry.text, at));
}
