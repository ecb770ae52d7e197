import { discard } from '../../attempt/discard.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { subtractStoredBytes } from '../../settle/stored-bytes.ts';
import { previewKey } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { type DeleteDependencies, deleteJob } from '../retention/delete-job.ts';
import type { PurgeCaches } from '../retention/purge-caches.ts';
import { mediaPath } from '../views/published-asset.ts';
import { deleteWork } from '../works/withdraw-work.ts';
import { forgetCollected } from './collections.ts';

export interface DeleteKeptDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly purgeCaches: PurgeCaches;
}

/**
 * Deletes the copy that `accountId` keeps of a result. The job stays; where it is gone, the result is gone with its copy, and with
 * what was published of it. Locks the job's row first. False if there is no such copy.
 */
export async function deleteKept(
  { database, blobs, purgeCaches }: DeleteKeptDependencies,
  accountId: string,
  jobId: string,
): Promise<boolean> {
  const keys = await database.transaction(async (tx): Promise<readonly string[] | undefined> => {
    const [job] = await tx.query<{ isGone: boolean }>(
      `select deleted_at is not null as "isGone" from jobs where id = $1 and account_id = $2 for no key update`,
      [jobId, accountId],
    );
    const [kept] = await tx.query<{ id: string; artifactKey: string; bytes: number }>(
      `delete from kept_results where job_id = $1 and account_id = $2
       returning id, artifact_key as "artifactKey", bytes::float8 as bytes`,
      [jobId, accountId],
    );
    if (job === undefined || kept === undefined) return undefined;
    const { id, artifactKey, bytes } = kept;
    await subtractStoredBytes(tx, [{ accountId, interface: 'job_api', bytes }]);
    await purgeCaches(tx, mediaPath(id, artifactKey));
    const published = job.isGone ? await deleteWork(tx, accountId, jobId, purgeCaches) : [];
    await forgetCollected(tx, [jobId]);
    return [artifactKey, previewKey(artifactKey), ...published];
  });
  if (keys === undefined) return false;
  await discard(blobs, ...keys);
  return true;
}

/** Deletes a result of the job API with all that there is of it: its job, and the copy that is kept. False if there is nothing. */
export async function deleteResult(
  dependencies: DeleteDependencies,
  accountId: string,
  jobId: string,
): Promise<boolean> {
  const hadCopy = await deleteKept(dependencies, accountId, jobId);
  return (await deleteJob(dependencies, accountId, jobId, 'job_api')) || hadCopy;
}

/** The jobs whose results an account keeps, for the deletion of all of them. */
export async function listKeptJobs(db: Queryable, accountId: string): Promise<readonly string[]> {
  const rows = await db.query<{ jobId: string }>(
    'select job_id as "jobId" from kept_results where account_id = $1',
    [accountId],
  );
  return rows.map(({ jobId }) => jobId);
}
