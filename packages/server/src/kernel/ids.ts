import { createHash, hash, randomUUID } from 'node:crypto';

const SEQUENCE_MAX = 0xfff;

let lastMs = 0;
let sequence = 0;

/**
 * A version 7 UUID: ordered by time, and by creation within this process, so that inserts go to the right
 * edge of the index and "oldest first" is defined within a millisecond. Its 62 random bits keep ids from
 * being guessed.
 */
export function newId(): string {
  const now = Date.now();
  sequence = now > lastMs ? 0 : sequence + 1;
  lastMs = Math.max(lastMs, now);
  if (sequence > SEQUENCE_MAX) {
    sequence = 0;
    lastMs += 1;
  }
  const time = hexTime(lastMs);
  const order = sequence.toString(16).padStart(3, '0');
  // The variant and the 62 random bits come from a random UUID: Node generates those in batches, which is
  // fast.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`;
}

/** Ids of before `at` are lower, and others are not. */
export function earliestIdAt(at: Date): string {
  const time = hexTime(at.getTime());
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

function hexTime(ms: number): string {
  return ms.toString(16).padStart(12, '0');
}

/** Before and after every id that anything has, so that the first page of a list is the same range of its index as the next ones. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that `text` names, in lower case; undefined unless it is a UUID with hyphens, in any letter case. */
export function readId(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

/** The size of a piece of text or bytes; hashing one takes 1 to 3 ms. */
const PIECE = 2 ** 20;

/** Equals `sha256` of all parts, for any size: after each piece other work has its turn. */
export async function sha256InPieces(parts: readonly (string | Uint8Array)[]): Promise<Buffer> {
  const hashing = createHash('sha256');
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE) {
      if (at > 0) await new Promise((resolve) => setImmediate(resolve));
      const end = at + PIECE;
      hashing.update(typeof part === 'string' ? part.slice(at, end) : part.subarray(at, end));
    }
  }
  return hashing.digest();
}
