import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { operatorPricesSchema, previewedPricesSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { deleteAccount } from '../../src/account-data/delete-account.ts';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { earliestIdAt } from '../../src/kernel/ids.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import type { LooseDocument } from '../support/catalogues.ts';
import { type ConsoleCaller, consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { insertJobs } from '../support/insert-jobs.ts';
import { buyAtSandbox } from '../support/sandbox-purchase.ts';
import { signUpOperator } from '../support/signed-in.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

const DAY_MS = 24 * 3_600_000;
const reason = 'the cards cost more';

let service: TestApp;
/** A second server, which sells by a file. */
let fromFile: App;
let file: string;
let operator: ConsoleCaller;
let beside: ConsoleCaller;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  file = path.join(service.dataDir, 'catalogue.json');
  await writeFile(file, JSON.stringify(catalogue.document));
  const environment = {
    KINORA_PORT: '0',
    KINORA_DATA_DIR: service.dataDir,
    DATABASE_URL: service.connectionString,
    KINORA_CATALOGUE: file,
    KINORA_STOP_LINGER_SECONDS: '0',
  };
  fromFile = await startApp(readConfig(environment), pino({ level: 'silent' }));
  const person = await signUpOperator(service, 'boss@example.com');
  operator = consoleCaller(service, person, '/api/console/operator');
  beside = consoleCaller({ ...service, url: fromFile.url }, person, '/api/console/operator');
  customer = await service.account();
});
after(async () => {
  await fromFile?.stop();
  await service.stop();
});

const read = async (caller = operator) => operatorPricesSchema.parse((await caller.get('/prices')).body);
const latest = async () => {
  const version = (await read()).versions.at(-1);
  assert.ok(version !== undefined);
  return version;
};

/** A request for a change of the latest version. */
async function changed(change: (document: LooseDocument) => void, startsAt: Date | null = null) {
  const { version, document } = await latest();
  change(document);
  return {
    base_version: version,
    document: JSON.stringify(document),
    starts_at: startsAt?.toISOString() ?? null,
  };
}

const imagesAt = (cents: number) => (document: LooseDocument) => {
  document.models[0].price[0].cents = cents;
};

async function render(call: string, order: object): Promise<string> {
  const { status, body, text } = await customer.post(`/api/v1/${call}/generate`, {
    prompt: 'a fox',
    ...order,
  });
  assert.equal(status, 200, text);
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, body.job_id);
  await deliver(service.worker, lease);
  return body.job_id;
}

/** Writes an order that was charged `days` ago, to the balance or to the allowance of a plan. */
async function chargedBefore(
  days: number,
  includedImages: number | null,
  list: string | null = null,
): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  const id = earliestIdAt(at).slice(0, 24) + randomUUID().slice(24);
  await insertJobs(service.database, customer.id, { id, created_at: at, state: 'failed', price_list: list });
  await service.database.query(
    `insert into charges (job_id, account_id, month, medium, twelfths, price_cents, prepaid_cents, included_images,
       included_twelfths, state)
     values ($1, $2, date_trunc('month', now()), 'image', 0, 5, $3, $4, $5, 'settled')`,
    [id, customer.id, includedImages === null ? 5 : 0, includedImages, includedImages && 0],
  );
}

