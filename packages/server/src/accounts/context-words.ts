/** Words that somebody guesses a password of this service from, beside its host and its person's address and name. */
const SERVICE_WORDS = [
  'kinora',
  'admin',
  'operator',
  'customer',
  'worker',
  'media',
  'studio',
  'password',
  'welcome',
];

/** Shorter parts of an address occur in too many other words. */
const WORD_MIN = 3;
/** Fewer letters beside such words are guessed with them. */
const OTHER_LETTERS_MIN = 4;

/** Who a password is for, and where. */
export interface PasswordContext {
  readonly email: string;
  readonly name?: string;
  /** An address of this service. */
  readonly url: string;
}

/** What is wrong with a guessable password, after the name of its field. */
export const TOO_GUESSABLE =
  'is made of the name of this service or of your own name or address; choose another one, such as several words that you make up';

const partsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length >= WORD_MIN);

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether hardly a letter of a password is left without the words of its context. */
export function isGuessablePassword(password: string, { email, name = '', url }: PasswordContext): boolean {
  const words = [...SERVICE_WORDS, ...partsOf(email), ...partsOf(name), ...partsOf(new URL(url).hostname)];
  // The longest first: of a name and a word within it, the name goes.
  words.sort((one, other) => other.length - one.length);
  const folded = fold(password);
  const left = words.reduce((text, word) => text.replaceAll(word, ' '), folded);
  return left !== folded && (left.match(/\p{L}/gu) ?? []).length < OTHER_LETTERS_MIN;
}
