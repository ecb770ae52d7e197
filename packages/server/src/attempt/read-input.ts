import type { Readable } from 'node:stream';
import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { initImageKey } from '../storage/blob-keys.ts';
import { type LeaseDependencies, type LeaseKey, leaseLost, openLease } from './leases.ts';

/**
 * The uploaded image of a leased job, as PNG. Problems: `lease_lost`, and `not_found` for a job without one.
 */
export async function readInput(
  dependencies: LeaseDependencies,
  lease: LeaseKey,
): Promise<Result<Readable, Problem>> {
  const open = await openLease(dependencies, lease);
  if (open === undefined) return refused(leaseLost);
  const key = initImageKey(lease.jobId);
  if ((await open.blobs.size(key)) === undefined) {
    return refused(problem('not_found', 'This job has no uploaded image.'));
  }
  return ok(open.blobs.read(key));
}
