import { readFile } from 'node:fs/promises';
import { sha256 } from '../kernel/ids.ts';

/** So many of the most common passwords that are long enough are refused. */
export const COMMON_PASSWORDS = 100_000;
/** The bytes kept of a hash: so many that only one password in ten million is taken for a common one, in half a megabyte. */
export const FINGERPRINT_BYTES = 5;

/** What is wrong with a common password, after the name of its field. */
export const TOO_COMMON =
  'is one of the 100,000 most common passwords; choose another one, such as several words that you make up';

/** Capital letters and other forms of a letter make no other password. */
export function fingerprintOf(password: string): Buffer {
  return sha256(password.normalize('NFKC').toLowerCase()).subarray(0, FINGERPRINT_BYTES);
}

let loaded: Promise<Buffer> | undefined;

/** Sorted fingerprints; read with the first password, since most processes of a service never see one. */
function fingerprints(): Promise<Buffer> {
  loaded ??= readFile(new URL('./common-passwords.bin', import.meta.url)).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Whether a password is among those that a thief tries first, in any letter case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const wanted = fingerprintOf(password);
  const sorted = await fingerprints();
  let from = 0;
  let to = sorted.length / FINGERPRINT_BYTES;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = middle * FINGERPRINT_BYTES;
    const order = wanted.compare(sorted, at, at + FINGERPRINT_BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}
