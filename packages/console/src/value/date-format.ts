/** Browsers may name others too, such as `en-US@posix`, which `Intl` refuses. */
const ENGLISH = /^en(-[a-z]{2})?$/i;

/**
 * The pages are in English, so their dates are too: in the reader's English if the browser names one, otherwise with the
 * day first and 24 hours. In another language months, digits and calendars would differ from the amounts beside them and
 * from receipts: November 2026 would be Aban 1405, which ends before it.
 */
const LOCALE = navigator.languages.find((language) => ENGLISH.test(language)) ?? 'en-GB';

export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { calendar: 'gregory', numberingSystem: 'latn', ...options });
}
