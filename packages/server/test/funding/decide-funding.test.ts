import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { decideFunding, type Funds, NO_FUNDS } from '../../src/funding/decide-funding.ts';
import { isoDate, monthStart } from '../../src/kernel/clock.ts';
import { imageQuote, type Quote, videoQuote } from '../../src/quote/quote.ts';
import { FundingModel } from '../money/funding-model.ts';
import {
  anImageModel,
  aVideoModel,
  catalogueWith,
  imageModelIn,
  imageOf,
  videoModelIn,
  videoOf,
} from '../support/default-catalogue.ts';
import { setTimeZone, ZONES } from '../support/time-zones.ts';

/** The contract, and models of other frame rates and weights in the allowance. */
const catalogue = catalogueWith([
  anImageModel({ id: 'poster', included_weight: 2, price: [{ cents: 11 }] }),
  anImageModel({ id: 'extra', included_weight: 0, price: [{ cents: 7 }] }),
  aVideoModel({ id: 'slow', frames: { per_second: 16, step: 4 }, included_weight: 3 }),
  aVideoModel({ id: 'odd', frames: { per_second: 25, step: 8 }, seconds: [1.6], default_seconds: 1.6 }),
  aVideoModel({ id: 'premium', frames: { per_second: 30, step: 10 }, included_weight: 0 }),
]);
const context = {
  at: new Date('2031-03-05T12:00:00Z'),
  accountUrl: () => 'https://example.com/account',
  catalogue,
};

/** Compares the decision with the model in thousands of states and orders, without a database. */

const HD = { width: 1280, height: 720 };
const quote: fc.Arbitrary<Quote> = fc.oneof(
  fc.constantFrom(imageOf(1024, 1024), imageOf(2048, 2048)),
  fc.constantFrom('poster', 'extra').map((id) => imageQuote(imageModelIn(catalogue, id), HD)),
  fc.constantFrom(1, 2.5, 5, 6.2, 7, 10).map((duration) => videoOf({ duration })),
  fc.constantFrom(5, 7, 10).map((duration) => videoOf({ mode: 'quality', duration })),
  fc.constant(videoOf({ mode: 'cinema' })),
  fc
    .record({ id: fc.constantFrom('slow', 'odd', 'premium'), units: fc.integer({ min: 1, max: 40 }) })
    .map(({ id, units }) => videoQuote(videoModelIn(catalogue, id), HD, units)),
);

/** Twelfths of a second by unit, and what each weighs in the allowance. */
const METERED: Readonly<Record<string, readonly [unit: number, frames: number, weight: number]>> = {
  image: [0, 1, 1],
  poster: [0, 1, 2],
  extra: [0, 1, 0],
  fast: [4, 8, 1],
  quality: [4, 8, 1],
  cinema: [4, 8, 2],
  slow: [3, 4, 3],
  // 8 frames of 25 a second are 3.84 twelfths.
  odd: [4, 8, 1],
  premium: [4, 10, 0],
};

function orderOf(quoted: Quote): Parameters<FundingModel['pay']>[0] {
  const { medium, priceCents: cents, model } = quoted;
  const [unit, frames, weight] = METERED[model.id] ?? [0, 1, Number.NaN];
  const units = quoted.medium === 'video' ? (quoted.frames - 1) / frames : 0;
  return { medium, cents, twelfths: unit * units, weight };
}

const orders = fc.array(quote, { minLength: 1, maxLength: 25 });

const state = fc.record({
  plan: fc.constantFrom(null, 'pro' as const, 'max' as const),
  payPerUse: fc.boolean(),
  hasCard: fc.boolean(),
  inArrears: fc.boolean(),
  capCents: fc.option(fc.integer({ min: 500, max: 1500 })),
  imagesLeft: fc.integer({ min: 0, max: 3 }),
  twelfthsLeft: fc.integer({ min: 0, max: 320 }),
  purchases: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 4 }),
});

type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never;

function fundsOf(initial: State, model: FundingModel): Funds {
  return {
    ...NO_FUNDS,
    hasPaid: model.hasPaid || initial.plan !== null,
    plan: initial.plan,
    imagesUsed: 1000 - initial.imagesLeft,
    twelfthsUsed: 36_000 - initial.twelfthsLeft,
    payPerUse: initial.payPerUse,
    capCents: initial.capCents,
    canBeInvoiced: initial.hasCard,
    inArrears: initial.inArrears,
    prepaidCents: model.balance,
    purchases: initial.purchases.map((cents, index) => ({ id: `purchase ${index}`, unspentCents: cents })),
  };
}

