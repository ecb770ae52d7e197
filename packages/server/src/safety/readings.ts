import { readSymbol } from './deobfuscate.ts';
import { foldText, lookalike, WIDE_SPACE } from './fold-text.ts';
import { asShown } from './markup.ts';
import { MAX_JOINED_LENGTH } from './tokenize.ts';

/**
 * What a prompt may be read as, folded: as it is written, and with what is between letters as separators. A digit or a symbol
 * may be either: in `n*a*k*3*d` the digit is a letter and the asterisk separates, in `n3a3k3e3d` and `na|ked` the digit and
 * the bar do. Each reading is searched for words, so no character has to be decided. A text with markup, hidden characters or
 * an override of its direction is read as it is shown, too. Most prompts have one reading; none has more than six, and each
 * takes time linear in the length of the prompt.
 */
export function readingsOf(prompt: string): readonly string[] {
  const readings = new Set<string>();
  for (const text of new Set([prompt, asShown(prompt)])) {
    const folded = foldText(text);
    readings.add(folded);
    const { separable, symbols, symbolsAndDigits } = ASCII.test(folded) ? OF_ASCII : OF_ANY_SCRIPT;
    if (!separable.test(folded)) continue;
    readings.add(separate(folded, symbols));
    if (HAS_DIGIT.test(folded)) readings.add(separate(folded, symbolsAndDigits));
  }
  return [...readings];
}

/** Han, kana, Hangul and Thai: words are written without spaces, and a mark in them ends one. */
const WHOLE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー`;
const KANJI_AND_KANA = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
/** Marks that always separate; any other symbol may be read as a letter. */
const ORDINARY = String.raw`.,;:?'"’‘“”…—–、。・「」『』【】《》«»¿،؛؟/&_=~^\\\x60)}>{\[\]\-`;

const ASCII = /^[\0-\x7f\u2003]*$/;
const HAS_DIGIT = /\p{N}/u;
const NUMBERS = /\p{N}+/gu;
const NOT_LETTERS = /[^\p{L}\p{M}]+/gu;
/** What belongs to a word before and after a mark in it. */
const BEFORE = new RegExp(`[^\\s${ORDINARY}]*$`, 'u');
const AFTER = new RegExp(`^[^\\s${ORDINARY}]*`, 'u');
const ALL_ORDINARY = new RegExp(`^[${ORDINARY}]*$`, 'u');
/** Single characters, as in `裸.体`. Between items of a list there are the two other marks. */
const WHOLE_SPELLED = new RegExp(
  String.raw`(?<![${WHOLE}\p{M}])[${WHOLE}]\p{M}*(?:[^\p{L}\p{M}\s、。]+[${WHOLE}]\p{M}*)+(?![${WHOLE}\p{M}])`,
  'gu',
);
/** Letters that are strokes, between those of another script. */
const STROKE = new RegExp(
  String.raw`[ー一丨ㅡㅣǀ](?<=[^${KANJI_AND_KANA}\P{L}].)(?=[^${KANJI_AND_KANA}\P{L}])`,
  'gu',
);
/** Letters with more than one space between each two. */
const FAR_APART = new RegExp(String.raw`(?<!\S)\p{L}(?:${WIDE_SPACE}\p{L}(?!\S)){2,}`, 'gu');

interface Separators {
  /** Single characters of any kind with the same separator between them all. */
  readonly repeated: RegExp;
  /** At least three single letters with any separators between them. */
  readonly spelled: RegExp;
  readonly betweenSpelled: RegExp;
  /** Between the parts of a word. */
  readonly inside: RegExp;
}

/**
 * `part` is the inside of a class for what words consist of; all else but white space separates, also `around` letters that
 * are spelled out.
 */
function separators(part: string, around?: string): Separators {
  const mark = `[^${part}\\s]`;
  const [before, after] = around === undefined ? ['', ''] : [`(?:(?<!${around})${around}+)?`, `${around}*`];
  return {
    repeated: new RegExp(String.raw`(?<![${part}])\S(${mark})(?!\1)\S(?:\1(?!\1)\S)+(?![${part}])`, 'gu'),
    spelled: new RegExp(
      `(?<![${part}])${before}${unit(part)}(?: ?${mark}+ ?${unit(part)}){2,}${after}(?![${part}])`,
      'gu',
    ),
    betweenSpelled: new RegExp(` ?${mark}+ ?`, 'gu'),
    inside: new RegExp(`(?<=[${part}])(?<![${WHOLE}])${mark}+(?=[${part}])(?![${WHOLE}])`, 'gu'),
  };
}

