import type { JobApiJobStatus } from '@kinora/contract';
import { assert } from '@kinora/contract';
import type { TierJob } from '../../jobs/find-tier-job.ts';
import { hasEnded } from '../../jobs/job-state.ts';
import type { QueueView } from '../../jobs/queue-view.ts';
import { tierRules } from '../../pricing/tiers.ts';
import { mediaPath } from '../media.ts';

interface ViewDependencies {
  readonly queue: Pick<QueueView, 'placeOf'>;
  /** The public address, without a slash at its end. */
  readonly publicUrl: () => string;
}

type Status = JobApiJobStatus['status'];

/** Where a job stands, as its owner sees it at `now`; which fields there are depends on state and tier. */
export async function viewTierJob(
  job: TierJob,
  { queue, publicUrl }: ViewDependencies,
  now: Date,
): Promise<JobApiJobStatus> {
  const status = statusOf(job);
  const view: JobApiJobStatus = {
    job_id: job.id,
    status,
    type: job.type,
    worker: job.pool,
    created: job.createdAt.getTime() / 1000,
    elapsed: secondsBetween(job.createdAt, now),
    progress: job.state === 'completed' ? 1 : job.progress,
    priority: job.priority,
    queue_type: tierRules[job.tier].queueType,
    seed: job.seed,
  };
  if (status === 'completed') return { ...view, results: [resultOf(job, publicUrl())] };
  if (status === 'failed' || status === 'blocked') return { ...view, error: reasonOf(job) };
  return job.tier === 'free' ? { ...view, ...(await waitOf(job, queue, now)) } : view;
}

/** A hidden result is blocked until somebody has looked at its report. */
function statusOf({ state, isHidden }: TierJob): Status {
  if (state === 'completed' && isHidden) return 'blocked';
  return state === 'running' ? 'generating' : state;
}

function reasonOf({ state, error, isHidden }: TierJob): string {
  if (state === 'completed' && isHidden)
    return 'The result was reported and is hidden until a person has looked at it.';
  return error ?? 'The job could not be completed; its credits are back.';
}

function resultOf(job: TierJob, publicUrl: string): NonNullable<JobApiJobStatus['results']>[number] {
  const { assetId, artifactKey, pool, width, height, durationSeconds } = job;
  assert(artifactKey !== null, 'a completed job has its bytes');
  const result = { url: publicUrl + mediaPath(assetId, artifactKey), kind: pool, width, height };
  return durationSeconds === null ? result : { ...result, duration: durationSeconds };
}

/** Of what has begun, the pace so far tells the rest; at the very start it tells nothing yet. */
const LEAST_TOLD = 0.05;

async function waitOf(
  job: TierJob,
  queue: Pick<QueueView, 'placeOf'>,
  now: Date,
): Promise<Pick<JobApiJobStatus, 'queue_position' | 'estimated_wait'>> {
  assert(!hasEnded(job.state), 'only what has not ended waits');
  const place = job.state === 'queued' ? await queue.placeOf(job.id) : undefined;
  if (place !== undefined) {
    return { queue_position: place.position, estimated_wait: place.estimatedWaitSeconds };
  }
  const soFar = job.startedAt === null ? 0 : secondsBetween(job.startedAt, now);
  const rest = (soFar * (1 - job.progress)) / Math.max(job.progress, LEAST_TOLD);
  return { estimated_wait: Math.max(1, Math.ceil(rest)) };
}

/** A clock that was set back makes no negative time. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1000);
}
