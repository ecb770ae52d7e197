import { stripVTControlCharacters } from 'node:util';

/** Text that came from outside, such as from a service. It is data: it must not control a terminal, a log or a model. */

/** What is not seen: overrides and isolates of direction, zero-width characters, tags, and selectors that can hide text. */
const INVISIBLE = /\p{Cf}|[\u{E0100}-\u{E01EF}]/gu;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const MAX_TEXT_LENGTH = 20_000;
/** Shorter ones would hide ordinary words. */
const MIN_SECRET_LENGTH = 6;
const HIDDEN = '[hidden]';

/** The text in one line, without what is not seen and without `secrets`. */
export function cleanText(text: string, secrets: Iterable<string> = []): string {
  const whole = text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
  const seen = stripVTControlCharacters(whole).replaceAll(INVISIBLE, '').replaceAll(CONTROLS, ' ');
  return hideSecrets(seen, secrets);
}

/** The same value with every text in it cleaned. */
export function cleanTexts<Value>(value: Value, secrets: Iterable<string> = []): Value {
  return changeTexts(value, (text) => cleanText(text, secrets)) as Value;
}

/** The same value with the secrets in its texts replaced. */
export function redact<Value>(value: Value, secrets: Iterable<string>): Value {
  return changeTexts(value, (text) => hideSecrets(text, secrets)) as Value;
}

/** JSON in which a terminal or an editor shows every character: JSON itself escapes only some of them. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return json.replaceAll(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]|[\u{E0100}-\u{E01EF}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escapeUnit(character.charCodeAt(at))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function hideSecrets(text: string, secrets: Iterable<string>): string {
  let shown = text;
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    shown = shown.replaceAll(secret, HIDDEN);
    // Other characters may stand between those of the secret, which a reader would skip.
    if (shown.length >= secret.length && shown.replaceAll(/[^\x21-\x7e]+/g, '').includes(secret))
      shown = HIDDEN;
  }
  return shown;
}

function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), changeTexts(item, change)]),
  );
}
