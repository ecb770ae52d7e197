import { assert, problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { deleteJob } from '../../jobs/retention/delete-job.ts';
import { createFindVideoJob, listVideoJobs, type VideoJob } from '../../jobs/views/video-jobs.ts';
import { readId, sha256 } from '../../kernel/ids.ts';
import { readPage } from '../../kernel/read-page.ts';
import { pricedInMoney } from '../../quote/quote-job.ts';
import { downloadName, mimeOf } from '../../storage/blob-keys.ts';
import { sendBytes } from '../downloads/send-bytes.ts';
import { UPLOAD_LIMIT_BYTES } from '../request/body-limits.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { readQuery } from '../request/read-query.ts';
import { traceparentOf } from '../trace-orders.ts';
import { acceptedAnswer } from '../v1/accepted-answer.ts';
import { callerOf } from '../v1/authenticate-by-key.ts';
import {
  type CallDependencies,
  keepForRepeatedCall,
  openCall,
  refuseOrder,
  refuseUnreadable,
} from './call.ts';
import { placeOrders } from './place-orders.ts';
import { sendOpenaiProblem } from './problem-handler.ts';
import { readVideoRequest } from './read-video-request.ts';
import { viewVideo } from './view-video.ts';

type VideoRoute = { Params: { id: string } };
type FindOwnVideo = (request: FastifyRequest<VideoRoute>) => Promise<VideoJob | undefined>;

/** The routes of /videos. Videos that were ordered through v1 are there too, by the id of their job. */
export function videoRoutes(routes: FastifyInstance, dependencies: CallDependencies): void {
  const { database, clock } = dependencies;
  const findVideoJob = createFindVideoJob(database, clock);
  const findOwn: FindOwnVideo = async (request) => {
    const id = readId(request.params.id);
    const job = id === undefined ? undefined : await findVideoJob(id);
    return job?.accountId === callerOf(request).accountId ? job : undefined;
  };

  const ordering = { bodyLimit: UPLOAD_LIMIT_BYTES, config: { scope: 'generate' } } as const;
  routes.post('/videos', ordering, async (request, reply) => {
    const jobId = await order(request, reply, dependencies);
    if (jobId === undefined) return reply;
    const job = await findVideoJob(jobId);
    // It was deleted since: a replay, or by a client that has left.
    return job === undefined
      ? videoNotFound(reply)
      : sendView(reply, viewVideo(job, dependencies.catalogue.now()));
  });
  routes.get('/videos', async (request, reply) => {
    const read = readQuery(listQuerySchema, request);
    if (!read.ok) return sendOpenaiProblem(reply, read.problem);
    const { accountId } = callerOf(request);
    const { shown, next } = await readPage(read.value.limit, (limit) =>
      listVideoJobs(database, { ...read.value, accountId, limit }, clock.now()),
    );
    return sendView(reply, {
      object: 'list',
      data: shown.map((video) => viewVideo(video, dependencies.catalogue.now())),
      first_id: shown[0]?.id ?? null,
      last_id: shown.at(-1)?.id ?? null,
      has_more: next.next_cursor !== undefined,
    });
  });
  routes.get<VideoRoute>('/videos/:id', async (request, reply) => {
    const job = await findOwn(request);
    return job === undefined
      ? videoNotFound(reply)
      : sendView(reply, viewVideo(job, dependencies.catalogue.now()));
  });
  routes.delete<VideoRoute>('/videos/:id', async (request, reply) => {
    const job = await findOwn(request);
    const isDeleted = job !== undefined && (await deleteJob(dependencies, job.accountId, job.id, 'v1'));
    if (!isDeleted) return videoNotFound(reply);
    return sendView(reply, { id: job.id, object: 'video.deleted', deleted: true });
  });
  contentRoute(routes, findOwn, dependencies);
}

const LIMIT = 'must be a whole number from 1 to 100';

const listQuerySchema = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, LIMIT)
    .transform(Number)
    .default(20),
  after: z.uuid('must be the id of a video').optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
});

const contentQuerySchema = z.object({
  variant: z
    .string()
    .regex(/^video$/, 'must be video: there is neither a thumbnail nor a spritesheet')
    .optional(),
});

/** Orders a video; returns its job, or undefined after sending why there is none. */
async function order(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: CallDependencies,
): Promise<string | undefined> {
  const read = await readVideoRequest(request.body);
  const call = read.ok ? await openCall(request, read.value.normalized, 1, dependencies) : read;
  if (!read.ok || !call.ok) {
    assert(!call.ok, 'an unreadable request opens no call');
    await refuseUnreadable(request, reply, call.problem, dependencies);
    return undefined;
  }
  const { accountId, keyId, recentlyRejected, priceList } = callerOf(request);
  const { prompt, negativePrompt, quote, upload } = read.value;
  const placed = await placeOrders(
    call.value,
    {
      accountId,
      keyId,
      recentlyRejected,
      priceList,
      operation: upload === undefined ? 'video' : 'i2v',
      prompt,
      negativePrompt,
      seed: undefined,
      upload,
      quoteFor: (version: Catalogue) => pricedInMoney(version, quote(version)),
      interface: 'v1' as const,
      jobApi: null,
      zeroRetention: false,
      answerOf: acceptedAnswer,
      traceparent: traceparentOf(request),
    },
    dependencies,
  );
  reply.headers(rateHeaders(placed.rate));
  if (!placed.ok) {
    await refuseOrder(request, reply, call.value, placed, dependencies);
    return undefined;
  }
  const { accepted, jobIds } = placed.value;
  await keepForRepeatedCall(reply, call.value, accepted, dependencies);
  if (accepted.length === 0) reply.header('idempotent-replayed', 'true');
  return jobIds[0];
}

/** GET and HEAD of the file, with single byte ranges. */
function contentRoute(
  routes: FastifyInstance,
  findOwn: FindOwnVideo,
  { blobs }: Pick<CallDependencies, 'blobs'>,
): void {
  const send = async (request: FastifyRequest<VideoRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const read = readQuery(contentQuerySchema, request);
    if (!read.ok) return sendOpenaiProblem(reply, read.problem);
    const job = await findOwn(request);
    if (job === undefined) return videoNotFound(reply);
    const key = job.artifactKey;
    const size = job.state === 'completed' && key !== null ? await blobs.size(key) : undefined;
    if (key === null || size === undefined) {
      const message = 'The video is not completed; GET /videos/<id> returns its status.';
      return sendOpenaiProblem(reply, problem('not_found', message));
    }
    const etag = `"${sha256(key).toString('base64url')}"`;
    reply.headers({
      etag,
      'content-type': mimeOf(key),
      'content-disposition': `attachment; filename="${downloadName(key)}"`,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    });
    return sendBytes(request, reply, blobs, { key, size, etag });
  };
  // The HEAD route that Fastify derives from a GET would send a Content-Length of 0.
  routes.route<VideoRoute>({ method: ['GET', 'HEAD'], url: '/videos/:id/content', handler: send });
}

/** One message for unknown, deleted and foreign videos: the response must not reveal which it was. */
function videoNotFound(reply: FastifyReply): FastifyReply {
  return sendOpenaiProblem(reply, problem('not_found', 'There is no such video, or it is not yours.'));
}

function sendView(reply: FastifyReply, view: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(view);
}
