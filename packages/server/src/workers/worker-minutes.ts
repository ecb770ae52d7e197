import type { Queryable } from '../db/database.ts';

/** The worker of an attempt, by name and token; the name is null once it has no lease. */
export interface AttemptWorker {
  readonly worker: string | null;
  /** Null for the shared token. */
  readonly workerTokenId: string | null;
}

/** How an attempt of a worker ended; `failed` is a job that failed with it. */
export type CountedEnd = 'completed' | 'blocked' | 'faults' | 'lost' | 'failed';

const KEPT_DAYS = 8;

/**
 * Counts the end of an attempt for its worker. Called after the commit, because all attempts of a worker share
 * the row of a minute; a count may be lost.
 */
export async function countAttemptEnd(
  db: Queryable,
  { worker, workerTokenId }: AttemptWorker,
  ends: readonly CountedEnd[],
  at: Date,
): Promise<void> {
  if (worker === null) return;
  const columns = ends.join(', ');
  const counted = ends.map((end) => `${end} = worker_minutes.${end} + 1`).join(', ');
  await db
    .query(
      `insert into worker_minutes (minute, worker, token_id, ${columns})
       values (date_trunc('minute', $1::timestamptz), $2, $3, ${ends.map(() => '1').join(', ')})
       on conflict (minute, worker, token_id) do update set ${counted}`,
      [at, worker, workerTokenId],
    )
    .catch(() => {});
}

/** What all workers did in one minute. */
export interface MinuteOfWork {
  readonly minute: Date;
  readonly completed: number;
  readonly failed: number;
  readonly blocked: number;
}

/** The minutes since `since` in which a job ended, oldest first. */
export async function readMinutes(db: Queryable, since: Date): Promise<MinuteOfWork[]> {
  return db.query<MinuteOfWork>(
    `select minute, sum(completed) as completed, sum(failed) as failed, sum(blocked) as blocked
     from worker_minutes where minute >= $1 group by minute order by minute`,
    [since],
  );
}

/** Deletes the counts, the ended attempts and the orders at renderers of more than 8 days ago. */
export async function deleteOldCounts(db: Queryable, at: Date): Promise<void> {
  const before = new Date(at.getTime() - KEPT_DAYS * 86_400_000);
  await db.query('delete from worker_minutes where minute < $1', [before]);
  await db.query('delete from ended_attempts where ended_at < $1', [before]);
  await db.query('delete from remote_orders where ordered_at < $1', [before]);
}
