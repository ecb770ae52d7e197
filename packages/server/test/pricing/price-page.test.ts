import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ExamplePrice, Offer, PricedModel, Pricing, StudioExample } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { startCatalogue } from '../support/default-catalogue.ts';
import { type JobCaller, jobCaller } from '../support/job-api.ts';
import { keepOwnModelsReady } from '../support/ready-worker.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** The prices that a stranger reads are those of the quotes, in both interfaces. */

const ORDERS = 300;

let service: TestApp;
let customer: TestAccount;
let pricing: Pricing;
before(async () => {
  service = await startTestApp({ sold: catalogueOf(2, changedCatalogue(operatorsOwn)) });
  await keepOwnModelsReady(service.database);
  customer = await service.account();
  pricing = (await read()).body;
});
after(() => service.stop());

const read = (headers = {}) => send(`${service.url}/api/console/pricing`, { headers });

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One of the orders that the page's calculator shows, with the price that it shows. */
function anOrder(model: PricedModel, next: (below: number) => number) {
  const size = model.sizes[next(model.sizes.length)];
  assert.ok(size, `${model.id} has sizes`);
  const at = next(Math.max(1, model.lengths.length));
  const cents = model.prices[size.prices]?.[at];
  return { width: size.width, height: size.height, seconds: model.lengths[at], cents };
}

describe('the prices of the page', () => {
  test('are those of the quotes of v1, for hundreds of orders', async () => {
    verifies('DEC-PRICING-01');
    const next = numbers(20_261_128);
    for (let made = 0; made < ORDERS; made++) {
      const model = pricing.models[next(pricing.models.length)] as PricedModel;
      const { width, height, seconds, cents } = anOrder(model, next);
      const body = { prompt: 'a pear', model: model.id, width, height, duration: seconds };
      const quoted = await customer.post(`/v1/${model.kind}s/quote`, body);
      assert.equal(quoted.status, 200, quoted.text);
      const { price_cents: price, output_width: across, output_height: down } = quoted.body;
      const order = JSON.stringify(body);
      assert.deepEqual({ cents, width, height }, { cents: price, width: across, height: down }, order);
      if (model.kind === 'video') assert.ok(Math.abs(quoted.body.duration_seconds - (seconds ?? 0)) < 0.001);
    }
  });

  test('are those of the job API’s quotes of models', async () => {
    verifies('DEC-PRICING-01');
    const caller = await jobCaller(service);
    const next = numbers(7);
    for (const model of pricing.models.filter(({ only_for: plans }) => plans === null)) {
      for (let made = 0; made < 8; made++) {
        const { width, height, seconds, cents } = anOrder(model, next);
        const frames = seconds === undefined ? {} : { length: Math.round(seconds * 24) + 1 };
        const order = { type: model.kind, model: model.id, width, height, ...frames, pay_with: 'balance' };
        const quoted = await quoteOf(caller, order);
        assert.equal(quoted.body.price_cents, cents, JSON.stringify(order));
      }
    }
  });

  test('of examples are those of the job API’s quotes on each tier, and what has none is not sold there', async () => {
    verifies('DEC-PRICING-02');
    const callers = { nothing: await jobCaller(service), pro: await jobCaller(service, 'pro') };
    const max = await jobCaller(service, 'max');
    const image = (await plain(512, 512).png().toBuffer()).toString('base64');
    const known = pricing.offers.filter(({ plan }) => plan === null || plan === 'pro' || plan === 'max');
    assert.equal(known.length, 4);
    for (const offer of known) {
      const caller = offer.plan === 'max' ? max : offer.plan === 'pro' ? callers.pro : callers.nothing;
      for (const [at, example] of pricing.examples.entries()) {
        const shown = offer.prices[at] as ExamplePrice;
        assert.deepEqual(
          await priceByJobApi(caller, example, offer.by, image),
          shown,
          JSON.stringify({ offer, example }),
        );
      }
    }
  });
});

const quoteOf = (caller: JobCaller, body: object) =>
  send(`${service.url}/quote`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a pear', age_verified: true, ...body }),
  });

/** What the job API asks for an example: free if it may be, else from the balance where the offer is that. */
async function priceByJobApi(
  caller: JobCaller,
  { type, side, seconds }: StudioExample,
  by: Offer['by'],
  image: string,
): Promise<ExamplePrice> {
  const height = seconds === null ? side : Math.round((side * 9) / 16);
  const order = {
    type,
    width: side,
    height,
    ...(seconds !== null && { length: seconds * 24 + 1 }),
    ...(/^(i2i|upscale)/.test(type) && { image_base64: image }),
  };
  const isWhole = (width: number): boolean => width === side;
  const quoted = await quoteOf(caller, order);
  if (quoted.status === 200 && isWhole(quoted.body.width)) return { credits: quoted.body.credit_cost };
  if (by !== 'balance') return null;
  const paid = await quoteOf(caller, { ...order, pay_with: 'balance' });
  return paid.status === 200 && isWhole(paid.body.width) ? { cents: paid.body.price_cents } : null;
}

test('every model and plan of the operator is on the page, and who has it', () => {
  verifies('DEC-PRICING-03');
  const models = Object.fromEntries(pricing.models.map((model) => [model.id, model]));
  assert.deepEqual(Object.keys(models), ['image', 'fast', 'quality', 'cinema', 'draft', 'sketch']);
  assert.deepEqual(models.sketch?.only_for, ['Accounts without a plan', 'Studio']);
  assert.equal(models.image?.only_for, null);
  assert.deepEqual(models.draft?.lengths.slice(0, 3), [1, 1.25, 1.5]);
  assert.equal(models.draft?.lengths[models.draft.usual_length], 3);
  assert.deepEqual(
    pricing.offers.map(({ by, title }) => title ?? by),
    ['nothing', 'balance', 'Pro', 'Max', 'Studio'],
  );
  assert.equal(pricing.storage_price_cents, 4);
});

test('everybody may read the page and keep it for a minute, and no longer than its prices hold', async () => {
  verifies('DEC-PRICING-04');
  const first = await read();
  assert.equal(first.headers.get('cache-control'), 'public, max-age=60');
  assert.equal(first.headers.get('set-cookie'), null);
  const etag = first.headers.get('etag') ?? '';
  assert.equal((await read({ 'if-none-match': etag })).status, 304);
  const foreign = await consoleCaller(service, null).get('/pricing');
  assert.equal(foreign.status, 200);

  const startsAt = new Date(Date.now() + 30_000);
  await startCatalogue(
    service.database,
    changedCatalogue(() => {}),
    startsAt,
  );
  await until(async () => (await read()).body.holds_until !== null);
  const soon = await read({ 'if-none-match': etag });
  assert.equal(soon.status, 200, 'the end of the prices is news');
  assert.equal(soon.body.holds_until, startsAt.toISOString());
  const [, maxAge] = /max-age=(\d+)/.exec(soon.headers.get('cache-control') ?? '') ?? [];
  assert.ok(Number(maxAge) <= 30);
});
