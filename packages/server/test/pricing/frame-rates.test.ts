import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import {
  framesOf,
  secondsOf,
  twelfthsOf,
  unitsIn,
  unitsOfFrames,
  videoPriceCents,
} from '../../src/catalogue/model.ts';
import { decideFunding, type Funds, NO_FUNDS } from '../../src/funding/decide-funding.ts';
import { imageQuote, type Quote, quoteVideo, type VideoQuote, videoQuote } from '../../src/quote/quote.ts';
import {
  anImageModel,
  aVideoModel,
  catalogueWith,
  imageModelIn,
  videoModelIn,
} from '../support/default-catalogue.ts';

/** Models whose frames are others than those of the contract. */

/** Each model has its frames a second, the frames of a unit, and the twelfths of a second that a unit counts in an allowance. */
const CLOCKS = {
  'fps-16': { perSecond: 16, step: 4, twelfths: 3 },
  'fps-24': { perSecond: 24, step: 8, twelfths: 4 },
  // A unit is 3.84 twelfths, and counts as 4.
  'fps-25': { perSecond: 25, step: 8, twelfths: 4 },
  'fps-30': { perSecond: 30, step: 10, twelfths: 4 },
  // A unit is 0.4 twelfths, and counts as 1.
  'fps-30-by-frame': { perSecond: 30, step: 1, twelfths: 1 },
} as const;
const names = Object.keys(CLOCKS) as (keyof typeof CLOCKS)[];

const CENTS = 7;
const sold = catalogueWith([
  ...names.map((id) =>
    aVideoModel({
      id,
      frames: { per_second: CLOCKS[id].perSecond, step: CLOCKS[id].step },
      // Whole numbers of units, of which 600 fit into it.
      seconds: {
        min: CLOCKS[id].step / CLOCKS[id].perSecond,
        max: (600 * CLOCKS[id].step) / CLOCKS[id].perSecond,
      },
      default_seconds: CLOCKS[id].step / CLOCKS[id].perSecond,
      price: [{ resolution: 'hd', up_to_side: 1280, cents_per_second: CENTS }],
    }),
  ),
  aVideoModel({
    id: 'only-some',
    frames: { per_second: 25, step: 5 },
    seconds: [0.2, 1.6],
    default_seconds: 0.2,
  }),
  ...[0, 1, 2].map((weight) => aVideoModel({ id: `video-${weight}`, included_weight: weight })),
  ...[0, 1, 2].map((weight) => anImageModel({ id: `image-${weight}`, included_weight: weight })),
]);

function quoteOf(id: string, duration?: number): VideoQuote {
  const quoted = quoteVideo(sold, { model: id, duration });
  assert.ok(quoted.ok, `${id} of ${duration} s is refused`);
  return quoted.value;
}

const units = fc.integer({ min: 1, max: 600 });

for (const id of names) {
  const { perSecond, step, twelfths } = CLOCKS[id];
  describe(`at ${perSecond} frames a second in steps of ${step}`, () => {
    test('a length of whole units is exact in frames, seconds, twelfths and price', () => {
      verifies('DEC-SIZE-01', 'DEC-SIZE-02', 'DEC-SIZE-03');
      fc.assert(
        fc.property(units, (count) => {
          const { frames, seconds, twelfths: metered, priceCents } = quoteOf(id, (count * step) / perSecond);
          assert.equal(frames, count * step + 1);
          assert.equal(seconds, (count * step) / perSecond);
          assert.equal(metered, count * twelfths);
          // Rounded half up, in whole numbers.
          const [sum, whole] = [BigInt(count * step * CENTS), BigInt(perSecond)];
          assert.equal(BigInt(priceCents), (2n * sum + whole) / (2n * whole));
        }),
      );
    });

    test('a length is rounded down to whole units, and never below the shortest', () => {
      verifies('DEC-SIZE-01');
      fc.assert(
        fc.property(fc.double({ min: 0.01, max: (600 * step) / perSecond, noNaN: true }), (asked) => {
          const { frames, seconds } = quoteOf(id, asked);
          assert.equal((frames - 1) % step, 0);
          assert.ok(seconds <= Math.max(asked, step / perSecond) + 1e-9);
          assert.ok(seconds > asked - step / perSecond - 1e-9);
        }),
      );
    });

    test('an allowance counts at least the length, and less than a twelfth more for each unit', () => {
      fc.assert(
        fc.property(units, (count) => {
          const clock = { framesPerSecond: perSecond, frameStep: step };
          const counted = twelfthsOf(count, clock);
          const exact = 12 * secondsOf(count, clock);
          assert.ok(Number.isInteger(counted));
          assert.ok(counted >= exact - 1e-9 && counted < exact + count);
          assert.equal(twelfthsOf(count, clock), count * twelfths);
        }),
      );
    });

    test('frames, seconds and units are each what the others say', () => {
      fc.assert(
        fc.property(units, (count) => {
          const clock = { framesPerSecond: perSecond, frameStep: step };
          assert.equal(unitsIn(secondsOf(count, clock), clock), count);
          assert.equal(unitsOfFrames(framesOf(count, clock), clock), count);
          assert.equal(unitsOfFrames(framesOf(count, clock) + step - 1, clock), count);
          assert.equal(unitsOfFrames(framesOf(count, clock) - 1, clock), count - 1);
        }),
      );
    });
  });
}

