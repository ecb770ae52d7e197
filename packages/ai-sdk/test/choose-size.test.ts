import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { sizeOfShape } from '../src/choose-size.ts';

const hd = {
  sizes: ['1280x720', '720x1280', '960x960', '1920x1080', '1080x1920'],
  default_size: '1280x720',
  grid: { step: 64, min_side: 256, max_side: 2560 },
};
const image = { sizes: [], default_size: '1024x1024', grid: { step: 1, min_side: 256, max_side: 2048 } };

for (const [shape, model, size] of [
  ['16:9', hd, '1280x720'],
  ['9:16', hd, '720x1280'],
  ['1:1', hd, '960x960'],
  ['4:3', hd, '1024x768'],
  ['9:16', { ...hd, default_size: '1920x1080' }, '1080x1920'],
  ['4:3', { ...hd, grid: null }, undefined],
  ['1:1', image, '1024x1024'],
  ['16:9', image, '1360x765'],
  ['9:16', image, '765x1360'],
  ['3:2', image, '1254x836'],
  // One side would be too short.
  ['100:1', image, undefined],
  ['0:1', image, undefined],
  ['wide', image, undefined],
] as const) {
  test(`${shape} is ${size ?? 'no size'} of ${model.default_size}${model.grid ? '' : ' without a grid'}`, () => {
    verifies('DEC-AISDK-02');
    const chosen = sizeOfShape(shape, { ...model, sizes: [...model.sizes] });
    assert.equal(chosen && `${chosen.width}x${chosen.height}`, size);
  });
}
