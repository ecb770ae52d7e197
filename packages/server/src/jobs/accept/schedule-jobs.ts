import { assert } from '@kinora/contract';
import { jobKinds } from '../../pricing/job-kinds.ts';
import { initImageKey } from '../../storage/blob-keys.ts';
import type { ExpectedSeconds, JobShape } from '../queue/expected-seconds.ts';
import { assignVirtualTimes, type Priority, priorities, type VirtualTimes } from '../queue/virtual-time.ts';
import type { PoolClocks } from './account-activity.ts';
import { activityKey } from './calling-account.ts';
import type { Accepted } from './decide-batch.ts';
import type { Activity } from './decide-limits.ts';
import { callingAccountOf, type JobRequest } from './job-request.ts';
import type { NewJob } from './new-job.ts';

/**
 * Returns the jobs with their virtual times: each job of an account starts at the virtual finish of the one before.
 * `activity` is returned with the new virtual finishes.
 */
export function scheduleJobs(
  accepted: readonly Accepted[],
  activity: ReadonlyMap<string, Activity>,
  clocks: PoolClocks,
  expectedSeconds: ExpectedSeconds,
): { readonly jobs: readonly NewJob[]; readonly activity: ReadonlyMap<string, Activity> } {
  const scheduled = new Map(activity);
  const jobs = accepted.map((request) => {
    const shape = shapeOf(request);
    const pool = request.quote.kind;
    const caller = activityKey(callingAccountOf(request));
    const own = scheduled.get(caller);
    assert(own !== undefined, 'the activity of every account was read');
    const { jobApi, priority: ofV1 = priorities.pro } = request;
    const priority = jobApi === null ? ofV1 : priorities[jobApi.tier];
    const standing = { virtualTime: clocks[pool], lastFinish: own.virtualFinish[pool] };
    const virtualTimes = assignVirtualTimes(standing, priority, expectedSeconds(shape));
    const virtualFinish = { ...own.virtualFinish, [pool]: virtualTimes.virtualFinish };
    scheduled.set(caller, { ...own, virtualFinish });
    return newJob(request, shape, priority, virtualTimes);
  });
  return { jobs, activity: scheduled };
}

function shapeOf({ quote, jobApi, hasInitImage }: JobRequest): JobShape {
  const video = quote.kind === 'video' ? quote : undefined;
  const ofV1 = video !== undefined && hasInitImage ? 'i2v' : quote.kind;
  return {
    kind: jobApi === null ? ofV1 : jobKinds[jobApi.type].renders,
    mode: video?.mode ?? null,
    width: quote.width,
    height: quote.height,
    frames: video?.frames ?? null,
  };
}

function newJob(request: Accepted, shape: JobShape, priority: Priority, virtualTimes: VirtualTimes): NewJob {
  const { jobId, accountId, prompt, preparedPrompt, seed, quote, hasInitImage, owningNode, jobApi } = request;
  return {
    ...shape,
    id: jobId,
    accountId,
    pool: quote.kind,
    prompt: owningNode === null ? prompt : null,
    preparedPrompt: owningNode === null && preparedPrompt !== prompt ? preparedPrompt : null,
    seed,
    // The v1 interface has sound in every video.
    sound: jobApi === null ? quote.kind === 'video' : jobKinds[jobApi.type].sound,
    initImageKey: hasInitImage && owningNode === null ? initImageKey(jobId) : null,
    owningNode,
    type: jobApi?.type ?? null,
    tier: jobApi?.tier ?? null,
    assetId: jobApi?.assetId ?? null,
    markTag: request.markTag,
    priority,
    virtualTimes,
  };
}
