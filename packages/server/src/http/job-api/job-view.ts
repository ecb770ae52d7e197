import type { JobApiJobStatus } from '@kinora/contract';
import { assert } from '@kinora/contract';
import { queueTypeOf } from '../../catalogue/tiers.ts';
import { endMessage } from '../../jobs/views/end-message.ts';
import type { JobApiJob } from '../../jobs/views/find-job-api-job.ts';
import { mediaPath } from '../../jobs/views/published-asset.ts';
import { hasEnded } from '../../queue/job-state.ts';
import type { QueueView } from '../../queue/queue-view.ts';

export interface ViewDependencies {
  readonly queueView: Pick<QueueView, 'outlookOf'>;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
}

type Status = JobApiJobStatus['status'];

/** The status of a job at `now`, as its owner sees it. Its state and tier determine which fields are present. */
export async function viewJobApiJob(
  job: JobApiJob,
  { queueView, publicUrl }: ViewDependencies,
  now: Date,
): Promise<JobApiJobStatus> {
  const status = statusOf(job);
  const view: JobApiJobStatus = {
    job_id: job.id,
    status,
    type: job.type,
    worker: job.medium,
    created: job.createdAt.getTime() / 1000,
    elapsed: secondsBetween(job.createdAt, job.endedAt ?? now),
    progress: job.state === 'completed' ? 1 : job.progress,
    priority: job.priority,
    queue_type: queueTypeOf(job.tier),
    seed: job.seed,
    ...(job.prompt !== null && { prompt: job.prompt }),
    ...(job.negativePrompt !== null && { negative_prompt: job.negativePrompt }),
    width: job.width,
    height: job.height,
    ...(job.frames !== null && { frames: job.frames }),
    credit_cost: job.credits,
    ...(job.priceCents !== null && { price_cents: job.priceCents, ...viewModel(job) }),
  };
  if (status === 'completed') {
    const results = [resultOf(job, publicUrl())];
    return { ...view, results, ...(job.isDemonstration && { demonstration: true }) };
  }
  if (status === 'failed' || status === 'blocked') return { ...view, error: reasonOf(job) };
  return { ...view, ...(await waitOf(job, queueView)) };
}

function viewModel({
  model,
  framesPerSecond,
}: JobApiJob): Pick<JobApiJobStatus, 'model' | 'frames_per_second'> {
  return { model, ...(framesPerSecond !== null && { frames_per_second: framesPerSecond }) };
}

/** A hidden result is blocked until its report is resolved. */
function statusOf({ state, isHidden }: JobApiJob): Status {
  if (state === 'completed' && isHidden) return 'blocked';
  return state === 'running' ? 'generating' : state;
}

function reasonOf(job: JobApiJob): string {
  if (job.state === 'completed' && job.isHidden)
    return 'The result was reported and is hidden until a person has reviewed it.';
  return endMessage(job);
}

function resultOf(job: JobApiJob, publicUrl: string): NonNullable<JobApiJobStatus['results']>[number] {
  const { assetId, artifactKey, medium, width, height, durationSeconds } = job;
  assert(artifactKey !== null, 'a completed job has a result');
  const result = { url: publicUrl + mediaPath(assetId, artifactKey), kind: medium, width, height };
  return durationSeconds === null ? result : { ...result, duration: durationSeconds };
}

async function waitOf(
  job: JobApiJob,
  queueView: Pick<QueueView, 'outlookOf'>,
): Promise<Pick<JobApiJobStatus, 'queue_position' | 'estimated_wait' | 'estimated_wait_seconds'>> {
  assert(!hasEnded(job.state), 'a job that has ended has no remaining wait');
  const { position, secondsLeft } = await queueView.outlookOf(job);
  // The position and the wait of the contract are of the standard queue.
  return {
    ...(job.tier === 'free' && {
      ...(position !== undefined && { queue_position: position }),
      estimated_wait: secondsLeft,
    }),
    estimated_wait_seconds: secondsLeft,
  };
}

/** Never negative, even if the clock was set back. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 1000);
}
