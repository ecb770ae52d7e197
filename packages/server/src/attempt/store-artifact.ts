import type { Readable } from 'node:stream';
import { invalidRequest, ok, type Problem, type RequestIssue, type Result, refused } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { artifactKey, attemptFolder, jobFolder } from '../storage/blob-keys.ts';
import type { Blobs, StoredBlob } from '../storage/blobs.ts';
import { type LeaseDependencies, type LeaseKey, leaseLost, openLease } from './leases.ts';
import { ARTIFACT_NAMES, artifactNameOf } from './ordered-artifact.ts';

/** Plain file names only: the name becomes part of a blob's key. */
const ARTIFACT_NAME = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|mp4)$/;

/** The issue of an invalid artifact name in the field `path`; undefined for a valid one. */
export function checkArtifactName(name: string, path: string): RequestIssue | undefined {
  return ARTIFACT_NAME.test(name) ? undefined : { path, message: 'must be like result.png or result.mp4' };
}

/**
 * Stores what a worker uploads under its attempt and returns its size and checksum; it replaces an earlier upload. Problems:
 * `invalid_request` for another name than that of the artifact, of which an attempt has one, and `lease_lost`, also when
 * it was lost during the upload. Throws what reading `content` or the store throws.
 */
export async function storeArtifact(
  dependencies: LeaseDependencies,
  lease: LeaseKey,
  name: string,
  content: Readable,
): Promise<Result<StoredBlob, Problem>> {
  const open = await openLease(dependencies, lease);
  if (open === undefined) {
    await discardIfLost(dependencies, lease);
    return refused(leaseLost);
  }
  const { blobs, job } = open;
  const only = artifactNameOf(job);
  if (name !== only) return refused(invalidRequest([{ path: 'name', message: `must be ${only}` }]));
  const [upload] = await Promise.allSettled([
    blobs.put(artifactKey(lease.jobId, lease.attempt, name), content),
  ]);
  // The lease may have been lost during the upload. After a DELETE the upload may have created the folder again.
  if (await discardIfLost({ database: dependencies.database, blobs }, lease)) return refused(leaseLost);
  if (upload.status === 'rejected') throw upload.reason;
  return ok(upload.value);
}

interface UploadDependencies {
  readonly database: Queryable;
  readonly blobs: Blobs;
}

/** Deletes what an attempt has uploaded when its lease was lost and it has not delivered. True when the lease was lost. */
export async function discardIfLost(
  dependencies: UploadDependencies,
  { jobId, attempt }: LeaseKey,
): Promise<boolean> {
  if (await sweepIfDeleted(dependencies, jobId)) return true;
  const folder = attemptFolder(jobId, attempt);
  const [job] = await dependencies.database.query<{ isLeased: boolean; hasDelivered: boolean }>(
    `select lease_until is not null and attempt = $2 as "isLeased",
       coalesce(starts_with(artifact_key, $3), false) as "hasDelivered" from current_jobs where id = $1`,
    [jobId, attempt, `${folder}/`],
  );
  if (job?.isLeased === true) return false;
  if (job?.hasDelivered !== true) await dependencies.blobs.deleteFolder(folder);
  // What is delivered has a key of the server.
  else await dependencies.blobs.deleteAll(ARTIFACT_NAMES.map((name) => `${folder}/${name}`));
  return true;
}

/**
 * Deletes what an upload stored after a DELETE had emptied the job's folder. True when the job was deleted. A job that
 * merely ended keeps its bytes: they are its result.
 */
export async function sweepIfDeleted(
  { database, blobs }: UploadDependencies,
  jobId: string,
): Promise<boolean> {
  const rows = await database.query('select from jobs where id = $1 and deleted_at is not null', [jobId]);
  if (rows.length === 0) return false;
  await blobs.deleteFolder(jobFolder(jobId));
  return true;
}
