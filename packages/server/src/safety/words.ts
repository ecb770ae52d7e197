import {
  cyrillicLookalike,
  foldText,
  isCyrillic,
  isDigit,
  isEastAsian,
  isPlain,
  lookalike,
  WIDE,
} from './fold-text.ts';
import { unmaskSymbols, withoutRepeats } from './unmask.ts';

/** A word with every way it may be meant to be read, or a run of East Asian text. */
export interface Word {
  /** Place in the prompt, in words; two East Asian characters count as one. */
  readonly at: number;
  /** The first is the word as it stands; empty for East Asian text. */
  readonly spellings: readonly string[];
  readonly eastAsian?: string;
  /** It does not go on with the letters before it: more than one space, or letters that were joined by marks. */
  readonly apart?: boolean;
}

/** Between these, East Asian text is not read on. */
const STOPS = '、。，！？,.!?;:';

/** Cuts a text into words, in one pass over its characters. */
export function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  let at = 0;
  let chunk = '';
  let chunkParts = 0;
  let chunkStart = 0;
  let joined = '';
  let eastAsian = '';
  let apart = false;

  const add = (spellings: readonly string[]): void => {
    found.push({ at, spellings, apart });
    apart = false;
    at += 1;
  };
  const endPiece = (): void => {
    if (chunk === '') return;
    const pieces = piecesOf(chunk);
    if (pieces.length > 0) {
      if (chunkParts === 0) chunkStart = found.length;
      chunkParts += pieces.length;
      joined += pieces.map(([first]) => first).join('');
      for (const spellings of pieces) add(spellings);
    }
    chunk = '';
  };
  const endChunk = (): void => {
    endPiece();
    // A word cut by points or hyphens ("un-der-age") is read as one, too.
    const first = found[chunkStart];
    if (chunkParts > 1 && first !== undefined && joined.length <= LONGEST_JOINED) {
      found[chunkStart] = { ...first, spellings: [...first.spellings, joined] };
    }
    if (chunkParts > 1) apart = true;
    chunkParts = 0;
    joined = '';
  };
  const endEastAsian = (): void => {
    if (eastAsian === '') return;
    found.push({ at, spellings: [], eastAsian });
    at += Math.ceil(eastAsian.length / 2);
    eastAsian = '';
  };

  for (const character of foldText(text)) {
    if (isPlain(character) || isLetterOfWord(character)) {
      endEastAsian();
      chunk += character;
    } else if (isEastAsian(character)) {
      endChunk();
      eastAsian += character;
    } else if (character === ' ' || character === WIDE) {
      endChunk();
      if (character === WIDE) apart = true;
    } else {
      if (STOPS.includes(character)) endEastAsian();
      if (SYMBOL.test(character)) chunk += character;
      else endPiece();
    }
  }
  endChunk();
  endEastAsian();
  return found;
}

const LONGEST_JOINED = 24;

function isLetterOfWord(character: string): boolean {
  if (character < '\u0080' || isEastAsian(character)) return false;
  return isCyrillic(character) || lookalike(character) !== '';
}

/** The words of a chunk without spaces, each with its spellings. */
function piecesOf(chunk: string): readonly (readonly string[])[] {
  const inner = chunk.replace(MARKS_AROUND, '');
  const pieces = inner.split(SYMBOL).filter((piece) => piece !== '');
  const spellings = pieces.map(spellingsOf);
  if (inner.length > LONGEST_JOINED || !SYMBOL.test(inner)) return spellings;
  // One word at one place, whether its symbols are letters or stand between words: the next word follows it.
  const whole = unmaskSymbols([...inner].map(latin).join(''));
  return whole.length === 0 ? spellings : [[...whole, ...spellings.flat()]];
}

const SYMBOL = /[@$!|+€£*#%(<¡]/;
/** Punctuation and emphasis, except for what begins or ends a word as a letter: $ex, @nal. */
const MARKS_AROUND = /^[!|+*#%(<¡]+|[!|+*#%(<¡]+$/g;

const latin = (character: string): string =>
  isPlain(character) || SYMBOL.test(character) ? character : lookalike(character);

/** As it stands, and as what it is drawn like where alphabets or digits are mixed into it. */
function spellingsOf(piece: string): readonly string[] {
  const readings = readingsOf(piece);
  return REPEATED.test(piece)
    ? readings.flatMap((reading) => [reading, ...withoutRepeats(reading)])
    : readings;
}

/** No language here writes a letter three times. */
const REPEATED = /(.)\1\1/u;

function readingsOf(piece: string): readonly string[] {
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
  if (plain) return digits === 0 || digits === length ? [piece] : [piece, ...unmaskSymbols(piece)];
  const looks = [...piece].map(latin).join('');
  const readings = [looks, ...(HAS_DIGIT.test(looks) ? unmaskSymbols(looks) : [])];
  if (cyrillic === 0) return readings;
  if (cyrillic === length) return [piece, ...readings];
  return [...readings, [...piece].map(cyrillicLookalike).join('')];
}

const HAS_DIGIT = /\d/;
