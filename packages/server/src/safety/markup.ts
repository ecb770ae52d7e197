/** Tags, comments and the short codes of forums. */
const MARKUP =
  /<[^<>]{0,200}>|\[\/?(?:b|i|u|s|em|url|img|code|quote|color|colour|size|font|sup|sub)(?:=[^\]\s]{0,40})?\]/gi;
/** Letters of a plane of their own, which are not shown but read by some models. */
const HIDDEN = /[\u{e0020}-\u{e007e}]/gu;
const HIDDEN_START = 0xe0000;
/** The letters after a right-to-left override are shown in the opposite order, until it ends with the line or earlier. */
const OVERRIDDEN = /\u202e([^\n\r\u2029\u202c]*)/gu;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Signs like ™ between letters, which folding writes as letters. */
const SIGNS = /(?<=\p{L})[\p{So}\p{Nl}]+(?=\p{L})/gu;
/** Markup that is written so that it is shown, or not: a reader of either sees the letters. */
const ESCAPED_BRACKETS = /&(lt|gt);/gi;
const TO_SHOW = /[<[&\u202e\u{e0020}-\u{e007e}]|[\p{So}\p{Nl}](?<=\p{L}.)/u;

/** The text as a reader sees it: without markup, with the order that its overrides give it, and with hidden letters. */
export function asShown(text: string): string {
  if (!TO_SHOW.test(text)) return text;
  return text
    .replace(ESCAPED_BRACKETS, (_, name: string) => (name.toLowerCase() === 'lt' ? '<' : '>'))
    .replace(HIDDEN, (letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - HIDDEN_START))
    .replace(OVERRIDDEN, (_, overridden: string) =>
      [...overridden.replace(DIRECTIONS, '')].reverse().join(''),
    )
    .replace(MARKUP, '')
    .replace(SIGNS, '*');
}
