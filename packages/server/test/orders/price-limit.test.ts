import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { setPlan } from '../../src/funding/terms.ts';
import { until } from '../support/deadline.ts';
import { catalogue, catalogueOfImagesFor, startCatalogue } from '../support/default-catalogue.ts';
import { ASK, imageOf, type JobCaller, jobCaller } from '../support/job-api.ts';
import { quoteOf } from '../support/quotes.ts';
import { type Answer, send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';

/** Orders that carry the price their caller was shown. */

const IMAGE = '/v1/images/generate';
const VIDEO = '/api/v1/videos/generate';
/** What no check of the content would pass: it is not reached. */
const REJECTED = 'explicit hardcore porn';
const NO_IMAGE = Buffer.from('no image at all').toString('base64');

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

async function refusedFor(customer: TestAccount, path: string, body: object, price: number): Promise<void> {
  const answer = await assertUntouched(service, customer, () => customer.post(path, body));
  assert.deepEqual([answer.status, answer.body.code], [409, 'price_changed'], answer.text);
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'error', 'price_cents']);
  assert.equal(answer.body.price_cents, price);
}

describe('max_price_cents', () => {
  test('refuses an order that costs more, at the price of the quote, and accepts one that does not', async () => {
    verifies('DEC-PRICELIMIT-01', 'DEC-PRICELIMIT-02');
    const customer = await service.account(1000);
    for (const [path, body, price] of [
      [IMAGE, { prompt: 'a pear' }, 5],
      [VIDEO, { prompt: 'waves', duration: 2.4 }, 23],
      [VIDEO, { prompt: 'waves', mode: 'quality' }, 150],
    ] as const) {
      assert.equal((await quoteOf(customer, path, body)).body.price_cents, price);
      for (const limit of [0, price - 1]) {
        await refusedFor(customer, path, { ...body, max_price_cents: limit }, price);
      }
      const accepted = await customer.post(path, { ...body, max_price_cents: price });
      assert.equal(accepted.status, 200, accepted.text);
      assert.equal((await customer.get(accepted.body.poll_url)).body.price_cents, price);
    }
  });

  test('names the price in the sentence, and is the price though an allowance would pay', async () => {
    verifies('DEC-PRICELIMIT-02');
    const customer = await service.account(0);
    await service.database.transaction((tx) =>
      setPlan(tx, customer.id, { name: 'max', source: 'operator', interval: 'month', billing: 'none' }),
    );
    await refusedFor(customer, IMAGE, { prompt: 'a pear', max_price_cents: 4 }, 5);
    const { body } = await customer.post(IMAGE, { prompt: 'a pear', max_price_cents: 4 });
    assert.equal(
      body.error,
      'This costs 0.05 USD, and max_price_cents allows 0.04. Nothing was charged; allow that price and send the order again, or order less.',
    );
  });

  test('is looked at before the payment, the prompt and the upload, and with zero retention', async () => {
    verifies('DEC-PRICELIMIT-03');
    const body = { prompt: REJECTED, init_image_base64: NO_IMAGE, max_price_cents: 49 };
    await refusedFor(await service.account(0), VIDEO, body, 50);
    const rich = await service.account(1000);
    await refusedFor(rich, VIDEO, body, 50);
    const inline = { 'x-service-store': '0' };
    const answer = await rich.post(IMAGE, { prompt: 'a pear', max_price_cents: 1 }, inline);
    assert.deepEqual([answer.status, answer.body.code], [409, 'price_changed']);
  });

  test('counts as a call, also for an account whose last order was accepted a moment ago', async () => {
    verifies('DEC-PRICELIMIT-01');
    const customer = await service.account(1000, 'default');
    const remaining = async (body: object): Promise<unknown> => {
      const answer = await customer.post(IMAGE, { prompt: 'a pear', ...body });
      return [answer.status, /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]];
    };
    assert.deepEqual(await remaining({}), [200, '19']);
    assert.deepEqual(await remaining({ max_price_cents: 4 }), [409, '18']);
    assert.deepEqual(await remaining({ max_price_cents: 5 }), [200, '17']);
  });

  test('does not change the answer to a replay, whatever the price is by then', async () => {
    verifies('DEC-PRICELIMIT-04');
    const customer = await service.account(1000);
    const order = (key: string) =>
      customer.post(IMAGE, { prompt: 'a pear', max_price_cents: 5 }, { 'idempotency-key': key });
    const first = await order('once');
    await startCatalogue(service.database, catalogueOfImagesFor(6));
    try {
      const again = await order('once');
      assert.deepEqual([again.status, again.body], [200, first.body]);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const other = await order('another');
      assert.deepEqual([other.status, other.body.price_cents], [409, 6]);
    } finally {
      await startCatalogue(service.database, catalogue.document);
    }
    // What was refused is stored under no key.
    await until(async () => (await order('another')).status === 200);
  });

  test('is a whole number of cents from 0; a quote takes it and does not refuse', async () => {
    verifies('DEC-PRICELIMIT-05', 'DEC-REQUEST-01');
    const customer = await service.account(1000);
    for (const path of [IMAGE, VIDEO]) {
      for (const limit of [-1, 4.5, '50', null, 2 ** 53]) {
        const body = { prompt: 'a pear', max_price_cents: limit };
        assertInvalid(await customer.post(path, body), 'max_price_cents', /./);
        assertInvalid(await quoteOf(customer, path, body), 'max_price_cents', /./);
      }
      const quoted = await quoteOf(customer, path, { prompt: 'a pear', max_price_cents: 0 });
      assert.equal(quoted.status, 200, quoted.text);
    }
  });
});

