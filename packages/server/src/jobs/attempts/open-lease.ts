import type { Queryable } from '../../db/database.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { HeldJobs } from '../held-jobs.ts';
import { findLeasedJob, type LeasedJob, type LeaseKey } from '../queue.ts';

export interface LeaseDependencies {
  readonly database: Queryable;
  readonly blobs: Blobs;
  readonly held: HeldJobs;
}

/**
 * The leased job with the blobs that its input and its artifacts belong to; nothing is locked. Undefined when the
 * lease was lost, or when the bytes belong on another server, which alone can take them.
 */
export async function openLease(
  { database, blobs, held }: LeaseDependencies,
  lease: LeaseKey,
): Promise<{ readonly job: LeasedJob; readonly blobs: Blobs } | undefined> {
  const job = await findLeasedJob(database, lease);
  if (job === undefined) return undefined;
  const own = job.heldBy === null ? blobs : held.find(lease.jobId)?.blobs;
  return own && { job, blobs: own };
}
