import type { Readable } from 'node:stream';
import { ok, type Problem, type RequestIssue, type Result, refused } from '@kinora/contract';
import type { Queryable } from '../../db/database.ts';
import { artifactKey, jobFolder } from '../../storage/blob-keys.ts';
import type { Blobs, StoredBlob } from '../../storage/blobs.ts';
import { type LeaseDependencies, type LeaseKey, leaseLost, openLease } from './leases.ts';

/** Plain file names only: the name becomes part of a blob's key. */
const ARTIFACT_NAME = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|mp4)$/;

/** The issue of an invalid artifact name in the field `path`; undefined for a valid one. */
export function checkArtifactName(name: string, path: string): RequestIssue | undefined {
  return ARTIFACT_NAME.test(name) ? undefined : { path, message: 'must be like result.png or result.mp4' };
}

/**
 * Stores what a worker uploads under its attempt and returns its size and checksum. Problem: `lease_lost`, also when the
 * job was deleted during the upload. Throws what reading `content` or the store throws.
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
  // A DELETE may have removed the folder during the upload, or just before the upload created it again.
  if (await sweepIfDeleted({ database: dependencies.database, blobs }, lease.jobId))
    return refused(leaseLost);
  if (upload.status === 'rejected') throw upload.reason;
  return ok(upload.value);
}

/**
 * Deletes what an upload stored after a DELETE had emptied the job's folder. True when the job was deleted. A job that
 * merely ended keeps its bytes: they are its result.
 */
export async function sweepIfDeleted(
  { database, blobs }: { readonly database: Queryable; readonly blobs: Blobs },
  jobId: string,
): Promise<boolean> {
  const rows = await database.query('select from jobs where id = $1 and deleted_at is not null', [jobId]);
  if (rows.length === 0) return false;
  await blobs.deleteFolder(jobFolder(jobId));
  return true;
}
