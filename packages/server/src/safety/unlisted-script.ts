/** The scripts of the languages that have lists. Characters of several scripts (marks, digits) are not letters. */
const LISTED =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
const LETTER = /\p{L}/gu;
/** Two Arabic ligatures decompose into 18 letters each. */
const LONG_LIGATURES = /[\ufdfa\ufdfb]/g;

/** Scripts that a listed language shares with others, and how to recognise a word of the others. */
const SHARED: readonly { readonly script: RegExp; readonly foreign: RegExp }[] = [
  {
    /** Russian has none of the letters that Ukrainian, Belarusian, Serbian or Kazakh have in addition. */
    script: /^[\p{Script=Cyrillic}\p{M}]+$/u,
    foreign: /[^а-яё\p{M}]/iu,
  },
  {
    /**
     * Arabic. Persian and Urdu write some letters differently, and have small words of their own. Arabic writes names
     * with the other Persian letters, too.
     */
    script: /^[\p{Script=Arabic}\p{M}]+$/u,
    foreign: /[^\u0621-\u063a\u0640-\u064a\u0671پچژگڤ\p{M}]|^(?:در|از|با|را|آن|است|تا)$/u,
  },
];

/** Latin letters without compatibility forms of other scripts: most prompts have no others. */
const ONLY_LATIN = /^[^\x80-\xbf\u0250-\uffff]*$/;

/** A prompt of a listed language may contain a foreign name or title, not a sentence. */
const MAX_LETTERS = 40;
const MAX_SHARE = 0.5;
/** From this share of the words in a shared script on, all of them count as the other language. */
const MIN_FOREIGN_WORDS = 0.2;

/** Whether a text is mostly in a script that has no lists, or contains a sentence in one. Linear in its length. */
export function isInUnlistedScript(text: string): boolean {
  if (ONLY_LATIN.test(text)) return false;
  const words = text.replace(LONG_LIGATURES, ' ').normalize('NFKC').match(WORD) ?? [];
  let all = 0;
  let unlisted = 0;
  const shared = SHARED.map(() => ({ words: 0, foreign: 0, letters: 0 }));
  for (const word of words) {
    const letters = word.match(LETTER) ?? [];
    all += letters.length;
    unlisted += letters.filter((letter) => !LISTED.test(letter)).length;
    const at = SHARED.findIndex(({ script }) => script.test(word));
    const [language, counts] = [SHARED[at], shared[at]];
    if (language === undefined || counts === undefined) continue;
    counts.words += 1;
    counts.letters += letters.length;
    if (language.foreign.test(word)) counts.foreign += 1;
  }
  for (const counts of shared) {
    const isOther = counts.foreign > 0 && counts.foreign >= counts.words * MIN_FOREIGN_WORDS;
    if (isOther) unlisted += counts.letters;
  }
  return unlisted > MAX_LETTERS || unlisted > all * MAX_SHARE;
}
