import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { renderSmall } from '../../procedural/test/small-image.ts';
import { enlargeImage } from '../src/enlarge/enlarge-image.ts';
import { createTaps, resampleAcross, resampleDown } from '../src/enlarge/resample.ts';
import { whiteNoise } from '../src/enlarge/white-noise.ts';

const SUBJECTS = [
  'a castle on a hill',
  'a city at dusk with neon signs',
  'a still life with fruit and a bottle',
];
const SIDE = 512;

function enlarge(image: Uint8Array, width: number, height: number, thorough: boolean, seed = 1) {
  const signal = new AbortController().signal;
  return enlargeImage({ image, width, height, thorough, seed, signal, onProgress: () => {} });
}

async function lightOf(png: Uint8Array): Promise<Float32Array> {
  const pixels = await sharp(png).removeAlpha().raw().toBuffer();
  return Float32Array.from({ length: pixels.length / 3 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 3, index * 3 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
}

/** The plain cubic enlargement of any viewer, as the reference. */
function cubic(small: Float32Array, side: number): Float32Array {
  const taps = createTaps(side, SIDE);
  return resampleDown(resampleAcross(small, side, side, taps, SIDE), SIDE, 0, taps, 0, SIDE);
}

/** The peak signal-to-noise ratio in decibels. */
function peakSignalToNoise(image: Float32Array, original: Float32Array): number {
  let squares = 0;
  for (let at = 0; at < original.length; at++) squares += ((image[at] ?? 0) - (original[at] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * original.length) / squares);
}

/** Mean step from pixel to pixel, which is perceived as sharpness. */
function sharpness(light: Float32Array): number {
  let steps = 0;
  for (let at = 1; at < light.length; at++) steps += Math.abs((light[at] ?? 0) - (light[at - 1] ?? 0));
  return steps / light.length;
}

describe('enlarging an image', () => {
  for (const [factor, thorough] of [
    [2, false],
    [4, true],
  ] as const) {
    test(`by ${factor} is sharper than cubic resampling, and as close to the original`, async () => {
      verifies('DEC-RENDER-03');
      for (const prompt of SUBJECTS) {
        const original = await renderSmall(prompt, 3, SIDE, SIDE);
        const side = SIDE / factor;
        const small = await sharp(original).resize(side, side).png().toBuffer();
        const ours = await lightOf(await enlarge(small, SIDE, SIDE, thorough));
        const plain = cubic(await lightOf(small), side);
        const truth = await lightOf(original);
        const gain = peakSignalToNoise(ours, truth) - peakSignalToNoise(plain, truth);
        assert.ok(gain > -0.1, `${prompt}: ${gain} dB`);
        const crisper = sharpness(ours) / sharpness(plain);
        assert.ok(crisper > 1.1, `${prompt}: ${crisper}`);
      }
    });
  }

  test('leaves no halo beside an outline', async () => {
    const half = Buffer.alloc(64 * 64 * 3);
    for (let at = 0; at < half.length; at++) half[at] = Math.floor(at / 3) % 64 < 32 ? 60 : 190;
    const png = await sharp(half, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    for (const thorough of [false, true]) {
      const light = await lightOf(await enlarge(png, 256, 256, thorough));
      const extremes = [Math.min(...light), Math.max(...light)] as const;
      assert.ok(extremes[0] > 44 && extremes[1] < 206, `${extremes}`);
    }
  });

  test('delivers exactly the requested size in any shape, larger or smaller', async () => {
    verifies('DEC-RENDER-01');
    const source = await renderSmall('a lake', 2, 300, 200);
    for (const [width, height] of [
      [600, 400],
      [1200, 800],
      [601, 399],
      [450, 450],
      [300, 200],
      [120, 80],
      [16, 1600],
    ] as const) {
      for (const thorough of [false, true]) {
        const meta = await sharp(await enlarge(source, width, height, thorough)).metadata();
        assert.deepEqual([meta.format, meta.width, meta.height, meta.channels], ['png', width, height, 3]);
        assert.equal(meta.exif ?? meta.icc ?? meta.xmp, undefined);
      }
    }
  });

  test('shows no seam where two strips meet', async () => {
    // A strip of 1024 pixels' width is 976 rows high, so that a seam would lie inside.
    const seam = 976;
    const grain = Buffer.from(Array.from({ length: 256 * 512 }, (_, at) => 255 * whiteNoise(at, 1, 7)));
    const raw = { width: 256, height: 512, channels: 1 } as const;
    const source = await sharp(grain, { raw }).png().toBuffer();
    const whole = await lightOf(await enlarge(source, 1024, 2048, true));
    const step = (row: number): number => {
      let sum = 0;
      for (let at = row * 1024; at < (row + 1) * 1024; at++)
        sum += Math.abs((whole[at] ?? 0) - (whole[at - 1024] ?? 0));
      return sum / 1024;
    };
    // Rows with the same offset to the rows of the source.
    const others = [-32, -28, -24, -20, -16, -12, 12, 16, 20, 24, 28, 32].map((away) => step(seam + away));
    const usual = [0.9 * Math.min(...others), 1.1 * Math.max(...others)] as const;
    for (const row of [seam - 4, seam, seam + 4])
      assert.ok(step(row) > usual[0] && step(row) < usual[1], `${step(row)} at ${row}, elsewhere ${usual}`);
  });

  test('the same task gives the same bytes; only the grain depends on the seed', async () => {
    verifies('DEC-JOB-08');
    const source = await renderSmall('a fox', 2, 128, 128);
    const first = Buffer.from(await enlarge(source, 512, 512, true, 1));
    assert.ok(first.equals(await enlarge(source, 512, 512, true, 1)));
    assert.ok(!first.equals(await enlarge(source, 512, 512, true, 2)));
    const plain = Buffer.from(await enlarge(source, 256, 256, false, 1));
    assert.ok(plain.equals(await enlarge(source, 256, 256, false, 2)));
  });

  test('stops between strips when it is cancelled', async () => {
    const source = await renderSmall('a fox', 2, 512, 512);
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const enlarged = enlargeImage({
      image: source,
      width: 2048,
      height: 2048,
      thorough: true,
      seed: 1,
      signal: cancel.signal,
      onProgress: () => cancel.abort(reason),
    });
    await assert.rejects(enlarged, reason);
  });
});
