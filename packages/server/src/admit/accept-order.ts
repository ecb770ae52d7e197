import { randomInt, randomUUID } from 'node:crypto';
import {
  ok,
  type Problem,
  problem,
  type RenderOperation,
  type Result,
  refused,
  seedMax,
} from '@kinora/contract';
import type { Size } from '../catalogue/sizes.ts';
import { CommitUnknown } from '../db/database.ts';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import { newId, sha256InPieces } from '../kernel/ids.ts';
import type { StartSpan } from '../kernel/span.ts';
import type { JobQuote } from '../quote/quote-job.ts';
import { initImageKey, jobFolder } from '../storage/blob-keys.ts';
import type { Blobs } from '../storage/blobs.ts';
import { createMemoryBlobs, type MemoryBlobs } from '../storage/memory-blobs.ts';
import type { AcceptJob } from './accept/accept-jobs.ts';
import type { AcceptResult } from './accept/decide-batch.ts';
import type { RateState } from './accept/decide-limits.ts';
import type { JobRequest } from './accept/job-request.ts';
import type { Answer } from './accept/stored-response.ts';
import type { QuotedOrder } from './order.ts';

/** The dependencies of accepting an order that has passed every check. */
export interface AcceptDependencies {
  readonly blobs: Blobs;
  readonly ephemeralJobs: EphemeralJobs;
  readonly acceptJob: AcceptJob;
  /** The watermark payload that is derived from a subject. */
  readonly tagOf: (subject: string) => string;
  /** Absent if nothing is traced. */
  readonly startSpan?: StartSpan | undefined;
}

/** A job whose caller waits for the bytes, which are only in memory. */
export interface EphemeralJob {
  readonly job: JobRequest;
  readonly memory: MemoryBlobs;
}

interface Placed {
  readonly answer: Answer;
  readonly replayed: boolean;
  readonly ephemeral: EphemeralJob | undefined;
}

/** The result of an order, with the state of the account's call limit, if known. */
export type PlacedOrder = Result<Placed, Problem> &
  Pick<AcceptResult, 'awaitsJob' | 'isStale' | 'isGone'> & {
    /** The catalogue does not sell it, so nothing of the account was looked at. */
    readonly isUnsold?: boolean;
  } & { readonly rate: RateState | undefined };

/**
 * Accepts an order as a job; `png` is its upload. The caller has to remove an ephemeral job from memory when it has
 * ended. Problems: those of `AcceptJob`; `workers_unavailable` when there are too many ephemeral jobs. Throws
 * `StoreUnavailable` when the upload cannot be stored; nothing is held then.
 */
export async function acceptOrder(
  order: QuotedOrder,
  priced: JobQuote,
  png: Uint8Array | undefined,
  preparedPrompt: string,
  { blobs, ephemeralJobs, tagOf, ...acceptance }: AcceptDependencies,
): Promise<PlacedOrder> {
  const acceptJob = traceAcceptance(order, acceptance);
  const owningNode = order.zeroRetention ? ephemeralJobs.node : null;
  const job = { ...(await jobOf(order, priced, png, tagOf)), preparedPrompt, owningNode };
  if (!order.zeroRetention) {
    const accepted = await acceptWithUpload(job, png, blobs, acceptJob);
    return accepted.ok ? placed(accepted, undefined) : accepted;
  }
  const memory = createMemoryBlobs();
  if (
    !ephemeralJobs.keep(job.jobId, {
      prompt: preparedPrompt,
      negativePrompt: order.negativePrompt,
      blobs: memory,
    })
  ) {
    const message = 'Too many zero-retention requests are in progress. Nothing was charged; retry.';
    return { ...refused(problem('workers_unavailable', message)), rate: undefined };
  }
  let isAccepted = false;
  try {
    const accepted = await acceptWithUpload(job, png, memory, acceptJob);
    isAccepted = accepted.ok;
    return accepted.ok ? placed(accepted, { job, memory }) : accepted;
  } finally {
    if (!isAccepted) ephemeralJobs.forget(job.jobId);
  }
}

