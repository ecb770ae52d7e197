import { invalidRequest, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import { artifactKey } from '../storage/blob-keys.ts';
import type { Blobs } from '../storage/blobs.ts';
import { findLeasedJob, type LeaseKey, leaseLost } from './leases.ts';
import { artifactNameOf, artifactTooLarge, maxArtifactBytes } from './ordered-artifact.ts';

/** A worker tries for ten minutes to store a result. */
const LINK_SECONDS = 900;

/**
 * A link to upload the artifact of an attempt to the store, which accepts no other number of bytes; null if it must be
 * uploaded through a server, as that of an ephemeral job, which must not be stored. Problems: `lease_lost`, and
 * `invalid_request` for more bytes than the artifact may have.
 */
export async function linkUpload(
  { database, blobs }: { readonly database: Queryable; readonly blobs: Blobs },
  lease: LeaseKey,
  bytes: number,
): Promise<Result<string | null, Problem>> {
  const job = await findLeasedJob(database, lease);
  if (job === undefined) return refused(leaseLost);
  const maxBytes = maxArtifactBytes(job);
  if (bytes > maxBytes) return refused(invalidRequest([artifactTooLarge('artifact', maxBytes)]));
  if (job.owningNodeId !== null) return ok(null);
  const key = artifactKey(lease.jobId, lease.attempt, artifactNameOf(job));
  const mime = job.frames === null ? 'image/png' : 'video/mp4';
  const link = { expiresSeconds: LINK_SECONDS, mime, bytes };
  // Without a link the worker can still upload through the server.
  return ok((await blobs.presignPut(key, link).catch(() => undefined)) ?? null);
}