test('prices of 16, 25 and 30 frames a second, calculated by hand', () => {
  verifies('DEC-SIZE-03');
  const clock = (framesPerSecond: number, frameStep: number) => ({ framesPerSecond, frameStep });
  assert.equal(videoPriceCents(1, 10, clock(16, 4)), 3);
  assert.equal(videoPriceCents(3, 10, clock(16, 4)), 8);
  assert.equal(videoPriceCents(20, 10, clock(16, 4)), 50);
  assert.equal(videoPriceCents(1, 10, clock(25, 8)), 3);
  assert.equal(videoPriceCents(16, 10, clock(25, 8)), 51);
  assert.equal(videoPriceCents(1, 10, clock(30, 10)), 3);
  assert.equal(videoPriceCents(2, 10, clock(30, 10)), 7);
});

test('a model with single lengths takes each of them and no other, whatever its frame rate', () => {
  for (const duration of [0.2, 1.6, 1.799]) {
    assert.equal(quoteOf('only-some', duration).seconds, duration < 1 ? 0.2 : 1.6, `${duration} s`);
  }
  for (const duration of [0.1, 0.4, 1.599, 1.8, 5]) {
    const quoted = quoteVideo(sold, { model: 'only-some', duration });
    assert.ok(!quoted.ok, `${duration} s is not refused`);
    assert.equal(quoted.problem.code, 'model_unsupported');
    assert.deepEqual(quoted.problem.fields, { model: 'only-some', durations_seconds: [0.2, 1.6] });
  }
});

describe('the weight of a model', () => {
  const HD = { width: 1280, height: 720 };
  const video = (id: string, count: number): Quote => videoQuote(videoModelIn(sold, id), HD, count);
  const image = (id: string): Quote => imageQuote(imageModelIn(sold, id), HD);
  const context = {
    at: new Date('2031-03-05T12:00:00Z'),
    accountUrl: () => 'https://example.com',
    catalogue: sold,
  };
  const rich: Funds = {
    ...NO_FUNDS,
    hasPaid: true,
    plan: 'max',
    payPerUse: true,
    capCents: 100_000,
    canBeInvoiced: true,
  };

  /** What is used of the allowance, after so much was used of it before; undefined if it does not pay. */
  function used(quote: Quote, before: Partial<Funds> = {}): readonly number[] | undefined {
    const decided = decideFunding({ ...rich, ...before }, quote, context);
    assert.ok(decided.ok);
    const { funding, left } = decided.value;
    if (funding.from !== 'allowance') return undefined;
    const { imagesUsed = 0, twelfthsUsed = 0 } = before;
    assert.deepEqual(
      [left.imagesUsed, left.twelfthsUsed],
      [imagesUsed + funding.images, twelfthsUsed + funding.twelfths],
    );
    return [funding.images, funding.twelfths];
  }

  test('multiplies what an image or a second uses', () => {
    verifies('V1-ALLOW-02');
    fc.assert(
      fc.property(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 30 }), (weight, count) => {
        assert.deepEqual(used(image(`image-${weight}`)), [weight, 0]);
        assert.deepEqual(used(video(`video-${weight}`, count)), [0, 4 * count * weight]);
      }),
    );
  });

  test('of 0 is never paid by an allowance, however much is left', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.nat(36_000),
        fc.integer({ min: 1, max: 30 }),
        (images, twelfths, count) => {
          const before = { imagesUsed: images, twelfthsUsed: twelfths };
          assert.equal(used(image('image-0'), before), undefined);
          assert.equal(used(video('video-0', count), before), undefined);
        },
      ),
    );
  });

  test('lets an allowance pay for all of it, to the last image and twelfth, or for nothing', () => {
    verifies('V1-ALLOW-03');
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2),
        fc.nat(5),
        fc.integer({ min: 1, max: 30 }),
        (weight, over, count) => {
          const needed = 4 * count * weight;
          assert.ok(used(video(`video-${weight}`, count), { twelfthsUsed: 36_000 - needed }));
          assert.equal(
            used(video(`video-${weight}`, count), { twelfthsUsed: 36_000 - needed + 1 + over }),
            undefined,
          );
          assert.ok(used(image(`image-${weight}`), { imagesUsed: 1000 - weight }));
          assert.equal(used(image(`image-${weight}`), { imagesUsed: 1000 - weight + 1 + over }), undefined);
        },
      ),
    );
  });
});