/** One letter with its vowel signs and, as Devanagari writes them, the consonants that are joined to it. */
const unit = (part: string): string =>
  part.includes('M') ? String.raw`[${part}]\p{M}*(?:\u094d\p{L}\p{M}*)*` : `[${part}]`;

/** What one of the replacements below may change; few prompts have it. */
function separable(letter: string, digit: string, ...more: readonly string[]): RegExp {
  const symbol = String.raw`[^\s${letter}${digit}${ORDINARY}]`;
  const [mark, part] = [String.raw`[^\s${letter}${digit}]`, `[${letter}${digit}]`];
  const alternatives = [
    `${symbol}(?<=${part}[${ORDINARY}]*.)${mark}*${part}`,
    `(?<![${letter}])[${letter}] ?[^\\s${letter}]+ ?[${letter}](?![${letter}])`,
    `${symbol}(?<!\\S.)${mark}\\S`,
    `[${digit}](?<=[${letter}].)[${digit}]*[${letter}]`,
    `${WIDE_SPACE}(?<=[${letter}].)[${letter}](?!\\S)`,
    ...more,
  ];
  return new RegExp(alternatives.join('|'), 'u');
}

const OF_ASCII = {
  separable: separable('a-z', '0-9'),
  symbols: separators('a-z0-9'),
  symbolsAndDigits: separators('a-z', '[0-9]'),
};
const OF_ANY_SCRIPT = {
  separable: separable(
    String.raw`\p{L}\p{M}`,
    String.raw`\p{N}`,
    String.raw`[.,;:?](?<=(?<![${WHOLE}\p{M}])[${WHOLE}]\p{M}*.)[.,;:?]*[${WHOLE}]\p{M}*(?![${WHOLE}\p{M}])`,
    STROKE.source,
  ),
  symbols: separators(String.raw`\p{L}\p{M}\p{N}`),
  symbolsAndDigits: separators(String.raw`\p{L}\p{M}`, String.raw`\p{N}`),
};

/** The text with points between the letters of a word that is spelled out, and hyphens between the parts of another. */
function separate(folded: string, { repeated, spelled, betweenSpelled, inside }: Separators): string {
  return folded
    .replace(STROKE, '*')
    .replace(WHOLE_SPELLED, (letters) => letters.replace(NOT_LETTERS, ''))
    .replace(FAR_APART, (letters) => letters.replaceAll(WIDE_SPACE, '.'))
    .replace(repeated, (characters, separator: string) =>
      [...characters.replaceAll(separator, '')].map(asLetter).join('.'),
    )
    .replace(spelled, (letters) => letters.replace(betweenSpelled, asPoint))
    .replace(inside, (marks, at: number, whole: string) =>
      ALL_ORDINARY.test(marks) || isInCode(whole, at) ? marks : '-',
    );
}

const asPoint = (marks: string): string => (ALL_ORDINARY.test(marks.trim()) ? marks : '.');

/** Checksums and serial numbers contain words by chance. */
function isInCode(text: string, at: number): boolean {
  const before = BEFORE.exec(text.slice(Math.max(0, at - MAX_JOINED_LENGTH), at)) ?? [''];
  const after = AFTER.exec(text.slice(at, at + MAX_JOINED_LENGTH + 1)) ?? [''];
  const piece = `${before[0]}${after[0]}`;
  return piece.length > MAX_JOINED_LENGTH || (ASCII.test(piece) && new Set(piece.match(NUMBERS)).size > 1);
}

/** The letter that a symbol stands for; letters and digits unchanged. */
function asLetter(character: string): string {
  if (/[\p{L}\p{N}]/u.test(character)) return character;
  const letter = readSymbol(character);
  return letter === character ? lookalike(character) || character : letter;
}
