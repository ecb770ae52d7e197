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

/** Sets limits of an account; those that are not named stay as they are. */
export async function setLimits(
  db: Queryable,
  accountId: string,
  { callsPerMinute, jobsAtOnce, videosPerDay, imagesPerDay, storedBytes }: Partial<AccountLimits>,
): Promise<void> {
  const columns = Object.entries({
    calls_per_minute: callsPerMinute,
    jobs_at_once: jobsAtOnce,
    videos_per_day: videosPerDay,
    images_per_day: imagesPerDay,
    stored_bytes: storedBytes,
  }).filter(([, value]) => value !== undefined);
  if (columns.length === 0) return;
  const names = columns.map(([name]) => name);
  await db.query(
    `insert into account_limits (account_id, ${names.join(', ')}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})
     on conflict (account_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [accountId, ...columns.map(([, value]) => value)],
  );
}
