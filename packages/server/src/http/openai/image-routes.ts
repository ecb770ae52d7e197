import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { assert, invalidRequest, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endMessage, shownCategory } from '../../jobs/views/end-message.ts';
import type { Job } from '../../jobs/views/find-job.ts';
import type { JobEnds } from '../../jobs/views/job-ends.ts';
import { createReadAccountState, type ReadAccountState } from '../../orders/read-account-state.ts';
import type { UrlSigner } from '../../storage/signed-url.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { traceparentOf } from '../trace-orders.ts';
import { callerOf } from '../v1/authenticate-by-key.ts';
import { signDownload } from '../v1/job-view.ts';
import {
  type Call,
  type CallDependencies,
  cancelCall,
  clientLeft,
  openCall,
  refuseCall,
  refuseUnreadable,
} from './call.ts';
import { placeOrders } from './place-orders.ts';
import { sendOpenaiProblem } from './problem-handler.ts';
import { type ImageRequest, readImageRequest } from './read-image-request.ts';

export interface ImageDependencies extends CallDependencies {
  readonly jobEnds: JobEnds;
  readonly signer: UrlSigner;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** POST /images/generations. */
export function imageRoutes(routes: FastifyInstance, dependencies: ImageDependencies): void {
  const readAccountState = createReadAccountState(dependencies.database, dependencies.clock);
  routes.post('/images/generations', { config: { scope: 'generate' } }, async (request, reply) => {
    const { accountId, keyId, recentlyRejected } = callerOf(request);
    const read = await checkCount(accountId, readImageRequest(request.body), readAccountState);
    if (!read.ok) return refuseUnreadable(request, reply, read.problem, dependencies);
    const { prompt, quote, count, normalized } = read.value;
    const call = await openCall(request, normalized, count, dependencies);
    if (!call.ok) return refuseUnreadable(request, reply, call.problem, dependencies);
    const order = {
      accountId,
      keyId,
      recentlyRejected,
      kind: 'image' as const,
      prompt,
      seed: undefined,
      upload: undefined,
      quoteFor: () => ({ quote, credits: 0 }),
      jobApi: null,
      isEphemeral: false,
      traceparent: traceparentOf(request),
    };
    const placed = await placeOrders(call.value, order, dependencies);
    reply.headers(rateHeaders(placed.rate));
    if (!placed.ok) return refuseCall(reply, call.value, placed.problem, dependencies);
    if (placed.value.replayed) reply.header('idempotent-replayed', 'true');
    return sendImages(request, reply, { ...read.value, call: call.value, ...placed.value }, dependencies);
  });
}

/**
 * An account gets no more images at once than it may have jobs, and waiting would not help. Problem:
 * `invalid_request`.
 */
async function checkCount(
  accountId: string,
  read: Result<ImageRequest, Problem>,
  readAccountState: ReadAccountState,
): Promise<Result<ImageRequest, Problem>> {
  if (!read.ok || read.value.count === 1) return read;
  const state = await readAccountState({ accountId, interface: 'v1', key: null });
  const most = state?.activity.limits.jobsAtOnce ?? 1;
  if (read.value.count <= most) return read;
  const message = `must be at most ${most}, because the account may have ${most} jobs at once`;
  return refused(invalidRequest([{ path: 'n', message }]));
}

interface OrderedImages extends ImageRequest {
  readonly call: Call;
  readonly jobIds: readonly string[];
}

/** Keeps the caller's connection open until every image has ended, and sends those that are completed. */
async function sendImages(
  request: FastifyRequest,
  reply: FastifyReply,
  ordered: OrderedImages,
  dependencies: ImageDependencies,
): Promise<FastifyReply> {
  const { call, jobIds, quote, formats } = ordered;
  const left = clientLeft(reply);
  const ends = await withoutTimeout(request.raw.socket, () =>
    Promise.all(jobIds.map((jobId) => dependencies.jobEnds.of(jobId, left))),
  );
  if (ends.includes('left')) return abandon(reply, ordered, dependencies);
  const completed = ends.filter((end) => typeof end === 'object' && end.state === 'completed') as Job[];
  if (completed.length === 0) {
    const [end] = ends;
    assert(end !== undefined && end !== 'left', 'every call has an order');
    return refuseCall(reply, call, problemOfEnd(end), dependencies);
  }
  const data = await Promise.all(completed.map((job) => viewImage(job, formats, dependencies)));
  return reply.header('cache-control', 'no-store').send({
    created: Math.floor(dependencies.clock.now().getTime() / 1000),
    data,
    background: 'opaque',
    output_format: 'png',
    size: `${quote.width}x${quote.height}`,
  });
}

/** The connection is idle while the images are queued and rendered, which may take longer than its timeout. */
async function withoutTimeout<Value>(socket: Socket, wait: () => Promise<Value>): Promise<Value> {
  const timeoutMs = socket.timeout ?? 0;
  socket.setTimeout(0);
  try {
    return await wait();
  } finally {
    socket.setTimeout(timeoutMs);
  }
}

/**
 * The client has left, or this server stops. Without a key nobody could ask for the images again, so they are
 * cancelled and cost nothing; with one they are kept for it. If one is completed already, and so paid for, a retry
 * still gets them all.
 */
async function abandon(
  reply: FastifyReply,
  { call, jobIds }: OrderedImages,
  dependencies: ImageDependencies,
): Promise<FastifyReply> {
  const isKept = call.isKeyed || (await dependencies.jobEnds.anyCompleted(jobIds));
  if (!isKept) await cancelCall(call, dependencies);
  const message = isKept
    ? 'The service stopped before the images were sent. Send the same request again; it is not charged twice.'
    : 'The service stopped before the images were completed. Nothing was charged; retry.';
  const rejection = problem('workers_unavailable', message);
  return isKept ? sendOpenaiProblem(reply, rejection) : refuseCall(reply, call, rejection, dependencies);
}

function problemOfEnd(end: Job | 'deleted'): Problem {
  if (end === 'deleted') return problem('not_found', 'The image was deleted before it was sent.');
  const message = endMessage(end);
  if (end.state !== 'blocked') return problem('internal_error', message);
  return problem('content_blocked', message, { category: shownCategory(end.blockCategory ?? '') });
}

async function viewImage(
  { artifactKey }: Job,
  formats: ImageRequest['formats'],
  dependencies: ImageDependencies,
): Promise<object> {
  assert(artifactKey !== null, 'a completed job has a result');
  return {
    ...(formats.includes('b64_json') && {
      b64_json: (await buffer(dependencies.blobs.read(artifactKey))).toString('base64'),
    }),
    ...(formats.includes('url') && { url: await signDownload(artifactKey, dependencies) }),
  };
}
