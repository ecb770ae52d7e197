import type { CompleteRequest, RequestIssue } from '@kinora/contract';
import { ok, type Result, refused } from '@kinora/contract';
import type { RenderingEngine } from '@kinora/media/provenance/watermark-and-sign';
import type { Queryable } from '../db/database.ts';
import { ownArtifactKey } from '../storage/blob-keys.ts';
import type { Blobs } from '../storage/blobs.ts';
import { discard } from './discard.ts';
import { HAS_LEASE, type LeaseKey } from './leases.ts';

/** An artifact under a key of the server. */
export interface Artifact {
  readonly key: string;
  readonly bytes: number;
}

export interface ImageToMark {
  /** Calls that complete the same attempt at once share one marking. */
  readonly attempt: LeaseKey;
  readonly read: () => Promise<Uint8Array>;
  /** Identifies the image in its watermark. */
  readonly tag: string;
  readonly engine: RenderingEngine;
}

/** The image watermarked and signed; the problem is a sentence. */
export type MarkImage = (image: ImageToMark) => Promise<Result<Uint8Array, string>>;

interface MarkDependencies {
  readonly database: Queryable;
  readonly markImage: MarkImage;
}

/**
 * The artifact to deliver. An image of a worker with a token of its own is stored again, marked and signed: such a worker
 * has no key to do it. Anything else is delivered as it is. The marked image has its own key, so that calls that are
 * repeated do not mark it twice. Problem: an image that cannot be decoded.
 */
export async function markArtifact(
  { database, markImage }: MarkDependencies,
  lease: LeaseKey,
  secured: Artifact,
  blobs: Blobs,
  { engine, engine_version, origin = 'trained-model' }: CompleteRequest,
): Promise<Result<Artifact, RequestIssue>> {
  const [job] = await database.query<{ tag: string }>(
    `select mark_tag as tag from current_jobs
     where ${HAS_LEASE} and mark_tag is not null and worker_token_id is not null`,
    [lease.jobId, lease.attempt],
  );
  if (job === undefined) return ok(secured);
  try {
    const read = async () => Buffer.concat(await blobs.read(secured.key).toArray());
    const rendering = { name: engine, version: engine_version, origin };
    const marked = await markImage({ attempt: lease, read, tag: job.tag, engine: rendering });
    if (!marked.ok) return refused({ path: 'artifact', message: `cannot be marked: ${marked.problem}` });
    const key = ownArtifactKey(lease.jobId, lease.attempt, secured.key);
    await blobs.put(key, marked.value);
    return ok({ key, bytes: marked.value.length });
  } finally {
    await discard(blobs, secured.key);
  }
}
