import { resolveConfusablesTransformer } from 'obscenity';

/** Combining marks, except for the two of voiced kana, which are letters of their own. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu;
/** Zero-width and filler characters, which readers cannot see. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\u2800]/gu;
const WIDE_GAPS = /\s\s+/gu;
const BLANK = /\s/gu;
/** Replaces a gap of more than one space between words. */
export const WIDE_SPACE = '\u2003';

/** Two Arabic ligatures decompose into 18 letters each: a prompt of them would become a long text. */
const LONG_LIGATURES = /[\ufdfa\ufdfb]/g;

const confusables = resolveConfusablesTransformer();

/**
 * The text without case, compatibility forms (fullwidth, mathematical, circled), accents and invisible
 * characters. A wide gap stays distinct from a space: in "n u d e  m a n" only the gap separates the words.
 */
export function foldText(text: string): string {
  return text
    .replace(LONG_LIGATURES, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(BLANK, ' ')
    .replace(WIDE_GAPS, WIDE_SPACE)
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .normalize('NFC');
}

/** Latin letters that Unicode does not decompose into a letter and a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
};

/** Missing from the library's table: small capitals and lookalikes seen in obfuscated prompts. */
const MORE_LOOKALIKES: Readonly<Record<string, string>> = {
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
  и: 'n',
  т: 't',
  м: 'm',
  н: 'h',
  в: 'b',
  к: 'k',
  г: 'r',
  п: 'n',
  л: 'l',
  д: 'd',
  і: 'i',
  ӏ: 'l',
  ѕ: 's',
  ј: 'j',
  α: 'a',
  β: 'b',
  γ: 'y',
  δ: 'd',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  π: 'n',
  ρ: 'p',
  σ: 'o',
  ς: 'c',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
};

/** The Latin letters or digits that a character looks like; an empty string if it looks like none. */
export function lookalike(character: string): string {
  const listed = LATIN[character] ?? MORE_LOOKALIKES[character];
  if (listed !== undefined) return listed;
  const code = confusables.transform(character.codePointAt(0) ?? 0);
  if (code === undefined || code >= 128) return '';
  const letter = String.fromCharCode(code).toLowerCase();
  return isPlain(letter) ? letter : '';
}

const CYRILLIC_FOR: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  n: 'п',
  o: 'о',
  p: 'р',
  r: 'г',
  t: 'т',
  u: 'и',
  x: 'х',
  y: 'у',
  0: 'о',
  3: 'з',
  4: 'ч',
  6: 'б',
};

/** The Cyrillic letter that a Latin one looks like, for Russian words with Latin letters in them. */
export function cyrillicLookalike(character: string): string {
  return CYRILLIC_FOR[character] ?? character;
}

export function isPlain(character: string): boolean {
  return (character >= 'a' && character <= 'z') || isDigit(character);
}

export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

export function isCyrillic(character: string): boolean {
  return character >= '\u0400' && character <= '\u052f';
}

/** Han, kana and Hangul: written without spaces between words, or with endings attached to them. */
export function isEastAsian(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x2e80) return false;
  return (
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30fa) ||
    (code >= 0x30fc && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}