test('a preview says what changes and for whom: orders of 30 days, renewals and accounts', async () => {
  verifies('DEC-OPERATOR-24');
  for (const size of [{}, {}, { width: 512, height: 512 }, { width: 1536, height: 1536 }]) {
    await render('images', size);
  }
  // 1 1/3 seconds are 13.33 cents at 10 cents a second, and 14.67 at 11.
  for (const duration of [1.34, 1.34]) await render('videos', { duration });
  await render('videos', { duration: 1, width: 1920, height: 1080 });
  // None of these is compared: it waits, it is older than 30 days, an allowance paid for it.
  await customer.post('/api/v1/images/generate', { prompt: 'a fox' });
  await takeLease(service.worker);
  await chargedBefore(31, null);
  await chargedBefore(2, 1);
  await chargedBefore(29, null);
  await chargedBefore(1, null, 'half');
  for (const plan of ['pro', 'pro', 'max'] as const) {
    await buyAtSandbox(service, systemClock, await service.account(0), { plan, interval: 'month' });
  }
  const request = await changed((document) => {
    const [image, fast] = document.models;
    image.price[0].cents = 7;
    fast.price[0].cents_per_second = 11;
    fast.cost_cents_per_second = 2.5;
    const [pro, max] = document.plans;
    pro.month_cents = 2100;
    max.year_cents = null;
    document.price_lists.push({ id: 'half', title: 'Half', percent: 50 });
    max.included.images = 900;
  });
  const { status, body, text } = await operator.post('/prices/preview', request);
  assert.equal(status, 200, text);
  const preview = previewedPricesSchema.parse(body);
  assert.deepEqual(preview.changes, [
    { path: 'models.image.price[0].cents', before: 5, after: 7 },
    { path: 'models.fast.price[0].cents_per_second', before: 10, after: 11 },
    { path: 'models.fast.cost_cents_per_second', before: null, after: 2.5 },
    { path: 'plans.pro.month_cents', before: 1900, after: 2100 },
    { path: 'plans.max.year_cents', before: 94_800, after: null },
    { path: 'plans.max.included.images', before: 1000, after: 900 },
    { path: 'price_lists', before: [], after: [{ id: 'half', title: 'Half', percent: 50, prices: {} }] },
  ]);
  assert.deepEqual(preview.models, [
    // Three images of 5 cents, the one of 29 days ago, the large one of 8, and the one of an account with the new list.
    { model: 'image', orders: 6, before_cents: 4 * 5 + 8 + 5, after_cents: 4 * 7 + 8 + 4 },
    { model: 'fast', orders: 3, before_cents: 2 * 13 + 15, after_cents: 2 * 15 + 15 },
    ...['quality', 'cinema'].map((model) => ({ model, orders: 0, before_cents: 0, after_cents: 0 })),
  ]);
  const [first] = await service.database.query<{ at: Date }>(
    `select min(paid_until) as at from subscriptions where plan = 'pro'`,
  );
  const pro = { plan: 'pro', interval: 'month', subscriptions: 2 };
  assert.deepEqual(preview.renewals, [{ ...pro, first_at: first?.at.toISOString() }]);
  assert.deepEqual(preview.accounts, [{ plan: 'max', accounts: 1 }]);
  const later = new Date(Date.now() + 40 * DAY_MS);
  const scheduled = await operator.post('/prices/preview', { ...request, starts_at: later.toISOString() });
  assert.deepEqual(scheduled.body.renewals, [{ ...pro, first_at: null }]);
  assert.equal(scheduled.body.starts_at, later.toISOString());
  assert.equal((await latest()).version, 1, 'a preview changes nothing');
});

test('a wrong change is refused at its field, by the preview as by the change, and changes nothing', async () => {
  verifies('DEC-OPERATOR-23', 'DEC-OPERATOR-24', 'DEC-CATALOGUE-02', 'DEC-CATALOGUE-03', 'DEC-CATALOGUE-08');
  const cases: readonly (readonly [(document: LooseDocument) => void, string, RegExp])[] = [
    [imagesAt(1.5), 'document.models.0.price.0.cents', /must be a whole number, not 1.5/],
    [imagesAt(-1), 'document.models.0.price.0.cents', /must be at least 0.00 USD/],
    [(d) => d.models[1].price.pop(), 'document.models.1.grid.max_side', /has no price/],
    [(d) => (d.plans[0].month_cents = null), 'document.plans.0.month_cents', /v1 contract/],
    [(d) => d.plans.push({ ...d.plans[0], tier: 'max' }), 'document.plans.2.id', /used twice/],
    [(d) => (d.plans[0].title = 'a\0b'), 'document.plans.0.title', /must have no NUL/],
    [(d) => (d.plans[0].price = 5), 'document.plans.0.price', /no such field/],
    [
      (d) => (d.models[0].id = d.default_image_model = 'picture'),
      'document.models',
      /1 jobs of the model image/,
    ],
    [() => {}, 'document', /changes nothing/],
  ];
  const requests = await Promise.all(cases.map(([change]) => changed(change)));
  const past = await changed(imagesAt(6), new Date(Date.now() - DAY_MS));
  const wrong = [
    ...cases.map(([, field, message], at) => [requests[at], field, message] as const),
    [past, 'starts_at', /past/],
    [{ ...past, starts_at: 'tomorrow' }, 'starts_at', /must be a time in UTC/],
    [{ ...past, document: {} }, 'document', /must be a string/],
    [{ ...past, document: `${'['.repeat(400_000)}` }, 'document', /must be an object, not a string/],
    [{ ...past, document: '{' }, 'document', /must be an object, not a string/],
  ] as const;
  for (const [request, field, message] of wrong) {
    for (const answer of [
      await operator.post('/prices/preview', request),
      await operator.post('/prices', { ...request, reason }),
    ]) {
      assert.deepEqual([answer.status, answer.body.issues?.[0]?.path], [400, field], answer.text);
      assert.match(answer.body.issues[0].message, message);
    }
  }
  const unexplained = await operator.post('/prices', await changed(imagesAt(6)));
  assert.deepEqual([unexplained.status, unexplained.body.issues[0].path], [400, 'reason']);
  assert.equal((await latest()).version, 1);
  assert.deepEqual(
    await service.database.query(`select from security_events where kind = 'prices_changed'`),
    [],
  );
});

test('a catalogue of 200 models can be changed', async () => {
  verifies('DEC-OPERATOR-23');
  const request = await changed((document) => {
    const image = { ...document.models[0], description: 'a'.repeat(300), aliases: [] };
    for (let at = 0; at < 196; at += 1) document.models.push({ ...image, id: `${'m'.repeat(50)}${at}` });
  });
  const { status, body, text } = await operator.post('/prices/preview', request);
  assert.deepEqual([status, body.changes?.length], [200, 196], text.slice(0, 200));
});

