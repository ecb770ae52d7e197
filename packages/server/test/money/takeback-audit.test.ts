import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { closeHistory } from '../../src/ledger/audit/close-history.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { videoOf } from '../support/default-catalogue.ts';
import { acceptorOf, completeLease, jobRequest } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { DISPUTES, type PaymentScene, setPaymentScene } from '../support/payments-under-test.ts';

/** A ledger in which the provider took a purchase back, then one error at a time: each rule detects its own. */

const clock = manualClock('2031-01-20T12:00:00.000Z');
let scene: PaymentScene;
const ids = { account: '', payment: '', disputed: '' };

before(async () => {
  scene = await setPaymentScene(clock);
  ids.account = await scene.customer();
  ids.payment = await scene.buy(ids.account, { amountUsd: 10 });
  const request = jobRequest(ids.account, { quote: videoOf({ mode: 'quality', duration: 10 }) });
  assert.equal((await acceptorOf(scene.database, clock)(request)).ok, true);
  const claimed = await claimJob(scene.database, leaseRequest({ pools: ['video'] }));
  await completeLease(scene.database, { jobId: claimed?.id ?? '', attempt: claimed?.attempt ?? 0 }, clock);
  await scene.apply({
    id: 'refunded',
    at: clock.now(),
    type: 'charge_taken_back',
    accountId: ids.account,
    operationId: ids.payment,
    takenCents: 900,
    disputes: [],
    readNumber: 5,
  });
  ids.disputed = await scene.customer();
  await scene.buy(ids.disputed, { amountUsd: 10 }, DISPUTES);
});
after(() => scene.close());

async function brokenRules(): Promise<string[]> {
  const findings = await auditLedger(scene.database);
  return findings.filter(({ violations }) => violations.length > 0).map(({ rule }) => rule);
}

const RULES = {
  due: 'what the provider took back of every payment left its balance or is owed, no more than was paid of it',
  once: 'what was taken back of every purchase and account is in the ledger once',
  unspent: 'a purchase of which something is owed has nothing unspent',
  owed: 'what every account owes of takebacks is what they left less what its balance has paid',
  review: 'an account with a dispute that is open and that no operator has reviewed is under review',
  won: 'no review is left of disputes that were all won',
} as const;

test('the audit passes after a takeback, and every rule about them has records to check', async () => {
  verifies('DEC-PAYMENT-07');
  const findings = await auditLedger(scene.database);
  assert.deepEqual(
    findings.flatMap(({ violations }) => violations),
    [],
  );
  for (const rule of Object.values(RULES)) {
    const finding = findings.find((candidate) => candidate.rule === rule);
    assert.ok(finding !== undefined && finding.checked > 0, rule);
  }
});

interface Drift {
  readonly what: string;
  readonly breaks: readonly (keyof typeof RULES)[];
  readonly account: keyof typeof ids;
  readonly plant: string;
  readonly undo: string;
}

const drifts: readonly Drift[] = [
  {
    what: 'more was taken than left the balance or is owed',
    breaks: ['due'],
    account: 'payment',
    plant: 'update takebacks set taken_cents = taken_cents + 1 where id = $1',
    undo: 'update takebacks set taken_cents = taken_cents - 1 where id = $1',
  },
  {
    what: 'a payment is not paid, and is taken back all the same',
    breaks: ['due'],
    account: 'payment',
    plant: `update payments set state = 'failed' where id = $1`,
    undo: `update payments set state = 'succeeded' where id = $1`,
  },
  {
    what: 'a takeback is noted and not in the ledger',
    breaks: ['due', 'once'],
    account: 'payment',
    plant:
      'update takebacks set due_cents = due_cents + 1, reversed_cents = reversed_cents + 1 where id = $1',
    undo: 'update takebacks set due_cents = due_cents - 1, reversed_cents = reversed_cents - 1 where id = $1',
  },
  {
    what: 'something is owed of a purchase that has unspent money',
    breaks: ['unspent'],
    account: 'payment',
    plant: 'update purchases set amount_cents = amount_cents + 1 where id = $1',
    undo: 'update purchases set amount_cents = amount_cents - 1 where id = $1',
  },
  {
    what: 'an account owes another amount than was taken back',
    breaks: ['owed'],
    account: 'account',
    plant: 'update funding_accounts set owed_cents = owed_cents - 1 where account_id = $1',
    undo: 'update funding_accounts set owed_cents = owed_cents + 1 where account_id = $1',
  },
  {
    what: 'an open dispute does not pause its account',
    breaks: ['review'],
    account: 'disputed',
    plant: 'update accounts set under_review_since = null, review_of_dispute = false where id = $1',
    undo: 'update accounts set under_review_since = now(), review_of_dispute = true where id = $1',
  },
  {
    what: 'a won dispute does not reopen its account',
    breaks: ['won'],
    account: 'disputed',
    plant: `update disputes set state = 'won' where account_id = $1`,
    undo: `update disputes set state = 'open' where account_id = $1`,
  },
];

for (const { what, breaks, account, plant, undo } of drifts) {
  test(`the audit detects: ${what}`, async () => {
    verifies('DEC-COMMAND-07');
    await scene.database.query(plant, [ids[account]]);
    const broken = await brokenRules();
    for (const rule of breaks) assert.ok(broken.includes(RULES[rule]), `${rule}: ${broken.join('; ')}`);
    await scene.database.query(undo, [ids[account]]);
    assert.deepEqual(await brokenRules(), []);
  });
}

test('a takeback is summed up with the closed history', async () => {
  await closeHistory(scene.database, { until: new Date(Date.now() + 10 * 365 * 86_400_000) });
  assert.deepEqual(await brokenRules(), []);
});
