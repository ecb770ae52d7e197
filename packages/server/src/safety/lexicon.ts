import { collapseRepeats } from './deobfuscate.ts';
import { isDigit } from './fold-text.ts';
import { CONCEPTS, type Concept } from './lexicon/concepts.ts';
import { type Pattern, parseEntry } from './lexicon/entry.ts';
import { ANY_LANGUAGE, COVERED_WORDS, LANGUAGES, SPELLING } from './lexicon/languages.ts';
import { createWordTree, type WordTree } from './word-tree.ts';

/** An entry of the lexicon, found by its first word. */
export interface Entry {
  readonly concept: Concept;
  /** The words after the first. */
  readonly rest: readonly Pattern[];
}

/** Entries by their first word. */
interface Entries {
  /** Those of which it is a whole word. */
  readonly words: readonly Entry[];
  /** Those of which it is the beginning of a word. */
  readonly stems: readonly Entry[];
}

type Index = Map<string, Entries>;

// Most words have one entry, and `push` would reserve room for 17: 3 MB in all.
const NONE: readonly never[] = [];

const listed: Index = new Map();
/** The entries of one word with repeated letters collapsed, for prompts that repeat letters. */
const collapsed: Index = new Map();
/** Single words of English with their entries, for words that are written together. */
const englishWords: Map<string, Entry[]> = new Map();
/** Single words by first letter and length, for words with masked letters. */
const byLetterAndLength: Map<string, { readonly text: string; readonly entry: Entry }[]> = new Map();
/** East Asian entries by their text, and by their first character, the longest first. */
const eastAsianTexts: Map<string, EastAsianEntry> = new Map();
const eastAsian: Map<string, EastAsianEntry[]> = new Map();

interface EastAsianEntry {
  readonly text: string;
  readonly concepts: readonly Concept[];
}

const MAX_MASKED_LENGTH = 20;
const MIN_OBFUSCATED_LENGTH = 4;
const MIN_TOGETHER_LENGTH = 4;

for (const concept of CONCEPTS) {
  for (const lexicon of [ANY_LANGUAGE, ...Object.values(LANGUAGES), COVERED_WORDS]) {
    for (const entry of lexicon[concept]) add(concept, entry);
  }
}
for (const concept of CONCEPTS) {
  for (const text of [...LANGUAGES.english[concept], ...ANY_LANGUAGE[concept]]) {
    const parsed = parseEntry(text);
    if (!('first' in parsed) || parsed.rest.length > 0 || parsed.first.text.length < MIN_TOGETHER_LENGTH)
      continue;
    push(englishWords, parsed.first.text, { concept, rest: [] });
  }
}
for (const word of SPELLING.commonWords) if (!englishWords.has(word)) englishWords.set(word, []);
for (const entry of eastAsianTexts.values()) push(eastAsian, entry.text[0] ?? '', entry);
for (const sameStart of eastAsian.values()) sameStart.sort((a, b) => b.text.length - a.text.length);

function add(concept: Concept, text: string): void {
  const parsed = parseEntry(text);
  if ('eastAsian' in parsed) {
    const { eastAsian: text } = parsed;
    const { concepts } = eastAsianTexts.get(text) ?? { concepts: [] };
    eastAsianTexts.set(text, { text, concepts: [...concepts, concept] });
    return;
  }
  const { first, rest } = parsed;
  const entry: Entry = { concept, rest };
  addTo(listed, first, entry);
  if (rest.length > 0 || first.text.length < MIN_OBFUSCATED_LENGTH || /\d/.test(first.text)) return;
  addTo(collapsed, { ...first, text: collapseRepeats(first.text) ?? first.text }, entry);
  push(byLetterAndLength, `${first.text[0]}${first.text.length}`, { text: first.text, entry });
  push(byLetterAndLength, `*${first.text.length}`, { text: first.text, entry });
}

function addTo(index: Index, { text, stem }: Pattern, entry: Entry): void {
  const { words, stems } = index.get(text) ?? { words: NONE, stems: NONE };
  index.set(text, stem ? { words, stems: stems.concat(entry) } : { words: words.concat(entry), stems });
}

function push<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
  const values = index.get(key);
  if (values === undefined) index.set(key, [value]);
  else values.push(value);
}

const listedTree = createWordTree(listed);
const collapsedTree = createWordTree(collapsed);
const englishTree = createWordTree(englishWords);

/** Visits the entries that begin with a word spelled like this. */
export function visitEntries(spelling: string, visit: (entry: Entry) => void): void {
  lookUp(listedTree, spelling, visit);
}

const MIN_INSIDE_LENGTH = 3;
const MAX_INSIDE_LENGTH = 16;

/** Entries whose first word or stem is part of a run of letters. */
export interface Inside {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
}

/** All words and stems of the lexicon that a run of letters contains, in the order of their first letters. */
export function entriesInside(letters: string): readonly Inside[] {
  return wordsInside(listedTree, letters).flatMap(({ start, end, value: { words, stems } }) =>
    end - start < MIN_INSIDE_LENGTH ? [] : [{ start, end, entries: [...words, ...stems] }],
  );
}

/** The English words, of the lexicon and others, that a run of letters contains, in the same order. */
export function englishWordsInside(letters: string): readonly Inside[] {
  return wordsInside(englishTree, letters).map(({ start, end, value }) => ({ start, end, entries: value }));
}

function wordsInside<Value>(tree: WordTree<Value>, letters: string) {
  const found: { readonly start: number; readonly end: number; readonly value: Value }[] = [];
  for (let start = 0; start < letters.length; start++) {
    tree.visit(letters, start, (value, end) => {
      if (end - start <= MAX_INSIDE_LENGTH) found.push({ start, end, value });
    });
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
  if (spelling.length < MIN_OBFUSCATED_LENGTH) return;
  if (spelling.includes('*')) {
    lookUpMasked(spelling, visit);
    return;
  }
  const collapsed = collapseRepeats(spelling);
  if (collapsed !== undefined) lookUp(collapsedTree, collapsed, visit);
}

function lookUp(tree: WordTree<Entries>, spelling: string, visit: (entry: Entry) => void): void {
  tree.visit(spelling, 0, ({ words, stems }, end) => {
    for (const entry of stems) visit(entry);
    if (end === spelling.length) for (const entry of words) visit(entry);
  });
}

/** `p*rn`: entries of the same length whose visible letters agree. At least half must be visible. */
function lookUpMasked(spelling: string, visit: (entry: Entry) => void): void {
  const masked = spelling.split('*').length - 1;
  if (masked * 2 > spelling.length || spelling.length > MAX_MASKED_LENGTH) return;
  for (const { text, entry } of byLetterAndLength.get(`${spelling[0]}${spelling.length}`) ?? []) {
    let agrees = true;
    for (let at = 0; at < text.length && agrees; at++)
      agrees = spelling[at] === '*' || spelling[at] === text[at];
    if (agrees) visit(entry);
  }
}

/** The longest entry at this index of a text that begins with East Asian letters. Its number is not part of a longer one. */
export function findEastAsianEntry(text: string, at: number): EastAsianEntry | undefined {
  return eastAsian.get(text[at] ?? '')?.find((entry) => {
    const end = at + entry.text.length;
    return text.startsWith(entry.text, at) && !(isDigit(text[end - 1] ?? '') && isDigit(text[end] ?? ''));
  });
}
