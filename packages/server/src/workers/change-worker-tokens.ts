import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
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
