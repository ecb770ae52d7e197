import type { Lexicon } from './concepts.ts';
import { entries } from './entry.ts';

/**
 * Entries that another entry of their concept covers in plain spelling. Obfuscated spelling needs them:
 * masked letters (`er*tica`) are compared with entries of the same length, and a run of single letters
 * (`e r o t i c a`) is divided into whole words.
 */
export const COVERED_WORDS: Partial<Lexicon> = {
  minor: entries('teenies, kindergartner*, jugendliche, kindliche, ecoliere*, enfantin*'),
  sexualAssault: entries('gropes, groped, upskirting, estupro coletivo'),
  nonConsent: entries('скрытая камера'),
  realPerson: entries('deepfaked'),
  explicit: entries('copulation, penetrating her, penetrates her, pornograf*, pornografik'),
  nudity: entries('erotica, pelada no chuveiro'),
  genitals: entries('genitalia'),
  suicide: entries('noosed'),
  mutilation: entries(`
    mutilated, dismemberment, abgetrennter kopf, abgehackte*, расчлененк*, scieta glowa, obdarty ze skory`),
  woundedBody: entries('stabbed, stabbing'),
  slur: entries('пидорас*'),
  group: entries('mexicans, lesbians'),
  praise: entries('recruiting, victory, heldenhaft*, слава'),
  terrorism: entries('amoklaufer*'),
  weapon: entries('weaponized, weaponised'),
  weaponRecipe: entries('bombenbauanleitung*'),
  instructions: entries('schematics, synteza'),
  art: entries('statuette*, sculptures'),
  medicine: entries('anatomical'),
  awareness: entries('pravention*'),
  opposition: entries('prevention'),
};
