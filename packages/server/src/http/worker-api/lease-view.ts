import { type Lease, leaseMs } from '@kinora/contract';
import type { ProvenanceIssuer } from '@kinora/media/provenance/issuer';
import type { ClaimedJob } from '../../queue/claim-job.ts';

/** A lease as its worker sees it, with its secret. `content` is what the owning node keeps of an ephemeral job. */
export function viewLease(
  job: ClaimedJob & { readonly secret: string; readonly waitedMs?: number },
  content: { readonly prompt: string; readonly negativePrompt?: string | undefined } | undefined,
  {
    provenance,
    tokenId,
  }: {
    readonly provenance: ProvenanceIssuer;
    readonly tokenId: string | null;
  },
): Lease {
  const negativePrompt = job.negativePrompt ?? content?.negativePrompt;
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
      prompt: job.prompt ?? content?.prompt ?? '',
      ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
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
