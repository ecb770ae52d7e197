import assert from 'node:assert/strict';
import { deliver, takeLease } from './act-as-worker.ts';
import { type ConsoleCaller, newCaller, tokenOf } from './console-caller.ts';
import { until } from './deadline.ts';
import { ASK, callsWith, resetCallLimit } from './job-api.ts';
import type { Browser, PushService } from './push-service.ts';
import type { Person } from './signed-in.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** People of a service whose browsers are sent messages. */

export const METRICS_TOKEN = 'a-token-for-the-metrics-of-this-test';
export const PASSWORD = 'correct horse battery';

/** A service that calls a push service on this machine. */
export const startPushing = (): Promise<TestApp> =>
  startTestApp({ environment: { KINORA_WEBHOOKS_PRIVATE: '1', KINORA_METRICS_TOKEN: METRICS_TOKEN } });

/** Subscribes the browser of a person's session. */
export async function subscribe(pushes: PushService, person: ConsoleCaller): Promise<Browser> {
  const browser = pushes.browser((await person.get('/push')).body.key);
  await subscribeAgain(person, browser);
  return browser;
}

export async function subscribeAgain(person: ConsoleCaller, { subscription }: Browser): Promise<void> {
  const answer = await person.call('PUT', '/push', subscription);
  assert.equal(answer.status, 204, answer.text);
}

export async function newSubscriber(
  service: TestApp,
  pushes: PushService,
  funds: { readonly balanceCents?: number } = {},
): Promise<ConsoleCaller & Person & { readonly browser: Browser }> {
  const person = await newCaller(service, undefined, funds);
  return { ...person, browser: await subscribe(pushes, person) };
}

/** Orders a job of the studio, which ends after so many seconds, as a worker ends it. */
export async function makeJob(
  service: TestApp,
  person: Person,
  { prompt = ASK.prompt, seconds = 60, isReady = true } = {},
): Promise<string> {
  await resetCallLimit(service, person.accountId);
  const order = { ...ASK, prompt, type: 'image' };
  const accepted = await callsWith(service, await tokenOf(service, person)).generate(order);
  assert.equal(accepted.status, 200, accepted.text);
  const { job_id: jobId } = accepted.body;
  await endLate(service, jobId, { seconds, isReady });
  return jobId;
}

/** Ends a job as a worker does, so many seconds after it was ordered. */
export async function endLate(
  service: TestApp,
  jobId: string,
  { seconds = 60, isReady = true } = {},
): Promise<void> {
  await service.database.query(
    `update jobs set created_at = created_at - $2 * interval '1 second' where id = $1`,
    [jobId, seconds],
  );
  const lease = await takeLease(service.worker);
  if (isReady) await deliver(service.worker, lease);
  else await service.worker.fail(lease, { reason: 'a test', retryable: false });
}

/** Where the service sends messages for the browser of a person. */
export const endpointOf = async (person: ConsoleCaller): Promise<string | null> =>
  (await person.get('/push')).body.endpoint;

/** Waits until nothing is left to be sent now. */
export const untilSent = (service: TestApp): Promise<void> =>
  until(async () => {
    const due = await service.database.query(
      `select from graphile_worker.jobs where task_identifier = 'send_push' and run_at <= now()`,
    );
    return due.length === 0;
  });

/** Makes what waits for another attempt due. */
export const hasten = (service: TestApp): Promise<unknown> =>
  service.database.query(
    `update graphile_worker._private_jobs set run_at = now()
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_push')`,
  );

/** Signs a person in in another browser. */
export async function signInAgain(service: TestApp, { accountId }: Person): Promise<Person> {
  const [account] = await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [accountId],
  );
  const answer = await fetch(`${service.url}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.url },
    body: new URLSearchParams({
      mode: 'in',
      email: account?.email ?? '',
      password: PASSWORD,
      next: '/studio',
    }),
  });
  assert.equal(answer.status, 303);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { accountId, headers: { cookie } } as unknown as Person;
}
