import { type Problem, problem } from '@kinora/contract';
import { CommitUnknown } from '../db/database.ts';
import type { AcceptJob } from '../jobs/accept-jobs.ts';
import type { RateState } from '../jobs/decide-limits.ts';
import type { JobRequest } from '../jobs/decide-request.ts';
import { initImageKey, jobFolder } from '../storage/blob-keys.ts';
import { type Blobs, isStoreUnavailable } from '../storage/blobs.ts';

/** Stores the uploaded picture; the problem if it cannot be. */
export async function storeInitImage(
  jobId: string,
  png: Uint8Array,
  blobs: Blobs,
): Promise<Problem | undefined> {
  try {
    await blobs.put(initImageKey(jobId), png);
    return undefined;
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    return problem(
      'video_validation_unavailable',
      'The picture cannot be stored right now; nothing was charged. Retry in a minute.',
    );
  }
}

/**
 * Accepts the job; the uploaded picture of one that was not accepted goes again. `release` is called when nobody
 * will wait for the job here.
 */
export async function placeOrder(
  job: JobRequest,
  blobs: Blobs,
  acceptJob: AcceptJob,
  release: () => void = () => {},
): Promise<Awaited<ReturnType<AcceptJob>>> {
  const discard = async () => {
    release();
    if (!job.hasInitImage) return;
    // The answer stands whether or not the store is there; what stays behind is swept.
    await blobs.deleteFolder(jobFolder(job.jobId)).catch(() => {});
  };
  try {
    const accepted = await acceptJob(job);
    if (!accepted.ok || accepted.value.replayed) await discard();
    return accepted;
  } catch (error) {
    // Where nobody knows whether it was accepted, the job may need its picture.
    if (!(error instanceof CommitUnknown)) await discard();
    else release();
    throw error;
  }
}

export function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    'ratelimit-policy': `"calls";q=${limit};w=60`,
    ratelimit: `"calls";r=${remaining};t=${resetSeconds}`,
  };
}
