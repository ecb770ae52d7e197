import type { Pool } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { deleteWorkersOfToken } from '../workers/worker-health.ts';
import type { EndedAttempt } from './ended-attempts.ts';
import { HAS_LEASE, type LeaseKey, withCost } from './leases.ts';

/** So many attempts of a job are recorded: a worker that leases and releases the same jobs over and over fills no table. */
export const MAX_RECORDED = 100;

/** How an attempt ended that is not the last of its job. */
interface AttemptEnd extends Pick<EndedAttempt, 'outcome' | 'reason'> {
  /** US cents; null or absent if nobody knows. */
  readonly costCents?: number | null | undefined;
}

interface RequeuedJob {
  readonly accountId: string;
  readonly pool: Pool;
}

/**
 * Ends the leases of the rows of open_jobs that meet `condition`, queues their jobs again, which keep their prices and places,
 * and records the attempts for the operator: every way back into the queue. One statement, which locks these rows first, then
 * shares those of their jobs and of the workers' token.
 */
export function requeue(
  db: Queryable,
  condition: string,
  parameters: readonly unknown[],
  { outcome, reason, costCents = null }: AttemptEnd,
): Promise<RequeuedJob[]> {
  const next = parameters.length + 1;
  return db.query<RequeuedJob>(
    `with leased as (
       select id, attempt, worker, worker_token_id, started_at from open_jobs
       where lease_until is not null and ${condition} for no key update
     ), ended as (
       insert into ended_attempts (job_id, attempt, worker, token_id, outcome, reason, started_at, ended_at, cost_cents)
       select id, attempt, coalesce(worker, ''), worker_token_id, $${next}::text, $${next + 1}::text, coalesce(started_at, now()), now(), $${next + 2}::numeric
       from leased where attempt <= ${MAX_RECORDED} on conflict do nothing
     )
     update open_jobs set state = 'queued', lease_until = null, worker = null,
       cost_cents = ${withCost('cost_cents', `$${next + 2}`)}
     from leased where open_jobs.id = leased.id returning account_id as "accountId", pool`,
    [...parameters, outcome, reason, costCents],
  );
}

/** Queues the job of a lease again; undefined when the lease was lost, and then nothing changes. */
export async function requeueJob(
  db: Queryable,
  { jobId, attempt }: LeaseKey,
  end: AttemptEnd,
): Promise<RequeuedJob | undefined> {
  const [job] = await requeue(db, HAS_LEASE, [jobId, attempt], end);
  return job;
}

/** The worker that lost a response, and the token it uses; null for the shared token. */
interface LosingWorker {
  readonly worker: string;
  readonly tokenId: string | null;
  /** The jobs that it has. */
  readonly held: readonly string[];
}

/**
 * Queues again the jobs that were leased to a worker but never reached it, because the response was lost: it has sent
 * no heartbeat for them and does not say that it has them. Without this they would wait for their leases to expire.
 */
export function requeueUnconfirmed(
  db: Queryable,
  { worker, tokenId, held }: LosingWorker,
): Promise<RequeuedJob[]> {
  const condition =
    'worker = $1 and worker_token_id is not distinct from $2 and id <> all($3::uuid[]) and stage is null';
  return requeue(db, condition, [worker, tokenId, held], {
    outcome: 'lost',
    reason: 'the lease did not reach the worker',
  });
}

/**
 * Revokes the valid token of this name, removes its workers, and queues their jobs again; they are leased again within the poll
 * of the lease broker. In one transaction with its caller. Returns the number of these jobs; undefined when there is no such
 * token. Locks the token's row first, then those of its jobs.
 */
export async function revokeWorkerToken(tx: Queryable, name: string, at: Date): Promise<number | undefined> {
  const [token] = await tx.query<{ id: string }>(
    'update worker_tokens set revoked_at = $2 where name = $1 and revoked_at is null returning id',
    [name, at],
  );
  if (token === undefined) return undefined;
  await deleteWorkersOfToken(tx, token.id);
  const end = { outcome: 'requeued', reason: 'the token of the worker was revoked' } as const;
  return (await requeue(tx, 'worker_token_id = $1', [token.id], end)).length;
}
