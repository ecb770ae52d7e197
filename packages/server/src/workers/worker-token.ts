import { randomBytes } from 'node:crypto';
import { sha256 } from '../kernel/ids.ts';

/**
 * Tokens of workers: `kw_` and 43 characters with 256 random bits. Only the SHA-256 is stored; with this entropy a slow
 * hash would add no protection.
 */

const FORM = /^kw_[\w-]{43}$/;

export interface NewWorkerToken {
  /** The token itself; shown once, never stored. */
  readonly token: string;
  readonly hash: Buffer;
}

export function newWorkerToken(): NewWorkerToken {
  const token = `kw_${randomBytes(32).toString('base64url')}`;
  return { token, hash: sha256(token) };
}

/** Whether `text` has the form of a token; it may still be unknown. */
export function isWellFormedWorkerToken(text: string): boolean {
  return FORM.test(text);
}
