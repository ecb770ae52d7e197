import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { type App, startApp } from '../../src/app.ts';
import { withdrawCatalogue } from '../../src/catalogue/apply-catalogue.ts';
import { listCatalogueVersions } from '../../src/catalogue/catalogue-versions.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { apply, changedCatalogue } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { startCatalogue } from '../support/default-catalogue.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let other: App;
let customers: readonly TestAccount[];
before(async () => {
  service = await startTestApp();
  const environment = {
    KINORA_PORT: '0',
    KINORA_DATA_DIR: service.dataDir,
    DATABASE_URL: service.connectionString,
  };
  other = await startApp(
    readConfig({ ...environment, KINORA_STOP_LINGER_SECONDS: '0' }),
    pino({ level: 'silent' }),
  );
  customers = await Promise.all(Array.from({ length: 4 }, () => service.account(10_000_000)));
});
after(async () => {
  await other.stop();
  await service.stop();
});

const CHANGES = 50;
const EVERY_MS = 120;

/** An image costs so many cents in this catalogue. */
const pricedAt = (cents: number) =>
  changedCatalogue((document) => {
    document.models[0].price[0].cents = cents;
  });

async function violations(): Promise<string[]> {
  return (await auditLedger(service.database)).flatMap(({ violations }) => violations);
}

test('fifty changes of prices under load on two servers: each job has the price of the version in force', async () => {
  verifies('DEC-CATALOGUE-04', 'DEC-CATALOGUE-05', 'DEC-CATALOGUE-12');
  const first = Date.now() + 4000;
  for (let change = 0; change < CHANGES; change += 1) {
    await apply(service.database, pricedAt(10 + change), new Date(first + change * EVERY_MS));
  }
  const end = first + CHANGES * EVERY_MS;
  let answered = 0;
  const order = async ({ key }: TestAccount, url: string): Promise<void> => {
    while (Date.now() < end + 200) {
      const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
      const body = JSON.stringify({ prompt: 'a fox' });
      const answer = await send(`${url}/api/v1/images/generate`, { method: 'POST', headers, body });
      assert.equal(answer.status, 200, answer.text);
      answered += 1;
    }
  };
  await Promise.all(customers.map((customer, at) => order(customer, at % 2 === 0 ? service.url : other.url)));
  const jobs = await service.database.query<{ version: number; cents: number; at: Date; account: string }>(
    `select catalogue_version as version, price_cents as cents, created_at as at, jobs.account_id as account
     from jobs join charges on job_id = id order by created_at, id`,
  );
  assert.equal(jobs.length, answered);
  const seen = new Set(jobs.map(({ version }) => version));
  assert.ok(seen.size > CHANGES / 2, `jobs of ${seen.size} versions`);
  for (const { version, cents, at } of jobs) {
    // Version 1 is the contract, and the changes are the versions 2 to 51.
    assert.equal(cents, version === 1 ? 5 : 8 + version);
    const begun = Math.floor((at.getTime() - first) / EVERY_MS);
    assert.equal(version, begun < 0 ? 1 : Math.min(begun, CHANGES - 1) + 2, at.toISOString());
  }
  assert.deepEqual(await violations(), []);
});

/** The time now, by the clock of the servers, which may be some milliseconds ahead of that of this machine. */
async function afterTheLastJob(): Promise<Date> {
  const [last] = await service.database.query<{ at: Date }>('select max(created_at) as at from jobs');
  return new Date(Math.max(Date.now(), (last?.at.getTime() ?? 0) + 1));
}

