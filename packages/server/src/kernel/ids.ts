import { createHash, randomBytes } from 'node:crypto';

const SEQUENCE_MAX = 0xfff;

let lastMs = 0;
let sequence = 0;

/**
 * A version 7 UUID: time-ordered, and in order of creation within this process, so that inserts stay on the
 * index's right edge and "oldest first" has an answer inside one millisecond; with 62 random bits, so that
 * nobody guesses another's.
 */
export function newId(): string {
  const now = Date.now();
  sequence = now > lastMs ? 0 : sequence + 1;
  lastMs = Math.max(lastMs, now);
  if (sequence > SEQUENCE_MAX) {
    sequence = 0;
    lastMs += 1;
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether `text` is a UUID as we write them: lower case, with hyphens. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
