import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deleteAccount } from '../../src/account-data/delete-account.ts';
import { previewDeletion } from '../../src/account-data/preview-deletion.ts';
import { setAutoRecharge } from '../../src/funding/terms.ts';
import { createCode } from '../../src/grants/change-codes.ts';
import { redeemCode } from '../../src/grants/redeem-code.ts';
import { sweepGrants } from '../../src/grants/sweep-grants.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { newId } from '../../src/kernel/ids.ts';
import { payOwedFromBalance } from '../../src/ledger/arrears.ts';
import { auditLedger, checkRules } from '../../src/ledger/audit/audit-ledger.ts';
import { creditGrant } from '../../src/ledger/credit.ts';
import { lockFundingRow } from '../../src/ledger/funding-accounts.ts';
import { refundPurchase } from '../../src/ledger/refund.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { catalogue } from '../support/default-catalogue.ts';
import {
  acceptorOf,
  balanceOf,
  completeLease,
  imageQuote,
  jobRequest,
  violationsBesidesPrices,
} from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { DECLINES_LATER, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

/** Balance that was given: when it is spent, how it ends, and what it never pays. */

const clock = manualClock('2031-03-05T12:00:00.000Z');
let scene: PaymentScene;
before(async () => {
  scene = await setPaymentScene(clock);
});
after(async () => {
  assert.deepEqual(await violationsBesidesPrices(scene.database), []);
  await scene.close();
});

/** Grants a balance for so many hours. */
async function grant(accountId: string, amountCents: number, hours: number | null): Promise<string> {
  const purchaseId = newId();
  const at = clock.now();
  const expiresAt = hours === null ? null : new Date(at.getTime() + hours * HOUR_MS);
  const granted = { purchaseId, accountId, amountCents, source: 'grant', expiresAt } as const;
  await scene.database.transaction((tx) => creditGrant(tx, granted, at));
  return purchaseId;
}

async function order(accountId: string, cents: number): Promise<string> {
  const request = jobRequest(accountId, { quote: imageQuote(cents) });
  const accepted = await acceptorOf(scene.database, clock)(request);
  return accepted.ok ? request.jobId : accepted.problem.code;
}

const cancel = (accountId: string, jobId: string) =>
  deleteJob({ database: scene.database, ...noStore, clock }, accountId, jobId);

/** Spent, expired and left of each purchase, oldest first. */
function lots(accountId: string): Promise<{ spent: number; expired: number; left: number }[]> {
  return scene.database.query(
    `select spent_cents - expired_cents as spent, expired_cents as expired, amount_cents - spent_cents as left
     from purchases where account_id = $1 order by purchased_at, id`,
    [accountId],
  );
}

const sweep = () => sweepGrants(scene.database, scene.effects);

test('a grant pays nothing from its last moment on, also before the sweep', async () => {
  verifies('DEC-GRANT-02', 'DEC-GRANT-03', 'V1-AUTH-05');
  const id = await scene.customer();
  assert.equal(await order(id, 5), 'payment_required');
  await grant(id, 100, 1);
  clock.advance(HOUR_MS - 1);
  const job = await order(id, 30);
  assert.equal(await order(id, 71), 'balance_insufficient');
  const { balance_cents: before } = await previewDeletion(scene.database, catalogue, id, clock.now());
  clock.advance(1);
  assert.equal(await order(id, 5), 'payment_required', 'it has never paid, and nothing is left of the grant');
  const { balance_cents: expired } = await previewDeletion(scene.database, catalogue, id, clock.now());
  assert.deepEqual([before, expired], [70, 0]);
  assert.equal(await balanceOf(scene.database, id), 70, 'it is still in the books');
  await sweep();
  assert.equal(await balanceOf(scene.database, id), 0);
  assert.deepEqual(await lots(id), [{ spent: 30, expired: 70, left: 0 }]);
  await cancel(id, job);
});

test('a grant that expires while its order waits for the account pays nothing', async () => {
  verifies('DEC-GRANT-02');
  const { database } = scene;
  const id = await scene.customer();
  await grant(id, 100, 1);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await lockFundingRow(tx, id);
    locked.resolve();
    await released.promise;
  });
  // Otherwise the order might have the account first.
  await locked.promise;
  const ordered = order(id, 5);
  await until(async () => {
    const waiting = await database.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%funding_accounts%'`,
    );
    return waiting.length > 0;
  });
  clock.advance(HOUR_MS);
  released.resolve();
  await holding;
  assert.equal(await ordered, 'payment_required');
});

