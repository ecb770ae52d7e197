import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { videoPriceCents } from '../../src/catalogue/model.ts';
import { divideCentsHalfUp } from '../../src/kernel/money.ts';
import { quoteVideo, type VideoQuote } from '../../src/quote/quote.ts';
import { catalogue } from '../support/default-catalogue.ts';

function video(mode: string, width: number, height: number, duration: number): VideoQuote {
  const result = quoteVideo(catalogue, { mode, width, height, duration });
  assert.ok(result.ok, `${mode} ${width}x${height} ${duration} s is refused`);
  return result.value;
}

/** The billed length of a video in fast, in thirds of a second. */
const thirdsOf = (seconds: number): number => Math.round(video('fast', 1280, 720, seconds).seconds * 3);

/** One size for each resolution of a mode, with its rate in cents per second. */
const RATES = [
  { mode: 'fast', resolution: 'hd', width: 1280, height: 720, cents: 10, lengths: 'any' },
  { mode: 'fast', resolution: 'fhd', width: 1920, height: 1080, cents: 15, lengths: 'any' },
  { mode: 'fast', resolution: '2k', width: 2560, height: 1440, cents: 20, lengths: 'any' },
  { mode: 'quality', resolution: 'hd', width: 1280, height: 720, cents: 30, lengths: [5, 7, 10] },
  { mode: 'quality', resolution: 'fhd', width: 1920, height: 1080, cents: 50, lengths: [5, 7, 10] },
  { mode: 'cinema', resolution: '2k', width: 2560, height: 1440, cents: 70, lengths: [5] },
] as const;

describe('length', () => {
  test('is metered in whole thirds of a second, rounded down, at least one second', () => {
    verifies('DEC-SIZE-01', 'V1-VIDEO-07');
    const table: readonly (readonly [seconds: number, thirds: number])[] = [
      [6.2, 18],
      [1, 3],
      [1.3, 3],
      [4 / 3, 4],
      [1.3333333333333, 4],
      [1.333333, 3],
      [1.34, 4],
      [5, 15],
      [5.999999, 17],
      [9.99, 29],
      [10, 30],
    ];
    for (const [seconds, thirds] of table) assert.equal(thirdsOf(seconds), thirds, `${seconds} s`);
  });

  test('of a whole number of thirds is exact, despite binary fractions', () => {
    verifies('DEC-SIZE-01');
    for (let thirds = 3; thirds <= 30; thirds++) {
      assert.equal(thirdsOf(thirds / 3), thirds);
      assert.equal(thirdsOf(thirds * (1 / 3)), thirds);
      assert.equal(thirdsOf(Number((thirds / 3).toFixed(12))), thirds);
    }
  });

  test('is never rounded up, and loses less than a third', () => {
    verifies('V1-VIDEO-07');
    fc.assert(
      fc.property(fc.double({ min: 1, max: 10, noNaN: true }), (seconds) => {
        const thirds = thirdsOf(seconds);
        assert.ok(Number.isInteger(thirds) && thirds >= 3 && thirds <= 30);
        assert.ok(thirds / 3 <= seconds + 1e-9 && seconds < (thirds + 1) / 3);
      }),
    );
  });

  test('has 8 frames for each third, and one more', () => {
    verifies('DEC-SIZE-02');
    assert.equal(video('fast', 1280, 720, 5).frames, 121);
    assert.equal(video('fast', 1280, 720, 1).frames, 25);
    assert.equal(video('fast', 1280, 720, 6.2).frames, 145);
    for (let thirds = 3; thirds <= 30; thirds++) {
      assert.equal(video('fast', 1280, 720, thirds / 3).frames, 8 * thirds + 1);
    }
  });
});

