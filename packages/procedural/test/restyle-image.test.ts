import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ImageEditTask } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { findSky } from '../src/restyle/find-sky.ts';
import { restyleImage } from '../src/restyle/restyle-image.ts';
import { distance, renderSmall, thumbnailOf } from './small-image.ts';

const PROMPTS = [
  'at sunset',
  'a starry night',
  'winter, heavy snow',
  'autumn',
  'oil painting',
  'ink wash',
  'pencil sketch',
  'synthwave',
  'teal and orange',
  'stormy, lightning',
  'comic book',
  'misty dawn',
];
/** Two images closer than this look the same at a glance. */
const CLEARLY_DIFFERENT = 6;

async function restyle(initImage: Uint8Array, prompt: string, more: Partial<ImageEditTask> = {}) {
  const size = { width: 384, height: 256 };
  return restyleImage({ operation: 'i2i', model: 'image', prompt, seed: 1, ...size, initImage, ...more });
}

/** The outlines of an image, too coarse to include brush strokes and grain. */
async function outlines(png: Uint8Array): Promise<Float32Array> {
  const side = 48;
  const light = await sharp(png).greyscale().resize(side, side, { fit: 'fill' }).raw().toBuffer();
  return Float32Array.from(light, (level, at) =>
    at % side === 0 || at < side
      ? 0
      : Math.abs(level - (light[at - 1] ?? 0)) + Math.abs(level - (light[at - side] ?? 0)),
  );
}

function correlation(one: Float32Array, other: Float32Array): number {
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [oneMean, otherMean] = [mean(one), mean(other)];
  let shared = 0;
  let ones = 0;
  let others = 0;
  one.forEach((value, at) => {
    const a = value - oneMean;
    const b = (other[at] ?? 0) - otherMean;
    shared += a * b;
    ones += a * a;
    others += b * b;
  });
  return shared / Math.sqrt(ones * others);
}

describe('restyling an image after a prompt', () => {
  test('keeps the outlines in place, and different prompts give clearly different images', async () => {
    verifies('DEC-RENDER-02');
    const source = await renderSmall('a castle on a hill by day, clear sky', 5, 384, 256);
    const unrelated = await outlines(await renderSmall('a portrait of a woman', 5, 384, 256));
    const kept = await outlines(source);
    const seen: [string, Float32Array][] = [['the source', await thumbnailOf(source)]];
    for (const prompt of PROMPTS) {
      const image = await restyle(source, prompt);
      const found = await outlines(image);
      const same = correlation(found, kept);
      assert.ok(same > 0.3 && same > correlation(found, unrelated) + 0.2, `${prompt}: ${same}`);
      const thumbnail = await thumbnailOf(image);
      for (const [name, other] of seen) {
        const apart = distance(thumbnail, other);
        assert.ok(apart > CLEARLY_DIFFERENT, `${prompt} / ${name}: ${apart}`);
      }
      seen.push([prompt, thumbnail]);
    }
  });

  test('returns exactly the requested size for any aspect ratio of the image', async () => {
    verifies('DEC-RENDER-01');
    const source = await renderSmall('a lake with mountains', 2, 300, 200);
    for (const [width, height] of [
      [512, 512],
      [301, 777],
      [2600, 300],
      [64, 64],
    ] as const) {
      const image = await restyle(source, 'watercolor at sunset', { width, height });
      const meta = await sharp(image).metadata();
      assert.deepEqual([meta.format, meta.width, meta.height, meta.channels], ['png', width, height, 3]);
      assert.equal(meta.exif ?? meta.icc ?? meta.xmp, undefined);
    }
  });

  test('the same task gives the same bytes, another seed or prompt gives different ones', async () => {
    verifies('DEC-JOB-08');
    const source = await renderSmall('a lake with mountains', 2, 300, 200);
    for (const prompt of ['autumn, oil painting', 'a rainy night', 'remember me']) {
      const first = Buffer.from(await restyle(source, prompt));
      assert.ok(first.equals(await restyle(source, prompt)), prompt);
      assert.ok(!first.equals(await restyle(source, prompt, { seed: 2 })), prompt);
      assert.ok(!first.equals(await restyle(source, `${prompt} zyx`)), prompt);
    }
  });

  test('accepts any image and any prompt', async () => {
    for (const [width, height] of [
      [16, 320],
      [16, 16],
      [400, 24],
    ] as const) {
      const create = { width, height, channels: 3 as const, background: '#88aaff' };
      const plain = await sharp({ create }).png().toBuffer();
      for (const prompt of ['', '🦊'.repeat(500), 'a stormy night, snow, mosaic', 'constructor __proto__']) {
        const meta = await sharp(await restyle(plain, prompt)).metadata();
        assert.deepEqual([meta.width, meta.height], [384, 256]);
      }
    }
  });
});

describe('the sky of an image', () => {
  /**
   * Light blue above and green land below, with a wavy border between a third and two thirds of the height.
   */
  function landscape(width: number, height: number, sky: readonly [number, number, number]) {
    const data = new Uint8ClampedArray(width * height * 4).fill(255);
    const isSky = (x: number, y: number) => y < height * (0.5 + 0.15 * Math.sin((x / width) * 9));
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) data.set(isSky(x, y) ? sky : [40, 84, 30], (y * width + x) * 4);
    return { image: { data, width, height }, isSky };
  }

  test('is segmented to the pixel along the outline of the land', () => {
    const { image, isSky } = landscape(480, 320, [150, 190, 235]);
    const sky = findSky(image);
    assert.ok(sky !== undefined);
    let wrong = 0;
    for (let y = 0; y < 320; y++)
      for (let x = 0; x < 480; x++) if ((sky[y * 480 + x] ?? 0) > 0.5 !== isSky(x, y)) wrong++;
    assert.ok(wrong / (480 * 320) < 0.01, `${wrong} pixels`);
  });

  test('is not detected in dark wood or a plain background', () => {
    assert.ok(findSky(landscape(480, 320, [120, 60, 24]).image) === undefined);
    const plain = new Uint8ClampedArray(64 * 64 * 4).fill(200);
    assert.ok(findSky({ data: plain, width: 64, height: 64 }) === undefined);
  });
});
