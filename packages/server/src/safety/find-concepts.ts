import { minorAges } from './ages.ts';
import { isHarmlessRun, readSymbol } from './deobfuscate.ts';
import type { Concept } from './lexicon/concepts.ts';
import { matches } from './lexicon/entry.ts';
import { SPELLING } from './lexicon/languages.ts';
import {
  type Entry,
  englishWordsInside,
  entriesInside,
  findEastAsianEntry,
  type Inside,
  isListed,
  visitEntries,
  visitObfuscatedEntries,
} from './lexicon.ts';
import { type Token, tokenize } from './tokenize.ts';

const OFTEN_SPLIT: ReadonlySet<string> = new Set(SPELLING.oftenSplit);
const LEGITIMATE_SPLITS: ReadonlySet<string> = new Set(SPELLING.legitimateSplits);

/** Positions of each concept in a prompt, in words, ascending. */
export type Concepts = ReadonlyMap<Concept, readonly number[]>;

/** The concepts that a reading of a prompt mentions, in plain and in obfuscated spelling. Linear in its length. */
export function findConcepts(reading: string): Concepts {
  const { tokens, runs } = joinSpacedLetters(tokenize(reading));
  const found: Map<Concept, number[]> = new Map();
  const add = (concept: Concept, position: number): void => {
    const positions = found.get(concept);
    if (positions === undefined) found.set(concept, [position]);
    else positions.push(position);
  };
  const harmless = findHarmlessPhrases(tokens);
  tokens.forEach((token, index) => {
    if (token.eastAsian !== undefined) addEastAsian(token, token.eastAsian, add);
    else addEntriesAt(tokens, index, harmless, add);
  });
  for (const position of minorAges(tokens)) add('minor', position);
  tokens.forEach((token, index) => {
    if (!harmless[index]) addRunTogether(token, add);
  });
  for (const { position, spellings } of runs) {
    for (const letters of spellings) addFromRun(letters, position, add);
  }
  addSplitWords(tokens, add);
  for (const positions of found.values()) positions.sort((a, b) => a - b);
  return found;
}

type Add = (concept: Concept, position: number) => void;

/** Tokens of harmless phrases, from the first to the last, which overlap if there are several. */
interface Phrase {
  readonly first: number;
  readonly last: number;
}

/** The harmless phrase that each token belongs to. */
function findHarmlessPhrases(tokens: readonly Token[]): readonly (Phrase | undefined)[] {
  const harmless: (Phrase | undefined)[] = tokens.map(() => undefined);
  tokens.forEach(({ spellings }, index) => {
    // Only as written: an obfuscated word is not meant harmlessly.
    visitEntries(spellings[0] ?? '', ({ concept, rest }) => {
      if (!isExcuse(concept) || !follows(tokens, index, rest)) return;
      if (concept === 'negatedWish' && isUndone(tokens, index, rest.length)) return;
      const end = index + rest.length;
      const first = Math.min(index, harmless[index]?.first ?? index);
      const last = Math.max(end, harmless[index]?.last ?? end, harmless[end]?.last ?? end);
      for (let at = first; at <= last; at++) harmless[at] = { first, last };
    });
  });
  return harmless;
}

const isExcuse = (concept: Concept): boolean => concept === 'harmlessPhrase' || concept === 'negatedWish';

/** "no nudity filter" and "not without nudity" ask for what they seem to negate. */
function isUndone(tokens: readonly Token[], index: number, length: number): boolean {
  if (UNDOING.test(tokens[index + length + 1]?.spellings[0] ?? '')) return true;
  let isNegated = false;
  visitEntries(tokens[index - 1]?.spellings[0] ?? '', ({ concept }) => {
    isNegated ||= concept === 'negatedWish';
  });
  return isNegated;
}

const UNDOING =
  /^(?:filt|restri|cens|limit|rule|ban$|bans$|banned|block|blur|cover|mask$|taboo|tabu|polic|zensur|verbot|beschr|verpix|flou|borr)/;

