import { randomUUID } from 'node:crypto';
import { newId } from '../../src/kernel/ids.ts';
import type { TestApp } from './test-app.ts';

/** Adds copies of a completed job, which share its bytes: a gallery of many without rendering any of them. */
export async function copyResults({ database }: TestApp, jobId: string, count: number): Promise<void> {
  const [row] = await database.query<{ columns: string }>(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'jobs' and is_generated = 'NEVER'`,
  );
  const columns = row?.columns ?? '';
  const ids = Array.from({ length: count }, () => newId());
  await database.query(
    `insert into jobs (${columns}) select ${columns.replaceAll(/(\w+)/g, 'copy.$1')}
     from jobs, unnest($2::uuid[], $3::uuid[]) as given (copy_id, copy_asset_id),
       jsonb_populate_record(jobs, jsonb_build_object('id', copy_id, 'asset_id', copy_asset_id)) as copy
     where jobs.id = $1`,
    [jobId, ids, ids.map(() => randomUUID())],
  );
}
