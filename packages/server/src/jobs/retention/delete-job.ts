import type { Pool, RenderOperation } from '@kinora/contract';
import { discard } from '../../attempt/discard.ts';
import { LAST_ATTEMPT, neverRendered } from '../../attempt/leases.ts';
import { conditionsOf } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Interface } from '../../queue/interface.ts';
import { returnServiceCost } from '../../queue/return-service-cost.ts';
import { type JobEnd, type OnJobEnd, reversePayment } from '../../settle/settle-job.ts';
import { subtractStoredBytes } from '../../settle/stored-bytes.ts';
import { jobFolder } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { forgetCollected } from '../library/collections.ts';
import { mediaPath } from '../views/published-asset.ts';
import { deleteWork } from '../works/withdraw-work.ts';
import type { PurgeCaches } from './purge-caches.ts';
import { retainedSince } from './retained.ts';

export interface DeleteDependencies {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** Schedules the deletion of bytes that could not be deleted now; the job itself is deleted. */
  readonly purgeLater: (jobId: string, error: unknown) => Promise<void>;
  readonly purgeCaches: PurgeCaches;
  readonly onJobEnd?: OnJobEnd | undefined;
}

interface OpenJob {
  readonly isUnused: boolean;
  readonly cost: number;
  readonly pool: Pool;
  readonly costCents: number | null;
}

const CANCEL = `with ended as (delete from open_jobs where id = $1 returning *)
  update jobs set state = 'failed', failure_cause = 'cancelled', error = 'deleted by its owner', ended_at = $2,
    ${LAST_ATTEMPT}, cost_cents = ended.cost_cents
  from ended where jobs.id = ended.id`;

/**
 * Deletes a job of `accountId` and its bytes. A job that has not ended is cancelled and its price released. Its row
 * stays as a tombstone, so a late result cannot revive it. Locks the job's rows first, then the funding row. False
 * when there is no such job; with `only`, also when the job was not ordered through that interface.
 */
export async function deleteJob(
  { database, blobs, clock, purgeLater, purgeCaches, onJobEnd }: DeleteDependencies,
  accountId: string,
  jobId: string,
  only?: Interface,
): Promise<boolean> {
  const at = clock.now();
  let published: readonly string[] = [];
  const deleted = await database.transaction(async (tx): Promise<JobEnd | boolean> => {
    const [open] = await tx.query<OpenJob>(
      `select ${neverRendered('open_jobs')} as "isUnused", service_cost as cost, pool, cost_cents::float8 as "costCents" from open_jobs where id = $1 for update`,
      [jobId],
    );
    const values: unknown[] = [jobId, retainedSince(at)];
    const ofInterface = conditionsOf(values, [['interface = ?', only]]);
    const [job] = await tx.query<{
      owner: string;
      interface: Interface;
      operation: RenderOperation;
      model: string;
      createdAt: Date;
      assetId: string | null;
      artifactKey: string | null;
      bytes: number | null;
    }>(
      `select account_id as owner, interface, operation, model, created_at as "createdAt", asset_id as "assetId", artifact_key as "artifactKey",
         artifact_bytes as bytes
       from jobs
       where id = $1 and deleted_at is null and (ended_at is null or ended_at > $2)
         ${ofInterface} for update`,
      values,
    );
    // The copy of a published result goes first: its job may have expired long ago.
    if (only !== 'v1') published = await deleteWork(tx, accountId, jobId, purgeCaches);
    if (job?.owner !== accountId) return published.length > 0;
    if (open !== undefined) await tx.query(CANCEL, [jobId, at]);
    await tx.query(
      `update jobs set deleted_at = $2, prompt = null, prepared_prompt = null, search_words = null, negative_prompt = null,
         init_image_key = null, artifact_key = null, webhook_url = null
       where id = $1`,
      [jobId, at],
    );
    await forgetCollected(tx, [jobId]);
    const { assetId, artifactKey } = job;
    if (assetId !== null && artifactKey !== null) await purgeCaches(tx, mediaPath(assetId, artifactKey));
    const ended = { ...job, jobId, accountId };
    if (open === undefined) {
      await subtractStoredBytes(tx, [ended]);
      return true;
    }
    const cents = await reversePayment(tx, ended, at);
    if (open.isUnused) await returnServiceCost(tx, ended, open.pool, open.cost);
    const seconds = (at.getTime() - job.createdAt.getTime()) / 1000;
    const { operation, model } = job;
    return { state: 'cancelled', operation, model, costCents: open.costCents, seconds, cents };
  });
  if (deleted === false) return false;
  if (deleted !== true) onJobEnd?.(deleted);
  // After the commit: bytes that remain after a crash are swept within the hour; the other order could lose a result.
  // Nothing is written to the folder of a deleted job any more, except by uploads and previews in progress, which are swept.
  await discard(blobs, ...published);
  try {
    await blobs.deleteFolder(jobFolder(jobId));
  } catch (error) {
    await purgeLater(jobId, error);
  }
  return true;
}
