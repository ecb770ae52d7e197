import { minorAges } from './ages.ts';
import {
  type Concept,
  type Entry,
  eastAsianEntryAt,
  entriesBehind,
  entriesOf,
  entriesWithin,
  matches,
} from './lexicon.ts';
import { HONEST_CUTS, isHarmlessRun, OFTEN_CUT, readDigit } from './unmask.ts';
import { type Word, wordsOf } from './words.ts';

/** Places of each concept in a prompt, in words, ascending. */
export type Concepts = ReadonlyMap<Concept, readonly number[]>;

/** What a prompt speaks of, read through its disguises. Linear in its length. */
export function findConcepts(prompt: string): Concepts {
  const { words, runs } = joinSpelledOut(wordsOf(prompt));
  const found: Map<Concept, number[]> = new Map();
  const add = (concept: Concept, at: number): void => {
    const places = found.get(concept);
    if (places === undefined) found.set(concept, [at]);
    else places.push(at);
  };
  const innocent = innocentWords(words);
  words.forEach((word, index) => {
    if (word.eastAsian !== undefined) addEastAsian(word, word.eastAsian, add);
    else if (!innocent[index]) addEntriesAt(words, index, innocent, add);
  });
  for (const at of minorAges(words)) add('MINOR', at);
  for (const { at, spellings } of runs) for (const letters of spellings) searchRun(letters, at, add);
  addCutApart(words, add);
  for (const places of found.values()) places.sort((a, b) => a - b);
  return found;
}

type Add = (concept: Concept, at: number) => void;

/** Which words belong to a phrase that gives them another meaning. */
function innocentWords(words: readonly Word[]): readonly boolean[] {
  const innocent = words.map(() => false);
  words.forEach(({ spellings }, index) => {
    // Only as it stands: whoever disguises a word does not mean the phrase.
    entriesOf(spellings[0] ?? '', ({ concept, rest }) => {
      if (concept !== 'INNOCENT' || !follows(words, index, rest)) return;
      for (let at = index; at <= index + rest.length; at++) innocent[at] = true;
    });
  });
  return innocent;
}

function follows(words: readonly Word[], index: number, rest: Entry['rest']): boolean {
  return rest.every((pattern, offset) => matches(words[index + 1 + offset]?.spellings ?? [], pattern));
}

function addEntriesAt(words: readonly Word[], index: number, innocent: readonly boolean[], add: Add): void {
  const { spellings, at } = words[index] as Word;
  let known = false;
  const visit = ({ concept, rest }: Entry): void => {
    if (concept === 'INNOCENT' || !follows(words, index, rest)) return;
    if (rest.some((_, offset) => innocent[index + 1 + offset])) return;
    known = true;
    add(concept, at);
  };
  for (const spelling of spellings) entriesOf(spelling, visit);
  if (known) return;
  for (const spelling of spellings) entriesBehind(spelling, visit);
}

function addEastAsian({ at }: Word, text: string, add: Add): void {
  for (let index = 0; index < text.length; ) {
    const entry = eastAsianEntryAt(text, index);
    if (entry !== undefined && entry.concept !== 'INNOCENT') add(entry.concept, at + (index >> 1));
    // The words of an innocent phrase count for nothing; others overlap (裸 in 全裸 does no harm).
    index += entry?.concept === 'INNOCENT' ? entry.text.length : 1;
  }
}

const SHORTEST_RUN = 3;
const SHORTEST_INSIDE = 5;
const SHORTEST_AT_EDGE = 4;

/** "p o r n", "n.u.d.e": runs of single letters put together to words again; everything behind moves up. */
function joinSpelledOut(words: readonly Word[]): {
  readonly words: readonly Word[];
  readonly runs: readonly Word[];
} {
  const joined: Word[] = [];
  const runs: Word[] = [];
  let saved = 0;
  for (let start = 0; start < words.length; ) {
    const end = endOfRun(words, start);
    const run = words.slice(start, end);
    if (run.some(isLetter) && isRun(run, words[end])) {
      const word = { at: (words[start] as Word).at - saved, spellings: readingsOf(run) };
      joined.push(word);
      if (run.length >= SHORTEST_RUN) runs.push(word);
      saved += run.length - 1;
    } else for (const word of run) joined.push({ ...word, at: word.at - saved });
    start = end;
  }
  return runs.length === 0 ? { words, runs } : { words: joined, runs };
}

function endOfRun(words: readonly Word[], start: number): number {
  let end = start + 1;
  while (isSingle(words[start]) && isSingle(words[end]) && !words[end]?.apart) end += 1;
  return end;
}

/** Two letters are a word only where wider gaps on both sides say so: "h o w   t o". */
function isRun(run: readonly Word[], next: Word | undefined): boolean {
  if (run.length >= SHORTEST_RUN) return true;
  return run.length === 2 && run[0]?.apart === true && next?.apart !== false;
}

/** A letter may stand for another or be a digit; all letters of a run are read in the same way. */
function readingsOf(run: readonly Word[]): readonly string[] {
  const readings = [0, 1, 2].map((reading) =>
    run.map(({ spellings }) => spellings[reading] ?? readDigit(spellings[0] ?? '')).join(''),
  );
  return [...new Set(readings)];
}

const isSingle = (word: Word | undefined): boolean => word?.spellings[0]?.length === 1;

/** Figures alone are a version or a date. */
const isLetter = ({ spellings }: Word): boolean => !/^\d*$/.test(spellings[0] ?? '');

/** Words inside a run that has no gaps: "n u d e m a n". All of them stand at its place. */
function searchRun(letters: string, at: number, add: Add): void {
  const addAll = (entries: readonly Entry[]): void => {
    for (const { concept, rest } of entries) {
      if (rest.length > 0 || concept === 'INNOCENT') continue;
      add(concept, at);
    }
  };
  const found = entriesWithin(letters);
  const whole = isWhollyOf(found, letters.length);
  if (!whole && isHarmlessRun(letters)) return;
  for (const { start, end, entries } of found) {
    const atEdge = start === 0 || end === letters.length;
    if (whole || end - start >= (atEdge ? SHORTEST_AT_EDGE : SHORTEST_INSIDE)) addAll(entries);
  }
}

/** Whether the words found, one after the other, make the whole of the letters: then none is there by chance. */
function isWhollyOf(
  found: readonly { readonly start: number; readonly end: number }[],
  length: number,
): boolean {
  const reached = new Set([0]);
  for (const { start, end } of found) if (reached.has(start)) reached.add(end);
  return reached.has(length);
}

const LONGEST_CUT = 4;

/** "na ked": two or three short pieces side by side that make one of the words that are often cut. */
function addCutApart(words: readonly Word[], add: Add): void {
  for (let start = 0; start < words.length; start++) {
    let joined = '';
    let asWritten = '';
    for (let index = start; index < words.length && index < start + 3; index++) {
      const { spellings } = words[index] as Word;
      if (spellings[0] === undefined || spellings[0].length > LONGEST_CUT) break;
      joined += unmasked(spellings);
      asWritten += `${index > start ? ' ' : ''}${spellings[0]}`;
      if (index === start || !OFTEN_CUT.has(joined) || HONEST_CUTS.has(asWritten)) continue;
      const at = (words[start] as Word).at;
      entriesOf(joined, ({ concept, rest }) => rest.length === 0 && add(concept, at));
    }
  }
}

/** As it stands if it is letters alone, otherwise as its digits are read. */
const unmasked = (spellings: readonly string[]): string => spellings[1] ?? readDigit(spellings[0] ?? '');
