import {
  type OperatorJobs,
  ok,
  operatorJobsQuerySchema,
  operatorReasonBodySchema,
  type RevealedJob,
  requeueJobBodySchema,
} from '@kinora/contract';
import { blurImage } from '@kinora/media/blur-image';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findJobContent, findOperatedJob } from '../../../jobs/views/find-operated-job.ts';
import type { PreviewDependencies } from '../../../jobs/views/read-preview.ts';
import { searchJobs } from '../../../jobs/views/search-jobs.ts';
import { FIRST_ID, readId } from '../../../kernel/ids.ts';
import {
  cancelForOperator,
  type JobChangeDependencies,
  requeueForOperator,
} from '../../../operator/change-job.ts';
import { recordAction } from '../../../operator/operator-action.ts';
import { findAccount } from '../../../operator/search-accounts.ts';
import type { QueueView } from '../../../queue/queue-view.ts';
import { mimeOf } from '../../../storage/blob-keys.ts';
import type { UrlSigner } from '../../../storage/signed-url.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { readQuery } from '../../request/read-query.ts';
import { notFound, operatorOf, sendAction } from './acting-operator.ts';
import { viewFoundJob, viewOperatedJob } from './job-view.ts';

export interface JobRouteDependencies extends JobChangeDependencies, PreviewDependencies {
  readonly queueView: Pick<QueueView, 'outlookOf'>;
  readonly signer: UrlSigner;
}

type JobRoute = { Params: { jobId: string } };

/** GET /jobs, GET /jobs/<id>, and what an operator does to a job. */
export function jobRoutes(routes: FastifyInstance, dependencies: JobRouteDependencies): void {
  const { database } = dependencies;
  routes.get('/jobs', (request, reply) => search(request, reply, dependencies));

  routes.get<JobRoute>('/jobs/:jobId', async (request, reply) => {
    const job = await findOperatedJob(database, jobIdOf(request));
    return job === undefined ? notFound(reply, 'job') : reply.send(await viewOperatedJob(job, dependencies));
  });

  routes.post<JobRoute>('/jobs/:jobId/cancel', async (request, reply) => {
    const body = readBody(operatorReasonBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { reason } = body.value;
    return sendAction(
      request,
      reply,
      await cancelForOperator(dependencies, operatorOf(request), jobIdOf(request), reason),
    );
  });

  routes.post<JobRoute>('/jobs/:jobId/requeue', async (request, reply) => {
    const body = readBody(requeueJobBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { attempt, reason } = body.value;
    const lease = { jobId: jobIdOf(request), attempt };
    return sendAction(
      request,
      reply,
      await requeueForOperator(dependencies, operatorOf(request), lease, reason),
    );
  });

  contentRoutes(routes, dependencies);
}

/** GET /jobs/<id>/blurred, and POST /jobs/<id>/reveal, which is recorded. */
function contentRoutes(routes: FastifyInstance, dependencies: JobRouteDependencies): void {
  const { database, clock, signer, readPreview } = dependencies;
  routes.get<JobRoute>('/jobs/:jobId/blurred', async (request, reply) => {
    const job = await findOperatedJob(database, jobIdOf(request));
    const key = job?.artifactKey ?? null;
    if (job === undefined || key === null) return notFound(reply, 'result');
    const viewerId = operatorOf(request).accountId;
    const preview = await readPreview({ viewerId, medium: job.medium, artifactKey: key });
    if (preview === undefined) return notFound(reply, 'preview');
    return reply.type('image/jpeg').send(await blurImage(preview));
  });

  routes.post<JobRoute>('/jobs/:jobId/reveal', async (request, reply) => {
    const jobId = jobIdOf(request);
    const at = clock.now();
    const revealed = await database.transaction(async (tx) => {
      const content = await findJobContent(tx, jobId);
      if (content === undefined) return undefined;
      const { accountId } = content;
      const action = { kind: 'content_revealed', accountId, details: { job: jobId } } as const;
      return { content, event: await recordAction(tx, operatorOf(request), action, at) };
    });
    if (revealed === undefined) return notFound(reply, 'job');
    const { prompt, negativePrompt, artifactKey: key } = revealed.content;
    // A link to this server, whatever the store: the pages show images of their own origin only.
    const until = Math.floor(at.getTime() / 1000) + REVEALED_SECONDS;
    const result = key === null ? null : { url: signer.sign(key, until), mime: mimeOf(key) };
    const view: RevealedJob = { prompt, negative_prompt: negativePrompt, result };
    return sendAction(request, reply, ok(revealed.event), () => view);
  });
}

/** The id in the address; of a malformed one, an id that no job has. */
function jobIdOf({ params }: FastifyRequest): string {
  return readId((params as JobRoute['Params']).jobId) ?? FIRST_ID;
}

const REVEALED_SECONDS = 600;

async function search(
  request: FastifyRequest,
  reply: FastifyReply,
  { database }: JobRouteDependencies,
): Promise<FastifyReply> {
  const query = readQuery(operatorJobsQuerySchema, request);
  if (!query.ok) return sendProblem(reply, query.problem);
  const { search: text = '', state, kind: operation, worker, from, to, limit, cursor } = query.value;
  const accountId = text === '' ? undefined : await findAccount(database, text);
  const jobId = text === '' || accountId !== undefined ? undefined : (readId(text) ?? FIRST_ID);
  const found = await searchJobs(database, {
    jobId,
    accountId,
    state,
    operation,
    worker: worker === '' ? undefined : worker,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    before: cursor,
    limit,
  });
  const page: OperatorJobs = {
    jobs: found.jobs.map(viewFoundJob),
    ...(found.next !== undefined && { next_cursor: found.next }),
    ...(found.searchedTo !== undefined && { searched_to: found.searchedTo.toISOString() }),
  };
  return reply.send(page);
}