test('a server that has not read the version in force reads it before it accepts', async () => {
  verifies('DEC-CATALOGUE-04', 'DEC-CATALOGUE-05');
  const [customer] = customers;
  assert.ok(customer !== undefined);
  const headers = {
    'x-api-key': customer.key,
    'user-agent': TEST_USER_AGENT,
    'content-type': 'application/json',
  };
  for (const cents of [61, 62, 63]) {
    // Each server reads the versions once a second, so that most of these are not known to it.
    const version = await startCatalogue(service.database, pricedAt(cents), await afterTheLastJob());
    for (const url of [service.url, other.url]) {
      const body = JSON.stringify({ prompt: 'a fox' });
      const answer = await send(`${url}/api/v1/images/generate`, { method: 'POST', headers, body });
      const [job] = await service.database.query<{ version: number; cents: number }>(
        `select catalogue_version as version, price_cents as cents from jobs join charges on job_id = id where id = $1`,
        [answer.body.job_id],
      );
      assert.deepEqual(job, { version, cents }, answer.text);
    }
  }
});

test('the audit names a job whose price or version is not that of its time', async () => {
  verifies('DEC-CATALOGUE-12');
  const [job] = await service.database.query<{ id: string }>('select id from jobs order by id desc limit 1');
  await service.database.query('update jobs set catalogue_version = catalogue_version - 1 where id = $1', [
    job?.id,
  ]);
  const found = await violations();
  await service.database.query('update jobs set catalogue_version = catalogue_version + 1 where id = $1', [
    job?.id,
  ]);
  assert.equal(found.filter((violation) => violation.includes(job?.id ?? '')).length, 2, found.join('\n'));
  assert.deepEqual(await violations(), []);
});

test('a quote says its version and until when it holds, and an order holds to its limit', async () => {
  verifies('DEC-CATALOGUE-07');
  const [customer] = customers;
  assert.ok(customer !== undefined);
  const startsAt = new Date(Date.now() + 5000);
  const version = await apply(service.database, pricedAt(99), startsAt);
  let quote = (await customer.post('/api/v1/images/quote', { prompt: 'a fox' })).body;
  await until(async () => {
    quote = (await customer.post('/api/v1/images/quote', { prompt: 'a fox' })).body;
    return quote.holds_until !== null;
  });
  assert.equal(quote.holds_until, startsAt.toISOString());
  assert.equal(quote.catalogue_version, version - 1);
  const within = { prompt: 'a fox', max_price_cents: quote.price_cents };
  const key = { 'idempotency-key': 'before-the-change' };
  const accepted = await customer.post('/api/v1/images/generate', within, key);
  assert.equal(accepted.status, 200);
  let later = accepted;
  await until(async () => {
    later = await customer.post('/api/v1/images/generate', within);
    return later.status !== 200;
  });
  assert.deepEqual([later.status, later.body.code, later.body.price_cents], [409, 'price_changed', 99]);

  verifies('DEC-CATALOGUE-06', 'DEC-PRICELIMIT-04');
  const replayed = await customer.post('/api/v1/images/generate', within, key);
  assert.deepEqual([replayed.status, replayed.body], [200, accepted.body]);
});

test('a version that has not started can be withdrawn, and one that would start before it is refused', async () => {
  verifies('DEC-CATALOGUE-05', 'DEC-CATALOGUE-13');
  const { database } = service;
  const scheduled = await apply(database, pricedAt(70), new Date(Date.now() + 3_600_000));
  await assert.rejects(apply(database, pricedAt(71)), /after this one would/);
  await assert.rejects(apply(database, pricedAt(71), new Date(Date.now() - 1000)), /past/);
  const withdrawn = await withdrawCatalogue(database, systemClock, async () => {});
  assert.deepEqual(withdrawn, [scheduled]);
  assert.deepEqual(await withdrawCatalogue(database, systemClock, async () => {}), []);
  const [latest] = await listCatalogueVersions(database, 1);
  assert.ok(latest?.version === scheduled && latest.withdrawnAt !== null);
  assert.equal(await apply(database, pricedAt(71)), scheduled + 1);
  const [customer] = customers;
  await until(async () => {
    const answer = await customer?.post('/api/v1/images/quote', { prompt: 'a fox' });
    return answer?.body.price_cents === 71;
  });
  assert.deepEqual(await violations(), []);
});
