import { type Lease, leaseMs } from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import { ATTEMPT_MAX_SECONDS } from '../../jobs/attempts/leases.ts';
import { artifactNameOf } from '../../jobs/attempts/ordered-artifact.ts';
import type { ClaimedJob } from '../../jobs/queue/claim-job.ts';
import { artifactKey } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';

/**
 * A lease as its worker sees it, with its secret. `prompt` is undefined if only the owning node stores it. There is
 * an upload URL for the result if the store accepts uploads directly.
 */
export async function viewLease(
  job: ClaimedJob & { readonly secret: string },
  prompt: string | undefined,
  {
    blobs,
    provenance,
    tokenId,
  }: {
    readonly blobs: Blobs;
    readonly provenance: ProvenanceIssuer;
    readonly tokenId: string | null;
  },
): Promise<Lease> {
  const hasInputImage = job.kind !== 'image' && job.kind !== 'video';
  return {
    job_id: job.id,
    attempt: job.attempt,
    secret: job.secret,
    lease_ms: leaseMs,
    // Also when this is the owning node: behind a shared address the next call may reach another.
    relay_url: job.relayUrl,
    upload_url: job.owningNodeId === null ? await uploadUrl(job, blobs) : null,
    // Only the worker that the server starts gets the key that places marks.
    ...(job.traceparent !== null && { traceparent: job.traceparent }),
    provenance: job.watermarkTag === null || tokenId !== null ? null : provenance.issue(job.watermarkTag),
    task: {
      kind: job.kind,
      mode: job.mode,
      prompt: prompt ?? '',
      seed: job.seed,
      width: job.width,
      height: job.height,
      frames: job.frames,
      sound: job.sound,
      init_image_path: hasInputImage ? `/worker/v1/leases/${job.id}/${job.attempt}/init-image` : null,
    },
  };
}

/** Not used for an ephemeral job, whose result must not be stored. */
async function uploadUrl(job: ClaimedJob, blobs: Blobs): Promise<string | null> {
  const mime = job.frames === null ? 'image/png' : 'video/mp4';
  const key = artifactKey(job.id, job.attempt, artifactNameOf(job));
  const link = { expiresSeconds: ATTEMPT_MAX_SECONDS, mime };
  // The job is already claimed, and without this URL the worker can still upload through the server.
  return (await blobs.presignPut(key, link).catch(() => undefined)) ?? null;
}