describe('price', () => {
  test("of the contract's examples", () => {
    verifies('V1-PRICE-10', 'V1-PRICE-05', 'V1-PRICE-06', 'V1-PRICE-07');
    assert.equal(video('fast', 1280, 720, 5).priceCents, 50);
    assert.equal(video('fast', 1920, 1080, 10).priceCents, 150);
    assert.equal(video('fast', 2560, 1440, 10).priceCents, 200);
    assert.equal(video('quality', 1920, 1080, 5).priceCents, 250);
    assert.equal(video('cinema', 2560, 1440, 5).priceCents, 350);
  });

  for (const { mode, resolution, width, height, cents, lengths } of RATES) {
    test(`of ${mode} in ${resolution} is ${cents} cents a second at every length`, () => {
      verifies('V1-PRICE-01', 'V1-PRICE-05', 'V1-PRICE-06', 'V1-PRICE-07', 'DEC-SIZE-03', 'V1-VIDEO-08');
      for (let thirds = 3; thirds <= 30; thirds++) {
        if (lengths !== 'any' && !lengths.some((seconds) => seconds * 3 === thirds)) continue;
        const { priceCents, ...quote } = video(mode, width, height, thirds / 3);
        assert.equal(quote.resolution, resolution);
        assert.equal(quote.twelfths, 4 * thirds);
        assert.equal(quote.seconds, thirds / 3);
        // Rounded half up, in whole numbers: floor((2 * thirds * rate + 3) / 6).
        assert.equal(BigInt(priceCents), (BigInt(2 * thirds * cents) + 3n) / 6n, `${thirds} thirds`);
      }
    });
  }

  test('of lengths between whole seconds, calculated by hand', () => {
    verifies('DEC-SIZE-03');
    assert.equal(video('fast', 1280, 720, 4 / 3).priceCents, 13);
    assert.equal(video('fast', 1280, 720, 5 / 3).priceCents, 17);
    assert.equal(video('fast', 1920, 1080, 4 / 3).priceCents, 20);
    assert.equal(video('fast', 2560, 1440, 4 / 3).priceCents, 27);
    assert.equal(video('fast', 2560, 1440, 5 / 3).priceCents, 33);
  });

  test('is that of the rounded length', () => {
    verifies('V1-VIDEO-08');
    assert.equal(video('fast', 1280, 720, 6.2).priceCents, 60);
    assert.equal(video('fast', 1280, 720, 6.3).priceCents, 60);
    assert.equal(video('fast', 1280, 720, 6.34).priceCents, 63);
  });

  test('has no discount for length', () => {
    verifies('V1-PRICE-03');
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [2560, 1440],
    ] as const) {
      const second = video('fast', width, height, 1).priceCents;
      for (let seconds = 1; seconds <= 10; seconds++) {
        assert.equal(video('fast', width, height, seconds).priceCents, seconds * second);
      }
    }
  });

  test('depends on the longer side delivered, not on the one requested', () => {
    verifies('V1-PRICE-02', 'V1-PRICE-04');
    assert.equal(video('fast', 1300, 700, 5).priceCents, 50);
    assert.equal(video('fast', 700, 1312, 5).priceCents, 75);
    assert.equal(video('quality', 1300, 731, 5).priceCents, 250);
    assert.equal(video('fast', 1930, 500, 5).priceCents, 75);
  });

  test('gives the published seconds of video for an amount', () => {
    verifies('V1-PRICE-11');
    const tenSeconds = video('fast', 1280, 720, 10).priceCents;
    for (const [usd, seconds] of [
      [10, 100],
      [50, 500],
      [250, 2500],
    ] as const) {
      assert.equal((usd * 100) / tenSeconds, seconds / 10);
    }
  });
});

test('a cent is rounded half up', () => {
  verifies('DEC-SIZE-03');
  assert.equal(divideCentsHalfUp(1, 2), 1);
  assert.equal(divideCentsHalfUp(3, 2), 2);
  assert.equal(divideCentsHalfUp(1, 3), 0);
  assert.equal(divideCentsHalfUp(2, 3), 1);
  assert.equal(divideCentsHalfUp(0, 3), 0);
  assert.equal(
    videoPriceCents(4, catalogue.rates.video_per_second_cents.hd, catalogue.videoModelOf('fast')),
    13,
  );
  const whole = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 1000 }), (numerator, denominator) => {
      const rounded = divideCentsHalfUp(numerator, denominator);
      const twiceTheError = 2 * (rounded * denominator - numerator);
      assert.ok(twiceTheError > -denominator && twiceTheError <= denominator);
    }),
  );
});
