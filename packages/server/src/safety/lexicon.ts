import { collapseRepeats } from './deobfuscate.ts';
import { foldText, isEastAsian } from './fold-text.ts';
import * as context from './lexicon/context.ts';
import * as harm from './lexicon/harm.ts';
import * as minors from './lexicon/minors.ts';
import * as sexual from './lexicon/sexual.ts';
import * as violence from './lexicon/violence.ts';

const LISTS = { ...minors, ...sexual, ...violence, ...harm, ...context };

/** What an entry of the lists means: the name of its list. */
export type Concept = keyof typeof LISTS;

interface Pattern {
  readonly text: string;
  /** Any ending may follow. */
  readonly stem: boolean;
}

export interface Entry {
  readonly concept: Concept;
  /** The words after the first. */
  readonly rest: readonly Pattern[];
}

/** First words of entries; a key with an asterisk is a stem. Looked up by every beginning of a word. */
type Index = Map<string, Entry[]>;

const words: Index = new Map();
const stems: Index = new Map();
/** How long the stems are that begin with the same two letters: the only beginnings worth looking up. */
const stemLengths: Map<string, Set<number>> = new Map();
/** The entries of one word with repeated letters as one, for prompts that repeat letters. */
const collapsedWords: Index = new Map();
const collapsedStems: Index = new Map();
/** Single words by length and first letter, for words with masked letters. */
const byLengthAndLetter: Map<string, { readonly text: string; readonly entry: Entry }[]> = new Map();
/** East Asian entries by their first character, the longest first. */
const eastAsian: Map<string, { readonly text: string; readonly concept: Concept }[]> = new Map();

const SHORTEST_STEM = 2;
const LONGEST_MASKED = 20;
const SHORTEST_OBFUSCATED = 4;

for (const concept of Object.keys(LISTS) as Concept[]) {
  for (const entry of LISTS[concept].split(',')) add(concept, foldText(entry).trim());
}
for (const entries of eastAsian.values()) entries.sort((a, b) => b.text.length - a.text.length);

function add(concept: Concept, text: string): void {
  if (isEastAsian(text)) {
    const joined = text.replaceAll(' ', '');
    push(eastAsian, joined[0] ?? '', { text: joined, concept });
    return;
  }
  const [first, ...rest] = text
    .split(' ')
    .map(
      (word): Pattern =>
        word.endsWith('*') ? { text: word.slice(0, -1), stem: true } : { text: word, stem: false },
    );
  if (first === undefined) return;
  const entry: Entry = { concept, rest };
  push(first.stem ? stems : words, first.text, entry);
  if (first.stem) noteStem(first.text);
  if (rest.length > 0 || first.text.length < SHORTEST_OBFUSCATED || /\d/.test(first.text)) return;
  const collapsed = collapseRepeats(first.text) ?? first.text;
  push(first.stem ? collapsedStems : collapsedWords, collapsed, entry);
  if (first.stem) noteStem(collapsed);
  push(byLengthAndLetter, `${first.text[0]}${first.text.length}`, { text: first.text, entry });
  push(byLengthAndLetter, `*${first.text.length}`, { text: first.text, entry });
}

function noteStem(stem: string): void {
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

export interface Inside {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
}

/** Every word and stem of the lists inside a run of letters, by their beginnings. */
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

/** Whether a word by itself is an entry. */
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

/** `p*rn`: words of the same length whose visible letters agree. At least half of them must be visible. */
function lookUpMasked(spelling: string, visit: (entry: Entry) => void): void {
  const masked = spelling.split('*').length - 1;
  if (masked * 2 > spelling.length || spelling.length > LONGEST_MASKED) return;
  for (const { text, entry } of byLengthAndLetter.get(`${spelling[0]}${spelling.length}`) ?? []) {
    let agrees = true;
    for (let at = 0; at < text.length && agrees; at++)
      agrees = spelling[at] === '*' || spelling[at] === text[at];
    if (agrees) visit(entry);
  }
}

/** The longest entry at this index of a run of East Asian text. */
export function findEastAsianEntry(
  text: string,
  at: number,
): { readonly text: string; readonly concept: Concept } | undefined {
  return eastAsian.get(text[at] ?? '')?.find((entry) => text.startsWith(entry.text, at));
}

export function matches(spellings: readonly string[], { text, stem }: Pattern): boolean {
  return spellings.some((spelling) => (stem ? spelling.startsWith(text) : spelling === text));
}