function follows(tokens: readonly Token[], index: number, rest: Entry['rest']): boolean {
  let at = index;
  for (const pattern of rest) {
    at += 1;
    const token = tokens[at];
    if (token === undefined || !matches(token.spellings, pattern)) return false;
  }
  return true;
}

function addEntriesAt(
  tokens: readonly Token[],
  index: number,
  harmless: readonly (Phrase | undefined)[],
  add: Add,
): void {
  const { spellings, position } = tokens[index] as Token;
  let isFound = false;
  const visit = ({ concept, rest }: Entry): void => {
    if (isExcuse(concept) || !follows(tokens, index, rest)) return;
    if (isHarmlessAt(harmless, index, index + rest.length)) return;
    isFound = true;
    add(concept, position);
  };
  for (const spelling of spellings) visitEntries(spelling, visit);
  if (isFound) return;
  for (const spelling of spellings) visitObfuscatedEntries(spelling, visit);
}

/** Whether a harmless phrase has some of these tokens, unless they are more than the whole of it: `big black cock`. */
function isHarmlessAt(harmless: readonly (Phrase | undefined)[], first: number, last: number): boolean {
  return harmless.slice(first, last + 1).some((phrase) => {
    if (phrase === undefined) return false;
    return phrase.first < first || phrase.last > last || phrase.last - phrase.first === last - first;
  });
}

function addEastAsian({ position, following = '' }: Token, run: string, add: Add): void {
  const text = run + following;
  for (let index = 0; index < run.length; ) {
    const entry = findEastAsianEntry(text, index);
    if (entry?.concepts.some(isExcuse)) {
      // A harmless phrase is skipped whole. Other entries may overlap: finding 裸 within 全裸 is harmless.
      index += entry.text.length;
      continue;
    }
    for (const concept of entry?.concepts ?? []) add(concept, position + (index >> 1));
    index += 1;
  }
}

const MIN_RUN_LENGTH = 3;
const MIN_INSIDE_LENGTH = 5;
const MIN_AT_EDGE_LENGTH = 4;

/** Joins runs of single letters, "p o r n" and "n.u.d.e", to one token each and moves up what follows. */
function joinSpacedLetters(tokens: readonly Token[]): {
  readonly tokens: readonly Token[];
  readonly runs: readonly Token[];
} {
  const joined: Token[] = [];
  const runs: Token[] = [];
  let saved = 0;
  for (let start = 0; start < tokens.length; ) {
    const end = endOfRun(tokens, start);
    const run = tokens.slice(start, end);
    if (run.some(isLetter) && isRun(run, tokens[end])) {
      const token = { position: (tokens[start] as Token).position - saved, spellings: readingsOf(run) };
      joined.push(token);
      if (run.length >= MIN_RUN_LENGTH) runs.push(token);
      saved += run.length - 1;
    } else for (const token of run) joined.push({ ...token, position: token.position - saved });
    start = end;
  }
  return runs.length === 0 ? { tokens, runs } : { tokens: joined, runs };
}

function endOfRun(tokens: readonly Token[], start: number): number {
  let end = start + 1;
  while (isSingle(tokens[start]) && isSingle(tokens[end]) && !tokens[end]?.separated) end += 1;
  return end;
}

/** Two letters form a word only if wider gaps surround them: "h o w   t o". */
function isRun(run: readonly Token[], next: Token | undefined): boolean {
  if (run.length >= MIN_RUN_LENGTH) return true;
  return run.length === 2 && run[0]?.separated === true && next?.separated !== false;
}

/** A letter may replace another or be a digit; all letters of a run are read in the same way. */
function readingsOf(run: readonly Token[]): readonly string[] {
  const readings = [0, 1, 2].map((reading) =>
    run.map(({ spellings }) => spellings[reading] ?? readSymbol(spellings[0] ?? '')).join(''),
  );
  return [...new Set(readings)];
}

const isSingle = (token: Token | undefined): boolean => token?.spellings[0]?.length === 1;