/** The wait for the batch and its transaction are a span of the order's trace. */
function traceAcceptance(
  { traceparent }: QuotedOrder,
  { acceptJob, startSpan }: Pick<AcceptDependencies, 'acceptJob' | 'startSpan'>,
): AcceptJob {
  if (traceparent === undefined || startSpan === undefined) return acceptJob;
  return async (job) => {
    const span = startSpan('accept', { parent: traceparent, attributes: { 'kinora.job_id': job.jobId } });
    try {
      const accepted = await acceptJob(job);
      if (!accepted.ok) span.fail(accepted.problem.code);
      return accepted;
    } finally {
      span.end();
    }
  };
}

function placed(accepted: AcceptResult & { ok: true }, ephemeral: EphemeralJob | undefined): PlacedOrder {
  return { ...ok({ ...accepted.value, ephemeral }), rate: accepted.rate };
}

async function jobOf(
  order: QuotedOrder,
  priced: JobQuote,
  png: Uint8Array | undefined,
  tagOf: AcceptDependencies['tagOf'],
): Promise<Omit<JobRequest, 'preparedPrompt' | 'owningNode'>> {
  const { accountId, keyId, operation, prompt, jobApi, zeroRetention, idempotency, webhookUrl, traceparent } =
    order;
  const { priceLimit, negativePrompt, waitingId } = order;
  const { quote, price, catalogue } = priced;
  const { width, height } = quote;
  const jobId = newId();
  const seed = order.seed ?? randomInt(seedMax + 1);
  // Derived from the prompt, the watermark of an image would let anyone with the secret confirm a guess at a prompt that
  // must not be stored.
  const subject = async () =>
    zeroRetention
      ? jobId
      : watermarkSubject({ accountId, operation, prompt, negativePrompt, seed, width, height, png });
  return {
    jobId,
    accountId,
    answer: order.answerOf({ ...priced, jobId, seed }),
    keyId,
    prompt,
    ...(negativePrompt !== undefined && { negativePrompt }),
    seed,
    quote,
    price,
    catalogue,
    interface: order.interface,
    jobApi: jobApi && { ...jobApi, assetId: randomUUID() },
    hasInitImage: png !== undefined,
    watermarkTag: quote.medium === 'image' ? tagOf(await subject()) : null,
    idempotency,
    ...(priceLimit !== undefined && { priceLimit }),
    ...(waitingId !== undefined && { waitingId }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Everything that determines the pixels of a stored image. */
interface RenderInput extends Size {
  readonly accountId: string;
  readonly operation: RenderOperation;
  readonly prompt: string;
  readonly negativePrompt?: string | undefined;
  readonly seed: number;
  /** The uploaded image after re-encoding. */
  readonly png: Uint8Array | undefined;
}

/**
 * What the watermark of an image is derived from. The same request of an account gets the same bytes on either
 * interface, so it must get the same watermark.
 */
export async function watermarkSubject({
  accountId,
  operation,
  prompt,
  negativePrompt,
  seed,
  width,
  height,
  png,
}: RenderInput): Promise<string> {
  const upload = png === undefined ? '' : (await sha256InPieces([png])).toString('hex');
  const avoided = negativePrompt === undefined ? [] : [negativePrompt];
  return JSON.stringify([accountId, operation, prompt, seed, width, height, upload, ...avoided]);
}

/** Stores the upload, if there is one, and accepts the job. Deletes the upload when no job was accepted. */
async function acceptWithUpload(
  job: JobRequest,
  png: Uint8Array | undefined,
  blobs: Blobs,
  acceptJob: AcceptJob,
): Promise<AcceptResult> {
  if (png === undefined) return acceptJob(job);
  await blobs.put(initImageKey(job.jobId), png);
  // The response does not depend on the store; the sweep deletes what remains.
  const discard = () => blobs.deleteFolder(jobFolder(job.jobId)).catch(() => {});
  try {
    const accepted = await acceptJob(job);
    if (!accepted.ok || accepted.value.replayed) await discard();
    return accepted;
  } catch (error) {
    // After an unknown commit the job may exist and need its image.
    if (!(error instanceof CommitUnknown)) await discard();
    throw error;
  }
}
