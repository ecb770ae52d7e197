import { newId } from '../../src/kernel/ids.ts';
import { copyResults } from './copy-results.ts';
import type { TestApp } from './test-app.ts';

/** Publishes copies of the work of a job, with the prompt `pebble <n>`, and the same bytes: many without rendering any of them. */
export async function copyWorks(service: TestApp, jobId: string, count: number): Promise<void> {
  const { database } = service;
  await copyResults(service, jobId, count);
  const jobs = await database.query<{ id: string; assetId: string }>(
    `select copies.id, copies.asset_id as "assetId" from jobs join jobs as copies on copies.prompt = jobs.prompt
     where jobs.id = $1 and copies.id <> $1`,
    [jobId],
  );
  await database.query(
    `insert into works (id, job_id, account_id, asset_id, medium, prompt, search_words, artifact_key, preview_key, width,
       height, duration_seconds, published_at)
     select new.id, new.job_id, account_id, new.asset_id, medium, 'pebble ' || n, 'pebble', artifact_key, preview_key,
       (array[1024, 1280, 720, 1024, 1920])[1 + n % 5], (array[1024, 720, 1280, 768, 1080])[1 + n % 5], duration_seconds, published_at
     from works, unnest($2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as new (id, job_id, asset_id, n)
     where works.job_id = $1`,
    [jobId, jobs.map(() => newId()), jobs.map(({ id }) => id), jobs.map(({ assetId }) => assetId)],
  );
}