test('what a job holds of a grant stays with the job; released later, it expires at once', async () => {
  verifies('DEC-GRANT-04');
  const id = await scene.customer();
  await scene.buy(id, { amountUsd: 10 });
  await grant(id, 100, 1);
  const [kept, cancelled] = [await order(id, 40), await order(id, 50)];
  clock.advance(2 * HOUR_MS);
  await sweep();
  assert.deepEqual((await lots(id))[1], { spent: 90, expired: 10, left: 0 });
  assert.equal(await cancel(id, cancelled), true);
  assert.deepEqual((await lots(id))[1], { spent: 40, expired: 60, left: 0 });
  const claimed = await claimJob(scene.database, leaseRequest({ pools: ['image'] }));
  assert.equal(claimed?.id, kept);
  assert.equal(
    await completeLease(scene.database, { jobId: kept, attempt: claimed?.attempt ?? 0 }, clock),
    true,
  );
  assert.deepEqual(await lots(id), [
    { spent: 0, expired: 0, left: 1000 },
    { spent: 40, expired: 60, left: 0 },
  ]);
});

test('a grant is no payment: it starts no seven days, is not refunded, and pays no debt', async () => {
  verifies('DEC-GRANT-05');
  const id = await scene.customer();
  const granted = await grant(id, 500, null);
  const [row] = await scene.database.query<{ firstPaidAt: Date | null }>(
    'select first_paid_at as "firstPaidAt" from funding_accounts where account_id = $1',
    [id],
  );
  assert.equal(row?.firstPaidAt, null);
  const refund = (purchaseId: string) =>
    scene.database.transaction((tx) => refundPurchase(tx, id, purchaseId, clock.now()));
  assert.equal(await refund(granted), 'unknown');
  const bought = await scene.buy(id, { amountUsd: 10 });
  const held = await order(id, 1500);
  await scene.apply({
    id: newId(),
    at: clock.now(),
    type: 'charge_taken_back',
    accountId: id,
    operationId: bought,
    takenCents: 1000,
    disputes: [],
    readNumber: 1,
  });
  await grant(id, 700, 5);
  const pay = () => scene.database.transaction((tx) => payOwedFromBalance(tx, id, clock.now()));
  assert.equal(await pay(), 0, 'what was given does not turn into the money that was taken back');
  assert.equal(await order(id, 5), 'arrears');
  await scene.buy(id, { amountUsd: 25 });
  assert.deepEqual(await lots(id), [
    { spent: 500, expired: 0, left: 0 },
    { spent: 1000, expired: 0, left: 0 },
    { spent: 0, expired: 0, left: 700 },
    { spent: 1000, expired: 0, left: 1500 },
  ]);
  assert.equal((await order(id, 5)).length, 36);
  await cancel(id, held);
});

test('an account that a grant leaves with a low balance is recharged, as after an order', async () => {
  verifies('DEC-GRANT-06');
  const id = await scene.customer();
  await scene.buy(id, { amountUsd: 10 });
  assert.equal((await order(id, 900)).length, 36);
  await grant(id, 300, 1);
  await scene.database.transaction((tx) => setAutoRecharge(tx, id, 10));
  await scene.tick();
  assert.equal(await balanceOf(scene.database, id), 400, 'the balance is not low yet');
  await scene.database.query(
    `insert into webhook_settings (account_id, url) values ($1, 'https://example.com/events')`,
    [id],
  );
  clock.advance(HOUR_MS);
  await sweep();
  await scene.runTasks();
  assert.equal(await balanceOf(scene.database, id), 1100);
  const told = () =>
    scene.database.query('select type, facts from webhook_events where account_id = $1', [id]);
  assert.deepEqual(await told(), [{ type: 'balance.low', facts: { balance_cents: 100 } }]);
  await sweep();
  assert.equal((await told()).length, 1);
  // Not swept, the balance counts as low as well.
  const late = await scene.customer();
  await scene.buy(late, { amountUsd: 10 }, DECLINES_LATER);
  assert.equal((await order(late, 900)).length, 36);
  await grant(late, 300, 1);
  await scene.database.transaction((tx) => setAutoRecharge(tx, late, 10));
  clock.advance(HOUR_MS);
  await scene.tick();
  assert.equal(await order(late, 200), 'auto_recharge_declined');
});

test('the deletion of an account ends its grants, and what its jobs release of them', async () => {
  verifies('DEC-GRANT-07');
  const id = await scene.customer();
  const [{ email }] = (await scene.database.query('select email from accounts where id = $1', [id])) as [
    { email: string },
  ];
  await grant(id, 100, null);
  const job = await order(id, 30);
  const deletion = { accountId: id, email, network: '203.0.113.1', forfeitCents: 70 };
  assert.equal((await deleteAccount(scene.database, deletion, clock.now())).ok, true);
  assert.deepEqual(await lots(id), [{ spent: 30, expired: 70, left: 0 }]);
  await cancel(id, job);
  assert.deepEqual(await lots(id), [{ spent: 0, expired: 100, left: 0 }]);
  assert.equal(await balanceOf(scene.database, id), 0);
});

