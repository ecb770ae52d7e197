import { z } from 'zod';

/** The scripts in which a joiner or a non-joiner changes the shape of the letters beside it. */
const SCRIPTS = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Sinhala', 'Khmer', 'Myanmar', 'Devanagari', 'Bengali', 'Gurmukhi'],
  ...['Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
];
const letter = `(?=[\\p{L}\\p{M}])[${SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const emoji = '\\p{Extended_Pictographic}';

/** A joiner follows what it changes; an emoji or a non-joiner is between two. Elsewhere both are invisible. */
const joins = [
  `(?<=${letter})\\u200d(?!\\u200d)`,
  `(?<=${letter})\\u200c(?=${letter})`,
  `(?<=${emoji}[\\p{Emoji_Modifier}\\ufe0f]?)\\u200d(?=${emoji})`,
].join('|');
const HIDDEN = new RegExp(`(?!${joins})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]`, 'gu');

/** Without the characters that hide text, turn it around or begin a line. Emoji and all scripts stay as they are. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** A name that somebody gives to a key, a program or a device. It is shown among the text of the service. */
export const nameSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength)
    .refine((name) => withoutHidden(name) === name, 'must not contain control or direction characters');
