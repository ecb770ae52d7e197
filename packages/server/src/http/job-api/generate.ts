import { randomInt, randomUUID } from 'node:crypto';
import { seedMax } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FindTier } from '../../accounts/find-tier.ts';
import type { AcceptJob } from '../../jobs/accept-jobs.ts';
import type { FindCapacity } from '../../jobs/capacity.ts';
import type { JobRequest } from '../../jobs/decide-request.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { jobKinds } from '../../pricing/job-kinds.ts';
import { quoteJob } from '../../pricing/quote-job.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { type ContentCheck, checkContent } from '../check-content.ts';
import { placeOrder, rateHeaders, storeInitImage } from '../place-order.ts';
import { readIdempotencyKey } from '../read-idempotency-key.ts';
import { holderOf } from './authenticate.ts';
import { hashOf, readJobOrder, refuseTier } from './read-job-order.ts';
import { refuse } from './refuse.ts';

export interface GenerateDependencies {
  readonly findTier: FindTier;
  readonly content: ContentCheck;
  readonly findCapacity: FindCapacity;
  readonly acceptJob: AcceptJob;
  readonly blobs: Blobs;
  /** What the mark in a picture says of its job, from whatever decides the picture. */
  readonly tagOf: (subject: string) => string;
}

/** POST /generate: everything a job must pass, the cheapest first, then one transaction with its credits. */
export async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  { findTier, content, findCapacity, acceptJob, blobs, tagOf }: GenerateDependencies,
): Promise<FastifyReply> {
  const idempotency = readIdempotencyKey(request.headers);
  if (!idempotency.ok) return refuse(reply, idempotency.problem);
  const order = readJobOrder(request.body);
  if (!order.ok) return refuse(reply, order.problem);
  const { asked, picture, seed } = order.value;
  const { type, prompt } = asked;

  const holder = holderOf(request);
  const tier = await findTier(holder);
  const barred = refuseTier(order.value, tier);
  if (barred !== undefined) return refuse(reply, barred);
  const checked = await checkContent({ prompt, picture }, content);
  if ('refusal' in checked) return refuse(reply, checked.refusal);

  const { png } = checked;
  const { quote, credits } = quoteJob(asked, tier, png && sizeOfPng(png));
  const { renders } = jobKinds[type];
  const mode = quote.kind === 'video' ? quote.mode : null;
  const { width, height } = quote;
  const unserved = await findCapacity({ kind: renders, mode, width, height, leavesNoTrace: false });

  const jobId = newId();
  const notStored = png && (await storeInitImage(jobId, png, blobs));
  if (notStored !== undefined) return refuse(reply, notStored);
  const { key } = idempotency.value;
  const drawn = seed ?? randomInt(seedMax + 1);
  // The same request gives the same bytes, so its mark says the same as well.
  const source = png === undefined ? '' : sha256(png).toString('hex');
  const subject = JSON.stringify([holder.accountId, renders, prompt, drawn, width, height, source]);
  const job: JobRequest = {
    jobId,
    accountId: holder.accountId,
    prompt,
    preparedPrompt: prompt,
    seed: drawn,
    quote,
    tierOrder: { type, tier, credits, assetId: randomUUID() },
    markTag: quote.kind === 'image' ? tagOf(subject) : null,
    hasInitImage: png !== undefined,
    owningNode: null,
    idempotency: key === undefined ? null : { key, requestHash: hashOf(order.value) },
    unserved,
  };
  const accepted = await placeOrder(job, blobs, acceptJob);
  if (accepted.rate !== undefined) reply.headers(rateHeaders(accepted.rate));
  if (!accepted.ok) return refuse(reply, accepted.problem);
  if (accepted.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.header('cache-control', 'no-store').send(accepted.value.answer);
}
