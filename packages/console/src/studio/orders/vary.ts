import type { JobApiJobStatus } from '@kinora/contract';
import { isFree, limitOf, priceOf } from '../compose/price-of.ts';
import { needsSource, type OrderBody, operationOf, randomSeed } from '../settings/draft.ts';
import { addOrders } from './outbox.ts';

/** A second press sooner than this is a slip. */
const SLIP_MS = 1000;

let last = { jobId: '', at: 0 };

/** Orders a job once more with a new seed, for no more than it cost; what the person is writing stays as it is. */
export function vary(job: JobApiJobStatus): void {
  const { job_id: jobId, type, model, prompt = '', negative_prompt: avoided, width, height, frames } = job;
  const isSlip = last.jobId === jobId && Date.now() - last.at < SLIP_MS;
  last = { jobId, at: Date.now() };
  if (isSlip) return;
  const body: OrderBody = {
    type,
    ...(model !== undefined && { model }),
    prompt,
    ...(avoided !== undefined && { negative_prompt: avoided }),
    age_verified: true,
    width,
    height,
    ...(frames !== undefined && { length: frames }),
    seed: randomSeed(),
    ...(job.price_cents !== undefined && { pay_with: 'balance' }),
  };
  addOrders({ bodies: [body], source: undefined, limit: limitOf(job) });
}

/** The service keeps no image that a job started from, and no prompt that would be refused again is sent again. */
export const canVary = ({ type, status, prompt }: JobApiJobStatus): boolean =>
  !needsSource(operationOf(type)) && status !== 'blocked' && prompt !== undefined;

/** On the button: what a press orders, and what it costs. */
export function nameOfVariation(job: JobApiJobStatus): string {
  const name = job.status === 'failed' ? 'Try again' : 'Vary';
  return isFree(job) ? name : `${name} · ${priceOf(job)}`;
}
