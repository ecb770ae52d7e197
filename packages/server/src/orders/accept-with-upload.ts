import { type Problem, problem, refused } from '@kinora/contract';
import { CommitUnknown } from '../db/database.ts';
import type { AcceptJob } from '../jobs/accept/accept-jobs.ts';
import type { AcceptAnswer } from '../jobs/accept/decide-batch.ts';
import type { JobRequest } from '../jobs/accept/job-request.ts';
import { initImageKey, jobFolder } from '../storage/blob-keys.ts';
import { type Blobs, isStoreUnavailable } from '../storage/blobs.ts';

/**
 * Stores the uploaded image, if there is one, and accepts the job. The image of a job that was not accepted is deleted
 * again. Problems: those of `AcceptJob`, and `video_validation_unavailable` when the image cannot be stored.
 */
export async function acceptWithUpload(
  job: JobRequest,
  png: Uint8Array | undefined,
  blobs: Blobs,
  acceptJob: AcceptJob,
): Promise<AcceptAnswer> {
  if (png === undefined) return acceptJob(job);
  const notStored = await store(job.jobId, png, blobs);
  if (notStored !== undefined) return { ...refused(notStored), rate: undefined };
  // The answer is the same whether or not the store is reachable; what stays behind is swept.
  const discard = () => blobs.deleteFolder(jobFolder(job.jobId)).catch(() => {});
  try {
    const accepted = await acceptJob(job);
    if (!accepted.ok || accepted.value.replayed) await discard();
    return accepted;
  } catch (error) {
    // Where it is not known whether the job was accepted, it may need its image.
    if (!(error instanceof CommitUnknown)) await discard();
    throw error;
  }
}

async function store(jobId: string, png: Uint8Array, blobs: Blobs): Promise<Problem | undefined> {
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
