import { insertJobs, sql } from './insert-jobs.ts';
import type { TestApp } from './test-app.ts';

/** Adds copies of a completed job, which share its bytes: a gallery of many without rendering any of them. */
export async function copyResults({ database }: TestApp, jobId: string, count: number): Promise<void> {
  const columns = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'jobs' and is_generated = 'NEVER'`,
  );
  const copied = Object.fromEntries(columns.map(({ name }) => [name, sql(name)]));
  const copy = { ...copied, id: sql('uuidv7()'), asset_id: sql('gen_random_uuid()') };
  const rows = `jobs, generate_series(1, ${count}) where id = '${jobId}'`;
  await insertJobs(database, sql('account_id'), copy, rows);
}
