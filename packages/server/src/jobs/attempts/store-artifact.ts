import type { Readable } from 'node:stream';
import type { Problem } from '@kinora/contract';
import { ok, type Result, refused } from '@kinora/contract';
import { artifactKey } from '../../storage/blob-keys.ts';
import type { StoredBlob } from '../../storage/blobs.ts';
import { sweepIfDeleted } from '../retention/delete-job.ts';
import { leaseLost } from './lease-lost.ts';
import type { LeaseKey } from './leases.ts';
import { type LeaseDependencies, openLease } from './open-lease.ts';

/**
 * Stores what a worker uploads below its attempt and returns its size and checksum. Problem: `lease_lost`,
 * also when the job was deleted during the upload. Throws what reading `content` or the store throws.
 */
export async function storeArtifact(
  dependencies: LeaseDependencies,
  lease: LeaseKey,
  name: string,
  content: Readable,
): Promise<Result<StoredBlob, Problem>> {
  const open = await openLease(dependencies, lease);
  if (open === undefined) return refused(leaseLost);
  const { blobs } = open;
  const [upload] = await Promise.allSettled([
    blobs.put(artifactKey(lease.jobId, lease.attempt, name), content),
  ]);
  // A DELETE may have removed the folder during the upload, or just before the upload made it again.
  if (await sweepIfDeleted({ database: dependencies.database, blobs }, lease.jobId))
    return refused(leaseLost);
  if (upload.status === 'rejected') throw upload.reason;
  return ok(upload.value);
}