/** The funds at the start of a new month: nothing used of the allowance and the cap. */
function inNewMonth(funds: Funds): Funds {
  return { ...funds, capUsedCents: 0, imagesUsed: 0, twelfthsUsed: 0 };
}

// A history starts up to half a minute before the end of one of these months, with one order each second.
const monthEnds = [
  '2028-03-01T00:00:00Z',
  '2029-01-01T00:00:00Z',
  '2029-08-01T00:00:00Z',
  '2029-11-01T00:00:00Z',
];
const start = fc
  .record({ monthEnd: fc.constantFrom(...monthEnds), secondsBefore: fc.integer({ min: -20, max: 30 }) })
  .map(({ monthEnd, secondsBefore }) => Date.parse(monthEnd) - secondsBefore * 1000 - 1);

function modelOf(initial: State, monthName: string): FundingModel {
  const model = new FundingModel();
  model.plan = initial.plan;
  model.hasCard = initial.hasCard;
  model.payPerUse = initial.payPerUse;
  model.cap = initial.capCents;
  model.arrears = initial.inArrears;
  model.hasPaid = initial.purchases.length > 0;
  for (const amount of initial.purchases) model.purchases.push({ amount, spent: 0 });
  const month = model.month(monthName);
  month.images = 1000 - initial.imagesLeft;
  month.twelfths = 36_000 - initial.twelfthsLeft;
  return model;
}

test('5,000 generated histories of decisions agree with the model for every order, in any time zone', () => {
  verifies('DEC-FUNDING-01', 'DEC-FUNDING-08', 'DEC-FUNDING-09', 'DEC-FUNDING-10', 'DEC-FUNDING-11');
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), start, state, orders, (zone, startsAt, initial, requested) => {
      setTimeZone(zone);
      const model = modelOf(initial, new Date(startsAt).toISOString().slice(0, 7));
      let funds = fundsOf(initial, model);
      let month = isoDate(monthStart(new Date(startsAt)));
      for (const [index, ordered] of requested.entries()) {
        const at = new Date(startsAt + index * 1000);
        if (isoDate(monthStart(at)) !== month) funds = inNewMonth(funds);
        month = isoDate(monthStart(at));
        const decision = decideFunding(funds, ordered, { ...context, at });
        const paid = model.pay(orderOf(ordered), at.toISOString().slice(0, 7));
        assert.equal(decision.ok ? 'paid' : decision.problem.code, typeof paid === 'string' ? paid : 'paid');
        if (!decision.ok || typeof paid === 'string') continue;
        const { funding, left } = decision.value;
        assert.equal(funding.from === 'allowance', paid.included !== undefined);
        if (funding.from === 'allowance') {
          assert.deepEqual({ images: funding.images, twelfths: funding.twelfths }, paid.included);
        }
        if (funding.from === 'pay_per_use') {
          assert.equal(funding.monthEndCents, paid.monthEnd);
          assert.deepEqual(
            funding.draws.map(({ purchaseId, amountCents }) => [
              Number(purchaseId.split(' ')[1]),
              amountCents,
            ]),
            paid.draws,
          );
        }
        assert.equal(left.prepaidCents, model.balance);
        funds = left;
      }
    }),
    { numRuns: 5000 },
  );
});

test('a review and a missing first payment are reported before any other problem', () => {
  const image = imageOf(512, 512);
  const rich: Funds = {
    ...NO_FUNDS,
    hasPaid: true,
    prepaidCents: 9,
    purchases: [{ id: 'p', unspentCents: 9 }],
  };
  const reviewed = decideFunding({ ...rich, underReview: true, hasPaid: false }, image, context);
  assert.equal(reviewed.ok ? '' : reviewed.problem.code, 'account_review_required');
  const unpaid = decideFunding({ ...rich, hasPaid: false }, image, context);
  assert.equal(unpaid.ok ? '' : unpaid.problem.code, 'payment_required');
  assert.ok(decideFunding(rich, image, context).ok);
});

test('after a declined recharge the problem is auto_recharge_declined, until auto-recharge is turned on again', () => {
  verifies('DEC-FUNDING-12');
  const image = imageOf(512, 512);
  const poor: Funds = { ...NO_FUNDS, hasPaid: true, prepaidCents: 0, purchases: [] };
  for (const [rechargeDeclined, code] of [
    [true, 'auto_recharge_declined'],
    [false, 'balance_insufficient'],
  ] as const) {
    const decision = decideFunding({ ...poor, rechargeDeclined }, image, context);
    assert.ok(!decision.ok);
    assert.deepEqual(
      [decision.problem.code, decision.problem.fields],
      [code, { balance_cents: 0, cost_cents: 5, top_up: 'https://example.com/account/top-up' }],
    );
  }
});
