import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BT601_MATRIX, convertFromYuv420, convertToYuv420, yuv420Size } from '../src/yuv-420.ts';

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

describe('the 4:2:0 image', () => {
  for (const [rgb, yuv] of KNOWN) {
    test(`of ${rgb} is ${yuv}, as BT.709 specifies`, () => {
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

  test('of BT.601 is converted back by the BT.601 matrix', () => {
    // The red of BT.601 in limited range.
    const planes = Uint8Array.from([81, 81, 81, 81, 90, 240]);
    const layout = [
      { offset: 0, stride: 2 },
      { offset: 4, stride: 1 },
      { offset: 5, stride: 1 },
    ];
    const rgba = new Uint8ClampedArray(16);
    convertFromYuv420(planes, layout, 2, 2, rgba, { matrix: BT601_MATRIX, fullRange: false });
    const [red = 0, green = 0, blue = 0] = rgba;
    assert.ok(red > 250 && green < 5 && blue < 5, `${red} ${green} ${blue}`);
  });
});
