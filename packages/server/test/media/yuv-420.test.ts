import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { convertToYuv420, yuv420Size } from '../../src/media/yuv-420.ts';

/** What ITU-R BT.709 gives for full colours in limited range. */
const KNOWN: readonly (readonly [rgb: readonly number[], yuv: readonly number[]])[] = [
  [
    [0, 0, 0],
    [16, 128, 128],
  ],
  [
    [255, 255, 255],
    [235, 128, 128],
  ],
  [
    [255, 0, 0],
    [63, 102, 240],
  ],
  [
    [0, 255, 0],
    [173, 42, 26],
  ],
  [
    [0, 0, 255],
    [32, 240, 118],
  ],
  [
    [128, 128, 128],
    [126, 128, 128],
  ],
];

function converted(rgb: readonly number[]): number[] {
  const pixels = Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : (rgb[at % 4] ?? 0)));
  const target = new Uint8Array(yuv420Size(2, 2));
  convertToYuv420(pixels, 2, 2, target);
  assert.ok(target.subarray(0, 4).every((luma) => luma === target[0]));
  return [target[0] ?? 0, target[4] ?? 0, target[5] ?? 0];
}

describe('the 4:2:0 picture', () => {
  for (const [rgb, yuv] of KNOWN) {
    test(`of ${rgb} is ${yuv}, as BT.709 says`, () => {
      assert.deepEqual(converted(rgb), yuv);
    });
  }

  test('averages the colour of four pixels and keeps each brightness', () => {
    const pixels = Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255, 0, 0, 255, 255]);
    const target = new Uint8Array(yuv420Size(2, 2));
    convertToYuv420(pixels, 2, 2, target);
    assert.deepEqual([...target], [63, 32, 63, 32, 171, 179]);
  });

  test('reads pixels that do not start on a word', () => {
    const shifted = new Uint8Array(17);
    shifted.set(
      Uint8Array.from({ length: 16 }, () => 255),
      1,
    );
    const target = new Uint8Array(yuv420Size(2, 2));
    convertToYuv420(shifted.subarray(1), 2, 2, target);
    assert.deepEqual([...target], [235, 235, 235, 235, 128, 128]);
  });
});
