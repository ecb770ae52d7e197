import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { tierRuleOf } from '../../src/catalogue/tiers.ts';
import { isoDate } from '../../src/kernel/clock.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import {
  type Answer,
  send,
  startTestApp,
  TEST_USER_AGENT,
  type TestAccount,
  type TestApp,
} from '../support/test-app.ts';

/** Ways around the limits of calls and jobs, each by a customer of the service or a stranger. */

const MANY = 1_000_000;
const CALLS = 20;
const JOBS = 3;
const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());
beforeEach(() => clock.advance(HOUR_MS));

async function limited(limits: Parameters<typeof setLimits>[2] = {}): Promise<TestAccount> {
  const customer = await service.account(100_000, 'default');
  await setLimits(service.database, customer.id, limits);
  return customer;
}

const image = (customer: TestAccount, headers?: Record<string, string>, mount = '/v1'): Promise<Answer> =>
  customer.post(`${mount}/images/generate`, { prompt: 'a pear' }, headers);

/** How many of the calls were accepted; the rest must have met this limit. */
function acceptedOf(answers: readonly Answer[], limit: RegExp): number {
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, body, text } of refused) {
    assert.equal(status, 429, text);
    assert.match(body.error, limit);
  }
  return answers.length - refused.length;
}

test('a new key does not renew the calls of the minute, nor does the other address', async () => {
  verifies('V1-RATE-01', 'DEC-ADDRESS-03');
  const customer = await limited({ jobsAtOnce: MANY });
  for (let call = 0; call < CALLS; call++) {
    const mount = call % 2 === 0 ? '/v1' : '/api/v1';
    assert.equal((await image(customer, {}, mount)).status, 200);
  }
  const by = { by: 'page', network: null } as const;
  const { key } = await service.database.transaction((tx) => rotateKey(tx, customer.id, by, clock.now()));
  const answers = [
    await image(customer, { 'x-api-key': key }),
    await image(customer, { 'x-api-key': key }, '/api/v1'),
  ];
  assert.equal(acceptedOf(answers, /^At most 20 generate calls a minute/), 0);
});

test('of 60 calls at once, of both kinds and to both addresses, exactly 20 are accepted', async () => {
  verifies('V1-RATE-01');
  const customer = await limited({ jobsAtOnce: MANY });
  const routes = ['/v1/images', '/api/v1/images', '/v1/videos', '/api/v1/videos'];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, call) =>
      customer.post(`${routes[call % routes.length]}/generate`, { prompt: 'a pear' }),
    ),
  );
  assert.equal(acceptedOf(answers, /^At most 20 generate calls a minute/), CALLS);
});

test('of 80 orders at once that the checks reject, 20 are checked', async () => {
  verifies('DEC-LIMIT-11');
  const customer = await limited({ jobsAtOnce: MANY });
  const answers = await Promise.all(
    Array.from({ length: 80 }, () =>
      customer.post('/v1/videos/generate', { prompt: 'a pear', init_image_base64: 'AAAA' }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(acceptedOf(refused, /^At most 20 generate calls a minute/), 0);
  const checked = answers.filter(({ status }) => status === 400);
  assert.deepEqual([checked.length, refused.length], [CALLS, 60]);
  assert.equal((await image(customer)).status, 429);
});

test('deleting each job returns neither the calls of the minute nor the images of the day', async () => {
  verifies('V1-RATE-01', 'V1-RATE-03');
  const customer = await limited();
  const answers: Answer[] = [];
  for (let call = 0; call < CALLS + 2; call++) {
    const answer = await image(customer);
    answers.push(answer);
    if (answer.status === 200) assert.equal((await customer.delete(answer.body.poll_url)).status, 204);
  }
  assert.equal(acceptedOf(answers, /^At most 20 generate calls a minute/), CALLS);
  const [day] = await service.database.query(
    'select images from account_activity where account_id = $1 and day = $2',
    [customer.id, isoDate(clock.now())],
  );
  assert.deepEqual(day, { images: CALLS });
});

test('a job that is deleted twenty times at once makes room for one', async () => {
  verifies('V1-RATE-02');
  const customer = await limited();
  const [first] = await Promise.all(Array.from({ length: JOBS }, () => image(customer)));
  await Promise.all(Array.from({ length: 20 }, () => customer.delete(first?.body.poll_url)));
  const answers = await Promise.all(Array.from({ length: 10 }, () => image(customer)));
  assert.equal(acceptedOf(answers, /^At most 3 jobs at once/), 1);
});

test('a call with zero retention is a job like any other', async () => {
  verifies('V1-RATE-02');
  const customer = await limited();
  for (let job = 0; job < JOBS; job++) assert.equal((await image(customer)).status, 200);
  const answers = [await image(customer, { 'x-service-store': '0' })];
  assert.equal(acceptedOf(answers, /^At most 3 jobs at once/), 0);
});

test('an Idempotency-Key does not hide rejected prompts from the call limit', async () => {
  verifies('DEC-LIMIT-07');
  const customer = await limited();
  for (let call = 1; call <= 3; call++) {
    const answer = await customer.post(
      '/v1/images/generate',
      { prompt: 'explicit hardcore porn' },
      { 'idempotency-key': 'the same' },
    );
    assert.equal(answer.status, 451);
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"calls";r=${CALLS - call};`));
  }
});

test('fresh tokens, other spellings of the scheme and the other address share the calls of one person', async () => {
  verifies('JOB-ERROR-08');
  const { token, freshToken } = await jobCaller(service);
  const { callsPerMinute } = tierRuleOf(catalogue, 'free');
  const spellings = ['Bearer ', 'bearer ', 'BEARER    '];
  const answers: Answer[] = [];
  for (let call = 0; call < callsPerMinute + 3; call++) {
    const used = call % 2 === 0 ? token : await freshToken();
    const authorization = `${spellings[call % spellings.length]}${used}`;
    const mount = service.url + (call % 2 === 0 ? '/api' : '');
    const answer = await send(`${mount}/generate`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ASK, type: 'image' }),
    });
    answers.push(answer);
    if (answer.status !== 200) continue;
    const deleted = await send(`${mount}/job/${answer.body.job_id}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    assert.equal(deleted.status, 204);
  }
  assert.equal(acceptedOf(answers, /^At most 10 generate calls a minute/), callsPerMinute);
});

test('invented addresses do not make one stranger many', async () => {
  const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, call) => {
      const address = `203.0.113.${call}`;
      const invented = names.map((name) => [name, name === 'forwarded' ? `for=${address}` : address]);
      return send(`${service.url}/v1/pay/start`, {
        method: 'POST',
        headers: {
          'user-agent': TEST_USER_AGENT,
          'content-type': 'application/json',
          ...Object.fromEntries(invented),
        },
        body: '{}',
      });
    }),
  );
  const opened = answers.filter(({ status }) => status === 200).length;
  assert.equal(opened, 5);
  for (const { status } of answers) assert.ok(status === 200 || status === 429);
});

test('the audit finds no violations afterwards', async () => {
  assert.deepEqual(await violations(service.database), []);
});
