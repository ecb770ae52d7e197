import type { Database, Queryable } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { extensionOf } from '../../storage/blob-keys.ts';
import type { PurgeCaches } from '../retention/purge-caches.ts';
import { RETENTION_MS, retainedSince } from '../retention/retained.ts';
import { previewPath } from '../works/work.ts';

export const MEDIA_PREFIX = '/media/';

/** The public path of a result, protected only by its unguessable name. */
export function mediaPath(assetId: string, artifactKey: string): string {
  return `${MEDIA_PREFIX}${assetId}${extensionOf(artifactKey)}`;
}

/** A result that anyone with its name can download. */
interface PublishedAsset {
  readonly key: string;
  /** When it is deleted with its job; undefined for a kept copy, and for a published work whose job has expired. */
  readonly expiresAt: Date | undefined;
}

export type FindAsset = (assetId: string) => Promise<PublishedAsset | undefined>;

const MAX_BATCH = 512;

/** Finds results by name: of jobs, of published works and of kept copies. Those of hidden jobs, and of jobs that are gone, are not found. */
export function createFindAsset(database: Database, clock: Clock): FindAsset {
  return coalesce(
    async (ids: readonly string[]) => {
      const rows = await database.query<{ id: string; key: string; endedAt: Date | null }>(
        `select asset_id as id, artifact_key as key, ended_at as "endedAt" from jobs
         where asset_id = any($1::uuid[]) and state = 'completed' and deleted_at is null and hidden_at is null
           and ended_at > $2
         union all
         select works.asset_id, works.artifact_key, null from works join jobs on jobs.id = job_id
         where works.asset_id = any($1::uuid[]) and hidden_at is null
         union all
         select kept.id, kept.artifact_key, null from kept_results as kept join jobs on jobs.id = job_id
         where kept.id = any($1::uuid[]) and hidden_at is null`,
        [ids, retainedSince(clock.now())],
      );
      const found = new Map<string, PublishedAsset>();
      for (const { id, key, endedAt } of rows) {
        // The job's own copy, while there is one: that of a work is deleted whenever the work is withdrawn.
        if (endedAt !== null) found.set(id, { key, expiresAt: new Date(endedAt.getTime() + RETENTION_MS) });
        else if (!found.has(id)) found.set(id, { key, expiresAt: undefined });
      }
      return ids.map((id) => found.get(id));
    },
    { maxBatch: MAX_BATCH },
  );
}

/**
 * Finds the completed job of a result by the name of the result or of a kept copy, or by the job's id, and locks its row. The job
 * may be hidden.
 */
export async function lockPublished(
  tx: Queryable,
  contentId: string,
  now: Date,
): Promise<{ readonly jobId: string } | undefined> {
  const [row] = await tx.query<{ jobId: string }>(
    `select id as "jobId" from jobs
     where (asset_id = $1 or (id = $1 and asset_id is not null) or id = (select job_id from kept_results where id = $1))
       and state = 'completed' and ((deleted_at is null and ended_at > $2)
         or exists (select from works where job_id = jobs.id) or exists (select from kept_results where job_id = jobs.id))
     for update`,
    [contentId, retainedSince(now)],
  );
  return row;
}

/** Hides a result that is shown, with the preview of its work and with the copy that is kept, here and in caches. */
export async function hideResult(
  tx: Queryable,
  jobId: string,
  at: Date,
  purgeCaches: PurgeCaches,
): Promise<void> {
  const [hidden] = await tx.query<{
    assetId: string;
    artifactKey: string;
    workId: string | null;
    keptId: string | null;
  }>(
    `update jobs set hidden_at = $2 from (select $1::uuid as id) as reported
       left join works on works.job_id = reported.id left join kept_results as kept on kept.job_id = reported.id
     where jobs.id = reported.id and hidden_at is null
       and (jobs.artifact_key is not null or works.id is not null or kept.id is not null)
     returning jobs.asset_id as "assetId", coalesce(jobs.artifact_key, works.artifact_key, kept.artifact_key) as "artifactKey",
       works.id as "workId", kept.id as "keptId"`,
    [jobId, at],
  );
  if (hidden === undefined) return;
  await purgeCaches(tx, mediaPath(hidden.assetId, hidden.artifactKey));
  if (hidden.workId !== null) await purgeCaches(tx, previewPath(hidden.workId));
  if (hidden.keptId !== null) await purgeCaches(tx, mediaPath(hidden.keptId, hidden.artifactKey));
}

/** Shows a hidden result again. */
export async function showResult(tx: Queryable, jobId: string): Promise<void> {
  await tx.query('update jobs set hidden_at = null where id = $1', [jobId]);
}
