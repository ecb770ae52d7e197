import type { MarginRow } from '@kinora/contract';
import type { Database, Queryable } from '../../db/database.ts';
import { isoDate } from '../../kernel/clock.ts';

/** What the jobs of a model that ended on a UTC day earned and cost. */
export interface MarginDay extends MarginRow {
  readonly day: string;
}

const DAY_MS = 86_400_000;
/** A job has the time at which the transaction that ends it began; none lasts this long. */
const SETTLED_MS = 10 * 60_000;
/** So many days are added up in one run of the task: a server that stops waits for it. */
const DAYS_AT_ONCE = 10;

const SUMS = `sold, included, undelivered, revenue_cents, cost_cents, included_cost_cents, undelivered_cost_cents, without_cost`;

/**
 * Rows for `margin_days` of the jobs that ended on the days from $1 until before $2. What a charge settled is what the ledger moved to revenue, as its
 * audit checks.
 */
const ADDED_UP = `select (ended_at at time zone 'UTC')::date as day, model, jobs.medium,
    count(*) filter (where jobs.state = 'completed' and is_sold)::int as sold,
    count(*) filter (where jobs.state = 'completed' and not is_sold)::int as included,
    count(*) filter (where jobs.state <> 'completed')::int as undelivered,
    coalesce(sum(prepaid_cents + month_end_cents) filter (where charges.state = 'settled'), 0) as revenue_cents,
    coalesce(sum(cost_cents), 0) as cost_cents,
    coalesce(sum(cost_cents) filter (where jobs.state = 'completed' and not is_sold), 0) as included_cost_cents,
    coalesce(sum(cost_cents) filter (where jobs.state <> 'completed'), 0) as undelivered_cost_cents,
    count(*) filter (where jobs.state = 'completed' and cost_cents is null)::int as without_cost
  from jobs left join charges on job_id = jobs.id,
    lateral (select job_id is not null and included_twelfths is null as is_sold) as paid
  where ended_at at time zone 'UTC' >= $1::date and ended_at at time zone 'UTC' < $2::date group by 1, 2, 3`;

/**
 * Adds up the days that are over, once each, from the first job on; the oldest first. Whether some are left. One transaction for each
 * day, which locks the mark first, so that of two servers one waits and finds nothing to do.
 */
export async function closeMarginDays(database: Database, now: Date): Promise<boolean> {
  for (let closed = 0; closed < DAYS_AT_ONCE; closed += 1) {
    if (!(await closeNextDay(database, now))) return false;
  }
  return true;
}

async function closeNextDay(database: Database, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const day = await nextDay(tx, 'for no key update');
    if (day === undefined || day.getTime() + DAY_MS + SETTLED_MS > now.getTime()) return false;
    await tx.query(`insert into margin_days (day, model, medium, ${SUMS}) ${ADDED_UP}`, [
      isoDate(day),
      isoDate(new Date(day.getTime() + DAY_MS)),
    ]);
    await tx.query('update margin_closing set closed_on = $1::date', [isoDate(day)]);
    return true;
  });
}

/** The first day that is not added up; undefined before the first job. */
async function nextDay(db: Queryable, lock: '' | 'for no key update'): Promise<Date | undefined> {
  const [mark] = await db.query<{ closedOn: string | null }>(
    `select to_char(closed_on, 'YYYY-MM-DD') as "closedOn" from margin_closing ${lock}`,
  );
  if (mark?.closedOn) return new Date(Date.parse(mark.closedOn) + DAY_MS);
  // Ids are ordered by the time of acceptance, and no job ends before.
  const [first] = await db.query<{ at: Date }>('select created_at as at from jobs order by id limit 1');
  return first && new Date(`${isoDate(first.at)}T00:00:00Z`);
}

/** The days of a UTC month with jobs, by day and model: those that are over as they were added up, the others as they are now. */
export async function readMarginDays(database: Database, from: Date, until: Date): Promise<MarginDay[]> {
  const open = await nextDay(database, '');
  const openFrom = open === undefined || open < from ? from : open;
  const day = `to_char(day, 'YYYY-MM-DD') as day`;
  const [closed, running] = await Promise.all([
    database.query<MarginDay>(
      `select ${day}, model, medium, ${COLUMNS} from margin_days where day >= $1::date and day < $2::date`,
      [isoDate(from), isoDate(openFrom < until ? openFrom : until)],
    ),
    openFrom < until
      ? database.query<MarginDay>(`select ${day}, model, medium, ${COLUMNS} from (${ADDED_UP}) as added`, [
          isoDate(openFrom),
          isoDate(until),
        ])
      : [],
  ]);
  return [...closed, ...running];
}

const COLUMNS = SUMS.replace(/\b(\w*cost_cents)\b/g, '$1::float8').replace(
  'revenue_cents',
  'revenue_cents::bigint',
);
