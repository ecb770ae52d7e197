import type { AgeWords } from './age-words.ts';
import type { Lexicon } from './concepts.ts';
import { anyLanguage } from './languages/any-language.ts';
import { chinese, chineseAges } from './languages/chinese.ts';
import { english, englishAges } from './languages/english.ts';
import { french, frenchAges } from './languages/french.ts';
import { german, germanAges } from './languages/german.ts';
import { italian, italianAges } from './languages/italian.ts';
import { japanese, japaneseAges } from './languages/japanese.ts';
import { korean, koreanAges } from './languages/korean.ts';
import { polish, polishAges } from './languages/polish.ts';
import { portuguese, portugueseAges } from './languages/portuguese.ts';
import { russian, russianAges } from './languages/russian.ts';
import { spanish, spanishAges } from './languages/spanish.ts';
import { turkish, turkishAges } from './languages/turkish.ts';

/** A word of several languages may be listed in each of them. */
export const LANGUAGES: Readonly<Record<string, Lexicon>> = {
  anyLanguage,
  chinese,
  english,
  french,
  german,
  italian,
  japanese,
  korean,
  polish,
  portuguese,
  russian,
  spanish,
  turkish,
};

export const AGE_WORDS: readonly AgeWords[] = [
  chineseAges,
  englishAges,
  frenchAges,
  germanAges,
  italianAges,
  japaneseAges,
  koreanAges,
  polishAges,
  portugueseAges,
  russianAges,
  spanishAges,
  turkishAges,
];
