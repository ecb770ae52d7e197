import type pg from 'pg';

/**
 * How PostgreSQL plans the statements of this service, each of which is prepared once and finds few rows by keys.
 *
 * By default it plans a statement again for each call whose arrays are short, because it estimates by their lengths; planning
 * a join takes longer than running it. It also expects a disk that has to move its head, and therefore reads tables of some
 * thousand rows as a whole, for each call. And a plan is kept while its tables grow, so one that reads an almost empty table
 * as a whole would soon be slow. test/db/statement-plans.test.ts checks the plans that result.
 *
 * A table without an index is then estimated to cost ten thousand millions before PostgreSQL 18, and a statement that expensive
 * is compiled, which takes a processor for half a second.
 */
const SETTINGS = `set plan_cache_mode = force_generic_plan; set random_page_cost = 1; set enable_seqscan = off;
  set jit = off`;

/**
 * In a transaction that reads whole tables: joins them as wholes too, and in memory, instead of row by row. PostgreSQL
 * estimates one row for any range of ids, and would join two ranges row by row.
 */
export const READ_WHOLE_TABLES = `set local enable_seqscan = on; set local random_page_cost = 4;
  set local plan_cache_mode = force_custom_plan; set local enable_nestloop = off;
  set local work_mem = '64MB'`;

export async function planOnce(client: pg.ClientBase): Promise<void> {
  await client.query(SETTINGS);
}
