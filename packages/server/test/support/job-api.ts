import assert from 'node:assert/strict';
import type { Tier } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { setPlan } from '../../src/funding/terms.ts';
import { SLOW_MS, until } from './deadline.ts';
import { type Answer, send, type TestApp } from './test-app.ts';

/** A signed-in caller of the job API. */
export interface JobCaller {
  readonly accountId: string;
  readonly token: string;
  /** Fetches another token with the session. */
  readonly freshToken: () => Promise<string>;
  readonly generate: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly job: (jobId: string) => Promise<Answer>;
  readonly report: (body: unknown) => Promise<Answer>;
}

const PASSWORD = 'correct horse battery';
let people = 0;

/** Signs a new person up through the auth API, on the plan given, and fetches their access token. */
export async function jobCaller(
  service: TestApp,
  plan?: 'pro' | 'max',
  origin = service.url,
): Promise<JobCaller> {
  people += 1;
  const email = `person-${people}-${Math.random().toString(36).slice(2)}@example.com`;
  // Tests sign up more people than the limit of one network.
  await service.database.query(`delete from attempt_windows where kind = 'mail'`);
  const signedUp = await send(`${service.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: '', email, password: PASSWORD }),
  });
  assert.equal(signedUp.status, 200, signedUp.text);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const accountId: string = signedUp.body.user.id;
  if (plan !== undefined) await subscribe(service, accountId, plan);
  const freshToken = async (): Promise<string> =>
    (await send(`${service.url}/api/auth/token`, { headers: { cookie } })).body.token;
  const token = await freshToken();
  return { accountId, token, freshToken, ...callsWith(service, token) };
}

export async function callerOfEachTier(service: TestApp): Promise<Readonly<Record<Tier, JobCaller>>> {
  return {
    free: await jobCaller(service),
    pro: await jobCaller(service, 'pro'),
    max: await jobCaller(service, 'max'),
  };
}

/** The calls of the job API with any token, or none. */
export function callsWith(
  service: TestApp,
  token: string | undefined,
): Pick<JobCaller, 'generate' | 'job' | 'report'> {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    send(service.url + path, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json', ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    generate: (body, more) => post('/api/generate', body, more),
    job: (jobId) => send(`${service.url}/api/job/${jobId}`, { headers: authorization }),
    report: (body) => post('/api/report', body),
  };
}

export async function subscribe(
  service: TestApp,
  accountId: string,
  plan: 'pro' | 'max' | null,
): Promise<void> {
  const granted = plan === null ? null : ({ name: plan, source: 'operator', interval: 'month' } as const);
  await service.database.transaction((tx) => setPlan(tx, accountId, granted));
}

/** The required fields of a request except its type. */
export const ASK = { prompt: 'a lighthouse on a cliff', age_verified: true };

/** A PNG of this size, in Base64. */
export async function imageOf(width: number, height: number): Promise<string> {
  return (await plain(width, height).png().toBuffer()).toString('base64');
}

/** Resets the call limit of an account. */
export async function resetCallLimit(service: TestApp, accountId: string): Promise<void> {
  await service.database.query(
    `update account_activity set recent_calls = '[]' where account_id = $1 and interface = 'job_api'`,
    [accountId],
  );
}

/** The public result of a request, with its entry in the job. Needs a worker. */
export async function generateAndFetch(
  service: TestApp,
  caller: JobCaller,
  body: object,
): Promise<{ readonly bytes: Uint8Array; readonly result: Record<string, unknown> }> {
  await resetCallLimit(service, caller.accountId);
  const accepted = await caller.generate({ ...ASK, ...body });
  assert.equal(accepted.status, 200, accepted.text);
  let { body: job } = accepted;
  await until(async () => {
    ({ body: job } = await caller.job(job.job_id));
    return job.status !== 'queued' && job.status !== 'generating';
  }, SLOW_MS);
  assert.equal(job.status, 'completed', job.error);
  const [result] = job.results;
  return { bytes: new Uint8Array(await (await fetch(result.url)).arrayBuffer()), result };
}
