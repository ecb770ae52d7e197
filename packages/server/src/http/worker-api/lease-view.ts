import { type Lease, leaseMs } from '@kinora/contract';
import type { ClaimedJob } from '../../jobs/queue.ts';

export function leaseView(job: ClaimedJob): Lease {
  return {
    job_id: job.id,
    attempt: job.attempt,
    lease_ms: leaseMs,
    task: {
      kind: job.kind,
      mode: job.mode,
      prompt: job.prompt,
      seed: job.seed,
      width: job.width,
      height: job.height,
      frames: job.frames,
      sound: job.sound,
      init_image_path:
        job.initImageKey === null ? null : `/worker/v1/leases/${job.id}/${job.attempt}/init-image`,
    },
  };
}
