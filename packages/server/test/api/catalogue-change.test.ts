import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { catalogueOfImagesFor, startCatalogue } from '../support/default-catalogue.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { quoteOf } from '../support/quotes.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Prices that change while a server runs and customers order. */

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

const IMAGE = '/v1/images/generate';
const BODY = { prompt: 'a pear' };

async function spentBy(customer: TestAccount, work: () => Promise<unknown>): Promise<number> {
  const balance = async () => (await customer.get('/v1/me/balance')).body.balance_cents;
  const before = await balance();
  await work();
  return before - (await balance());
}

async function versionOf(jobId: string): Promise<number | undefined> {
  const [row] = await service.database.query<{ version: number }>(
    'select catalogue_version as version from jobs where id = $1',
    [jobId],
  );
  return row?.version;
}

test('an order is accepted at the price in force, though this server has not read its version yet', async () => {
  const customer = await service.account(1000);
  const key = { 'idempotency-key': 'before' };
  const first = await customer.post(IMAGE, BODY, key);
  assert.equal(first.status, 200, first.text);
  clock.advance(1000);
  const version = await startCatalogue(service.database, catalogueOfImagesFor(10), clock.now());
  let jobId = '';
  const spent = await spentBy(customer, async () => {
    const { status, body, text } = await customer.post(IMAGE, BODY);
    assert.equal(status, 200, text);
    jobId = body.job_id;
  });
  assert.equal(spent, 10);
  assert.equal(await versionOf(jobId), version);
  // What was ordered before keeps its price, and its answer is sent again.
  assert.equal(await spentBy(customer, () => customer.post(IMAGE, BODY, key)), 0);
  assert.deepEqual((await customer.post(IMAGE, BODY, key)).body, first.body);
  assert.equal((await customer.get(first.body.poll_url)).body.price_cents, 5);
});

test('an order that allows no more than the former price is refused with the price in force, and costs nothing', async () => {
  const customer = await service.account(1000);
  clock.advance(1000);
  await startCatalogue(service.database, catalogueOfImagesFor(20), clock.now());
  const spent = await spentBy(customer, async () => {
    const { status, body, text } = await customer.post(IMAGE, { ...BODY, max_price_cents: 10 });
    assert.deepEqual([status, body.code, body.price_cents], [409, 'price_changed', 20], text);
  });
  assert.equal(spent, 0);
});

test('a quote says by which version it is and until when its price holds, and that version starts to the millisecond', async () => {
  const customer = await service.account(1000);
  const startsAt = new Date(clock.now().getTime() + HOUR_MS);
  const version = await startCatalogue(service.database, catalogueOfImagesFor(30), startsAt);
  // It is known once an order has met it.
  const ordered = await customer.post(IMAGE, BODY);
  assert.equal(ordered.status, 200, ordered.text);
  const earlier = (await quoteOf(customer, IMAGE, BODY)).body;
  assert.deepEqual(
    [earlier.price_cents, earlier.catalogue_version, earlier.holds_until],
    [20, version - 1, startsAt.toISOString()],
  );
  clock.set(new Date(startsAt.getTime() - 1).toISOString());
  assert.equal((await quoteOf(customer, IMAGE, BODY)).body.price_cents, 20);
  clock.advance(1);
  const later = (await quoteOf(customer, IMAGE, BODY)).body;
  assert.deepEqual([later.price_cents, later.catalogue_version], [30, version]);
  assert.equal(await spentBy(customer, () => customer.post(IMAGE, BODY)), 30);
});

test('50 orders in the moment of a change are each paid at the price of the version that they have', async () => {
  const customer = await service.account(10_000);
  clock.advance(1000);
  const [before, start] = [
    await startCatalogue(service.database, catalogueOfImagesFor(40), clock.now()),
    new Date(clock.now().getTime() + 1000),
  ];
  await startCatalogue(service.database, catalogueOfImagesFor(50), start);
  const orders = Array.from({ length: 50 }, async (_, at) => {
    if (at === 25) clock.advance(1000);
    return customer.post(IMAGE, BODY);
  });
  for (const { status, body, text } of await Promise.all(orders)) {
    assert.equal(status, 200, text);
    const { price_cents: cents } = (await customer.get(body.poll_url)).body;
    assert.equal(cents, (await versionOf(body.job_id)) === before ? 40 : 50);
  }
  assert.deepEqual(await violations(service.database), []);
});