describe('max_credits', () => {
  let caller: JobCaller;
  before(async () => {
    caller = await jobCaller(service, 'max');
  });

  function quote(body: object): Promise<Answer> {
    return send(`${service.url}/api/quote`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...ASK, ...body }),
    });
  }

  async function refusedForCredits(body: object, price: RegExp): Promise<void> {
    const rows = () => service.database.query('select from jobs where account_id = $1', [caller.accountId]);
    const before = (await rows()).length;
    const answer = await caller.generate({ ...ASK, ...body });
    assert.equal(answer.status, 409, answer.text);
    assert.deepEqual(Object.keys(answer.body), ['error']);
    assert.match(answer.body.error, price);
    assert.equal((await rows()).length, before);
  }

  test('refuses a job that costs more credits and names the price; accepts one that does not', async () => {
    verifies('DEC-PRICELIMIT-01', 'DEC-PRICELIMIT-02');
    const body = { type: 'video_1080p', width: 1920, height: 1080 };
    const { credit_cost: cost } = (await quote(body)).body;
    await refusedForCredits({ ...body, max_credits: cost - 1 }, new RegExp(`^This costs ${cost} credits, `));
    const accepted = await caller.generate({ ...ASK, ...body, max_credits: cost });
    assert.deepEqual([accepted.status, accepted.body.credit_cost], [200, cost], accepted.text);
    const free = await caller.generate({ ...ASK, type: 'image', max_credits: 0 });
    assert.equal(free.status, 200, free.text);
  });

  test('is compared with the price of the upload where that decides it', async () => {
    verifies('DEC-PRICELIMIT-01', 'DEC-PRICELIMIT-03');
    const upscale = { type: 'upscale_pro', image_base64: await imageOf(400, 400) };
    assert.equal((await quote(upscale)).body.credit_cost, 8);
    for (const limit of [0, 5, 7]) {
      await refusedForCredits({ ...upscale, max_credits: limit }, /^This costs 8 credits, /);
    }
    const accepted = await caller.generate({ ...ASK, ...upscale, max_credits: 8 });
    assert.deepEqual([accepted.status, accepted.body.credit_cost], [200, 8], accepted.text);
  });

  test('is a whole number from 0; a quote takes it and does not refuse', async () => {
    verifies('DEC-PRICELIMIT-05');
    for (const limit of [-1, 4.5, '50', null]) {
      const body = { ...ASK, type: 'image', max_credits: limit };
      for (const answer of [await caller.generate(body), await quote(body)]) {
        assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error']], answer.text);
        assert.match(answer.body.error, /^max_credits: /);
      }
    }
    const quoted = await quote({ type: 'video_1080p', max_credits: 0 });
    assert.equal(quoted.status, 200, quoted.text);
  });
});
