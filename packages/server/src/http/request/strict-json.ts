import { invalidRequest, ok, type Problem, type Result, refused } from '@kinora/contract';

/**
 * JSON as the contract requires it: UTF-8 without a byte order mark, without duplicate keys, `__proto__`, NUL or lone
 * surrogates, and with limits on depth and size. `JSON.parse` checks the grammar; one more pass over the text finds what
 * it permits but the contract does not.
 */

const MAX_DEPTH = 16;
const MAX_PARTS = 1000;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function parseStrictJson(body: Buffer): Result<unknown, Problem> {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    return invalidBody('', 'the body is not valid UTF-8');
  }
  if (text.startsWith('\uFEFF')) return invalidBody('', 'the body starts with a byte order mark; remove it');
  // A client may send Content-Type: application/json without a body, as with DELETE. A route that needs one checks.
  if (text.trim() === '') return ok(undefined);
  if (isTooComplex(text)) {
    return invalidBody(
      '',
      `the body is nested deeper than ${MAX_DEPTH} levels or has more than ${MAX_PARTS} parts`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return invalidBody('', `the body is not valid JSON: ${withoutExcerpt((error as Error).message)}`);
  }
  const duplicate = findDuplicateKey(text);
  if (duplicate !== undefined) return invalidBody(duplicate, 'is given twice');
  const forbidden = findForbidden(value, '');
  if (forbidden !== undefined) return invalidBody(forbidden.path, forbidden.message);
  return ok(value);
}

/** Walking millions of small values would take seconds; base64 is one string and is skipped. */
function isTooComplex(text: string): boolean {
  let depth = 0;
  let parts = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) i = endOfString(text, i);
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) depth += 1;
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) depth -= 1;
    else if (char === COMMA) parts += 1;
    if (depth > MAX_DEPTH || parts > MAX_PARTS) return true;
  }
  return false;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/** Index of the quote that ends the string starting at `start`; skips megabytes of base64 with `indexOf`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The parser's message without its excerpt of the body, which may contain a key or a card number. */
function withoutExcerpt(message: string): string {
  return message.replace(/,? ?(\.{3})?".*/s, '').slice(0, 120) || 'it is not JSON';
}

/** Called for valid JSON only, where a string followed by a colon is a key. */
function findDuplicateKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === OPEN_BRACE) open.push(new Set());
    else if (char === OPEN_BRACKET) open.push(undefined);
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) open.pop();
    else if (char === QUOTE) {
      const end = endOfString(text, i);
      const keys = open.at(-1);
      if (keys !== undefined && isFollowedByColon(text, end)) {
        const key = JSON.parse(text.slice(i, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      i = end;
    }
  }
  return undefined;
}

function isFollowedByColon(text: string, end: number): boolean {
  let next = end + 1;
  while (' \t\n\r'.includes(text[next] ?? 'x')) next += 1;
  return text[next] === ':';
}

function findForbidden(value: unknown, path: string): { path: string; message: string } | undefined {
  if (typeof value === 'string') return findForbiddenText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') return { path: innerPath, message: 'is not a field' };
    const found = findForbiddenText(key, innerPath) ?? findForbidden(inner, innerPath);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findForbiddenText(text: string, path: string): { path: string; message: string } | undefined {
  if (text.includes('\u0000')) return { path, message: 'contains a NUL character' };
  if (!text.isWellFormed())
    return { path, message: 'contains half of a surrogate pair; send whole characters' };
  return undefined;
}

function invalidBody(path: string, message: string): Result<never, Problem> {
  return refused(invalidRequest([{ path, message }]));
}
