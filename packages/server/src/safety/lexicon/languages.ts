import type { AgeWords } from './age-words.ts';
import type { Lexicon } from './concepts.ts';
import { anyLanguage } from './languages/any-language.ts';
import { arabic, arabicAges } from './languages/arabic.ts';
import { chinese, chineseAges } from './languages/chinese.ts';
import { dutch, dutchAges } from './languages/dutch.ts';
import { english, englishAges } from './languages/english.ts';
import { french, frenchAges } from './languages/french.ts';
import { german, germanAges } from './languages/german.ts';
import { hindi, hindiAges } from './languages/hindi.ts';
import { italian, italianAges } from './languages/italian.ts';
import { japanese, japaneseAges } from './languages/japanese.ts';
import { korean, koreanAges } from './languages/korean.ts';
import { polish, polishAges } from './languages/polish.ts';
import { portuguese, portugueseAges } from './languages/portuguese.ts';
import { russian, russianAges } from './languages/russian.ts';
import { spanish, spanishAges } from './languages/spanish.ts';
import { thai, thaiAges } from './languages/thai.ts';
import { turkish, turkishAges } from './languages/turkish.ts';
import { vietnamese, vietnameseAges } from './languages/vietnamese.ts';

/** A word of several languages may be listed in each of them. */
export const LANGUAGES = {
  anyLanguage,
  arabic,
  chinese,
  dutch,
  english,
  french,
  german,
  hindi,
  italian,
  japanese,
  korean,
  polish,
  portuguese,
  russian,
  spanish,
  thai,
  turkish,
  vietnamese,
} as const satisfies Readonly<Record<string, Lexicon>>;

export const AGE_WORDS: readonly AgeWords[] = [
  arabicAges,
  chineseAges,
  dutchAges,
  englishAges,
  frenchAges,
  germanAges,
  hindiAges,
  italianAges,
  japaneseAges,
  koreanAges,
  polishAges,
  portugueseAges,
  russianAges,
  spanishAges,
  thaiAges,
  turkishAges,
  vietnameseAges,
];
