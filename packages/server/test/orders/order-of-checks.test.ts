import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { tierRuleOf } from '../../src/catalogue/tiers.ts';
import { setPlan } from '../../src/funding/terms.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { ASK, imageOf, type JobCaller, jobCaller } from '../support/job-api.ts';
import { type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** A service with a moderation endpoint for prompts and uploads, and a chat model for the prompts of quality. */
let service: TestApp;
let moderation: JsonEndpoint;
let chat: JsonEndpoint;
let photo: string;
before(async () => {
  moderation = await startJsonEndpoint();
  chat = await startJsonEndpoint();
  service = await startTestApp({
    environment: {
      KINORA_MODERATION_URL: moderation.url,
      KINORA_PROMPT_URL: chat.url,
      KINORA_PROMPT_MODEL: 'writer',
    },
  });
  photo = await imageOf(64, 48);
});
after(async () => {
  await service.stop();
  await moderation.stop();
  await chat.stop();
});
beforeEach(() => {
  moderation.respondWith({
    status: 200,
    body: { results: [{ flagged: false, categories: { sexual: false }, category_scores: {} }] },
  });
  const content = JSON.stringify({ prompt: 'The camera glides over a calm lake.' });
  chat.respondWith({ status: 200, body: { choices: [{ message: { role: 'assistant', content } }] } });
});

/** A prompt that the rule lists reject, and an upload that cannot be decoded: any check of them is visible. */
const REJECTED = 'explicit hardcore porn';
const NO_IMAGE = Buffer.from('no image at all').toString('base64');

/** Posts content that no check would pass, and asserts that no check was called and nothing was written. */
async function rejectedUnchecked(customer: TestAccount, status: number, code: string): Promise<void> {
  const before = calls();
  for (const prompt of ['waves', REJECTED]) {
    const answer = await assertUntouched(service, customer, () =>
      customer.post('/v1/videos/generate', { prompt, mode: 'quality', init_image_base64: NO_IMAGE }),
    );
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
  }
  assert.deepEqual(calls(), before);
}

const calls = (): readonly number[] => [moderation.requests.length, chat.requests.length];

async function subscribed(plan: 'pro' | 'max'): Promise<TestAccount> {
  const customer = await service.account(0);
  await service.database.transaction((tx) =>
    setPlan(tx, customer.id, { name: plan, source: 'operator', interval: 'month', billing: 'manual' }),
  );
  return customer;
}

// First in the file: capabilities are cached for a second, and no order has read the workers yet.
describe('the checks after the payment keep their order', () => {
  test('the prompt before the upload, the upload before the capacity, the capacity before the preparation', async () => {
    const customer = await service.account();
    const post = (body: object): Promise<Answer> =>
      customer.post('/v1/videos/generate', { mode: 'quality', init_image_base64: NO_IMAGE, ...body });
    const code = async (body: object) => (await post(body)).body.code;
    const workers = await service.database.query<{ row: unknown }>(
      'select to_json(workers) as row from workers',
    );
    await service.database.query('delete from workers');
    try {
      assert.equal(await code({ prompt: REJECTED }), 'content_blocked');
      assert.equal(await code({ prompt: 'waves' }), 'invalid_request');
      assert.equal(await code({ prompt: 'waves', init_image_base64: photo }), 'workers_unavailable');
      assert.equal(chat.requests.length, 0);
    } finally {
      await service.database.query(
        'insert into workers select (json_populate_record(null::workers, row)).* from unnest($1::json[]) as row',
        [workers.map(({ row }) => JSON.stringify(row))],
      );
    }
  });
});

test('calls that are rejected before their acceptance use up the call limit', async () => {
  verifies('V1-RATE-01');
  const customer = await service.account(4, 'default');
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => customer.post('/v1/images/generate', { prompt: 'a pear' })),
  );
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.filter((status) => status === 402).length >= 20, statuses.join(' '));
  const next = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  assert.deepEqual([next.status, next.body.code], [429, 'rate_limited']);
});

