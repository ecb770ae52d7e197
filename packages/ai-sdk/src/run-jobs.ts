import { APICallError, type SharedV3ProviderOptions, type SharedV3Warning } from '@ai-sdk/provider';
import { type ImageGenerateRequest, KinoraError, type VideoGenerateRequest } from '@kinora/client';
import { toCallError } from './call-error.ts';
import type { ServiceClients } from './service-clients.ts';

/** As many as one call of the SDK asks for: several calls at once would hinder each other at the limit of jobs at once. */
export const MAX_PER_CALL = 1_000;

interface Orders {
  readonly kind: 'image' | 'video';
  readonly n: number;
  /** Makes the request of each job, and warns of what it does not have. */
  readonly prepare: (warnings: SharedV3Warning[]) => Promise<ImageGenerateRequest | VideoGenerateRequest>;
  readonly providerOptions: SharedV3ProviderOptions;
  readonly abortSignal?: AbortSignal | undefined;
}

interface Delivered {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: { readonly jobId: string; readonly seed: number; readonly priceCents: number };
}

/**
 * Orders `n` jobs and returns their results, with a warning for each that was not delivered. Throws an APICallError if none was, which
 * is retryable only if nothing was ordered. An abort cancels what has not ended: that costs nothing.
 */
export async function runJobs(
  { orders, reads, baseUrl }: ServiceClients,
  { kind, n, prepare, providerOptions, abortSignal: signal }: Orders,
) {
  const { idempotencyKey, ...fields } = providerOptions.kinora ?? {};
  const address = `${baseUrl}/v1/${kind}s/generate`;
  const warnings: SharedV3Warning[] = [];
  const failures: unknown[] = [];
  const jobs: Promise<Delivered>[] = [];
  const unended = new Set<string>();
  let body: ImageGenerateRequest | VideoGenerateRequest | undefined;
  const order = async (index: number): Promise<string> => {
    body ??= { ...(await prepare(warnings)), ...fields };
    // The same request with the same seed would be the same result, paid twice.
    const request = { ...body, seed: body.seed === undefined ? undefined : body.seed + index };
    const key = index === 0 ? `${idempotencyKey}` : `${idempotencyKey}-${index}`;
    const options = idempotencyKey === undefined ? {} : { idempotencyKey: key };
    // Without the signal: an order whose response nobody awaits could not be cancelled.
    const ordered =
      kind === 'image' ? orders.generateImage(request, options) : orders.generateVideo(request, options);
    return (await ordered).job_id;
  };
  const deliver = async (jobId: string): Promise<Delivered> => {
    unended.add(jobId);
    const job = await reads.waitFor(jobId, { signal });
    unended.delete(jobId);
    const { result_url: url, seed, price_cents: priceCents } = job;
    if (url === undefined) {
      const call = { url: address, requestBodyValues: body, data: job, isRetryable: false };
      throw new APICallError({ ...call, message: job.error ?? `The job is ${job.status}.` });
    }
    return { bytes: await reads.download(url, { signal }), metadata: { jobId, seed, priceCents } };
  };
  try {
    await orderAll(n, order, deliver, jobs, signal).catch((refusal) => failures.push(refusal));
    const ends = await Promise.allSettled(jobs);
    signal?.throwIfAborted();
    failures.unshift(...ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])));
    const delivered = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    if (delivered.length === 0) throw toCallError(failures[0], address, body, jobs.length === 0);
    for (const error of failures) {
      warnings.push({ type: 'other', message: `Not delivered: ${(error as Error).message}` });
    }
    const response = { timestamp: new Date(), modelId: body?.model ?? '', headers: undefined };
    return { delivered, warnings, response };
  } finally {
    if (signal?.aborted) {
      const limit = { signal: AbortSignal.timeout(10_000) };
      await Promise.allSettled([...unended].map((jobId) => reads.deleteJob(jobId, limit)));
    }
  }
}

/** Orders one after the other; at the limit of jobs at once, the next when one has ended. */
async function orderAll<Result>(
  n: number,
  order: (index: number) => Promise<string>,
  deliver: (jobId: string) => Promise<Result>,
  jobs: Promise<Result>[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const running = new Set<Promise<unknown>>();
  while (jobs.length < n && !signal?.aborted) {
    try {
      const job = deliver(await order(jobs.length));
      jobs.push(job);
      const end: Promise<unknown> = job.catch(() => {}).then(() => running.delete(end));
      running.add(end);
    } catch (error) {
      const isFull = error instanceof KinoraError && error.code === 'rate_limited' && running.size > 0;
      if (!isFull) throw error;
      await Promise.race(running);
    }
  }
}
