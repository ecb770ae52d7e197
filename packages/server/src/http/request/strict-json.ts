import { isAscii, isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { invalidRequest, ok, type Problem, type Result, refused } from '@kinora/contract';

/**
 * JSON as the contract requires it: UTF-8 without a byte order mark, without duplicate keys, `__proto__`, NUL or lone
 * surrogates, and with limits on depth and size. `JSON.parse` checks the grammar; one more pass over the text finds what
 * it permits but the contract does not.
 */

const MAX_DEPTH = 16;
const MAX_PARTS = 1000;
/** A body is large because of its image, which is one string without quotes. Everything else is small. */
const MAX_AROUND_IMAGE = 65_536;
/** A string of at least so many bytes is an image, or too long for any other field. */
export const LONG_STRING = 65_536;
/** Stands for the image while the JSON around it is parsed; no client can know it. */
const IMAGE = randomUUID();

export function parseStrictJson(body: Buffer): Result<unknown, Problem> {
  const { excess, keys, image } = measure(body);
  if (excess !== undefined) return invalidBody('', excess);
  if (!isUtf8(body)) return invalidBody('', 'the body is not valid UTF-8');
  const text = image === undefined ? body.toString('utf8') : withoutImage(body, image);
  if (text.startsWith('\uFEFF')) return invalidBody('', 'the body starts with a byte order mark; remove it');
  // A client may send Content-Type: application/json without a body, as with DELETE. A route that needs one checks.
  if (text.trim() === '') return ok(undefined);
  let value: unknown;
  try {
    value = image === undefined ? JSON.parse(text) : parseWithImage(text, body, image);
  } catch (error) {
    return invalidBody('', `the body is not valid JSON: ${withoutExcerpt((error as Error).message)}`);
  }
  const duplicate = keys === countKeys(value) ? undefined : findDuplicateKey(body);
  if (duplicate !== undefined) return invalidBody(duplicate, 'is given twice');
  const forbidden = findForbidden(value, '');
  if (forbidden !== undefined) return invalidBody(forbidden.path, forbidden.message);
  return ok(value);
}

/** A string of a body: the places of its quotes. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function withoutImage(body: Buffer, { start, end }: Span): string {
  return `${body.toString('utf8', 0, start)}"${IMAGE}"${body.toString('utf8', end + 1)}`;
}

/**
 * Parses the JSON around an image, and replaces the placeholder by the image. `JSON.parse` would block the event loop
 * for 2 ms for each MB of it, only to copy it. A control character in the image, which JSON forbids, is found when the
 * image is decoded.
 */
function parseWithImage(text: string, body: Buffer, { start, end }: Span): unknown {
  try {
    return JSON.parse(text, (_key, value) =>
      value === IMAGE ? body.toString('latin1', start + 1, end) : value,
    );
  } catch {
    // So that the message has the position in the whole body.
    return JSON.parse(body.toString('utf8'));
  }
}

interface Measured {
  readonly excess?: string;
  readonly keys: number;
  readonly image?: Span | undefined;
}

/**
 * What makes a body too expensive to read, if anything; if it is valid JSON, the number of its keys, and its image, if it has one.
 * Whatever the body contains, this takes few steps, because strings are skipped by `indexOf`; and so does everything after
 * it.
 */
function measure(body: Buffer): Measured {
  let depth = 0;
  let parts = 0;
  let keys = 0;
  let steps = 0;
  let image: Span | undefined;
  for (let i = 0; i < body.length; i++) {
    steps += 1;
    const byte = body[i];
    if (byte === QUOTE) {
      const string = skipString(body, i, MAX_AROUND_IMAGE - steps);
      const span = { start: i, end: string.end };
      if (image === undefined && isImage(body, span)) image = span;
      i = string.end;
      steps += string.steps;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    else if (byte === COMMA) parts += 1;
    else if (byte === COLON) keys += 1;
    if (depth > MAX_DEPTH || parts > MAX_PARTS) {
      const excess = `the body is nested deeper than ${MAX_DEPTH} levels or has more than ${MAX_PARTS} parts`;
      return { excess, keys };
    }
    if (steps > MAX_AROUND_IMAGE) {
      const excess = `the body has more than ${MAX_AROUND_IMAGE} characters around its image; send it without blanks between fields`;
      return { excess, keys };
    }
  }
  return { keys, image };
}

/** Whether a string is long, and its bytes are its characters. */
function isImage(body: Buffer, { start, end }: Span): boolean {
  if (end - start < LONG_STRING || end >= body.length) return false;
  const bytes = body.subarray(start + 1, end);
  return isAscii(bytes) && !bytes.includes(BACKSLASH) && !isFollowedByColon(body, end);
}

/** The end of the string that starts at `start`, and a step for each quote and each backslash before one. */
function skipString(body: Buffer, start: number, maxSteps: number): { end: number; steps: number } {
  let steps = 0;
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (body[end - 1 - backslashes] === BACKSLASH && backslashes <= maxSteps) backslashes += 1;
    steps += 1 + backslashes;
    if (backslashes % 2 === 0 || steps > maxSteps) return { end, steps };
  }
  return { end: body.length, steps };
}

/** Tab, line feed, carriage return and space. */
const BLANKS = [9, 10, 13, 32];
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/** The parser's message without its excerpt of the body, which may contain a key or a card number. */
function withoutExcerpt(message: string): string {
  return message.replace(/,? ?(\.{3})?".*/s, '').slice(0, 120) || 'it is not JSON';
}

/** The keys of all objects; of those with the same name, `JSON.parse` has kept one. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  const ownKeys = Array.isArray(value) ? 0 : values.length;
  return values.reduce<number>((total, inner) => total + countKeys(inner), ownKeys);
}

/** Called for valid JSON only, where a string followed by a colon is a key. */
function findDuplicateKey(body: Buffer): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === OPEN_BRACE) open.push(new Set());
    else if (byte === OPEN_BRACKET) open.push(undefined);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) open.pop();
    else if (byte === QUOTE) {
      const { end } = skipString(body, i, MAX_AROUND_IMAGE);
      const keys = open.at(-1);
      if (keys !== undefined && isFollowedByColon(body, end)) {
        const key = JSON.parse(body.toString('utf8', i, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      i = end;
    }
  }
  return undefined;
}

function isFollowedByColon(body: Buffer, end: number): boolean {
  let next = end + 1;
  while (BLANKS.includes(body[next] ?? 0)) next += 1;
  return body[next] === COLON;
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
