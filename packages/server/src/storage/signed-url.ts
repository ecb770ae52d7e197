import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyVersion, ReadKeys } from '../kernel/key-versions.ts';

/** Signed download links: HMAC-SHA-256 over key id, method, blob key and expiry. */

export interface UrlSigner {
  /** Path and query, to be appended to the public address. `expiresAt` is in Unix seconds. */
  sign(blobKey: string, expiresAt: number): string;
  /** Whether path and query are exactly as signed, by a key that is still honoured, and not expired. */
  verify(blobKey: string, query: Readonly<Record<string, unknown>>, now: Date): boolean;
}

export const SIGNED_PREFIX = '/files/';

/** The key id of a link is the version of the key that signed it. */
export function createUrlSigner(readKeys: ReadKeys): UrlSigner {
  return {
    sign(blobKey, expiresAt) {
      const expires = String(expiresAt);
      const { signing } = readKeys();
      const sig = signature(signing, blobKey, expires).toString('base64url');
      return `${SIGNED_PREFIX}${blobKey}?kid=${signing.version}&expires=${expires}&sig=${sig}`;
    },
    verify(blobKey, { kid, expires, sig }, now) {
      // A repeated parameter is an array, so it is not valid either.
      if (typeof expires !== 'string' || typeof sig !== 'string') return false;
      const key = readKeys().honoured.find(({ version }) => String(version) === kid);
      if (key === undefined) return false;
      const received = Buffer.from(sig, 'base64url');
      const expected = signature(key, blobKey, expires);
      // Decoding ignores stray characters and unused bits, so the text must match too.
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
      if (sig !== expected.toString('base64url')) return false;
      return Number(expires) * 1000 > now.getTime();
    },
  };
}

function signature({ version, key }: KeyVersion, blobKey: string, expires: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`${version}\nGET\n${blobKey}\n${expires}`)
    .digest();
}
