import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { inclusions } from '../src/account/money/inclusions.ts';
import { keptNow } from '../src/account/money/kept.ts';
import { isRepriced, offerPrice } from '../src/account/money/words.ts';

test('what a plan includes is said of any plan', () => {
  verifies('DEC-PLAN-14');
  const offer = {
    plan: 'studio',
    title: 'Studio',
    interval: 'month',
    amount_cents: 4900,
    monthly_cents: 4900,
    included: { images: 300, video_seconds: 600, credits: 1000 },
    jobs_at_once: 3,
    stored_gib: 75,
  } as const;
  const weights = [
    { title: 'Cinema', weight: 2 },
    { title: 'Draft', weight: 0 },
  ];
  assert.deepEqual(inclusions(offer, weights, null), [
    '600 seconds of video a month; Cinema counts double; Draft is not included',
    '300 images a month, at any resolution',
    'Pay per use beyond that, if you turn it on',
    '1,000 credits a month in the studio',
    '3 jobs at once in the studio, and 75 GiB of results',
  ]);
  const nothing = { ...offer, included: { images: 0, video_seconds: 0, credits: 0 }, jobs_at_once: 1 };
  assert.deepEqual(inclusions(nothing, weights, 4), [
    'Pay per use from the first second, under a monthly cap that you choose',
    '1 job at once in the studio, and 75 GiB of results',
    'A GiB beyond that costs 0.04 USD a month, by the day',
  ]);
  assert.equal(offerPrice({ monthly_cents: 4950, interval: 'year' }), '49.50 USD a month, billed annually');
  assert.equal(offerPrice(offer), '49 USD a month');
});

test('what is kept is said with what is included, and with the price of more while it is sold', () => {
  verifies('DEC-KEPT-11');
  const GIB = 1024 ** 3;
  const kept = { stored_bytes: 21.25 * GIB, included_bytes: 20 * GIB, charged_cents: 3 };
  assert.equal(
    keptNow({ ...kept, cents_per_gib_month: 4 }),
    '21.3 GiB are kept now, and 20 GiB are included. A GiB beyond that costs 0.04 USD a month, by the day.',
  );
  const noMore = { ...kept, stored_bytes: 0, cents_per_gib_month: null };
  assert.equal(keptNow(noMore), '0 GiB are kept now, and 20 GiB are included.');
});

test('another price of the same plan is no change of the plan', () => {
  verifies('DEC-PLAN-11');
  const plan = { plan: 'pro', interval: 'month' } as const;
  const next = { ...plan, title: 'Pro', amount_cents: 2400, at: '2031-04-01T00:00:00.000Z' };
  const isPriceOf = (coming: typeof next | null, interval: 'month' | 'year' = 'month') =>
    isRepriced({ ...plan, interval, next: coming } as Parameters<typeof isRepriced>[0]);
  assert.deepEqual([isPriceOf(next), isPriceOf(next, 'year'), isPriceOf(null)], [true, false, false]);
});
