import { type JobStatus, resultUrlSeconds } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import { endMessage } from '../../jobs/views/end-message.ts';
import type { Job } from '../../jobs/views/find-job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasEnded, type JobState } from '../../queue/job-state.ts';
import type { QueueView } from '../../queue/queue-view.ts';
import { downloadName, mimeOf } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { UrlSigner } from '../../storage/signed-url.ts';

export interface ViewDependencies {
  readonly queueView: Pick<QueueView, 'outlookOf'>;
  readonly blobs: Blobs;
  readonly signer: UrlSigner;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** v1 reports a job as queued until it has ended. */
export function v1Status(state: JobState): JobStatus['status'] {
  return state === 'running' ? 'queued' : state;
}

/** The status of a job as its owner sees it. Its state determines which fields are present. */
export async function viewJob(job: Job, dependencies: ViewDependencies): Promise<JobStatus> {
  return {
    job_id: job.id,
    status: v1Status(job.state),
    kind: job.medium,
    ...(!isImplied(job.model, dependencies.catalogue.now()) && { model: job.model }),
    ...(hasEnded(job.state) ? await endOf(job, dependencies) : await waitOf(job, dependencies)),
    seed: job.seed,
    price_cents: job.priceCents,
    created_at: job.createdAt.toISOString(),
    completed_at: job.endedAt?.toISOString() ?? null,
  };
}

/** Whether the contract has the model without a name: that of its images, and those of its modes. */
function isImplied(id: string, { imageModel, model }: Catalogue): boolean {
  const found = model(id);
  return id === imageModel.id || (found?.medium === 'video' && found.mode !== null);
}

type Wait = Pick<JobStatus, 'progress' | 'queue_position' | 'estimated_wait_seconds'>;

async function waitOf(job: Job, { queueView }: ViewDependencies): Promise<Wait> {
  const { position, secondsLeft } = await queueView.outlookOf(job);
  return {
    progress: job.progress,
    ...(position !== undefined && { queue_position: position }),
    estimated_wait_seconds: secondsLeft,
  };
}

type End = Pick<JobStatus, 'result_url' | 'expires_in' | 'error'>;

async function endOf(job: Job, dependencies: ViewDependencies): Promise<End> {
  if (job.state !== 'completed') return { error: endMessage(job) };
  // Only an event shows a job whose result was deleted.
  if (job.artifactKey === null) return {};
  return { result_url: await signDownload(job.artifactKey, dependencies), expires_in: resultUrlSeconds };
}

/** A link presigned by the store if it supports that, otherwise a signed link to this server. */
export async function signDownload(
  key: string,
  { signer, publicUrl, blobs, clock }: Omit<ViewDependencies, 'queueView'>,
): Promise<string> {
  const link = { expiresSeconds: resultUrlSeconds, mime: mimeOf(key), filename: downloadName(key) };
  const presigned = await blobs.presignGet(key, link);
  if (presigned !== undefined) return presigned;
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + resultUrlSeconds;
  return publicUrl() + signer.sign(key, expiresAt);
}
