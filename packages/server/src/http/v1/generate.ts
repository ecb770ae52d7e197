import { randomInt } from 'node:crypto';
import type { Result } from '@kinora/contract';
import { type Problem, problem, seedMax } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AcceptJob } from '../../jobs/accept-jobs.ts';
import type { JobRequest } from '../../jobs/decide-request.ts';
import { newId } from '../../kernel/ids.ts';
import { createMemoryBlobs } from '../../storage/memory.ts';
import { callerOf } from '../authenticate.ts';
import { placeOrder, rateHeaders, storeInitImage } from '../place-order.ts';
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
    tierOrder: null,
    hasInitImage: initImage !== undefined,
    owningNode: isInline ? dependencies.ephemeralJobs.node : null,
    markTag: quote.kind === 'image' ? dependencies.tagOf(isInline ? jobId : subject) : null,
    idempotency: key === undefined ? null : { key, requestHash: hashOf(request, order.value) },
    unserved,
  };
  if (
    memory !== undefined &&
    !dependencies.ephemeralJobs.keep(jobId, { prompt: preparedPrompt, blobs: memory })
  ) {
    const message = 'Too many calls wait for results that are not stored. Nothing was charged; retry.';
    return sendProblem(reply, problem('workers_unavailable', message));
  }
  const accepted = await placeOrder(job, blobs, dependencies.acceptJob, () =>
    dependencies.ephemeralJobs.forget(jobId),
  );
  if (accepted.rate !== undefined) reply.headers(rateHeaders(accepted.rate));
  if (!accepted.ok) return sendProblem(reply, accepted.problem);
  if (caller.rejectedOfLate) await dependencies.judge(caller.accountId);
  if (memory !== undefined) return answerInline(reply, job, memory, dependencies);
  if (accepted.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(accepted.value.answer);
}
