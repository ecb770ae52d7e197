import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signed download links: HMAC-SHA-256 over key id, method, blob key and expiry. */

export interface UrlSigner {
  /** Path and query, to be appended to the public address. `expiresAt` is in Unix seconds. */
  sign(blobKey: string, expiresAt: number): string;
  /** Whether path and query are exactly as signed and not expired. */
  verify(blobKey: string, query: Readonly<Record<string, unknown>>, now: Date): boolean;
}

export const SIGNED_PREFIX = '/files/';
const KEY_ID = '1';

export function createUrlSigner(secret: Buffer): UrlSigner {
  const signature = (blobKey: string, expires: string): Buffer =>
    createHmac('sha256', secret).update(`${KEY_ID}\nGET\n${blobKey}\n${expires}`).digest();

  return {
    sign(blobKey, expiresAt) {
      const expires = String(expiresAt);
      const sig = signature(blobKey, expires).toString('base64url');
      return `${SIGNED_PREFIX}${blobKey}?kid=${KEY_ID}&expires=${expires}&sig=${sig}`;
    },
    verify(blobKey, { kid, expires, sig }, now) {
      // A repeated parameter is an array, so it is not valid either.
      if (kid !== KEY_ID || typeof expires !== 'string' || typeof sig !== 'string') return false;
      const given = Buffer.from(sig, 'base64url');
      const expected = signature(blobKey, expires);
      // Decoding ignores stray characters and unused bits, so the text must match too.
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      if (sig !== expected.toString('base64url')) return false;
      return Number(expires) * 1000 > now.getTime();
    },
  };
}
