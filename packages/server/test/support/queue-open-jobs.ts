import type { Queryable } from '../../src/db/database.ts';

export interface Places {
  /** SQL of a row of jobs. */
  readonly sortKey: string;
  /** SQL of a row of jobs; the sort key by default. */
  readonly virtualStart?: string;
  /** Seconds of service of each. */
  readonly serviceCost?: number;
}

/** Puts jobs that a test has written, and that are open, into the queue. */
export async function queueOpenJobs(
  database: Queryable,
  { sortKey, virtualStart = sortKey, serviceCost = 0 }: Places,
): Promise<void> {
  await database.query(
    `insert into open_jobs (id, account_id, interface, tier, pool, operation, model, width, height, frames, created_at, sort_key,
       virtual_start, service_cost)
     select id, account_id, interface, tier, medium, operation, model, width, height, frames,
       created_at, ${sortKey}, ${virtualStart}, ${serviceCost}
     from jobs where state = 'open' and not exists (select from open_jobs where open_jobs.id = jobs.id)`,
  );
}
