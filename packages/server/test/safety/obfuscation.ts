/** Obfuscations seen in practice. Each draws from `random`, 0 to 1. */
export type Obfuscation = (text: string, random: () => number) => string;

const LEET: Readonly<Record<string, string>> = { a: '4@', e: '3', i: '1!', o: '0', s: '5$', t: '7', b: '8' };
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аɑａ𝐚',
  c: 'сｃ𝒄',
  d: 'ԁⅾ𝗱',
  e: 'еｅ𝖾',
  g: 'ｇ𝗀',
  h: 'һｈ',
  i: 'іｉ𝗂',
  j: 'ј',
  k: 'ｋ𝗄',
  l: 'ⅼｌ',
  m: 'ｍ𝗆',
  n: 'ｎ𝗇',
  o: 'оοｏ𝗈',
  p: 'рｐ',
  r: 'ｒ𝗋',
  s: 'ѕｓ',
  t: 'ｔ𝗍',
  u: 'ｕ𝗎',
  v: 'ѵｖ',
  w: 'ｗ𝗐',
  x: 'хｘ',
  y: 'уｙ',
};
const INVISIBLE = ['\u200b', '\u200d', '\u2060', '\u00ad', '\u0336', '\ufe0f'];

function pick(from: string | readonly string[], random: () => number): string {
  const choices = [...from];
  return choices[Math.floor(random() * choices.length)] ?? '';
}

/** Replaces half of the letters that the table has; in practice a word keeps some of its letters. */
const swap =
  (table: Readonly<Record<string, string>>): Obfuscation =>
  (text, random) =>
    [...text]
      .map((letter) => (table[letter] && random() < 0.5 ? pick(table[letter], random) : letter))
      .join('');

export const OBFUSCATIONS: Readonly<Record<string, Obfuscation>> = {
  'digits for letters': swap(LEET),
  'lookalike letters': swap(LOOKALIKES),
  'invisible characters': (text, random) =>
    [...text].map((letter) => (random() < 0.5 ? letter + pick(INVISIBLE, random) : letter)).join(''),
  'spaces between letters': (text) =>
    text
      .split(' ')
      .map((word) => [...word].join(' '))
      .join('   '),
  'points between letters': (text, random) => {
    const mark = pick('.-_·', random);
    return text
      .split(' ')
      .map((word) => [...word].join(mark))
      .join(' ');
  },
  'repeated letters': (text, random) =>
    [...text].map((letter) => (/[a-z]/.test(letter) && random() < 0.3 ? letter.repeat(3) : letter)).join(''),
  'mixed case': (text, random) =>
    [...text].map((letter) => (random() < 0.5 ? letter.toUpperCase() : letter)).join(''),
};

/** The same numbers every time, so that a rate can be asserted. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
