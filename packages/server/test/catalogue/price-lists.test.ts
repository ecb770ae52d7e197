import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorAccountDetailSchema, type Pricing } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { readAccountStates } from '../../src/admit/accept/account-state.ts';
import { stateIn } from '../../src/admit/accept/batch-state.ts';
import { decideRequest } from '../../src/admit/accept/decide-request.ts';
import { checkCatalogue } from '../../src/catalogue/check-catalogue.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { quoteImage, quoteVideo } from '../../src/quote/quote.ts';
import { pricedInMoney } from '../../src/quote/quote-job.ts';
import { apply, changedCatalogue, type LooseDocument } from '../support/catalogues.ts';
import { newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { catalogue, catalogueWith } from '../support/default-catalogue.ts';
import { operatorCaller } from '../support/operator.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** A third off, and own prices of the fast videos. */
const PARTNER = { id: 'partner', title: 'Partner', percent: 67, prices: { fast: [7, 11, 13] } };
const withLists = (document: LooseDocument): void => {
  document.price_lists = [PARTNER, { id: 'friends', title: 'Friends', percent: 0 }];
};
const sold = catalogueWith([], { price_lists: changedCatalogue(withLists).price_lists });

let service: TestApp;
let partner: TestAccount;
let stranger: TestAccount;
let operator: Awaited<ReturnType<typeof operatorCaller>>;
before(async () => {
  service = await startTestApp();
  await apply(service.database, changedCatalogue(withLists));
  [partner, stranger] = await Promise.all([service.account(10_000), service.account(10_000)]);
  operator = await operatorCaller(service, 'boss@example.com');
  await until(async () => (await send(`${service.url}/api/v1/models`, {})).body.catalogue_version === 2);
});
after(() => service.stop());

const give = (account: TestAccount, list: string | null) =>
  operator.post(`/accounts/${account.id}/price-list`, { price_list: list, reason: 'a contract' });

const videoCents = (list: string | null, width: number): number => {
  const quoted = quoteVideo(sold.pricedFor(list), { width, height: (width * 9) / 16, duration: 5 });
  return quoted.ok ? quoted.value.priceCents : -1;
};
const imageCents = (list: string | null, side: number): number => {
  const quoted = quoteImage(sold.pricedFor(list), { width: side, height: side });
  return quoted.ok ? quoted.value.priceCents : -1;
};

test('a list has a part of each price, rounded half up to a cent, or prices of its own', () => {
  verifies('DEC-CATALOGUE-16');
  const cents = (list: string | null) => [
    imageCents(list, 1024),
    imageCents(list, 2048),
    videoCents(list, 1280),
    videoCents(list, 1920),
  ];
  // 67 % of 5 and 8 cents is 3.35 and 5.36; five seconds at 7 and 11 cents.
  assert.deepEqual(cents('partner'), [3, 5, 35, 55]);
  assert.deepEqual(cents('friends'), [0, 0, 0, 0]);
  assert.deepEqual(cents(null), [5, 8, 50, 75]);
  assert.deepEqual(cents('no list'), cents(null));
  const half = catalogueWith([], { price_lists: [{ id: 'half', title: 'Half', percent: 50, prices: {} }] });
  assert.equal(half.pricedFor('half').rates.image_cents.standard, 3);
  assert.equal(sold.pricedFor('partner').rates.video_modes.quality.per_second_cents.hd, 20);
  assert.equal(sold.pricedFor('partner').pricedFor(null), sold);
});

test('a list that does not fit the models is refused with its place', () => {
  verifies('DEC-CATALOGUE-02', 'DEC-CATALOGUE-16');
  const faultsOf = (list: object) => {
    const checked = checkCatalogue({ ...catalogue.document, price_lists: [{ title: 'A list', ...list }] });
    return checked.ok ? [] : checked.faults.map(({ path, message }) => `${path.join('.')} ${message}`);
  };
  assert.deepEqual(faultsOf({ id: 'a', prices: { fast: [1, 2, 3] } }), []);
  assert.deepEqual(faultsOf({ id: 'a', prices: { fast: [1, 2], gone: [1] } }), [
    'price_lists.0.prices.fast must have 3 prices, one for each step of the model',
    'price_lists.0.prices.gone there is no model gone; delete it',
  ]);
  assert.deepEqual(faultsOf({ id: 'a', percent: 90, prices: { image: [4, 7] } }), []);
  assert.deepEqual(faultsOf({ id: 'a', percent: 95 }), [
    'price_lists.0.percent 95 % of the 5 cents of image are 5 again; list its prices in `prices`',
    'price_lists.0.percent 95 % of the 10 cents of fast are 10 again; list its prices in `prices`',
  ]);
  assert.match(String(faultsOf({ id: 'a', percent: 12.5 })), /price_lists\.0\.percent/);
  assert.match(
    String(faultsOf({ id: 'a', prices: { fast: [-1, 2, 3] } })),
    /price_lists\.0\.prices\.fast\.0/,
  );
  const twice = checkCatalogue({ ...catalogue.document, price_lists: [PARTNER, PARTNER] });
  assert.ok(!twice.ok && twice.faults[0]?.path.join('.') === 'price_lists.1.id');
});

test('an order that was quoted before its account got a list is quoted again', async () => {
  verifies('DEC-CATALOGUE-16');
  const account = { accountId: stranger.id, interface: 'v1', key: null } as const;
  const at = new Date();
  const read = await readAccountStates(service.database, [account], at, sold);
  const decide = (quotedFor: string | null, has: string | null) => {
    const state = stateIn({ ...read, priceLists: new Map([[stranger.id, has]]) }, account);
    const quoted = pricedInMoney(sold.pricedFor(quotedFor), quoteImage(sold.pricedFor(quotedFor), {}));
    assert.ok(state !== undefined && quoted.ok);
    const order = { keyId: null, interface: 'v1', idempotency: null, owningNode: null } as const;
    return decideRequest({ ...quoted.value, ...order }, state, { at, accountUrl: () => '' });
  };
  assert.equal(decide('partner', 'partner').outcome.ok, true);
  for (const [quotedFor, has] of [
    [null, 'partner'],
    ['partner', null],
    ['friends', 'partner'],
  ] as const) {
    const { outcome, isStale } = decide(quotedFor, has);
    assert.deepEqual([outcome.ok, isStale], [false, true]);
  }
});

test('an account orders, reads and is charged by its list, and nobody else is', async () => {
  verifies('DEC-CATALOGUE-16', 'DEC-OPERATOR-07');
  const order = { prompt: 'a fox' };
  const before = await partner.post('/v1/images/generate', order, { 'idempotency-key': 'before' });
  assert.equal((await give(partner, 'partner')).status, 200);

  const quoted = await partner.post('/v1/videos/quote', order);
  assert.deepEqual([quoted.body.price_cents, quoted.body.catalogue_version], [35, 2], quoted.text);
  assert.equal((await stranger.post('/v1/videos/quote', order)).body.price_cents, 50);
  const { rates } = (await partner.get('/v1/usage')).body;
  assert.deepEqual(rates.image_cents, { standard: 3, large: 5 });
  assert.equal((await stranger.get('/v1/usage')).body.rates.image_cents.standard, 5);
  const fastOf = async (path: string, headers = {}) => {
    const { status, body } = await send(`${service.url}/api/v1/${path}`, { headers });
    return [status, (body.models?.[1] ?? body).price?.[0]?.cents_per_second];
  };
  assert.deepEqual(await fastOf('models', { 'x-api-key': partner.key }), [200, 7]);
  assert.deepEqual(await fastOf('models/fast', { 'x-api-key': partner.key }), [200, 7]);
  assert.deepEqual(await fastOf('models', { 'x-api-key': stranger.key }), [200, 10]);
  assert.deepEqual(await fastOf('models'), [200, 10]);
  assert.deepEqual(await fastOf('models', { 'x-api-key': 'wrong' }), [401, undefined]);
  assert.deepEqual(await fastOf('models/fast', { 'x-api-key': 'wrong' }), [401, undefined]);

  const image = await partner.post('/v1/images/generate', order);
  const video = await partner.post('/v1/videos/generate', { ...order, max_price_cents: 35 });
  const charged = await service.database.query<{ cents: number }>(
    'select price_cents as cents from charges where job_id = any($1) order by 1',
    [[image.body.job_id, video.body.job_id]],
  );
  assert.deepEqual(charged, [{ cents: 3 }, { cents: 35 }]);
  const dearer = await partner.post('/v1/videos/generate', { ...order, max_price_cents: 34 });
  assert.deepEqual([dearer.status, dearer.body.price_cents], [409, 35], dearer.text);
  const replayed = await partner.post('/v1/images/generate', order, { 'idempotency-key': 'before' });
  assert.deepEqual(replayed.body, before.body);
  assert.deepEqual(await violations(), []);

  assert.equal((await give(partner, null)).status, 200);
  assert.equal((await partner.post('/v1/images/quote', order)).body.price_cents, 5);
  assert.equal((await partner.post('/v1/images/generate', order)).status, 200);
  assert.deepEqual(await violations(), []);
  await service.database.query("update jobs set price_list = 'friends' where id = $1", [image.body.job_id]);
  assert.deepEqual(await violations(), [
    `the charge of job ${image.body.job_id} is 3 cents, and 0 by version 2 and the price list friends`,
  ]);
  await service.database.query("update jobs set price_list = 'gone' where id = $1", [image.body.job_id]);
  assert.match(String(await violations()), /is 3 cents, and none by version 2 and the price list gone/);
  await service.database.query("update jobs set price_list = 'partner' where id = $1", [image.body.job_id]);
});

async function violations(): Promise<string[]> {
  return (await auditLedger(service.database)).flatMap(({ violations }) => violations);
}

test('an operator sees the list and gives only one that the catalogue has, which then has to stay', async () => {
  verifies('DEC-CATALOGUE-08', 'DEC-CATALOGUE-16');
  const unknown = await give(stranger, 'gone');
  assert.equal(unknown.status, 400);
  assert.match(
    unknown.text,
    /price_list: version 2 of the catalogue has no such price list; use partner, friends/,
  );
  assert.equal((await give(stranger, 'friends')).status, 200);
  const detail = operatorAccountDetailSchema.parse((await operator.get(`/accounts/${stranger.id}`)).body);
  assert.equal(detail.price_list, 'friends');
  assert.deepEqual(detail.price_lists, [
    { id: 'partner', title: 'Partner' },
    { id: 'friends', title: 'Friends' },
  ]);
  const { events } = (await operator.get(`/log?account=${stranger.id}`)).body;
  assert.deepEqual(events[0].details, { price_list: 'friends', reason: 'a contract' });
  await assert.rejects(
    apply(
      service.database,
      changedCatalogue(() => {}),
    ),
    /1 accounts have the price list friends/,
  );
});

test('the page of prices shows an account its own', async () => {
  verifies('DEC-CATALOGUE-16', 'DEC-PRICING-01');
  const person = await newCaller(service);
  const centsOf = ({ models }: Pricing) =>
    Object.fromEntries(models.map(({ id, steps }) => [id, steps.map(({ cents }) => cents)]));
  const shown = async () => (await person.call('GET', '/account/pricing')).body as Pricing;
  const everybodys = (await send(`${service.url}/api/console/pricing`, {})).body as Pricing;
  assert.deepEqual(await shown(), everybodys);
  const answer = await operator.post(`/accounts/${person.accountId}/price-list`, {
    price_list: 'partner',
    reason: 'a contract',
  });
  assert.equal(answer.status, 200, answer.text);
  const agreed = await shown();
  assert.deepEqual([everybodys.agreed, agreed.agreed], [false, true]);
  assert.deepEqual(centsOf(agreed).fast, PARTNER.prices.fast);
  assert.deepEqual(centsOf(agreed).image?.slice(0, 2), [3, 5]);
});
