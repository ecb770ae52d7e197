/** The languages that the lists know, by their BCP 47 codes: for problems, and for the language detector. */
export const SUPPORTED_LANGUAGES = {
  ar: 'Arabic',
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  hi: 'Hindi',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  th: 'Thai',
  tr: 'Turkish',
  vi: 'Vietnamese',
  zh: 'Chinese',
} as const;

export function isSupported(code: string): boolean {
  return Object.hasOwn(SUPPORTED_LANGUAGES, code);
}
