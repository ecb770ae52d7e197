import type { Queryable } from '../db/database.ts';

/** So many attempts of one kind by one subject within a sliding time; every further one is refused. */
export interface AttemptLimit {
  readonly kind: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Counts an attempt and answers undefined while it is within the limit, else the seconds until one would be.
 * Refused attempts count too. The subject's row is locked by the statement itself, so many at once are
 * counted one by one; it holds as many times as the limit needs and no more.
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
         select t from unnest(earlier.times || excluded.times) as t where t > $4 order by t desc limit $5
       ),
       latest_at = greatest(earlier.latest_at, excluded.latest_at)
     returning times`,
    [kind, subject, at, since, limit + 1],
  );
  const times = row?.times ?? [];
  if (times.length <= limit) return undefined;
  // The next attempt joins the latest `limit - 1`; it must wait for the one before them to leave.
  const leaving = times[limit - 1]?.getTime() ?? at.getTime();
  return Math.max(1, Math.ceil((leaving + windowMs - at.getTime()) / 1000));
}

const LONGEST_WINDOW_MS = 86_400_000;

/** Forgets subjects that were silent for longer than any window. */
export async function sweepAttempts(db: Queryable, at: Date): Promise<void> {
  await db.query('delete from attempt_windows where latest_at < $1', [
    new Date(at.getTime() - LONGEST_WINDOW_MS),
  ]);
}
