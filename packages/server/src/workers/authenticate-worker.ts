import { timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { sha256 } from '../kernel/ids.ts';
import { isWellFormedWorkerToken } from './worker-token.ts';

/** Who a call of the worker protocol is from. */
export interface CallingWorker {
  /** Null for the shared token. */
  readonly tokenId: string | null;
}

/** The caller with this token; undefined for a token that is missing, unknown or revoked. */
export type AuthenticateWorker = (token: string | undefined) => Promise<CallingWorker | undefined>;

/**
 * Accepts the shared token and those of `worker_tokens`. There is no cache, so every server rejects a revoked token at
 * once.
 */
export function createAuthenticateWorker(database: Queryable, sharedToken: string): AuthenticateWorker {
  const sharedHash = sha256(sharedToken);
  return async (token) => {
    if (token === undefined) return undefined;
    const hash = sha256(token);
    // Hashes have the same length, and the comparison leaks nothing.
    if (timingSafeEqual(hash, sharedHash)) return { tokenId: null };
    if (!isWellFormedWorkerToken(token)) return undefined;
    const [row] = await database.query<{ tokenId: string }>(
      'select id as "tokenId" from worker_tokens where token_hash = $1 and revoked_at is null',
      [hash],
    );
    return row;
  };
}
