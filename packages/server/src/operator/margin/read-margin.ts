import type { MarginRow, MarginSums, OperatorMargin } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import { isoDate, monthStart, nextMonthStart } from '../../kernel/clock.ts';
import { type MarginDay, readMarginDays } from './margin-days.ts';

const NOTHING: MarginSums = {
  sold: 0,
  included: 0,
  undelivered: 0,
  revenue_cents: 0,
  cost_cents: 0,
  included_cost_cents: 0,
  undelivered_cost_cents: 0,
  without_cost: 0,
};
const FIELDS = Object.keys(NOTHING) as (keyof MarginSums)[];

function sum(rows: readonly MarginSums[]): MarginSums {
  const totals = FIELDS.map((field) => [field, rows.reduce((total, row) => total + row[field], 0)]);
  return Object.fromEntries(totals) as Record<keyof MarginSums, number>;
}

/** Those that earn most first, and of equal ones those that cost most. */
const byRevenue = (one: MarginSums, other: MarginSums): number =>
  other.revenue_cents - one.revenue_cents || other.cost_cents - one.cost_cents;

type MonthMargin = Omit<OperatorMargin, 'below_cost'>;

/** What the jobs that ended in the UTC month with this first day earned and cost, by model and by day. */
export async function readMargin(database: Database, month: string, now: Date): Promise<MonthMargin> {
  const [days, months] = await Promise.all([readMonth(database, month), listMonths(database)]);
  return {
    month,
    months: [...new Set([isoDate(monthStart(now)), month, ...months])].sort().reverse(),
    total: sum(days),
    models: [...Map.groupBy(days, ({ model }) => model)]
      .map(([model, rows]) => ({ model, medium: rows[0]?.medium ?? 'image', ...sum(rows) }))
      .sort(byRevenue),
    days: [...Map.groupBy(days, ({ day }) => day)]
      .map(([day, rows]) => ({ day, models: rows.map(withoutDay).sort(byRevenue), total: sum(rows) }))
      .sort((one, other) => other.day.localeCompare(one.day)),
  };
}

const withoutDay = ({ day, ...row }: MarginDay): MarginRow => row;

function readMonth(database: Database, month: string): Promise<MarginDay[]> {
  const from = new Date(month);
  return readMarginDays(database, from, nextMonthStart(from));
}

async function listMonths(database: Database): Promise<string[]> {
  const rows = await database.query<{ month: string }>(
    `select distinct to_char(day, 'YYYY-MM-01') as month from margin_days`,
  );
  return rows.map(({ month }) => month);
}

const usd = (cents: number): string => (cents / 100).toFixed(4);

const COLUMNS: readonly (readonly [name: string, value: (day: MarginDay) => string | number])[] = [
  ['day', ({ day }) => day],
  ['model', ({ model }) => model],
  ['kind', ({ medium }) => medium],
  ['sold', ({ sold }) => sold],
  ['included', ({ included }) => included],
  ['undelivered', ({ undelivered }) => undelivered],
  ['revenue_usd', (row) => usd(row.revenue_cents)],
  ['cost_usd', (row) => usd(row.cost_cents)],
  ['margin_usd', (row) => usd(row.revenue_cents - row.cost_cents)],
  ['included_cost_usd', (row) => usd(row.included_cost_cents)],
  ['undelivered_cost_usd', (row) => usd(row.undelivered_cost_cents)],
  ['without_cost', (row) => row.without_cost],
];

/** The same month by day and model as a CSV file. Ids of models begin with a letter or digit and need no quotes. */
export async function marginTable(database: Database, month: string): Promise<string> {
  const days = await readMonth(database, month);
  const rows = days
    .sort((one, other) => one.day.localeCompare(other.day) || one.model.localeCompare(other.model))
    .map((day) => COLUMNS.map(([, value]) => value(day)));
  return [COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
