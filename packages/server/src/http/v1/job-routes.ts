import { assert, type JobStatus, problem, resultUrlSeconds } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v1Status } from '../../jobs/job-state.ts';
import { type DeleteDependencies, deleteJob } from '../../jobs/retention/delete-job.ts';
import { endMessage } from '../../jobs/views/end-message.ts';
import type { FindJob, Job } from '../../jobs/views/find-job.ts';
import { readId } from '../../kernel/ids.ts';
import { downloadName, mimeOf } from '../../storage/blob-keys.ts';
import type { UrlSigner } from '../../storage/signed-url.ts';
import { sendProblem } from '../problem-handler.ts';
import { callerOf } from './authenticate-by-key.ts';

export interface JobDependencies extends DeleteDependencies {
  readonly findJob: FindJob;
  readonly signer: UrlSigner;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
}

type JobRoute = { Params: { jobId: string } };

/** GET and DELETE /jobs/<job_id>. */
export function jobRoutes(routes: FastifyInstance, dependencies: JobDependencies): void {
  routes.get<JobRoute>('/jobs/:jobId', async (request, reply) => {
    const jobId = readId(request.params.jobId);
    const job = jobId === undefined ? undefined : await dependencies.findJob(jobId);
    if (job === undefined || job.accountId !== callerOf(request).accountId) return jobNotFound(reply);
    return reply.header('cache-control', 'no-store').send(await viewJob(job, dependencies));
  });

  routes.delete<JobRoute>('/jobs/:jobId', async (request: FastifyRequest<JobRoute>, reply) => {
    const jobId = readId(request.params.jobId);
    const { accountId } = callerOf(request);
    const deleted = jobId !== undefined && (await deleteJob(dependencies, accountId, jobId, 'v1'));
    return deleted ? reply.code(204).send() : jobNotFound(reply);
  });
}

/** One message for unknown, deleted and foreign jobs: the response must not reveal which it was. */
function jobNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, problem('not_found', 'There is no such job, or it is not yours.'));
}

async function viewJob(job: Job, dependencies: JobDependencies): Promise<JobStatus> {
  const view = { job_id: job.id, status: v1Status(job.state), kind: job.pool };
  if (job.state === 'completed') {
    assert(job.artifactKey !== null, 'a completed job has a result');
    const resultUrl = await signDownload(job.artifactKey, dependencies);
    return { ...view, result_url: resultUrl, expires_in: resultUrlSeconds };
  }
  if (job.state === 'failed' || job.state === 'blocked') {
    return { ...view, error: endMessage(job.state, job.blockCategory) };
  }
  return view;
}

/** A link presigned by the store if it supports that, otherwise a signed link to this server. */
export async function signDownload(
  key: string,
  { signer, publicUrl, blobs, clock }: Pick<JobDependencies, 'signer' | 'publicUrl' | 'blobs' | 'clock'>,
): Promise<string> {
  const link = { expiresSeconds: resultUrlSeconds, mime: mimeOf(key), filename: downloadName(key) };
  const presigned = await blobs.presignGet(key, link);
  if (presigned !== undefined) return presigned;
  const expiresAt = Math.floor(clock.now().getTime() / 1000) + resultUrlSeconds;
  return publicUrl() + signer.sign(key, expiresAt);
}