test('a change is in force on all servers, from the latest version only, and in the audit log', async () => {
  verifies('DEC-OPERATOR-23', 'DEC-CATALOGUE-05');
  const request = { ...(await changed(imagesAt(6))), reason };
  const answers = await Promise.all([operator.post('/prices', request), operator.post('/prices', request)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.body.code, 'changed_meanwhile', refused?.text);
  const applied = answers.find(({ status }) => status === 200);
  assert.equal(applied?.body.version, 2);
  const headers = {
    'x-api-key': customer.key,
    'user-agent': TEST_USER_AGENT,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ prompt: 'a fox' });
  const quotes = async () =>
    Promise.all(
      [service.url, fromFile.url].map(async (url) => {
        const { body: quote } = await send(`${url}/api/v1/images/quote`, { method: 'POST', headers, body });
        return [quote.catalogue_version, quote.price_cents];
      }),
    );
  let quoted: unknown[][] = [];
  await until(async () => {
    quoted = await quotes();
    return quoted.every(([version]) => version === 2);
  });
  assert.deepEqual(quoted, [
    [2, 6],
    [2, 6],
  ]);
  const [version] = (await read()).versions;
  assert.deepEqual([version?.version, version?.applied_by], [2, 'boss@example.com']);
  const { events } = (await operator.get('/log?kind=prices_changed')).body;
  assert.equal(events.length, 1);
  assert.deepEqual(events[0].details, { version: 2, changes: 1, starts_at: applied?.body.starts_at, reason });
  assert.equal(events[0].operator_email, 'boss@example.com');
  for (const call of ['/prices', '/prices/preview']) {
    const { base_version, document, starts_at } = request;
    const late = await operator.post(call, {
      ...(call === '/prices' && { reason }),
      base_version,
      document,
      starts_at,
    });
    assert.deepEqual([late.status, late.body.code], [409, 'changed_meanwhile'], call);
  }
});

test('a scheduled change is listed, changed further from then on, and withdrawn', async () => {
  verifies('DEC-OPERATOR-23', 'DEC-CATALOGUE-13');
  const start = new Date(Date.now() + DAY_MS);
  const scheduled = await operator.post('/prices', { ...(await changed(imagesAt(9), start)), reason });
  assert.deepEqual([scheduled.status, scheduled.body], [200, { version: 3, starts_at: start.toISOString() }]);
  const { versions } = await read();
  assert.deepEqual(
    versions.map(({ version, document: { models } }) => [version, models[0]?.price[0]]),
    [
      [2, { up_to_pixels: 1_048_576, cents: 6 }],
      [3, { up_to_pixels: 1_048_576, cents: 9 }],
    ],
  );
  const before = await operator.post('/prices', { ...(await changed(imagesAt(8))), reason });
  assert.match(before.body.issues?.[0]?.message, /version 3 starts at .* withdraw it or choose a later time/);
  const withdraw = (version: number, why = reason) =>
    operator.post('/prices/withdraw', { base_version: version, reason: why });
  assert.equal((await withdraw(3, '')).status, 400);
  const other = await withdraw(2);
  assert.deepEqual([other.status, other.body.code], [409, 'changed_meanwhile'], 'it was scheduled meanwhile');
  assert.equal((await withdraw(3)).status, 200);
  const again = await withdraw(2);
  assert.deepEqual([again.status, again.body.code], [409, 'changed_meanwhile']);
  assert.deepEqual((await read()).versions.length, 1);
  const { events } = (await operator.get('/log?kind=prices_withdrawn')).body;
  assert.deepEqual([events.length, events[0].details], [1, { version: '3', reason }]);
});

test('while a file is what is sold by, the page reads and previews, and changes nothing', async () => {
  verifies('DEC-OPERATOR-23', 'DEC-CATALOGUE-15');
  assert.equal((await read()).catalogue_file, null);
  assert.equal((await read(beside)).catalogue_file, file);
  const request = await changed(imagesAt(9));
  assert.equal((await beside.post('/prices/preview', request)).status, 200);
  for (const [call, body] of [
    ['/prices', { ...request, reason }],
    ['/prices/withdraw', { base_version: 2, reason }],
  ] as const) {
    const refused = await beside.post(call, body);
    assert.deepEqual([refused.status, refused.body.code], [409, 'catalogue_in_file'], refused.text);
    assert.ok(refused.body.error.includes(file), refused.text);
  }
  assert.equal((await latest()).version, 2);
});

test('the address of an operator is not kept with the versions after the account is deleted', async () => {
  verifies('DEC-OPERATOR-23');
  const { accountId } = operator;
  const deletion = { accountId, email: 'boss@example.com', network: '127.0.0.1', forfeitCents: 0 };
  assert.ok((await deleteAccount(service.database, deletion, new Date())).ok);
  const other = consoleCaller(
    service,
    await signUpOperator(service, 'new@example.com'),
    '/api/console/operator',
  );
  assert.deepEqual((await read(other)).versions[0]?.applied_by, 'a deleted account');
});
