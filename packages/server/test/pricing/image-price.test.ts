import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { catalogue, imageOf } from '../support/default-catalogue.ts';

test('an image of up to 1,048,576 pixels costs 5 cents, a larger one 8', () => {
  verifies('V1-PRICE-08', 'V1-PRICE-09');
  const price = (width: number, height: number) => imageOf(width, height).priceCents;
  assert.equal(price(1024, 1024), 5);
  assert.equal(price(1024, 1025), 8);
  assert.equal(price(1025, 1024), 8);
  assert.equal(price(2048, 512), 5);
  assert.equal(price(2048, 513), 8);
  assert.equal(price(256, 256), 5);
  assert.equal(price(2048, 2048), 8);
});

test('an image is delivered at the requested size', () => {
  verifies('V1-PRICE-08', 'V1-PRICE-09');
  const side = fc.integer({ min: 256, max: 2048 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      assert.deepEqual(imageOf(width, height), {
        medium: 'image',
        model: catalogue.imageModel,
        width,
        height,
        priceCents: BigInt(width) * BigInt(height) > 1_048_576n ? 8 : 5,
      });
    }),
  );
});

test('an amount buys the published number of images', () => {
  verifies('V1-PRICE-11');
  const { priceCents } = imageOf();
  assert.deepEqual(
    [10, 50, 250].map((usd) => (usd * 100) / priceCents),
    [200, 1000, 5000],
  );
});
