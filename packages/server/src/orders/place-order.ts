import { randomInt, randomUUID } from 'node:crypto';
import { ok, type Problem, problem, type Result, refused, seedMax } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { AcceptJob } from '../jobs/accept/accept-jobs.ts';
import type { RateState } from '../jobs/accept/decide-limits.ts';
import type { JobRequest } from '../jobs/accept/job-request.ts';
import type { AcceptedAnswer } from '../jobs/accept/remembered-answer.ts';
import type { FindCapacityProblem } from '../jobs/capacity/find-capacity-problem.ts';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { JobQuote } from '../pricing/quote-job.ts';
import type { Blobs } from '../storage/blobs.ts';
import { createMemoryBlobs, type MemoryBlobs } from '../storage/memory-blobs.ts';
import { acceptWithUpload } from './accept-with-upload.ts';
import { type ContentCheck, checkContent } from './check-content.ts';
import type { Order } from './order.ts';
import { preCheck } from './pre-check.ts';
import { type PromptPreparation, prepareOrderPrompt } from './prepare-order-prompt.ts';
import type { ReadAccountState } from './read-account-state.ts';
import { watermarkSubject } from './watermark-subject.ts';

export interface OrderDependencies extends ContentCheck, PromptPreparation {
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly ephemeralJobs: EphemeralJobs;
  readonly readAccountState: ReadAccountState;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly acceptJob: AcceptJob;
  /** What the mark in an image says of its subject. */
  readonly tagOf: (subject: string) => string;
  /** The console's top-up page. */
  readonly topUpUrl: () => string;
  /** Counts a request that the safety check rejected against the account's key. */
  readonly recordRejection: (accountId: string) => Promise<void>;
  /** Suspends the account's key if its recent requests deserve it. */
  readonly evaluateSuspension: (accountId: string) => Promise<void>;
}

/** A job whose caller waits for the bytes, which are only in memory. */
export interface EphemeralJob {
  readonly job: JobRequest;
  readonly memory: MemoryBlobs;
}

interface Placed {
  readonly answer: AcceptedAnswer;
  readonly replayed: boolean;
  readonly ephemeral: EphemeralJob | undefined;
}

/** What became of an order, with the state of the account's call limit where that is known. */
type PlacedOrder = Result<Placed, Problem> & { readonly rate: RateState | undefined };

export type PlaceOrder = (order: Order) => Promise<PlacedOrder>;

/**
 * Places an order: every step before the acceptance in the order of its cost, so that an order that cannot be paid for
 * costs one database read and no more. The acceptance alone is the truth about money and limits.
 */
export function createPlaceOrder(dependencies: OrderDependencies): PlaceOrder {
  return async (order) => {
    const checked = await preCheck(order, dependencies);
    if (!checked.ok) return checked;
    const { rate, value: replay } = checked;
    if (replay !== undefined)
      return { ...ok({ answer: replay, replayed: true, ephemeral: undefined }), rate };

    const content = await checkContent(order, dependencies);
    if (!content.ok) {
      // Only v1 has keys, which are suspended for it.
      const countsAgainstKey = content.isRejection && order.jobApi === null;
      if (countsAgainstKey) await dependencies.recordRejection(order.accountId);
      return { ...refused(content.problem), rate: undefined };
    }
    const { png } = content;
    const priced = order.quoteFor(png && sizeOfPng(png));
    const capacityProblem = await dependencies.findCapacityProblem(requirementsOf(order, priced));
    if (capacityProblem !== undefined) return { ...refused(capacityProblem), rate };
    const shot = { prompt: order.prompt, quote: priced.quote, hasImage: png !== undefined };
    const prepared = await prepareOrderPrompt(shot, dependencies);
    if (!prepared.ok) return { ...prepared, rate: undefined };

    const job = jobOf(order, priced, png, prepared.value, dependencies);
    const placed = order.isEphemeral
      ? await acceptEphemeral(job, png, dependencies)
      : await acceptStored(job, png, dependencies);
    if (placed.ok && order.recentlyRejected) await dependencies.evaluateSuspension(order.accountId);
    return placed;
  };
}

function requirementsOf({ kind, isEphemeral }: Order, { quote }: JobQuote) {
  const { width, height } = quote;
  const mode = quote.kind === 'video' ? quote.mode : null;
  return { kind, mode, width, height, zeroRetention: isEphemeral };
}

function jobOf(
  order: Order,
  { quote, credits }: JobQuote,
  png: Uint8Array | undefined,
  preparedPrompt: string,
  { tagOf, ephemeralJobs }: Pick<OrderDependencies, 'tagOf' | 'ephemeralJobs'>,
): JobRequest {
  const { accountId, kind, prompt, jobApi, isEphemeral, idempotency } = order;
  const { width, height } = quote;
  const jobId = newId();
  const seed = order.seed ?? randomInt(seedMax + 1);
  // A subject made of the prompt would let anybody with the secret confirm a guess at a prompt that was not to be kept.
  const subject = isEphemeral
    ? jobId
    : watermarkSubject({ accountId, kind, prompt, seed, width, height, png });
  return {
    jobId,
    accountId,
    prompt,
    preparedPrompt,
    seed,
    quote,
    jobApi: jobApi && { ...jobApi, credits, assetId: randomUUID() },
    hasInitImage: png !== undefined,
    owningNode: isEphemeral ? ephemeralJobs.node : null,
    markTag: quote.kind === 'image' ? tagOf(subject) : null,
    idempotency,
  };
}

async function acceptStored(
  job: JobRequest,
  png: Uint8Array | undefined,
  { blobs, acceptJob }: OrderDependencies,
): Promise<PlacedOrder> {
  const accepted = await acceptWithUpload(job, png, blobs, acceptJob);
  if (!accepted.ok) return accepted;
  return { ...ok({ ...accepted.value, ephemeral: undefined }), rate: accepted.rate };
}

/** Whoever gets the job has to release it from memory. */
async function acceptEphemeral(
  job: JobRequest,
  png: Uint8Array | undefined,
  { ephemeralJobs, acceptJob }: OrderDependencies,
): Promise<PlacedOrder> {
  const memory = createMemoryBlobs();
  if (!ephemeralJobs.keep(job.jobId, { prompt: job.preparedPrompt, blobs: memory })) {
    const message = 'Too many calls wait for results that are not stored. Nothing was charged; retry.';
    return { ...refused(problem('workers_unavailable', message)), rate: undefined };
  }
  let isAccepted = false;
  try {
    const accepted = await acceptWithUpload(job, png, memory, acceptJob);
    if (!accepted.ok) return accepted;
    isAccepted = true;
    return { ...ok({ ...accepted.value, ephemeral: { job, memory } }), rate: accepted.rate };
  } finally {
    if (!isAccepted) ephemeralJobs.forget(job.jobId);
  }
}
