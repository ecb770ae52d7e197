import type { Queryable } from '../db/database.ts';

/** A limit of attempts of one kind by one subject within a sliding window. */
export interface AttemptLimit {
  readonly kind: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * SQL: the times `t` that count at `$3` in a window that began at `$4` and is `$6` milliseconds long. Those ahead count up to
 * its length, because the clocks of servers differ; a clock that was set back by more leaves times far ahead, which would
 * otherwise refuse every attempt until then.
 */
const COUNTS = "t > $4 and t <= $3 + $6 * interval '1 millisecond'";

/**
 * Counts an attempt; returns undefined within the limit, otherwise the seconds until an attempt is
 * allowed again. Rejected attempts count too. The statement locks the subject's row, so concurrent attempts are
 * counted one by one. The row stores only as many times as the limit needs.
 */
export async function countAttempt(
  db: Queryable,
  { kind, limit, windowMs }: AttemptLimit,
  subject: string,
  at: Date,
): Promise<number | undefined> {
  const since = new Date(at.getTime() - windowMs);
  const [row] = await db.query<{ times: readonly Date[] }>(
    `insert into attempt_windows as earlier (kind, subject, times, latest_at) values ($1, $2, array[$3::timestamptz], $3)
     on conflict (kind, subject) do update set
       times = array(
         select t from unnest(earlier.times || excluded.times) as t where ${COUNTS} order by t desc limit $5
       ),
       latest_at = greatest(earlier.latest_at, excluded.latest_at)
     returning times`,
    [kind, subject, at, since, limit + 1, windowMs],
  );
  const times = row?.times ?? [];
  if (times.length <= limit) return undefined;
  // An attempt is allowed again once no more than `limit - 1` of the counted ones are inside the window.
  const expiring = times[limit - 1]?.getTime() ?? at.getTime();
  return Math.max(1, Math.ceil((expiring + windowMs - at.getTime()) / 1000));
}

/**
 * Counts an attempt only if it is within the limit; false if it is not. For what takes effect when it is allowed, such
 * as an email: rejected attempts must not keep the window full. Locks the subject's row like `countAttempt`.
 */
export async function countAllowed(
  db: Queryable,
  { kind, limit, windowMs }: AttemptLimit,
  subject: string,
  at: Date,
): Promise<boolean> {
  const since = new Date(at.getTime() - windowMs);
  const within = `array(select t from unnest(earlier.times) as t where ${COUNTS})`;
  const rows = await db.query(
    `insert into attempt_windows as earlier (kind, subject, times, latest_at) values ($1, $2, array[$3::timestamptz], $3)
     on conflict (kind, subject) do update set times = ${within} || excluded.times,
       latest_at = greatest(earlier.latest_at, excluded.latest_at)
     where cardinality(${within}) < $5 returning kind`,
    [kind, subject, at, since, limit, windowMs],
  );
  return rows.length === 1;
}

const MAX_WINDOW_MS = 86_400_000;

/** Deletes subjects without an attempt for longer than any window. */
export async function sweepAttempts(db: Queryable, at: Date): Promise<void> {
  await db.query('delete from attempt_windows where latest_at < $1', [
    new Date(at.getTime() - MAX_WINDOW_MS),
  ]);
}
