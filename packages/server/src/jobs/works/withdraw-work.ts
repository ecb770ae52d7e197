import type { Database, Queryable } from '../../db/database.ts';
import { workFolder } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { PurgeCaches } from '../retention/purge-caches.ts';
import { mediaPath } from '../views/published-asset.ts';
import { previewPath } from './work.ts';

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
  const assetId = await database.transaction((tx) => deleteWork(tx, accountId, jobId, purgeCaches));
  // Bytes that remain after a failure are swept within hours, and nothing refers to them.
  if (assetId !== undefined) await blobs.deleteFolder(workFolder(assetId)).catch(() => undefined);
}

/** Deletes the row of a work, and returns the name of the result; undefined if the job is not published. */
export async function deleteWork(
  tx: Queryable,
  accountId: string,
  jobId: string,
  purgeCaches: PurgeCaches,
): Promise<string | undefined> {
  const [deleted] = await tx.query<{ id: string; assetId: string; artifactKey: string }>(
    `delete from works where job_id = $1 and account_id = $2
     returning id, asset_id as "assetId", artifact_key as "artifactKey"`,
    [jobId, accountId],
  );
  if (deleted === undefined) return undefined;
  await purgeCaches(tx, mediaPath(deleted.assetId, deleted.artifactKey));
  await purgeCaches(tx, previewPath(deleted.id));
  return deleted.assetId;
}
