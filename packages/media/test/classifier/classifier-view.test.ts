import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redAndBlue } from '@kinora/testing/images';
import sharp from 'sharp';
import { brighten, mirror, resizeForClassifier } from '../../src/classifier/classifier-view.ts';
import { CLASSIFIER_SIDE } from '../../src/classifier/image-classifier.ts';

test('mirroring exchanges left and right and keeps every row in place', async () => {
  const side = CLASSIFIER_SIDE;
  const raw = { width: side, height: side, channels: 3 } as const;
  const rgb = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 7919) >> 3);
  const expected = await sharp(rgb, { raw }).flop().raw().toBuffer();
  assert.ok(expected.equals(mirror(rgb)));
});

test('brightening darkens no value and wraps none around', () => {
  assert.deepEqual([...brighten(new Uint8Array([0, 100, 220, 230, 255]))], [0, 115, 253, 255, 255]);
});

test('an image of any shape is classified whole', async () => {
  for (const [width, height] of [
    [400, 100],
    [100, 400],
  ] as const) {
    const rgb = await resizeForClassifier(redAndBlue(width, height));
    const red = rgb.filter((value, at) => at % 3 === 0 && value > 150).length;
    const share = red / CLASSIFIER_SIDE ** 2;
    assert.ok(share > 0.48 && share < 0.52, `${share} of the view is red`);
  }
});
