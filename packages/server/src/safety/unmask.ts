/** Digits and symbols that are written for letters. */
const LETTER_FOR: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
  '€': 'e',
  '£': 'l',
  '(': 'c',
  '<': 'c',
  '¡': 'i',
};
const EITHER = /[1!|]/;
/** Figures alone are figures: versions and issue numbers spell words by chance. */
const LETTER = /[a-z]/;
const HIDDEN = /[*#%]/;

/** What a word with digits or symbols in it may be read as; hidden letters stay as `*`. */
export function unmaskSymbols(word: string): readonly string[] {
  if (!LETTER.test(word)) return [];
  if (HIDDEN.test(word)) return [word.replace(ALL_HIDDEN, '*')];
  const readings = [read(word, 'i')];
  if (EITHER.test(word)) readings.push(read(word, 'l'));
  return readings;
}

const ALL_HIDDEN = /[*#%]/g;

function read(word: string, one: string): string {
  let reading = '';
  for (const character of word) {
    reading += EITHER.test(character) ? one : (LETTER_FOR[character] ?? character);
  }
  return reading;
}

/** A digit that stands alone, as the letter it is written for; anything else as it is. */
export function readDigit(letter: string): string {
  return letter.length === 1 ? (LETTER_FOR[letter] ?? letter) : letter;
}

/** Letters that stand three times and more in a row, once and twice each. */
export function withoutRepeats(word: string): readonly string[] {
  return [word.replace(RUNS, '$1'), word.replace(RUNS, '$1$1')];
}

const RUNS = /(.)\1\1+/gu;

/** Every run of a letter as one letter; undefined where nothing is repeated. */
export function collapse(word: string): string | undefined {
  let collapsed = '';
  let last = '';
  for (const character of word) {
    if (character !== last) collapsed += character;
    last = character;
  }
  return collapsed.length === word.length || HONEST_DOUBLES.has(word) ? undefined : collapsed;
}

/** Words whose doubled letter is all that keeps them apart from a refused one. */
const HONEST_DOUBLES: ReadonlySet<string> = new Set([
  'rapper',
  'rappers',
  'rapped',
  'rapping',
  'annal',
  'annals',
  'coon',
  'coons',
  'kappa',
  'kidd',
  'bass',
  'toddy',
  'isiss',
  'bomba',
  'gass',
  'goore',
  'pollo',
  'nonna',
  'putta',
  'putti',
  'putto',
  'sikki',
  'attentat',
  'moor',
  'moors',
]);

/** Runs of single letters that stand for something harmless though a refused word is in them. */
const HARMLESS_INSIDE = [
  'grape',
  'drape',
  'scrape',
  'therap',
  'canal',
  'banal',
  'analy',
  'essex',
  'sussex',
  'middlesex',
  'cocktail',
  'penistone',
  'scunthorpe',
  'document',
  'accumul',
  'circum',
  'cucumber',
];

export function isHarmlessRun(letters: string): boolean {
  return HARMLESS_INSIDE.some((word) => letters.includes(word));
}

/** Words that are looked for across a cut ("na ked"): few, since ordinary short words make words, too. */
export const OFTEN_CUT: ReadonlySet<string> = new Set([
  'porn',
  'porno',
  'nude',
  'nudes',
  'naked',
  'topless',
  'hentai',
  'loli',
  'lolicon',
  'shota',
  'child',
  'children',
  'teen',
  'teens',
  'girl',
  'girls',
  'preteen',
  'underage',
  'schoolgirl',
  'toddler',
  'rape',
  'raped',
  'rapist',
  'fuck',
  'fucking',
  'pussy',
  'blowjob',
  'incest',
  'undress',
  'nudify',
  'gore',
  'behead',
  'hitler',
  'nazi',
  'heil',
  'sieg',
  'nigger',
  'faggot',
  'bomb',
  'sarin',
  'suicide',
  'yourself',
  'behead',
  'corpse',
  'jews',
  'muslims',
  'kill',
  'decapitated',
]);

/** What two or three ordinary words happen to spell. */
export const HONEST_CUTS: ReadonlySet<string> = new Set(['por no', 'rap e', 'rap ed', 'go re', 'te en']);
