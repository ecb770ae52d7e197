import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { takeLease } from '../support/act-as-worker.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const REFUSED = 'explicit hardcore porn';
const IMAGE = { prompt: 'a pear', width: 256, height: 256 };
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

/** A person with both doors: an access token and a key with a balance. */
interface Customer {
  readonly accountId: string;
  readonly caller: JobCaller;
  readonly jobApi: (prompt: string) => Promise<Answer>;
  readonly v1: (prompt: string) => Promise<Answer>;
  readonly facade: (prompt: string) => Promise<Answer>;
  readonly usage: () => Promise<Answer>;
}

async function customer(): Promise<Customer> {
  const caller = await jobCaller(service);
  const { accountId } = caller;
  const key = await newKey(accountId);
  await service.database.transaction((tx) => grantBalance(tx, accountId, 1000, clock.now()));
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  return {
    accountId,
    caller,
    async jobApi(prompt) {
      await resetCallLimit(service, accountId);
      return caller.generate({ ...ASK, type: 'image', prompt });
    },
    v1: (prompt) =>
      send(`${service.url}/v1/images/generate`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...IMAGE, prompt }),
      }),
    facade: (prompt) =>
      send(`${service.url}/openai/v1/images/generations`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'user-agent': TEST_USER_AGENT,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model: 'kinora-image', prompt, size: '256x256' }),
      }),
    usage: () => send(`${service.url}/v1/usage`, { headers }),
  };
}

async function newKey(accountId: string): Promise<string> {
  const by = { by: 'page', network: null } as const;
  const issued = await service.database.transaction((tx) => rotateKey(tx, accountId, by, clock.now()));
  return issued.key;
}

function assertRefused(jobApi: Answer, v1: Answer, until: Date): void {
  assert.equal(jobApi.status, 403);
  assert.deepEqual(Object.keys(jobApi.body), ['error']);
  assert.match(jobApi.body.error, /This account is suspended until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  assert.deepEqual([v1.status, v1.body.code, v1.body.until], [403, 'key_suspended', until.toISOString()]);
}

test('refused prompts of the job API suspend the account, on both interfaces, for 24 hours', async () => {
  verifies('DEC-SUSPENSION-01', 'DEC-SUSPENSION-02');
  const one = await customer();
  for (let i = 0; i < 10; i++) assert.equal((await one.jobApi(REFUSED)).status, 451);
  const until = new Date(clock.now().getTime() + 24 * HOUR_MS);
  assertRefused(await one.jobApi('a pear'), await one.usage(), until);
  clock.advance(24 * HOUR_MS);
  assert.equal((await one.jobApi('a pear')).status, 200);
  await service.worker.fail(await takeLease(service.worker), { reason: 'broke', retryable: false });
  assert.equal((await one.usage()).status, 200);
});

test('refused prompts of v1 close the job API too, and refusals of both are counted together', async () => {
  verifies('DEC-SUSPENSION-01', 'DEC-SUSPENSION-02');
  const one = await customer();
  for (let i = 0; i < 5; i++) {
    assert.equal((await one.v1(REFUSED)).status, 451);
    assert.equal((await one.jobApi(REFUSED)).status, 451);
  }
  assertRefused(
    await one.jobApi('a pear'),
    await one.v1('a pear'),
    new Date(clock.now().getTime() + 24 * HOUR_MS),
  );
});

test('each refusal says how near a suspension is, on both interfaces and the facade, and the last when it ends', async () => {
  verifies('DEC-SUSPENSION-03');
  const one = await customer();
  const sentenceOf = ({ status, body }: Answer): string => {
    assert.equal(status, 451);
    return (body.error.message ?? body.error).replace(/^.*? Describe the people dressed\. /, '');
  };
  const more = (n: number) =>
    `${n} more rejected requests within 30 minutes suspend the account for 24 hours.`;
  assert.equal(sentenceOf(await one.jobApi(REFUSED)), more(9));
  assert.equal(sentenceOf(await one.v1(REFUSED)), more(8));
  assert.equal(sentenceOf(await one.facade(REFUSED)), more(7));
  // Another account's refusals are no part of it, and an accepted request is an attempt.
  const other = await customer();
  assert.equal(sentenceOf(await other.v1(REFUSED)), more(9));
  assert.equal((await one.v1('a pear')).status, 200);
  await service.worker.fail(await takeLease(service.worker), { reason: 'broke', retryable: false });
  for (const left of [5, 4, 3, 2]) assert.equal(sentenceOf(await one.v1(REFUSED)), more(left));
  assert.equal(
    sentenceOf(await one.v1(REFUSED)),
    'One more rejected request within 30 minutes suspends the account for 24 hours.',
  );
  const ends = `${new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const why = 'because most of its recent requests were rejected.';
  assert.equal(sentenceOf(await one.jobApi(REFUSED)), `The account is suspended until ${ends}, ${why}`);
  assert.equal((await one.jobApi(REFUSED)).body.error, `This account is suspended until ${ends}, ${why}`);
  assert.equal((await one.v1(REFUSED)).body.error, `This account is suspended until ${ends}, ${why}`);
});

test('accepted jobs of the job API count as attempts, and its blocked outputs as rejections', async () => {
  verifies('DEC-SUSPENSION-02');
  const one = await customer();
  const end = async (isBlocked: boolean) => {
    const accepted = await one.jobApi('a pear');
    assert.equal(accepted.status, 200, accepted.text);
    const lease = await takeLease(service.worker);
    if (isBlocked) await service.worker.block(lease, { category: 'test', reason: 'stopped' });
    else await service.worker.fail(lease, { reason: 'broke', retryable: false });
  };
  for (let i = 0; i < 5; i++) await end(false);
  for (let i = 0; i < 5; i++) await end(true);
  assert.equal((await one.usage()).status, 200, 'half of ten is not more than half');
  await end(true);
  assert.equal((await one.usage()).status, 403);
  assert.equal((await one.jobApi('a pear')).status, 403);
});

test('an accepted tenth attempt on the job API suspends too, and a new key or token does not help', async () => {
  verifies('DEC-SUSPENSION-01', 'DEC-SUSPENSION-02');
  const one = await customer();
  for (let i = 0; i < 9; i++) assert.equal((await one.jobApi(REFUSED)).status, 451);
  assert.equal((await one.jobApi('a pear')).status, 200, 'the tenth attempt is accepted');
  assert.equal((await one.jobApi('a pear')).status, 403);
  const headers = { 'x-api-key': await newKey(one.accountId), 'user-agent': TEST_USER_AGENT };
  assert.equal((await send(`${service.url}/v1/usage`, { headers })).status, 403);
  const authorization = `Bearer ${await one.caller.freshToken()}`;
  const again = await send(`${service.url}/api/generate`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ASK, type: 'image' }),
  });
  assert.equal(again.status, 403);
});

test('a suspended account still reads its jobs', async () => {
  const one = await customer();
  const { body } = await one.jobApi('a pear');
  for (let i = 0; i < 10; i++) await one.v1(REFUSED);
  assert.equal((await one.jobApi('a pear')).status, 403);
  assert.equal((await one.caller.job(body.job_id)).status, 200);
});
