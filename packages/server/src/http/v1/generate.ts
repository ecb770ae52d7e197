import { randomInt } from 'node:crypto';
import { type Problem, problem, seedMax } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommitUnknown } from '../../db/database.ts';
import type { AcceptJob } from '../../jobs/accept-jobs.ts';
import type { RateState } from '../../jobs/decide-limits.ts';
import type { JobRequest } from '../../jobs/decide-request.ts';
import { newId } from '../../kernel/ids.ts';
import type { Result } from '../../kernel/result.ts';
import { initImageKey, jobFolder } from '../../storage/blob-keys.ts';
import { type Blobs, isStoreUnavailable } from '../../storage/blobs.ts';
import { createMemoryBlobs } from '../../storage/memory.ts';
import { callerOf } from '../authenticate.ts';
import { sendProblem } from '../problem-handler.ts';
import { type Admission, admitOrder } from './admit-order.ts';
import { answerInline, type InlineDependencies } from './answer-inline.ts';
import { hashOf, type Order, readDelivery, readImageOrder, readVideoOrder } from './read-order.ts';

interface GenerateDependencies extends Admission, InlineDependencies {
  readonly acceptJob: AcceptJob;
  /** What the mark in a picture says of this. */
  readonly tagOf: (subject: string) => string;
  /** Called when the safety check refused the call. */
  readonly reject: (accountId: string) => Promise<void>;
  /** Called after each acceptance of a caller who was rejected of late. */
  readonly judge: (accountId: string) => Promise<void>;
}

/** POST /images/generate and POST /videos/generate. */
export function generateRoutes(routes: FastifyInstance, dependencies: GenerateDependencies): void {
  routes.post('/images/generate', (request, reply) => generate(request, reply, readImageOrder, dependencies));
  routes.post('/videos/generate', (request, reply) => generate(request, reply, readVideoOrder, dependencies));
}

async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  readOrder: (body: unknown) => Result<Order, Problem>,
  dependencies: GenerateDependencies,
): Promise<FastifyReply> {
  const delivery = readDelivery(request);
  if (!delivery.ok) return sendProblem(reply, delivery.problem);
  const order = readOrder(request.body);
  if (!order.ok) return sendProblem(reply, order.problem);
  const { idempotencyKey: key, isInline } = delivery.value;

  const caller = callerOf(request);
  const admitted = await admitOrder(order.value, isInline, dependencies);
  if ('refusal' in admitted) {
    if (admitted.isRejection) await dependencies.reject(caller.accountId);
    return sendProblem(reply, admitted.refusal);
  }

  const jobId = newId();
  // What is not to be stored lies in memory from the first byte on.
  const memory = isInline ? createMemoryBlobs() : undefined;
  const blobs = memory ?? dependencies.blobs;
  const { preparedPrompt, initImage, unserved } = admitted;
  const notStored = initImage && (await storeInitImage(jobId, initImage, blobs));
  if (notStored !== undefined) return sendProblem(reply, notStored);

  const { prompt, quote } = order.value;
  const seed = order.value.seed ?? randomInt(seedMax + 1);
  // The same request gives the same bytes, so its mark says the same as well.
  const subject = JSON.stringify([caller.accountId, prompt, seed, quote.width, quote.height]);
  const job: JobRequest = {
    jobId,
    accountId: caller.accountId,
    prompt,
    preparedPrompt,
    seed,
    quote,
    hasInitImage: initImage !== undefined,
    holder: isInline ? dependencies.held.holder : null,
    markTag: quote.kind === 'image' ? dependencies.tagOf(isInline ? jobId : subject) : null,
    idempotency: key === undefined ? null : { key, requestHash: hashOf(request, order.value) },
    unserved,
  };
  if (memory !== undefined && !dependencies.held.hold(jobId, { prompt: preparedPrompt, blobs: memory })) {
    const message = 'Too many calls wait for results that are not stored. Nothing was charged; retry.';
    return sendProblem(reply, problem('workers_unavailable', message));
  }
  const accepted = await accept(job, blobs, dependencies);
  if (accepted.rate !== undefined) reply.headers(rateHeaders(accepted.rate));
  if (!accepted.ok) return sendProblem(reply, accepted.problem);
  if (caller.rejectedOfLate) await dependencies.judge(caller.accountId);
  if (memory !== undefined) return answerInline(reply, job, memory, dependencies);
  if (accepted.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(accepted.value.answer);
}

function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    'ratelimit-policy': `"calls";q=${limit};w=60`,
    ratelimit: `"calls";r=${remaining};t=${resetSeconds}`,
  };
}

/** Accepts the job; the uploaded picture of one that was not accepted goes again. */
async function accept(
  job: JobRequest,
  blobs: Blobs,
  { acceptJob, held }: GenerateDependencies,
): Promise<Awaited<ReturnType<AcceptJob>>> {
  const discard = async () => {
    held.release(job.jobId);
    if (!job.hasInitImage) return;
    // The answer stands whether or not the store is there; what stays behind is swept.
    await blobs.deleteFolder(jobFolder(job.jobId)).catch(() => {});
  };
  try {
    const accepted = await acceptJob(job);
    if (!accepted.ok || accepted.value.replayed) await discard();
    return accepted;
  } catch (error) {
    // Where nobody knows whether it was accepted, the job may need its picture.
    if (!(error instanceof CommitUnknown)) await discard();
    else held.release(job.jobId);
    throw error;
  }
}

/** Stores the uploaded picture; the problem if it cannot be. */
async function storeInitImage(jobId: string, png: Uint8Array, blobs: Blobs): Promise<Problem | undefined> {
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
