import type { Queryable } from '../../db/database.ts';
import type { RequestLimits } from './decide-limits.ts';

/** The limits that the operator set for an account; null for the default, and for the quota of its tier. */
export type AccountLimits = { readonly [Name in keyof RequestLimits]: number | null } & {
  readonly storedBytes: number | null;
};

/** The limits that the operator set for an account. */
export async function readLimits(db: Queryable, accountId: string): Promise<AccountLimits> {
  const [limits] = await db.query<AccountLimits>(
    `select calls_per_minute as "callsPerMinute", jobs_at_once as "jobsAtOnce", videos_per_day as "videosPerDay",
       images_per_day as "imagesPerDay", stored_bytes as "storedBytes"
     from account_limits where account_id = $1`,
    [accountId],
  );
  const byDefault = { callsPerMinute: null, jobsAtOnce: null, videosPerDay: null, imagesPerDay: null };
  return limits ?? { ...byDefault, storedBytes: null };
}

/** Sets all limits of an account. */
export async function setLimits(db: Queryable, accountId: string, limits: AccountLimits): Promise<void> {
  await db.query(
    `insert into account_limits (account_id, calls_per_minute, jobs_at_once, videos_per_day, images_per_day, stored_bytes)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id) do update set calls_per_minute = excluded.calls_per_minute,
       jobs_at_once = excluded.jobs_at_once, videos_per_day = excluded.videos_per_day,
       images_per_day = excluded.images_per_day, stored_bytes = excluded.stored_bytes`,
    [
      accountId,
      limits.callsPerMinute,
      limits.jobsAtOnce,
      limits.videosPerDay,
      limits.imagesPerDay,
      limits.storedBytes,
    ],
  );
}

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
