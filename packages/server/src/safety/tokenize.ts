import { readSymbols, shortenRepeats } from './deobfuscate.ts';
import {
  cyrillicLookalike,
  isArabicOrDevanagari,
  isCyrillic,
  isDigit,
  isEastAsian,
  isPlain,
  lookalike,
  WIDE_SPACE,
} from './fold-text.ts';

/** A word with all its possible readings, or a run of East Asian text. */
export interface Token {
  /** Position in the prompt, in words; two East Asian characters count as one word. */
  readonly position: number;
  /** The first is the word as written. Empty for East Asian text. */
  readonly spellings: readonly string[];
  readonly eastAsian?: string;
  /** What follows East Asian text, without spaces, for entries that go on in other characters: `18`, the point of `ม.ต้น`. */
  readonly following?: string;
  /** Whether it is separate from the letters before it: it follows a wide gap, or letters joined by marks. */
  readonly separated?: boolean;
}

/** Characters that end a run of East Asian text. */
const STOPS = '、。，！？,.!?;:';
/** The longest entry that goes on after its East Asian text does so for four characters, between which may be spaces. */
const MAX_FOLLOWING_LENGTH = 8;

/** Splits a folded text into tokens, in one pass over its characters. */
export function tokenize(folded: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  let chunk = '';
  let chunkParts = 0;
  let chunkStart = 0;
  let joined = '';
  let eastAsian = '';
  let separated = false;

  const add = (spellings: readonly string[]): void => {
    tokens.push({ position, spellings, separated });
    separated = false;
    position += 1;
  };
  const endPiece = (): void => {
    if (chunk === '') return;
    const pieces = piecesOf(chunk);
    if (pieces.length > 0) {
      if (chunkParts === 0) chunkStart = tokens.length;
      chunkParts += pieces.length;
      joined += pieces.map(([first]) => first).join('');
      for (const spellings of pieces) add(spellings);
    }
    chunk = '';
  };
  const endChunk = (): void => {
    endPiece();
    // A word split by points or hyphens ("un-der-age") is also read as one.
    const first = tokens[chunkStart];
    if (chunkParts > 1 && first !== undefined && joined.length <= MAX_JOINED_LENGTH) {
      tokens[chunkStart] = { ...first, spellings: [...first.spellings, joined] };
    }
    if (chunkParts > 1) separated = true;
    chunkParts = 0;
    joined = '';
  };
  const endEastAsian = (end: number): void => {
    if (eastAsian === '') return;
    const following = folded.slice(end, end + MAX_FOLLOWING_LENGTH).replaceAll(' ', '');
    tokens.push({ position, spellings: [], eastAsian, following });
    position += Math.ceil(eastAsian.length / 2);
    eastAsian = '';
  };

  for (let at = 0; at < folded.length; ) {
    const end = endOfPlain(folded, at);
    if (end > at) {
      endEastAsian(at);
      chunk += folded.slice(at, end);
      at = end;
      continue;
    }
    const character = String.fromCodePoint(folded.codePointAt(at) as number);
    const start = at;
    at += character.length;
    if (isLetterOfWord(character)) {
      endEastAsian(start);
      chunk += character;
    } else if (isEastAsian(character)) {
      endChunk();
      eastAsian += character;
    } else if (character === ' ' || character === WIDE_SPACE) {
      endChunk();
      if (character === WIDE_SPACE) separated = true;
    } else {
      if (STOPS.includes(character)) endEastAsian(start);
      if (SYMBOL.test(character)) chunk += character;
      else endPiece();
    }
  }
  endChunk();
  endEastAsian(folded.length);
  return tokens;
}

function endOfPlain(text: string, start: number): number {
  let end = start;
  while (end < text.length && isPlain(text[end] as string)) end += 1;
  return end;
}

/** A longer chunk, such as a checksum, is not read as one word: parts of it are words by chance. */
export const MAX_JOINED_LENGTH = 24;

function isLetterOfWord(character: string): boolean {
  if (character < '\u0080' || isEastAsian(character)) return false;
  return isCyrillic(character) || isArabicOrDevanagari(character) || lookalike(character) !== '';
}

/** Most words: only Latin letters, and none three times in a row. They have one reading. */
const ORDINARY = /^(?:([a-z])(?!\1\1))+$/;

/** The words of a chunk without spaces, each with its spellings. */
function piecesOf(chunk: string): readonly (readonly string[])[] {
  if (ORDINARY.test(chunk)) return [[chunk]];
  const inner = chunk.replace(SURROUNDING_MARKS, '');
  const pieces = inner.split(SYMBOL).filter((piece) => piece !== '');
  const spellings = pieces.map(spellingsOf);
  if (inner.length > MAX_JOINED_LENGTH || !SYMBOL.test(inner)) return spellings;
  // One token, whether its symbols replace letters or separate words: the next word follows it.
  const whole = readSymbols([...inner].map(toLatin).join(''));
  return whole.length === 0 ? spellings : [[...whole, ...spellings.flat()]];
}

const SYMBOL = /[@$!|+€£*#%(<¡]/;
/** Punctuation and emphasis, except for symbols that begin or end a word as a letter: $ex, @nal. */
const SURROUNDING_MARKS = /^[!|+*#%(<¡]+|[!|+*#%(<¡]+$/g;

const toLatin = (character: string): string =>
  isPlain(character) || SYMBOL.test(character) ? character : lookalike(character);

/** The readings of a piece, with and without its repeated letters. */
function spellingsOf(piece: string): readonly string[] {
  const readings = readingsOf(piece);
  return REPEATED.test(piece)
    ? readings.flatMap((reading) => [reading, ...shortenRepeats(reading)])
    : readings;
}

/** None of the languages writes a letter three times in a row. */
const REPEATED = /(.)\1\1/u;

/** The piece as written and, where it mixes alphabets or contains digits, as the letters they look like. */
function readingsOf(piece: string): readonly string[] {
  if (ARABIC_OR_DEVANAGARI.test(piece)) return [piece, ...withoutClitics(piece)];
  let plain = true;
  let cyrillic = 0;
  let digits = 0;
  let length = 0;
  for (const character of piece) {
    length += 1;
    if (isDigit(character)) digits += 1;
    if (isCyrillic(character)) cyrillic += 1;
    if (!isPlain(character)) plain = false;
  }
  if (plain) return digits === 0 || digits === length ? [piece] : [piece, ...readSymbols(piece)];
  const latin = [...piece].map(toLatin).join('');
  const readings = [latin, ...(HAS_DIGIT.test(latin) ? readSymbols(latin) : [])];
  if (cyrillic === 0) return readings;
  if (cyrillic === length) return [piece, ...readings];
  return [...readings, [...piece].map(cyrillicLookalike).join('')];
}

const HAS_DIGIT = /\d/;
const ARABIC_OR_DEVANAGARI = /^(?:[\u0621-\u06d3]+|[\u0900-\u097f]+)$/;

/** Arabic writes "and", "with", "for" and "the" as letters of the next word. */
function withoutClitics(piece: string): readonly string[] {
  if (!CLITICS.test(piece)) return [];
  const words = new Set([piece]);
  for (const clitic of [AND, ARTICLE, PREPOSITION]) {
    for (const word of words) words.add(word.replace(clitic, ''));
  }
  words.delete(piece);
  return [...words];
}

/** What remains is a word of at least three letters. */
const CLITICS = /^[وفبكلا].{3}/;
const AND = /^[وف](?=.{3})/;
const ARTICLE = /^(?:[بك]?ال|لل)(?=.{3})/;
const PREPOSITION = /^[بكل](?=.{3})/;
