import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import { deleteWorkersOfToken } from './worker-health.ts';
import { newWorkerToken } from './worker-token.ts';

/** Creates a token for a worker and returns it; undefined when a valid token has this name. */
export async function createWorkerToken(db: Queryable, name: string, at: Date): Promise<string | undefined> {
  const { token, hash } = newWorkerToken();
  const rows = await db.query(
    `insert into worker_tokens (id, name, token_hash, created_at) values ($1, $2, $3, $4)
     on conflict (name) where revoked_at is null do nothing returning id`,
    [newId(), name, hash, at],
  );
  return rows.length === 1 ? token : undefined;
}

export interface ListedWorkerToken {
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** The latest lease request with it; null when there was none in the last 30 days. */
  readonly seenAt: Date | null;
}

/** The tokens, oldest first, at most `limit`: the valid ones before the revoked ones. */
export async function listWorkerTokens(db: Queryable, limit: number): Promise<ListedWorkerToken[]> {
  return db.query<ListedWorkerToken>(
    `select name, created_at as "createdAt", revoked_at as "revokedAt",
       (select max(seen_at) from workers where token_id = worker_tokens.id) as "seenAt"
     from worker_tokens order by revoked_at is not null, created_at, id limit $1`,
    [limit],
  );
}

/**
 * Revokes the valid token of this name, removes its workers, and puts their jobs back into the queue without a fault;
 * they are leased again within the poll of the lease broker. In one transaction with its caller. Returns the number
 * of these jobs; undefined when there is no such token. Locks the token's row first, then those of its jobs.
 */
export async function revokeWorkerToken(tx: Queryable, name: string, at: Date): Promise<number | undefined> {
  const [token] = await tx.query<{ id: string }>(
    'update worker_tokens set revoked_at = $2 where name = $1 and revoked_at is null returning id',
    [name, at],
  );
  if (token === undefined) return undefined;
  await deleteWorkersOfToken(tx, token.id);
  const released = await tx.query(
    `update open_jobs set state = 'queued', lease_until = null, worker = null
     where lease_until is not null and worker_token_id = $1 returning id`,
    [token.id],
  );
  return released.length;
}