const RULES = {
  issued: 'what was issued of every grant is spent, on hold, expired or left',
  given: 'no card paid for a grant, and nothing of one was refunded, taken back, or paid for a debt',
  ended: 'nothing is left of a grant that had expired at the latest sweep, and none expired before its time',
  counted: 'every code was redeemed as often as it counts, and no more often than it may be',
  redeemed: 'every redemption of a code granted its amount to its account, once for each account',
} as const;

interface Drift {
  readonly what: string;
  readonly breaks: keyof typeof RULES;
  /** SQL with the id of a grant of which a part has expired as $1. */
  readonly plant: string;
}

const drifts: readonly Drift[] = [
  {
    what: 'more has expired than the ledger says',
    breaks: 'issued',
    plant: 'update purchases set expired_cents = expired_cents + 1 where id = $1',
  },
  {
    what: 'a grant paid for a debt',
    breaks: 'given',
    plant: `with noted as (
        insert into ledger_transactions (account_id, kind, created_at)
        select account_id, 'arrears', now() from purchases where id = $1 returning id
      ) insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
        select id, 'prepaid', 'receivable', $1, 1 from noted`,
  },
  {
    what: 'a grant has the id of a payment',
    breaks: 'given',
    plant: `insert into payments (id, account_id, provider, kind, amount_cents, created_at)
      select $1, account_id, 'sandbox', 'top_up', 100, now() from purchases where id = $1`,
  },
  {
    what: 'the sweep left something',
    breaks: 'ended',
    plant: `update purchases set spent_cents = spent_cents - 1, expired_cents = expired_cents - 1 where id = $1`,
  },
  {
    what: 'a grant expired before its time',
    breaks: 'ended',
    plant: `update purchases set expires_at = expires_at + interval '1 hour' where id = $1`,
  },
  {
    what: 'a redemption was not counted',
    breaks: 'counted',
    plant: 'update grant_codes set used = 0 where $1::uuid is not null',
  },
  {
    what: 'a code granted another amount',
    breaks: 'redeemed',
    plant: 'update grant_codes set amount_cents = amount_cents + 1 where $1::uuid is not null',
  },
  {
    what: 'a balance of a code has no redemption',
    breaks: 'redeemed',
    plant: `update purchases set source = 'code' where id = $1`,
  },
];

test('the audit finds each error that is planted in the grants and the codes', async () => {
  verifies('DEC-GRANT-08');
  const { database } = scene;
  const id = await scene.customer();
  const granted = await grant(id, 100, 1);
  assert.equal((await order(id, 40)).length, 36);
  clock.advance(HOUR_MS);
  await sweep();
  const code = { code: 'AUDITED', amountCents: 100, uses: 2, expiresAt: null, grantDays: null };
  await createCode(database, code, clock.now());
  const redeemed = await redeemCode({ database, clock }, { accountId: id, network: 'n', typed: 'audited' });
  assert.equal(redeemed.ok, true);
  assert.deepEqual(await violationsBesidesPrices(database), []);
  const findings = await auditLedger(database);
  for (const rule of Object.values(RULES)) {
    assert.ok((findings.find((one) => one.rule === rule)?.checked ?? 0) > 0, rule);
  }
  const undone = new Error('undone');
  for (const { what, breaks, plant } of drifts) {
    await database
      .transaction(async (tx) => {
        await tx.query(plant, [granted]);
        const broken = (await checkRules(tx)).filter(({ violations: found }) => found.length > 0);
        assert.ok(
          broken.some(({ rule }) => rule === RULES[breaks]),
          `${what}: ${broken.map(({ rule }) => rule).join('; ')}`,
        );
        throw undone;
      })
      .catch((error) => {
        if (error !== undone) throw error;
      });
  }
});

test('the database refuses a grant that is refundable, one that was refunded, and a second redemption', async () => {
  verifies('DEC-GRANT-05', 'DEC-CODE-03');
  const { database } = scene;
  const id = await scene.customer();
  const granted = await grant(id, 100, null);
  const change = (set: string) => database.query(`update purchases set ${set} where id = $1`, [granted]);
  await assert.rejects(change('refunded_at = now()'), /purchases_granted/);
  await assert.rejects(change('refundable_until = now()'), /purchases_granted/);
  await assert.rejects(change('expired_cents = 1'), /purchases_expired/);
  const bought = await scene.buy(id, { amountUsd: 10 });
  await assert.rejects(
    database.query('update purchases set expires_at = now() where id = $1', [bought]),
    /purchases_granted/,
  );
  await createCode(
    database,
    { code: 'TWICE-1', amountCents: 1, uses: 5, expiresAt: null, grantDays: 1 },
    clock.now(),
  );
  await redeemCode({ database, clock }, { accountId: id, network: 'n', typed: 'twice1' });
  await assert.rejects(
    database.query(
      `insert into code_redemptions (code, account_id, purchase_id, redeemed_at) values ('TWICE-1', $1, $2, now())`,
      [id, granted],
    ),
    /code_redemptions_pkey/,
  );
  await assert.rejects(database.query('update grant_codes set used = uses + 1'), /check constraint/);
});
