import type { CompleteRequest, RequestIssue } from '@kinora/contract';
import { ok, type Result, refused } from '@kinora/contract';
import { artifactKey, ownArtifactKey } from '../storage/blob-keys.ts';
import type { Blobs } from '../storage/blobs.ts';
import { discard } from './discard.ts';
import type { LeaseKey } from './leases.ts';
import type { Artifact } from './mark-artifact.ts';
import { artifactTooLarge, maxArtifactBytes, type OrderedArtifact } from './ordered-artifact.ts';
import { type DecodeVideo, probeArtifact } from './probe-artifact.ts';

/**
 * Copies what a worker uploaded to a key of the server and checks the copy, which is then what is paid and delivered: the
 * link by which a worker uploads outlives the attempt, so what is stored under it may be replaced at any time. Problem:
 * an artifact that is missing, not what was reported, or not what was ordered. Throws what the store throws.
 */
export async function secureArtifact(
  dependencies: {
    readonly blobs: Blobs;
    readonly decodeVideo: DecodeVideo;
    readonly workerTokenId: string | null;
  },
  { jobId, attempt }: LeaseKey,
  reported: Pick<CompleteRequest, 'artifact' | 'bytes' | 'sha256'>,
  ordered: OrderedArtifact,
): Promise<Result<Artifact, RequestIssue>> {
  const { blobs } = dependencies;
  const uploaded = artifactKey(jobId, attempt, reported.artifact);
  const bytes = await blobs.size(uploaded);
  // A job is never completed without bytes that can be read.
  if (!bytes) return refused(missing);
  // What a worker uploads directly to the store has passed no limit of this server.
  const maxBytes = maxArtifactBytes(ordered);
  if (bytes > maxBytes) return refused(artifactTooLarge('artifact', maxBytes));
  const key = ownArtifactKey(jobId, attempt, reported.artifact);
  if (!(await blobs.copy(uploaded, key))) return refused(missing);
  let issue: RequestIssue | undefined;
  try {
    issue = await probeArtifact(dependencies, key, reported, ordered);
  } catch (error) {
    await discard(blobs, key);
    throw error;
  }
  if (issue === undefined) return ok({ key, bytes: reported.bytes });
  await discard(blobs, key);
  return refused(issue);
}

/** It counts as lost by the store, so its worker uploads it again. */
const missing: RequestIssue = { path: 'bytes', message: 'are not stored; upload the artifact again' };
