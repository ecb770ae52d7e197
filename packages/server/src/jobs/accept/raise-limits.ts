import type { Queryable } from '../../db/database.ts';
import type { RequestLimits } from './decide-limits.ts';

/** Sets the v1 limits of an account and its quota of stored bytes; limits that are not given stay as they are. */
export async function raiseLimits(
  database: Queryable,
  accountId: string,
  {
    callsPerMinute,
    jobsAtOnce,
    videosPerDay,
    imagesPerDay,
    storedBytes,
  }: Partial<RequestLimits> & { readonly storedBytes?: number },
): Promise<void> {
  await database.query(
    `insert into account_limits (account_id, calls_per_minute, jobs_at_once, videos_per_day, images_per_day, stored_bytes)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id) do update set
       calls_per_minute = coalesce(excluded.calls_per_minute, account_limits.calls_per_minute),
       jobs_at_once = coalesce(excluded.jobs_at_once, account_limits.jobs_at_once),
       videos_per_day = coalesce(excluded.videos_per_day, account_limits.videos_per_day),
       images_per_day = coalesce(excluded.images_per_day, account_limits.images_per_day),
       stored_bytes = coalesce(excluded.stored_bytes, account_limits.stored_bytes)`,
    [accountId, callsPerMinute, jobsAtOnce, videosPerDay, imagesPerDay, storedBytes].map(
      (value) => value ?? null,
    ),
  );
}
