import type { Database } from '../../../db/database.ts';
import { type JobCost, type JobCostFilter, listJobCosts } from '../../../jobs/views/list-job-costs.ts';
import { formatUsd } from '../../../kernel/money.ts';

const ROWS_AT_ONCE = 1000;

const COLUMNS: readonly (readonly [name: string, value: (job: JobCost) => string | number | null])[] = [
  ['job_id', ({ id }) => id],
  ['accepted_at', ({ createdAt }) => createdAt.toISOString()],
  ['via', ({ via }) => via],
  ['kind', ({ medium }) => medium],
  ['model', ({ model }) => model],
  ['width', ({ width }) => width],
  ['height', ({ height }) => height],
  ['seconds', ({ seconds }) => seconds && Number(seconds.toFixed(3))],
  ['state', ({ state }) => state],
  ['charge', ({ charge }) => charge],
  ['price_usd', ({ priceCents }) => usd(priceCents)],
  ['from_allowance', ({ isFromAllowance }) => (isFromAllowance ? 'yes' : 'no')],
  ['from_balance_usd', (job) => usd(job.priceCents && job.prepaidCents)],
  ['month_end_usd', (job) => usd(job.priceCents && job.monthEndCents)],
  ['credits', ({ credits }) => credits],
];

/**
 * All jobs of the filter as a CSV file, page by page, so that its size is bounded by nothing but the jobs. No value is
 * typed by a person, so none needs quotes and none can be read as a formula.
 */
export async function* jobCostTable(database: Database, filter: JobCostFilter): AsyncGenerator<string> {
  yield line(COLUMNS.map(([name]) => name));
  let before: string | undefined;
  do {
    const jobs = await listJobCosts(database, filter, { before, limit: ROWS_AT_ONCE });
    if (jobs.length > 0) yield jobs.map((job) => line(COLUMNS.map(([, value]) => value(job) ?? ''))).join('');
    before = jobs.length === ROWS_AT_ONCE ? jobs.at(-1)?.id : undefined;
  } while (before !== undefined);
}

function line(values: readonly (string | number)[]): string {
  return `${values.join(',')}\r\n`;
}

function usd(cents: number | null): string | null {
  return cents === null ? null : formatUsd(cents);
}
