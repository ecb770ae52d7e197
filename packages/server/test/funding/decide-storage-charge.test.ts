import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { decideStorage } from '../../src/admit/accept/decide-storage.ts';
import { type Funds, NO_FUNDS, payPerUseFunds } from '../../src/funding/decide-funding.ts';
import {
  decideStorageCharge,
  GIB,
  monthCost,
  payableBytes,
} from '../../src/funding/decide-storage-charge.ts';
import { catalogueWith } from '../support/default-catalogue.ts';

const unpriced = catalogueWith([]);
/** 20 cents for a GiB and month. */
const priced = catalogueWith([], { storage: { cents_per_gib_month: 20, kept_percent: 50 } });

const balance = (cents: number): Partial<Funds> => ({
  hasPaid: true,
  prepaidCents: cents,
  purchases: [{ id: 'one', unspentCents: cents, isGrant: false, expiresAt: null }],
});
/** A plan that pays per use, of whose cap of 10 USD 4 USD are used. */
const plan: Partial<Funds> = {
  plan: 'pro',
  hasPaid: true,
  payPerUse: true,
  capCents: 1000,
  capUsedCents: 400,
  canBeInvoiced: true,
};

const cases: readonly (readonly [string, Partial<Funds>, prepaid: number, monthEnd: number])[] = [
  ['nothing', {}, 0, 0],
  ['a balance', balance(300), 300, 0],
  ['a balance under review', { ...balance(300), underReview: true }, 0, 0],
  ['a balance of an account that owes', { ...balance(300), owedCents: 1 }, 0, 0],
  ['a plan that pays per use', plan, 0, 600],
  ['the same with a balance', { ...plan, ...balance(300) }, 300, 600],
  ['a cap that was lowered below its use', { ...plan, capCents: 300 }, 0, 0],
  ['a plan that does not pay per use', { ...plan, ...balance(300), payPerUse: false }, 0, 0],
  ['a plan without a cap', { ...plan, ...balance(300), capCents: null }, 0, 0],
  ['a plan without a card', { ...plan, ...balance(300), canBeInvoiced: false }, 0, 0],
  ['a plan of an app store', { ...plan, ...balance(300), planIsFromAppStore: true }, 0, 0],
  ['a plan in arrears', { ...plan, ...balance(300), inArrears: true }, 0, 0],
];
for (const [what, held, prepaidCents, monthEndCents] of cases) {
  test(`storage is paid as pay per use is: ${what}`, () => {
    verifies('DEC-KEPT-05', 'DEC-KEPT-10');
    const funds = { ...NO_FUNDS, ...held };
    assert.deepEqual(payPerUseFunds(funds), { prepaidCents, monthEndCents });
    assert.equal(payableBytes(unpriced, funds), 0);
    assert.equal(payableBytes(priced, funds), ((prepaidCents + monthEndCents) / 20) * GIB);
    const most = decideStorageCharge(funds, 10_000);
    assert.deepEqual([most.prepaidCents, most.monthEndCents], [prepaidCents, monthEndCents]);
    const some = decideStorageCharge(funds, 100);
    assert.equal(some.prepaidCents + some.monthEndCents, Math.min(100, prepaidCents + monthEndCents));
    assert.equal(some.prepaidCents, Math.min(100, prepaidCents));
  });
}

test('an order is refused above what is included and what could be paid for a month', () => {
  verifies('DEC-KEPT-10', 'DEC-KEPT-01');
  const funds = { ...NO_FUNDS, ...balance(300) };
  const decide = (gib: number, sold = priced, limitGib: number | null = null) =>
    decideStorage(
      { storedBytes: gib * GIB, storedBytesLimit: limitGib === null ? null : limitGib * GIB },
      funds,
      sold,
    );
  // 20 GiB of an account with a balance, and 15 for 3 USD.
  assert.equal(decide(34.9), undefined);
  const full = decide(35);
  assert.equal(full?.code, 'storage_quota_reached');
  assert.deepEqual(full?.fields, { stored_bytes: 35 * GIB, quota_bytes: 35 * GIB });
  assert.match(full?.message ?? '', /With a larger balance.* for 0\.20 USD a GiB and month\.$/);
  assert.equal(decide(19.9, unpriced), undefined);
  assert.match(decide(20, unpriced)?.message ?? '', /7 days after its job ended\.$/);
  assert.equal(decide(17.9, priced, 3), undefined);
  assert.equal(decide(18, priced, 3)?.code, 'storage_quota_reached');
});

test('half a cent is rounded up, of any number of bytes', () => {
  verifies('DEC-KEPT-02');
  const cost = (gibDays: number, price: number, days: number) =>
    monthCost(BigInt(gibDays * GIB) * BigInt(price), days);
  assert.deepEqual([cost(0, 31, 31), cost(1, 31, 31), cost(31, 20, 31)], [0, 1, 20]);
  assert.deepEqual([cost(1, 14, 28), cost(1, 14, 30), cost(1, 15, 30)], [1, 0, 1]);
  const half = BigInt(GIB) * 15n;
  assert.deepEqual([monthCost(half, 30), monthCost(half - 1n, 30)], [1, 0]);
  // A petabyte at 10 USD, which no number of JavaScript has exactly.
  assert.equal(monthCost(1024n ** 5n * 1000n * 31n + 1n, 31), 1024 ** 2 * 1000);
});
