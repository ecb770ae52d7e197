import { resolveConfusablesTransformer } from 'obscenity';

/** Combining marks; not the two that make the voiced kana, which are letters of their own. */
const MARKS = /(?![\u3099\u309a])\p{M}/gu;
/** Zero-width and filling characters: they are there to be seen by programs alone. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\u2800]/gu;
const WIDE_BLANKS = /\s\s+/gu;
const BLANK = /\s/gu;
/** Stands between words that are more than one space apart. */
export const WIDE = '\u2003';

/** Two Arabic ligatures come apart into 18 letters each: a prompt of nothing else would be a long text. */
const LONG_LIGATURES = /[\ufdfa\ufdfb]/g;

const confusables = resolveConfusablesTransformer();

/**
 * Case, compatibility forms (fullwidth, mathematical, circled), accents and unseen characters taken away.
 * One space stays between words; a wider gap stays one, since in "n u d e  m a n" it alone parts the words.
 */
export function foldText(text: string): string {
  return text
    .replace(LONG_LIGATURES, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(BLANK, ' ')
    .replace(WIDE_BLANKS, WIDE)
    .replace(MARKS, '')
    .replace(UNSEEN, '')
    .normalize('NFC');
}

/** Letters of the Latin alphabet that do not come apart into a letter and a mark. */
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

/** What the table of the library lacks: small capitals and look-alikes seen in obfuscated prompts. */
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

/** The Latin letters or digits that a character is drawn like; an empty string for one that is like none. */
export function lookalike(character: string): string {
  const own = LATIN[character] ?? MORE_LOOKALIKES[character];
  if (own !== undefined) return own;
  const like = confusables.transform(character.codePointAt(0) ?? 0);
  if (like === undefined || like >= 128) return '';
  const letter = String.fromCharCode(like).toLowerCase();
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

/** The Cyrillic letter that a Latin one is drawn like, for Russian words with Latin letters hidden in them. */
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

/** Han, kana and Hangul: written without spaces between words, or with endings that cling to them. */
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
