import { type Lease, leaseMs } from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import type { ClaimedJob } from '../../queue/claim-job.ts';

/** A lease as its worker sees it, with its secret. `prompt` is undefined if only the owning node stores it. */
export function viewLease(
  job: ClaimedJob & { readonly secret: string; readonly waitedMs?: number },
  prompt: string | undefined,
  {
    provenance,
    tokenId,
  }: {
    readonly provenance: ProvenanceIssuer;
    readonly tokenId: string | null;
  },
): Lease {
  const hasInputImage = job.operation !== 'image' && job.operation !== 'video';
  return {
    job_id: job.id,
    attempt: job.attempt,
    secret: job.secret,
    lease_ms: leaseMs,
    // Also when this is the owning node: behind a shared address the next call may reach another.
    relay_url: job.relayUrl,
    // Only the worker that the server starts gets the key that places marks.
    ...(job.traceparent !== null && { traceparent: job.traceparent }),
    ...(job.waitedMs && { waited_ms: job.waitedMs }),
    provenance: job.watermarkTag === null || tokenId !== null ? null : provenance.issue(job.watermarkTag),
    task: {
      operation: job.operation,
      model: job.model,
      prompt: prompt ?? '',
      seed: job.seed,
      width: job.width,
      height: job.height,
      frames: job.frames,
      frames_per_second: job.framesPerSecond,
      sound: job.sound,
      init_image_path: hasInputImage ? `/worker/v1/leases/${job.id}/${job.attempt}/init-image` : null,
    },
  };
}