describe('an order that cannot be accepted is rejected before prompt and upload are checked', () => {
  test('for an account that never paid', async () => {
    verifies('V1-STATE-03');
    await rejectedUnchecked(await service.account(0), 402, 'payment_required');
  });

  test('for a balance that does not cover the price', async () => {
    verifies('V1-ERROR-06', 'V1-ERROR-07');
    await rejectedUnchecked(await service.account(4), 402, 'balance_insufficient');
  });

  test('for an account under review', async () => {
    verifies('V1-ERROR-17');
    const customer = await service.account();
    await service.database.query('update accounts set under_review_since = now() where id = $1', [
      customer.id,
    ]);
    await rejectedUnchecked(customer, 403, 'account_review_required');
  });

  test('for a plan whose allowance is exhausted, or whose cap is reached', async () => {
    const pro = await subscribed('pro');
    await rejectedUnchecked(pro, 429, 'quota_exhausted');
    await service.database.query(
      'update funding_terms set pay_per_use = true, cap_cents = 500 where account_id = $1',
      [pro.id],
    );
    await service.database.query(
      `insert into usage_months (account_id, month, month_end_cents)
       values ($1, date_trunc('month', now() at time zone 'UTC'), 500)`,
      [pro.id],
    );
    await rejectedUnchecked(pro, 429, 'monthly_cap_reached');
  });

  test('for an account with too many jobs at once', async () => {
    verifies('V1-RATE-02');
    const customer = await service.account(10_000, 'default');
    for (let job = 0; job < 3; job++) {
      assert.equal((await customer.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
    }
    await rejectedUnchecked(customer, 429, 'rate_limited');
  });

  test('for an account with too many calls in the minute', async () => {
    verifies('V1-RATE-01');
    const customer = await service.account(10_000, 'default');
    await service.database.query(
      `insert into account_activity (account_id, day, recent_calls)
       values ($1, now()::date, json_build_array(json_build_array(extract(epoch from now())::bigint, 20)))`,
      [customer.id],
    );
    await rejectedUnchecked(customer, 429, 'rate_limited');
  });

  test('for a tier whose credits are used up, even where the price depends on the upload', async () => {
    verifies('DEC-TIER-13');
    const caller = await jobCaller(service, 'pro');
    await useCredits(caller, tierRuleOf(catalogue, 'pro').creditsPerMonth - 4);
    const before = calls();
    for (const type of ['i2v_1080p', 'upscale_pro']) {
      for (const prompt of ['waves', REJECTED]) {
        const answer = await caller.generate({ ...ASK, type, prompt, image_base64: NO_IMAGE });
        assert.equal(answer.status, 429, answer.text);
        assert.match(answer.body.error, /credits and 4 are left this month/);
      }
    }
    assert.deepEqual(calls(), before);
  });
});

/** Uses credits as a job of this month would. */
async function useCredits(caller: JobCaller, credits: number): Promise<void> {
  const { body, text } = await caller.generate({ ...ASK, type: 'image' });
  assert.ok(body.job_id, text);
  await service.database.query(`update credit_charges set credits = $2 where job_id = $1`, [
    body.job_id,
    credits,
  ]);
}

describe('a replay needs neither balance nor checks', () => {
  for (const [path, body, price] of [
    ['/v1/images/generate', { prompt: 'a pear' }, 5],
    ['/v1/videos/generate', { prompt: 'waves', mode: 'quality' }, 150],
  ] as const) {
    test(path, async () => {
      verifies('DEC-IDEMPOTENCY-02', 'DEC-IDEMPOTENCY-03');
      const customer = await service.account(price);
      const key = { 'idempotency-key': 'once' };
      const request = path.includes('videos') ? { ...body, init_image_base64: photo } : body;
      const first = await customer.post(path, request, key);
      assert.equal(first.status, 200, first.text);
      assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 0);
      moderation.respondWith('silent');
      chat.respondWith('silent');
      const before = calls();
      const again = await assertUntouched(service, customer, () => customer.post(path, request, key));
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.match(again.headers.get('ratelimit') ?? '', /^"calls";r=/);
      const other = await customer.post(path, { ...request, prompt: REJECTED }, key);
      assert.deepEqual([other.status, other.body.code], [409, 'idempotency_conflict']);
      const withoutKey = await customer.post(path, request);
      assert.equal(withoutKey.body.code, 'balance_insufficient');
      assert.deepEqual(calls(), before);
    });
  }
});
