import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Queryable } from '../../src/db/database.ts';
import { setAutoRecharge, setCap, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { newId } from '../../src/kernel/ids.ts';
import { auditLedger, checkRules } from '../../src/ledger/audit/audit-ledger.ts';
import { priceRules } from '../../src/ledger/audit/price-rules.ts';
import { creditPurchase } from '../../src/ledger/credit.ts';
import { runAutoRecharge } from '../../src/payments/auto-recharge/run-auto-recharge.ts';
import { refundPayment } from '../../src/payments/refund/refund-payment.ts';
import { changePlan } from '../../src/payments/subscription/change-plan.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { acceptorOf, completeLease, imageQuote, jobRequest } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { DECLINES_LATER, PAYS, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

/** A ledger with every kind of payment, then one error at a time: each rule detects its own. */

const clock = manualClock('2031-01-20T12:00:00.000Z');
let scene: PaymentScene;

/** The accounts and purchases in which errors are planted. */
const ids = { saver: '', topUp: '', refunded: '', pays: '', owes: '', granted: '', changes: '' };

before(async () => {
  scene = await setPaymentScene(clock);
  const { database } = scene;
  ids.saver = await scene.customer(500);
  ids.topUp = await scene.buy(ids.saver, { amountUsd: 10 });
  ids.refunded = await scene.buy(ids.saver, { amountUsd: 25 });
  await refundPayment(database, scene.effects, ids.saver, ids.refunded);
  const grant = await scene.customer(700);
  const [granted] = await database.query<{ id: string }>('select id from purchases where account_id = $1', [
    grant,
  ]);
  await refundPayment(database, scene.effects, grant, granted?.id ?? '');
  await scene.runTasks();
  await spend(ids.saver, 1400);
  await database.transaction((tx) => setAutoRecharge(tx, ids.saver, 10));
  await runAutoRecharge({ ...scene, clock }, ids.saver);
  ids.pays = await proCustomer(PAYS);
  ids.owes = await proCustomer(DECLINES_LATER);
  ids.granted = await scene.customer();
  await database.transaction(async (tx) => {
    const plan = { name: 'pro', source: 'operator', interval: 'month', billing: 'manual' } as const;
    await setPlan(tx, ids.granted, plan);
    await payPerUse(tx, ids.granted);
  });
  for (const accountId of [ids.pays, ids.owes, ids.granted]) await spend(accountId, 300);
  const upgrades = await proCustomer(PAYS);
  await changePlan(scene, upgrades, { plan: 'max', interval: 'month' });
  clock.set('2031-02-01T00:10:00.000Z');
  await scene.tick();
  await spend(ids.pays, 200);
  const changed = await database.query<{ id: string }>('select subscription_id as id from plan_changes');
  ids.changes = changed[0]?.id ?? '';
});
after(() => scene.close());

async function proCustomer(card: string): Promise<string> {
  const accountId = await scene.customer();
  await scene.buy(accountId, { plan: 'pro', interval: 'month' }, card);
  await scene.database.transaction((tx) => payPerUse(tx, accountId));
  return accountId;
}

async function payPerUse(tx: Queryable, accountId: string): Promise<void> {
  await setPayPerUse(tx, accountId, true);
  await setCap(tx, accountId, 5000);
}

/** Accepts and delivers an image of this price. */
async function spend(accountId: string, cents: number): Promise<void> {
  await accept(accountId, cents);
  const claimed = await claimJob(scene.database, leaseRequest({ pools: ['image'] }));
  assert.ok(claimed);
  const lease = { jobId: claimed.id, attempt: claimed.attempt };
  assert.ok(await completeLease(scene.database, lease, clock));
}

async function accept(accountId: string, cents: number): Promise<string> {
  const request = jobRequest(accountId, { quote: imageQuote(cents) });
  assert.equal((await acceptorOf(scene.database, clock)(request)).ok, true);
  return request.jobId;
}

async function brokenRules(): Promise<string[]> {
  const findings = await auditLedger(scene.database);
  const broken = findings.filter(({ violations }) => violations.length > 0).map(({ rule }) => rule);
  // The prices here are made up.
  return broken.filter((rule) => !priceRules.some((one) => one.rule === rule));
}

const RULES = {
  endings: 'every ended charge has one settlement or reversal, equal to its hold',
  credits: 'every paid top-up and auto-recharge has one purchase, and every card purchase has such a payment',
  recharges: 'the auto-recharges counted in every month equal those that are open or succeeded',
  refunds: 'a card purchase is marked refunded if and only if it has a refund in full that has not failed',
  invoices:
    'every invoice equals the settled month-end charges of its month, and its month has no open charge',
  settled: 'the card payments of invoices in the ledger equal the paid invoices',
  downgrades: 'no downgrade took effect within a paid period, so no period was used and then credited',
  planCharges: 'every charge of a plan is of the account that bought the plan',
  cards:
    'every unbilled month-end charge is of an account with a card, or whose operator collects the invoices',
  manual:
    'no invoice is charged to an account whose operator collects the invoices, and none puts it in arrears',
  arrears: 'an account is in arrears if and only if it has a declined invoice that is still unpaid',
} as const;

test('the audit of a ledger with every kind of payment passes, and every rule has records to check', async () => {
  verifies('DEC-COMMAND-06');
  assert.deepEqual(await brokenRules(), []);
  const findings = await auditLedger(scene.database);
  for (const rule of Object.values(RULES)) {
    const finding = findings.find((candidate) => candidate.rule === rule);
    assert.ok(finding !== undefined && finding.checked > 0, rule);
  }
});

interface Drift {
  readonly what: string;
  readonly breaks: keyof typeof RULES;
  readonly account: keyof typeof ids;
  /** `$1` is the id of the account or the payment. */
  readonly plant: string;
  readonly undo: string;
}

const drifts: readonly Drift[] = [
  {
    what: 'a top-up is credited but not paid',
    breaks: 'credits',
    account: 'topUp',
    plant: `update payments set state = 'failed' where id = $1`,
    undo: `update payments set state = 'succeeded' where id = $1`,
  },
  {
    what: 'more was paid than credited',
    breaks: 'credits',
    account: 'topUp',
    plant: 'update payments set amount_cents = amount_cents + 1 where id = $1',
    undo: 'update payments set amount_cents = amount_cents - 1 where id = $1',
  },
  {
    what: 'a top-up is recorded as an auto-recharge',
    breaks: 'credits',
    account: 'topUp',
    plant: `update purchases set source = 'auto_recharge' where id = $1`,
    undo: `update purchases set source = 'checkout' where id = $1`,
  },
  {
    what: 'a plan is recorded as a top-up, which was not credited',
    breaks: 'credits',
    account: 'pays',
    plant: `update payments set kind = 'top_up', plan = null, plan_interval = null where account_id = $1`,
    undo: `update payments set kind = 'subscription', plan = 'pro', plan_interval = 'month' where account_id = $1`,
  },
  {
    what: 'a recharge counts one cent too much towards its cap',
    breaks: 'recharges',
    account: 'saver',
    plant: `update usage_months set recharge_cents = recharge_cents + 1 where account_id = $1`,
    undo: `update usage_months set recharge_cents = recharge_cents - 1 where account_id = $1`,
  },
  {
    what: 'an open recharge is not counted',
    breaks: 'recharges',
    account: 'pays',
    plant: `insert into payments (id, account_id, provider, kind, amount_cents, cap_month, created_at)
      values (gen_random_uuid(), $1, 'sandbox', 'auto_recharge', 1000, '2031-05-01', now())`,
    undo: `delete from payments where account_id = $1 and kind = 'auto_recharge'`,
  },
  {
    what: 'a refund failed but the purchase is still marked refunded',
    breaks: 'refunds',
    account: 'refunded',
    plant: `update refunds set state = 'failed' where payment_id = $1`,
    undo: `update refunds set state = 'settled' where payment_id = $1`,
  },
  {
    what: 'a refund is requested for a purchase that is not marked refunded',
    breaks: 'refunds',
    account: 'topUp',
    plant: `insert into refunds (id, payment_id, amount_cents, created_at) values (gen_random_uuid(), $1, 1000, now())`,
    undo: 'delete from refunds where payment_id = $1',
  },
  {
    what: 'only a part of a purchase is refunded',
    breaks: 'refunds',
    account: 'refunded',
    plant: 'update refunds set amount_cents = amount_cents - 1 where payment_id = $1',
    undo: 'update refunds set amount_cents = amount_cents + 1 where payment_id = $1',
  },
  {
    what: 'an invoice is higher than the settled charges',
    breaks: 'invoices',
    account: 'owes',
    plant: 'update invoices set amount_cents = amount_cents + 1 where account_id = $1',
    undo: 'update invoices set amount_cents = amount_cents - 1 where account_id = $1',
  },
  {
    what: 'an invoice is settled in the ledger but not paid',
    breaks: 'settled',
    account: 'pays',
    plant: `update invoices set state = 'open', paid_at = null where account_id = $1`,
    undo: `update invoices set state = 'paid', paid_at = now() where account_id = $1`,
  },
  {
    what: 'a plan is charged to another account',
    breaks: 'planCharges',
    account: 'pays',
    plant: `update payments set account_id = (select id from accounts where id <> $1 limit 1)
      where account_id = $1 and kind = 'subscription'`,
    undo: 'update payments set account_id = $1 where id in (select payment_id from plan_charges where account_id = $1)',
  },
  {
    what: 'a plan without a card and without manual billing pays per use',
    breaks: 'cards',
    account: 'pays',
    plant: 'update funding_terms set card_added_at = null where account_id = $1',
    undo: 'update funding_terms set card_added_at = now() where account_id = $1',
  },
  {
    what: 'an invoice of a plan with manual billing is to be charged',
    breaks: 'manual',
    account: 'granted',
    plant: `update invoices set collection = 'card' where account_id = $1`,
    undo: `update invoices set collection = 'manual' where account_id = $1`,
  },
  {
    what: 'an unpaid invoice without arrears',
    breaks: 'arrears',
    account: 'owes',
    plant: 'update funding_terms set arrears_since = null where account_id = $1',
    undo: 'update funding_terms set arrears_since = now() where account_id = $1',
  },
  {
    what: 'arrears without an unpaid invoice',
    breaks: 'arrears',
    account: 'pays',
    plant: 'update funding_terms set arrears_since = now() where account_id = $1',
    undo: 'update funding_terms set arrears_since = null where account_id = $1',
  },
  {
    what: 'a retried invoice without arrears',
    breaks: 'arrears',
    account: 'owes',
    plant: `with retried as (update invoices set state = 'open', tries = 2 where account_id = $1)
      update funding_terms set arrears_since = null where account_id = $1`,
    undo: `with retried as (update invoices set state = 'unpaid', tries = 1 where account_id = $1)
      update funding_terms set arrears_since = now() where account_id = $1`,
  },
];

for (const { what, breaks, account, plant, undo } of drifts) {
  test(`the audit detects: ${what}`, async () => {
    verifies('DEC-COMMAND-07');
    await scene.database.query(plant, [ids[account]]);
    assert.deepEqual(await brokenRules(), [RULES[breaks]]);
    await scene.database.query(undo, [ids[account]]);
    assert.deepEqual(await brokenRules(), []);
  });
}

/** Drifts of the ledger itself, which refuses changes. */
const ledgerDrifts = [
  {
    what: 'a charge is settled from another purchase than it was held from',
    plant: `update postings set purchase_id = (select id from purchases where account_id <> $1 limit 1)
      where source = 'held' and destination = 'revenue' and purchase_id is not null and transaction_id in
        (select id from ledger_transactions where account_id = $1)`,
  },
  {
    what: 'less is settled than was held',
    plant: `update postings set amount_cents = amount_cents - 1 where source = 'held' and destination = 'revenue'
      and transaction_id in (select id from ledger_transactions where account_id = $1)`,
  },
  {
    what: 'a settled charge is reversed in the ledger',
    plant: `update ledger_transactions set kind = 'reversal' where account_id = $1 and kind = 'settlement'`,
  },
  {
    what: 'a settled charge has no end in the ledger',
    plant: `with ended as (delete from ledger_transactions where account_id = $1 and kind = 'settlement' returning id)
      delete from postings where transaction_id in (select id from ended)`,
  },
  {
    what: 'a charge that was not held is settled',
    plant: `with held as (delete from ledger_transactions where account_id = $1 and kind = 'hold' returning id)
      delete from postings where transaction_id in (select id from held)`,
  },
] as const;

for (const { what, plant } of ledgerDrifts) {
  test(`the audit detects: ${what}`, async () => {
    verifies('DEC-COMMAND-07');
    const undo = new Error('undo');
    const broken: string[] = [];
    const planted = scene.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(plant, [ids.saver]);
      for (const { rule, violations } of await checkRules(tx)) if (violations.length > 0) broken.push(rule);
      throw undo;
    });
    await assert.rejects(planted, undo);
    assert.ok(broken.includes(RULES.endings), broken.join('; '));
    assert.deepEqual(await brokenRules(), []);
  });
}

