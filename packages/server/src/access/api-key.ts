import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../kernel/ids.ts';

/**
 * API keys: `kn_`, 43 base-62 characters (256 random bits) and 6 of checksum, so that a mistyped key is
 * detected without a database query. Only the SHA-256 is stored; with this entropy a slow hash would add no
 * protection.
 */

const PREFIX = 'kn_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHOWN_PREFIX_LENGTH = PREFIX.length + 8;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export interface NewApiKey {
  /** The key itself; shown once, never stored. */
  readonly key: string;
  readonly hash: Buffer;
  readonly prefix: string;
}

export function newApiKey(): NewApiKey {
  const body = PREFIX + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM_LENGTH);
  const key = body + checksum(body);
  return { key, hash: sha256(key), prefix: prefixOfKey(key) };
}

/** Whether `text` has the form and the checksum of a key; it may still be unknown. */
export function isWellFormedKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text.padStart(length, ALPHABET[0]);
}

/** The first characters of a key, by which its owner recognises it. */
export function prefixOfKey(key: string): string {
  return key.slice(0, SHOWN_PREFIX_LENGTH);
}
