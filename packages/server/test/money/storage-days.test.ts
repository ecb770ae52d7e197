import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deleteAccount } from '../../src/account-data/delete-account.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { chargeStorage } from '../../src/balance/charge-storage.ts';
import type { Queryable } from '../../src/db/database.ts';
import { readUsage } from '../../src/funding/read-usage.ts';
import { readUsageDays } from '../../src/funding/read-usage-days.ts';
import { setAutoRecharge, setCap, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { newId } from '../../src/kernel/ids.ts';
import { auditLedger, checkRules } from '../../src/ledger/audit/audit-ledger.ts';
import { creditGrant } from '../../src/ledger/credit.ts';
import { lockFundingRow } from '../../src/ledger/funding-accounts.ts';
import { readInvoice } from '../../src/payments/documents/read-invoice.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { catalogueWith, openOnly, startCatalogue } from '../support/default-catalogue.ts';
import {
  acceptorOf,
  balanceOf,
  completeLease,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noBlobs, noStore } from '../support/no-blobs.ts';
import { PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

/** What is kept above the 20 GiB of an account with a balance, by the day. The months of 2032 begin in its own tests. */

const GIB = 1024 ** 3;
const clock = manualClock('2031-12-31T00:00:00Z');
let scene: PaymentScene;
/** In force; the first version sells nothing above what is included. */
let sold = catalogueWith([]);
before(async () => {
  scene = await setPaymentScene(clock);
});
after(async () => {
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
  await scene.close();
});

/** From now on a GiB above costs this for a month. */
async function sell(cents: number | null): Promise<void> {
  clock.advance(1000);
  sold = catalogueWith([], { storage: { cents_per_gib_month: cents, kept_percent: 50 } }, sold.version + 1);
  assert.equal(await startCatalogue(scene.database, sold.document, clock.now()), sold.version);
}

/** Delivers a result of that many GiB, which costs nothing; returns its job. */
async function keep(accountId: string, gib: number): Promise<string> {
  const request = jobRequest(accountId, { quote: imageQuote(0), catalogue: sold });
  const accepted = await acceptorOf(scene.database, clock, undefined, openOnly(sold))(request);
  assert.ok(accepted.ok, JSON.stringify(accepted));
  const claimed = await claimJob(scene.database, leaseRequest({ pools: ['image'] }));
  assert.equal(claimed?.id, request.jobId);
  await completeLease(scene.database, { jobId: claimed.id, attempt: claimed.attempt }, clock);
  const bytes = Math.round(gib * GIB);
  await scene.database.query('update jobs set artifact_bytes = $2 where id = $1', [claimed.id, bytes]);
  await scene.database.query(
    'update account_activity set stored_bytes = stored_bytes + $2 - 1 where account_id = $1',
    [accountId, bytes],
  );
  return claimed.id;
}

/** As a person does, or, of a result that is older than seven days here, as the service does. */
async function drop(accountId: string, jobId: string): Promise<void> {
  const { database } = scene;
  if (await deleteJob({ database, ...noStore, clock }, accountId, jobId)) return;
  await purgeExpired({ database, blobs: noBlobs, clock });
}

/** The task of a minute on that day. */
async function measure(day: string, time = '00:00:30'): Promise<void> {
  clock.set(`${day}T${time}Z`);
  await chargeStorage(scene.database, scene.effects);
}

const march = (day: number) => `2032-03-${String(day).padStart(2, '0')}`;

interface Row {
  readonly day: string;
  readonly due: number;
  readonly prepaid: number;
  readonly monthEnd: number;
}

const rowsOf = (accountId: string) =>
  scene.database.query<Row>(
    `select day::text, due_cents as due, prepaid_cents as prepaid, month_end_cents as "monthEnd" from storage_days
     where account_id = $1 order by day`,
    [accountId],
  );

const dueOf = async (accountId: string) => (await rowsOf(accountId)).map(({ due }) => due);
const paidOf = async (accountId: string) =>
  (await rowsOf(accountId)).map(({ due, prepaid, monthEnd }) => [due, prepaid, monthEnd]);

async function payPerUse(tx: Queryable, accountId: string, capCents: number): Promise<void> {
  await setPayPerUse(tx, accountId, true);
  await setCap(tx, accountId, capCents);
}

/** With a plan that includes 50 GiB. */
async function proCustomer(capCents: number): Promise<string> {
  const id = await scene.customer();
  await scene.buy(id, { plan: 'pro', interval: 'month' }, PAYS);
  await scene.database.transaction((tx) => payPerUse(tx, id, capCents));
  return id;
}

test('without a price nothing is measured or charged, and a price applies from the day after it', async () => {
  verifies('DEC-KEPT-01', 'DEC-KEPT-04');
  const id = await scene.customer(1000);
  const job = await keep(id, 30);
  await measure('2031-12-31');
  clock.set('2031-12-31T15:00:00Z');
  await sell(31);
  await measure('2031-12-31', '15:01:00');
  assert.deepEqual(await rowsOf(id), []);
  assert.equal('storage' in (await readUsage(scene.database, catalogueWith([]), id, clock.now())), false);
  await measure('2032-01-01');
  assert.deepEqual(await rowsOf(id), [{ day: '2032-01-01', due: 10, prepaid: 10, monthEnd: 0 }]);
  assert.equal(await balanceOf(scene.database, id), 990);
  await drop(id, job);
});

test('a month of a GiB costs its price, rounded once, whatever each day is rounded to', async () => {
  verifies('DEC-KEPT-02');
  const [half, ten] = [await scene.customer(1000), await scene.customer(1000)];
  // At 31 cents in a month of 31 days: half a cent a day, and ten and a half.
  const jobs = [await keep(half, 20.5), await keep(ten, 30.5)];
  for (let day = 1; day <= 31; day++) await measure(march(day));
  const [halves, tens] = [await dueOf(half), await dueOf(ten)];
  assert.deepEqual(halves.slice(0, 4), [1, 0, 1, 0], 'half a cent is rounded up, and the next day pays it');
  assert.deepEqual(tens.slice(0, 4), [11, 10, 11, 10]);
  const sum = (due: number[]) => due.reduce((total, cents) => total + cents, 0);
  // 15.5 cents, and 325.5.
  assert.deepEqual([sum(halves), sum(tens)], [16, 326]);
  assert.equal(await balanceOf(scene.database, ten), 1000 - 326);
  await measure('2032-04-01');
  // A day of 30: 31 * 0.5 / 30 is 0.52 cents, and 31 * 10.5 / 30 is 10.85.
  assert.deepEqual([(await dueOf(half)).at(-1), (await dueOf(ten)).at(-1)], [1, 11]);
  await Promise.all([drop(half, jobs[0] ?? ''), drop(ten, jobs[1] ?? '')]);
});

test('a day is measured once: the first minute counts, at midnight the month changes, and missed days are free', async () => {
  verifies('DEC-KEPT-02', 'DEC-KEPT-03');
  const id = await scene.customer(1000);
  const early = await keep(id, 30);
  await measure('2032-05-30', '00:00:00');
  const other = await scene.customer(1000);
  const late = [await keep(id, 100), await keep(other, 100)];
  for (const time of ['00:01:00', '12:00:00', '23:59:59']) await measure('2032-05-30', time);
  assert.deepEqual([await dueOf(id), await dueOf(other)], [[10], []]);
  await Promise.all([drop(id, late[0] ?? ''), drop(other, late[1] ?? '')]);
  // No server runs on the 31st.
  await Promise.all([measure('2032-06-01', '00:00:00'), measure('2032-06-01', '00:00:00')]);
  await drop(id, early);
  await measure('2032-06-02');
  assert.deepEqual(await rowsOf(id), [
    { day: '2032-05-30', due: 10, prepaid: 10, monthEnd: 0 },
    // 310 / 30 = 10.33
    { day: '2032-06-01', due: 10, prepaid: 10, monthEnd: 0 },
  ]);
});

test('a day that ends while its account is locked is not charged: its month may have been invoiced', async () => {
  verifies('DEC-KEPT-03');
  const { database } = scene;
  const id = await scene.customer(1000);
  const job = await keep(id, 30);
  clock.set('2032-06-30T23:59:59Z');
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.transaction(async (tx) => {
    await lockFundingRow(tx, id);
    locked.resolve();
    await released.promise;
  });
  // Otherwise the charge might have the account first.
  await locked.promise;
  const charged = chargeStorage(database, scene.effects);
  await until(async () => {
    const waiting = await database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%funding_accounts%'`,
    );
    return waiting.length > 0;
  });
  clock.set('2032-07-01T00:00:00Z');
  released.resolve();
  await Promise.all([holding, charged]);
  assert.deepEqual(await rowsOf(id), []);
  await drop(id, job);
});

test('each day has the price of its version, and the month is their sum', async () => {
  verifies('DEC-KEPT-04');
  const id = await scene.customer(1000);
  const job = await keep(id, 21);
  await measure('2032-07-01');
  await sell(62);
  await measure('2032-07-02');
  clock.set('2032-07-02T18:00:00Z');
  await sell(null);
  await measure('2032-07-03');
  await sell(31);
  assert.deepEqual(await dueOf(id), [1, 2]);
  const usage = await readUsage(scene.database, sold, id, clock.now());
  assert.deepEqual(usage.storage, {
    stored_bytes: 21 * GIB,
    included_bytes: 20 * GIB,
    cents_per_gib_month: 31,
    charged_cents: 3,
  });
  assert.equal(usage.overage_charged_cents, 3);
  const days = await readUsageDays(scene.database, id, '2032-07-01');
  assert.deepEqual(
    days.map(({ day, prepaidCents, videosOverage }) => [day, prepaidCents, videosOverage]),
    [
      ['2032-07-01', 1, 0],
      ['2032-07-02', 2, 0],
    ],
  );
  await drop(id, job);
});

test('what an account does not allow is never charged, neither then nor later', async () => {
  verifies('DEC-KEPT-05');
  const poor = await scene.customer(15);
  const planned = await scene.customer(1000);
  const reviewed = await scene.customer(1000);
  const jobs = [await keep(poor, 20.4), await keep(planned, 30), await keep(reviewed, 30)];
  await setLimits(scene.database, poor, { storedBytes: Math.round(20.4 * GIB) - 10 * GIB });
  await scene.database.transaction((tx) =>
    setPlan(tx, planned, { name: 'pro', source: 'operator', interval: 'month' }),
  );
  await setLimits(scene.database, planned, { storedBytes: 20 * GIB });
  await scene.database.query('update accounts set under_review_since = now() where id = $1', [reviewed]);
  for (const day of ['2032-08-01', '2032-08-02', '2032-08-03']) await measure(day);
  assert.deepEqual(await paidOf(poor), [
    [10, 10, 0],
    [10, 5, 0],
    [10, 0, 0],
  ]);
  // The plan does not pay per use, and the other account is under review.
  for (const id of [planned, reviewed]) {
    assert.deepEqual(await paidOf(id), [
      [10, 0, 0],
      [10, 0, 0],
      [10, 0, 0],
    ]);
    assert.equal(await balanceOf(scene.database, id), 1000);
  }
  await scene.database.query('update accounts set under_review_since = null where id = $1', [reviewed]);
  await measure('2032-08-04');
  assert.deepEqual((await paidOf(reviewed)).at(-1), [10, 10, 0]);
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
  await Promise.all([drop(poor, jobs[0] ?? ''), drop(planned, jobs[1] ?? ''), drop(reviewed, jobs[2] ?? '')]);
});

test('a plan that pays per use gets it on its invoice, up to its cap, after the balance', async () => {
  verifies('DEC-KEPT-05', 'DEC-KEPT-06');
  clock.set('2032-09-01T00:00:00Z');
  const id = await proCustomer(500);
  await sell(3000);
  const at = clock.now();
  const grant = {
    purchaseId: newId(),
    accountId: id,
    amountCents: 150,
    source: 'grant',
    expiresAt: null,
  } as const;
  await scene.database.transaction((tx) => creditGrant(tx, grant, at));
  const job = await keep(id, 52);
  for (const day of ['2032-09-01', '2032-09-02', '2032-09-03', '2032-09-04']) await measure(day);
  // 200 cents a day: 150 of the grant, then 500 at month end.
  const expected = [
    [200, 150, 50],
    [200, 0, 200],
    [200, 0, 200],
    [200, 0, 50],
  ];
  assert.deepEqual(await paidOf(id), expected);
  await drop(id, job);
  clock.set('2032-10-01T00:11:00Z');
  await scene.tick();
  const [invoice] = await scene.database.query<{ id: string; cents: number; state: string }>(
    'select id, amount_cents as cents, state from invoices where account_id = $1',
    [id],
  );
  assert.deepEqual([invoice?.cents, invoice?.state], [500, 'paid']);
  const document = await readInvoice(scene.database, id, invoice?.id ?? '');
  assert.deepEqual(document?.lines, [{ what: 'Results kept beyond what is included', cents: 650 }]);
  assert.deepEqual(document?.deductions, [{ what: 'Paid from your prepaid balance', cents: -150 }]);
  await sell(31);
});

test('a deleted account is charged for the days before its deletion only', async () => {
  verifies('DEC-KEPT-07');
  clock.set('2032-11-01T00:00:00Z');
  const id = await scene.customer(1000);
  await keep(id, 51);
  await measure('2032-11-01');
  const left = await balanceOf(scene.database, id);
  // 31 cents for 31 GiB, in 30 days.
  assert.equal(left, 1000 - 32);
  const person = { accountId: id, email: 'gone@example.com', network: '127.0.0.1' };
  const deleted = await deleteAccount(scene.database, { ...person, forfeitCents: left }, clock.now());
  assert.ok(deleted.ok);
  await measure('2032-11-02');
  assert.deepEqual(await dueOf(id), [32]);
});

test('a balance that storage makes low is recharged, as after an order', async () => {
  verifies('DEC-KEPT-05');
  clock.set('2032-12-01T00:00:00Z');
  const id = await scene.customer();
  await scene.buy(id, { amountUsd: 10 }, PAYS);
  await scene.database.transaction((tx) => setAutoRecharge(tx, id, 10));
  await sell(25_000);
  const job = await keep(id, 21);
  await measure('2032-12-01');
  await scene.runTasks();
  assert.equal(await balanceOf(scene.database, id), 1000 - 806 + 1000);
  await drop(id, job);
  await sell(31);
});

test('the database and the audit refuse a charge that is not what was kept', async () => {
  verifies('DEC-KEPT-08');
  const { database } = scene;
  clock.set('2033-01-01T00:00:00Z');
  const id = await scene.customer(1000);
  const job = await keep(id, 30);
  await measure('2033-01-01');
  await assert.rejects(database.query('update storage_days set due_cents = 0'), /append-only/);
  const again = `insert into storage_days select * from storage_days where account_id = $1`;
  await assert.rejects(database.query(again, [id]), /storage_days_pkey/);
  const other = (columns: string) =>
    database.query(
      `insert into storage_days select account_id, '2033-01-02', above_bytes, cents_per_gib_month, catalogue_version,
         ${columns} from storage_days where account_id = $1`,
      [id],
    );
  const next = `'2033-01-02T00:00:00Z'`;
  await assert.rejects(other('measured_at, 1, 0, 0, null'), /storage_days_measured_then/);
  await assert.rejects(other(`${next}, 1, 1, 1, transaction_id`), /storage_days_charged/);
  await assert.rejects(other(`${next}, 1, 1, 0, null`), /storage_days_posted/);
  await assert.rejects(other(`${next}, 1, 1, 0, transaction_id`), /transaction_id_key/);

  const [AMOUNT, PRICE, LEDGER] = [
    /their part of a month/,
    /has the price of the version/,
    /in the ledger as it was paid/,
  ];
  const drifts: readonly (readonly [RegExp, string])[] = [
    [AMOUNT, 'update storage_days set due_cents = due_cents + 1 where account_id = $1'],
    [AMOUNT, 'update storage_days set above_bytes = above_bytes * 2 where account_id = $1'],
    [PRICE, 'update storage_days set cents_per_gib_month = 30 where account_id = $1'],
    [PRICE, 'update storage_days set catalogue_version = 1 where account_id = $1'],
    [LEDGER, 'update storage_days set prepaid_cents = prepaid_cents - 1 where account_id = $1'],
    [LEDGER, `delete from storage_days where account_id = $1`],
    [
      LEDGER,
      `update postings set amount_cents = amount_cents + 1 where transaction_id in (
         select transaction_id from storage_days where account_id = $1)`,
    ],
    [
      /usage counters of every month/,
      `update usage_months set prepaid_cents = prepaid_cents - 1 where account_id = $1 and month = '2033-01-01'`,
    ],
  ];
  for (const [rule, plant] of drifts) {
    const undo = new Error('undo');
    let broken: string[] = [];
    const planted = database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(plant, [id]);
      const findings = await checkRules(tx);
      broken = findings.filter(({ violations }) => violations.length > 0).map(({ rule: name }) => name);
      throw undo;
    });
    await assert.rejects(planted, undo);
    assert.ok(
      broken.some((name) => rule.test(name)),
      `${plant}: ${broken}`,
    );
  }
  const checked = (await auditLedger(database)).filter(({ rule }) => /of storage/.test(rule));
  assert.ok(checked.length === 3 && checked.every(({ checked: days }) => days > 0));
  await drop(id, job);
});