/** Digits alone are a version or a date. */
const isLetter = ({ spellings }: Token): boolean => !/^\d*$/.test(spellings[0] ?? '');

const MIN_TOGETHER_LENGTH = 7;
const MAX_TOGETHER_LENGTH = 40;
/** Only these tell that words were written together to hide them: names and compounds contain the others. */
const TELLING: ReadonlySet<Concept> = new Set([
  ...(['sexualisedMinor', 'sexualAssault', 'explicit', 'nudity', 'genitals', 'slur'] as const),
  ...(['mutilation', 'dehumanisation', 'extremism', 'terrorism', 'weapon'] as const),
]);

/** Adds the words of which a longer one wholly consists, "nakedwomanonthebeach". */
function addRunTogether({ spellings, position }: Token, add: Add): void {
  for (const letters of spellings) {
    if (letters.length < MIN_TOGETHER_LENGTH || letters.length > MAX_TOGETHER_LENGTH) continue;
    if (isListed(letters) || isHarmlessRun(letters)) continue;
    const used = wordsOfWhole(englishWordsInside(letters), letters.length);
    const concepts = used.flatMap(({ entries }) => entries.map(({ concept }) => concept));
    if (concepts.some((concept) => TELLING.has(concept)))
      for (const concept of concepts) add(concept, position);
  }
}

/** The words that cover all the letters one after the other; none if no words do. Prefers longer words. */
function wordsOfWhole(found: readonly Inside[], length: number): readonly Inside[] {
  const lastTo: Map<number, Inside> = new Map();
  for (const word of found) {
    if (word.start !== 0 && !lastTo.has(word.start)) continue;
    if (!lastTo.has(word.end)) lastTo.set(word.end, word);
  }
  const words: Inside[] = [];
  for (let end = length; end > 0; ) {
    const word = lastTo.get(end);
    if (word === undefined) return [];
    words.push(word);
    end = word.start;
  }
  return words;
}

/** Adds the words inside a run without gaps, "n u d e m a n". All of them get its position. */
function addFromRun(letters: string, position: number, add: Add): void {
  const found = entriesInside(letters);
  const whole = coversRun(found, letters.length);
  if (!whole && isHarmlessRun(letters)) return;
  for (const { start, end, entries } of found) {
    const atEdge = start === 0 || end === letters.length;
    if (!whole && end - start < (atEdge ? MIN_AT_EDGE_LENGTH : MIN_INSIDE_LENGTH)) continue;
    for (const { concept, rest } of entries) {
      if (rest.length === 0 && !isExcuse(concept)) add(concept, position);
    }
  }
}

/** Whether the words found, one after the other, cover all the letters: then none matched by chance. */
function coversRun(
  found: readonly { readonly start: number; readonly end: number }[],
  length: number,
): boolean {
  const reached = new Set([0]);
  for (const { start, end } of found) if (reached.has(start)) reached.add(end);
  return reached.has(length);
}

const MAX_PART_LENGTH = 4;
const MAX_PARTS = 3;

/** Adds words that are split into two or three short parts, "na ked", if they are often split. */
function addSplitWords(tokens: readonly Token[], add: Add): void {
  for (let start = 0; start < tokens.length; start++) {
    let joined = '';
    let asWritten = '';
    for (let index = start; index < tokens.length && index < start + MAX_PARTS; index++) {
      const { spellings } = tokens[index] as Token;
      if (spellings[0] === undefined || spellings[0].length > MAX_PART_LENGTH) break;
      joined += deobfuscated(spellings);
      asWritten += `${index > start ? ' ' : ''}${spellings[0]}`;
      if (index === start || !OFTEN_SPLIT.has(joined) || LEGITIMATE_SPLITS.has(asWritten)) continue;
      const { position } = tokens[start] as Token;
      visitEntries(joined, ({ concept, rest }) => rest.length === 0 && add(concept, position));
    }
  }
}

/** What is written if it consists of letters, otherwise with its digits read as letters. */
const deobfuscated = (spellings: readonly string[]): string => spellings[1] ?? readSymbol(spellings[0] ?? '');
