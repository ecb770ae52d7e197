import type { Database } from '../db/database.ts';
import { type Clock, isoDate } from '../kernel/clock.ts';

/** What the ledger moved on a UTC day, in cents. */
export interface DayMoney {
  readonly revenue: number;
  readonly topUps: number;
  readonly granted: number;
  /** Less those that the bank returned. */
  readonly refunds: number;
  /** What was delivered for the revenue, by model. */
  readonly work: readonly WorkCost[];
}

interface WorkCost {
  readonly model: string;
  /** As it was recorded; null while no job of the model has a cost. */
  readonly cents: number | null;
  /** Whether a job of the model has none. */
  readonly isPartial: boolean;
}

const MINUTE_MS = 60_000;
/** A transaction carries the time at which it began; none lasts this long. */
const SETTLED_MS = 2 * MINUTE_MS;

interface Read {
  readonly day: string;
  readonly until: Date;
  readonly money: DayMoney;
}

/**
 * The money of today, from the ledger alone. The minutes that are over are added up once and kept, so that a page that
 * refreshes every few seconds reads the last minutes only.
 */
export function createReadDayMoney(database: Database, clock: Clock): () => Promise<DayMoney> {
  let known: Read | undefined;

  async function settled(now: Date): Promise<Read> {
    const day = isoDate(now);
    const midnight = new Date(`${day}T00:00:00Z`);
    const over = Math.floor((now.getTime() - SETTLED_MS) / MINUTE_MS) * MINUTE_MS;
    const until = new Date(Math.max(midnight.getTime(), over));
    // The sum begins again when the clock was set back.
    const start = known?.day === day && known.until <= until ? known : { day, until: midnight, money: NONE };
    const money = add(start.money, await readMoney(database, start.until, until));
    known = { day, until, money };
    return known;
  }

  return async () => {
    const { until, money } = await settled(clock.now());
    return add(money, await readMoney(database, until, new Date(until.getTime() + 2 * SETTLED_MS)));
  };
}

const NONE: DayMoney = { revenue: 0, topUps: 0, granted: 0, refunds: 0, work: [] };

function add(one: DayMoney, other: DayMoney): DayMoney {
  return {
    revenue: one.revenue + other.revenue,
    topUps: one.topUps + other.topUps,
    granted: one.granted + other.granted,
    refunds: one.refunds + other.refunds,
    work: addWork([...one.work, ...other.work]),
  };
}

function addWork(work: readonly WorkCost[]): WorkCost[] {
  return [...Map.groupBy(work, ({ model }) => model)].map(([model, parts]) => ({
    model,
    cents: sumKnown(parts),
    isPartial: parts.some(({ isPartial }) => isPartial),
  }));
}

/** Null if none is known. */
export function sumKnown(costs: readonly Pick<WorkCost, 'cents'>[]): number | null {
  const known = costs.flatMap(({ cents }) => cents ?? []);
  return known.length === 0 ? null : known.reduce((sum, cents) => sum + cents, 0);
}

/** Sums the transactions from `from` up to `until`. */
async function readMoney(database: Database, from: Date, until: Date): Promise<DayMoney> {
  if (from >= until) return NONE;
  const [sums] = await database.query<Omit<DayMoney, 'work'>>(
    `select coalesce(sum(amount_cents) filter (where destination = 'revenue'), 0)::bigint as revenue,
       coalesce(sum(amount_cents) filter (where kind = 'credit' and source = 'card'), 0)::bigint as "topUps",
       coalesce(sum(amount_cents) filter (where kind = 'credit' and source = 'operator_grant'), 0)::bigint as granted,
       coalesce(sum(case kind when 'refund' then amount_cents when 'refund_reversal' then -amount_cents end), 0)::bigint
         as refunds
     from ledger_transactions join postings on transaction_id = ledger_transactions.id
     where created_at >= $1 and created_at < $2`,
    [from, until],
  );
  const work = await database.query<WorkCost>(
    // Materialized, so that no index of all settlements is read.
    `with moved as materialized (
       select job_id, kind from ledger_transactions where created_at >= $1 and created_at < $2
     )
     select model, sum(cost_cents)::float8 as cents, bool_or(cost_cents is null) as "isPartial"
     from moved join jobs on jobs.id = job_id where kind = 'settlement' group by 1`,
    [from, until],
  );
  return sums === undefined ? NONE : { ...sums, work };
}
