import type { Queryable } from '../../db/database.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { EphemeralJobs } from '../ephemeral-jobs.ts';
import { findLeasedJob, type LeasedJob, type LeaseKey } from './leases.ts';

export interface LeaseDependencies {
  readonly database: Queryable;
  readonly blobs: Blobs;
  readonly ephemeralJobs: EphemeralJobs;
}

/**
 * The leased job with the blobs that its input and its artifacts belong to; nothing is locked. Undefined when
 * the lease was lost, or when another server is the owning node of the job.
 */
export async function openLease(
  { database, blobs, ephemeralJobs }: LeaseDependencies,
  lease: LeaseKey,
): Promise<{ readonly job: LeasedJob; readonly blobs: Blobs } | undefined> {
  const job = await findLeasedJob(database, lease);
  if (job === undefined) return undefined;
  const own = job.owningNodeId === null ? blobs : ephemeralJobs.find(lease.jobId)?.blobs;
  return own && { job, blobs: own };
}
