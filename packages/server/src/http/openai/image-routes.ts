import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { assert, invalidRequest, ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ReadAccountState } from '../../admit/read-account-state.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { formatSize } from '../../catalogue/sizes.ts';
import { endMessage, shownCategory } from '../../jobs/views/end-message.ts';
import type { FindJob, Job } from '../../jobs/views/find-job.ts';
import type { JobWatch } from '../../jobs/watch-jobs.ts';
import { hasEnded } from '../../queue/job-state.ts';
import { pricedInMoney } from '../../quote/quote-job.ts';
import type { UrlSigner } from '../../storage/signed-url.ts';
import type { WaitLimitOf } from '../connections/wait-limit.ts';
import { rateHeaders } from '../request/rate-headers.ts';
import { traceparentOf } from '../trace-orders.ts';
import { acceptedAnswer } from '../v1/accepted-answer.ts';
import { callerOf } from '../v1/authenticate-by-key.ts';
import { signDownload } from '../v1/job-view.ts';
import {
  abandonCall,
  type CallDependencies,
  clientLeft,
  keepForRepeatedCall,
  openCall,
  refuseCall,
  refuseOrder,
  refuseUnreadable,
} from './call.ts';
import { placeOrders } from './place-orders.ts';
import { type ImageRequest, readImageRequest } from './read-image-request.ts';
import { type LateResult, sendWhenReady } from './send-when-ready.ts';

export interface ImageDependencies extends CallDependencies {
  readonly jobWatch: JobWatch;
  readonly findJob: FindJob;
  readonly readAccountState: ReadAccountState;
  readonly waitLimitOf: WaitLimitOf;
  readonly signer: UrlSigner;
  /** The public address, without a trailing slash. */
  readonly publicUrl: () => string;
}

/** POST /images/generations. */
export function imageRoutes(routes: FastifyInstance, dependencies: ImageDependencies): void {
  routes.post('/images/generations', { config: { scope: 'generate' } }, async (request, reply) => {
    const { accountId, keyId, recentlyRejected, priceList } = callerOf(request);
    const requested = readImageRequest(request.body);
    const read = await checkCount(accountId, requested, dependencies.readAccountState);
    if (!read.ok) return refuseUnreadable(request, reply, read.problem, dependencies);
    const { prompt, negativePrompt, quote, count, normalized } = read.value;
    const call = await openCall(request, normalized, count, dependencies);
    if (!call.ok) return refuseUnreadable(request, reply, call.problem, dependencies);
    const order = {
      accountId,
      keyId,
      recentlyRejected,
      priceList,
      operation: 'image' as const,
      prompt,
      negativePrompt,
      seed: undefined,
      upload: undefined,
      quoteFor: (version: Catalogue) => pricedInMoney(version, quote(version)),
      interface: 'v1' as const,
      jobApi: null,
      zeroRetention: false,
      answerOf: acceptedAnswer,
      traceparent: traceparentOf(request),
    };
    const placed = await placeOrders(call.value, order, dependencies);
    reply.headers(rateHeaders(placed.rate));
    if (!placed.ok) return refuseOrder(request, reply, call.value, placed, dependencies);
    const { accepted, jobIds } = placed.value;
    if (!(await keepForRepeatedCall(reply, call.value, accepted, dependencies))) return reply;
    if (accepted.length === 0) reply.header('idempotent-replayed', 'true');
    const images = completeImages(reply, { ...read.value, jobIds }, dependencies);
    return sendWhenReady(reply, images, {
      limitSeconds: dependencies.waitLimitOf(request),
      refuse: (rejection) => refuseCall(reply, call.value, rejection, dependencies),
      abandon: () => abandonCall(reply, call.value, dependencies),
    });
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
  const max = state?.activity.limits.jobsAtOnce ?? 1;
  if (read.value.count <= max) return read;
  const message = `must be at most ${max}, because the account may have ${max} jobs at once`;
  return refused(invalidRequest([{ path: 'n', message }]));
}

interface OrderedImages extends ImageRequest {
  readonly jobIds: readonly string[];
}

/** Waits until every image has ended; returns the response with those that are completed. */
async function completeImages(
  reply: FastifyReply,
  { jobIds, formats }: OrderedImages,
  dependencies: ImageDependencies,
): Promise<LateResult> {
  const { jobWatch, findJob } = dependencies;
  const left = clientLeft(reply);
  const endOf = (jobId: string) =>
    jobWatch.untilEnd(
      jobId,
      async () => {
        const job = await findJob(jobId);
        if (job === undefined) return 'deleted';
        return hasEnded(job.state) ? job : undefined;
      },
      left,
    );
  const ends = await withoutTimeout(reply.raw.socket, () => Promise.all(jobIds.map(endOf)));
  if (ends.includes('left')) return 'left';
  const completed = ends.filter((end) => typeof end === 'object' && end.state === 'completed') as Job[];
  const [first] = completed;
  if (first === undefined) {
    const [end] = ends;
    assert(end !== undefined && end !== 'left', 'every call has an order');
    return refused(problemOfEnd(end));
  }
  return ok({
    created: Math.floor(dependencies.clock.now().getTime() / 1000),
    data: await Promise.all(completed.map((job) => viewImage(job, formats, dependencies))),
    background: 'opaque',
    output_format: 'png',
    size: formatSize(first),
  });
}

/** The connection is idle while the images are queued and rendered, which may take longer than its timeout. */
async function withoutTimeout<Value>(socket: Socket | null, wait: () => Promise<Value>): Promise<Value> {
  const timeoutMs = socket?.timeout ?? 0;
  socket?.setTimeout(0);
  try {
    return await wait();
  } finally {
    socket?.setTimeout(timeoutMs);
  }
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
