import { discard } from '../../attempt/discard.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { PurgeCaches } from '../retention/purge-caches.ts';
import { mediaPath } from '../views/published-asset.ts';
import { previewPath, type Work } from './work.ts';

export interface WithdrawDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly purgeCaches: PurgeCaches;
}

/**
 * Withdraws what `accountId` published of a job, with its copy. The job itself stays. Nothing happens if it is not
 * published.
 */
export async function withdrawWork(
  { database, blobs, purgeCaches }: WithdrawDependencies,
  accountId: string,
  jobId: string,
): Promise<void> {
  const keys = await database.transaction((tx) => deleteWork(tx, accountId, jobId, purgeCaches));
  await discard(blobs, ...keys);
}

/**
 * Deletes the row of a work, and returns the keys of its blobs, which only that row referred to: they are deleted after the
 * commit. None if the job is not published.
 */
export async function deleteWork(
  tx: Queryable,
  accountId: string,
  jobId: string,
  purgeCaches: PurgeCaches,
): Promise<readonly string[]> {
  const [deleted] = await tx.query<Pick<Work, 'id' | 'assetId' | 'artifactKey' | 'previewKey'>>(
    `delete from works where job_id = $1 and account_id = $2
     returning id, asset_id as "assetId", artifact_key as "artifactKey", preview_key as "previewKey"`,
    [jobId, accountId],
  );
  if (deleted === undefined) return [];
  await purgeCaches(tx, mediaPath(deleted.assetId, deleted.artifactKey));
  await purgeCaches(tx, previewPath(deleted.id));
  const { artifactKey, previewKey } = deleted;
  return previewKey === null ? [artifactKey] : [artifactKey, previewKey];
}