test('the audit detects: a job is accepted into a month that is already billed', async () => {
  clock.set('2031-01-31T23:59:59.999Z');
  const jobId = await accept(ids.pays, 0);
  assert.deepEqual(await brokenRules(), [RULES.invoices]);
  await deleteJob({ database: scene.database, ...noStore, clock }, ids.pays, jobId);
  assert.deepEqual(await brokenRules(), []);
});

test('the audit detects: Max is changed to Pro on its first day', async () => {
  const { database } = scene;
  const change = `insert into plan_changes
    (subscription_id, from_plan, from_interval, to_plan, to_interval, paid_until, period_start)
    values ($1, 'max', 'month', 'pro', 'month', '2031-03-01', $2)`;
  await database.query(change, [ids.changes, new Date('2031-03-01')]);
  assert.deepEqual(await brokenRules(), []);
  await database.query(change, [ids.changes, new Date('2031-02-01')]);
  assert.deepEqual(await brokenRules(), [RULES.downgrades]);
  await assert.rejects(database.query('delete from plan_changes'), /append-only/);
  await database.query('alter table plan_changes disable trigger user');
  await database.query(`delete from plan_changes where from_plan = 'max'`);
  await database.query('alter table plan_changes enable trigger user');
  assert.deepEqual(await brokenRules(), []);
});

test('the audit detects: a card purchase without a payment', async () => {
  const purchase = {
    purchaseId: newId(),
    accountId: ids.pays,
    amountCents: 1000,
    source: 'checkout',
  } as const;
  await scene.database.transaction((tx) => creditPurchase(tx, { ...purchase, from: 'card' }, clock.now()));
  assert.ok((await brokenRules()).includes(RULES.credits));
});
