import { resolveConfusablesTransformer } from 'obscenity';
import { decodeEscapes } from './decode-escapes.ts';

/** Combining marks, except for those that are letters: two of voiced kana, and the vowels of Devanagari and Thai. */
const MARKS = /(?![\u3099\u309a\u0901-\u0903\u093e-\u094d\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])\p{M}/gu;
/** Those vowels on a letter of another script, where they are decoration, too. */
const STRAY_VOWELS =
  /(?<![\u0904-\u0963])[\u0901-\u0903\u093e-\u094d]+|(?<![\u0e01-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]+/gu;
/** Zero-width and filler characters, which readers cannot see. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\u2800]/gu;
const WIDE_GAPS = /\s\s+/gu;
const ASCII = /^[ -~]*$/;
const BLANK = /\s/gu;
/** Replaces a gap of more than one space between words. */
export const WIDE_SPACE = '\u2003';

/** Two Arabic ligatures decompose into 18 letters each: a prompt of them would become a long text. */
const LONG_LIGATURES = /[\ufdfa\ufdfb]/g;

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
const LATIN_LETTER = /[ßæœøłıđðþħŧŋ]/g;

/** Letters that are written in several ways within Arabic and Hindi, and the digits of their scripts and of Thai. */
const VARIANTS: Readonly<Record<string, string>> = {
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
  ـ: '',
  'ँ': 'ं',
};
const VARIANT = /[ىیکةٱـँ]/gu;
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/gu;
/** A nasal before a consonant, which is more often written as a point: हिन्दी, हिंदी. */
const NASAL = /[ङञणनम]\u094d(?=[क-म])/gu;

const decimalOf = (digit: string): string => {
  const code = digit.charCodeAt(0);
  return String(code < 0x900 ? code & 15 : (code - (code < 0xe00 ? 0x966 : 0xe50)) % 10);
};

/**
 * Words that only their accents distinguish from others, of their language ("slowly", "when reading") or of another. They
 * are read as words of their own.
 */
const ACCENTED: Readonly<Record<string, string>> = {
  'tự tử': 'tu sat',
  'tự vẫn': 'tu sat',
  'làm tình': 'giaohop',
  'giao hợp': 'giaohop',
  'giao cấu': 'giaohop',
  'ân ái': 'giaohop',
  'chất nổ': 'thuocno',
  'thuốc nổ': 'thuocno',
  'khí độc': 'khidoc',
  'hơi độc': 'khidoc',
  'dương vật': 'duongvat',
  'âm hộ': 'amho',
  'nội y': 'do lot',
  'lõa thể': 'khoa than',
  'loã thể': 'khoa than',
  truồng: 'coitruong',
  chịch: 'chichnhau',
  dâm: 'damtinh',
  lồn: 'damduc',
  cặc: 'damduc',
  địt: 'damduc',
  máu: 'huyet',
  bơm: 'maybom',
  cúm: 'benhcum',
  nữa: 'themnua',
  nửa: 'motnua',
  nứa: 'trenua',
  göre: 'goere',
  râpe: 'grated',
  râpé: 'grated',
  râpée: 'grated',
  râpés: 'grated',
  râpées: 'grated',
};
const ACCENTED_WORD = new RegExp(`(?<!\\p{L})(?:${Object.keys(ACCENTED).join('|')})(?!\\p{L})`, 'gu');

const confusables = resolveConfusablesTransformer();

/**
 * The text without case, compatibility forms (fullwidth, mathematical, circled), accents and invisible
 * characters, with `ss` for `ß` and `d` for `đ`. A wide gap stays distinct from a space: in "n u d e  m a n" only the gap separates the words.
 */
export function foldText(text: string): string {
  const decoded = decodeEscapes(text);
  if (ASCII.test(decoded)) return decoded.toLowerCase().replace(WIDE_GAPS, WIDE_SPACE);
  return decoded
    .replace(LONG_LIGATURES, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(ACCENTED_WORD, (word) => ACCENTED[word] ?? word)
    .normalize('NFD')
    .replace(BLANK, ' ')
    .replace(WIDE_GAPS, WIDE_SPACE)
    .replace(MARKS, '')
    .replace(LATIN_LETTER, (letter) => LATIN[letter] ?? letter)
    .replace(INVISIBLE, '')
    .replace(STRAY_VOWELS, '')
    .replace(VARIANT, (letter) => VARIANTS[letter] ?? letter)
    .replace(FOREIGN_DIGIT, decimalOf)
    .replace(NASAL, '\u0902')
    .normalize('NFC');
}

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
  const listed = MORE_LOOKALIKES[character];
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

/** Arabic and Devanagari: letters without Latin lookalikes, and the vowels of the latter. */
export function isArabicOrDevanagari(character: string): boolean {
  return (character >= '\u0621' && character <= '\u06d3') || (character >= '\u0900' && character <= '\u097f');
}

/** Han, kana, Hangul and Thai: written without spaces between words, or with endings attached to them. */
export function isEastAsian(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x2e80) return code >= 0xe01 && code <= 0xe4e && code !== 0xe3f;
  return (
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30fa) ||
    (code >= 0x30fc && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}
