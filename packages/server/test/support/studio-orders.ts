import { randomUUID } from 'node:crypto';
import { deliver, takeLease } from './act-as-worker.ts';
import { type ConsoleCaller, newCaller } from './console-caller.ts';
import { until } from './deadline.ts';
import { subscribe } from './job-api.ts';
import type { ManualClock } from './manual-clock.ts';
import type { Person } from './signed-in.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** Orders of the studio, as its page sends them. */

export type StudioCaller = ConsoleCaller & Person;

/** What a free order has besides its prompt. */
export const FREE_ORDER = { type: 'image', age_verified: true, max_credits: 0 };
/** One for 8 credits, or 8 cents. */
export const PAID_ORDER = { ...FREE_ORDER, type: 'image_4k', width: 2048, height: 2048, max_credits: 8 };

export function order(
  service: Pick<TestApp, 'url'>,
  { headers }: Pick<Person, 'headers'>,
  body: object,
  key: string = randomUUID(),
): Promise<Answer> {
  return send(`${service.url}/api/console/studio/orders`, {
    method: 'POST',
    headers: {
      ...headers,
      origin: service.url,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
}

export async function newStudioCaller(service: TestApp, plan?: 'pro'): Promise<StudioCaller> {
  const caller = await newCaller(service);
  if (plan !== undefined) await subscribe(service, caller.accountId, plan);
  return caller;
}

/** The prompts of the jobs of the account, in the sequence of their acceptance. */
export async function orderedPrompts(
  { database }: Pick<TestApp, 'database'>,
  { accountId }: Pick<Person, 'accountId'>,
): Promise<string[]> {
  const rows = await database.query<{ prompt: string }>(
    'select prompt from jobs where account_id = $1 order by created_at, id',
    [accountId],
  );
  return rows.map(({ prompt }) => prompt);
}

/** Waits until the account has jobs with exactly these prompts, in this sequence. */
export async function untilOrdered(
  service: Pick<TestApp, 'database'>,
  caller: Pick<Person, 'accountId'>,
  ...prompts: readonly string[]
): Promise<void> {
  let ordered: readonly string[] = [];
  await until(async () => {
    ordered = await orderedPrompts(service, caller);
    return ordered.join('|') === prompts.join('|');
  }).catch((error: Error) => {
    throw new Error(`ordered ${ordered.join(', ')}: ${error.message}`);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of any type.
export async function waitingOf(caller: Pick<ConsoleCaller, 'get'>): Promise<any[]> {
  return (await caller.get('/studio/orders')).body.orders;
}

export async function waitingPrompts(caller: Pick<ConsoleCaller, 'get'>): Promise<string[]> {
  return (await waitingOf(caller)).map(({ prompt }) => prompt);
}

/** Ends the oldest job. */
export async function endJob(service: TestApp, more?: Parameters<typeof takeLease>[1]): Promise<void> {
  await deliver(service.worker, await takeLease(service.worker, more));
}

/** Nothing waits, and no job is open. */
export async function endAll(service: TestApp): Promise<void> {
  await service.database.query('delete from waiting_orders');
  while ((await service.database.query('select from open_jobs')).length > 0) await endJob(service);
}

/** Lets what is not tried before a time be tried. */
export async function passTime(service: TestApp, clock: ManualClock, ms: number): Promise<void> {
  clock.advance(ms);
  await service.database.query(`update account_activity set recent_calls = '[]'`);
}
