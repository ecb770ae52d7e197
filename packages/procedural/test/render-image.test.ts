import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { SAMPLE_PROMPTS } from '../../server/bench/sample-prompts.ts';
import { distance, renderSmall, thumbnailOf } from './small-image.ts';

/** Two images closer than this look the same at a glance. */
const CLEARLY_DIFFERENT = 9;
const MEDIA = [
  'oil painting',
  'watercolor',
  'ink wash',
  'pixel art',
  'low poly',
  'synthwave',
  'pencil sketch',
  'paper cut',
  'stained glass',
  'ukiyo-e',
  'film noir',
  'vintage photo',
  'pastel drawing',
  'comic book',
  'mosaic',
];
const HOSTILE: readonly [name: string, prompt: string][] = [
  ['2000 emoji', '🦊'.repeat(2000)],
  ['right to left', 'غابة ضبابية عند الفجر \u202e sdrawkcab'],
  ['zero-width marks', 'a\u200b \u200d\ufeffforest\u2060'],
  ['only punctuation', '?!.,;:--"\'(((([[[{{{'],
  ['nothing', ''],
  ['a lone surrogate', 'sea \ud83d'],
  ['names of object members', 'constructor __proto__ toString hasOwnProperty'],
  ['very many words', 'storm castle dragon whale forest '.repeat(300)],
];

describe('rendering an image', () => {
  test('the same task gives the same bytes, another seed or prompt gives different ones', async () => {
    for (const prompt of ['a fox in a misty forest', 'infinite thoughts', 'stormy sea, watercolor']) {
      const first = await renderSmall(prompt, 5);
      assert.ok(Buffer.from(first).equals(await renderSmall(prompt, 5)), prompt);
      assert.ok(!Buffer.from(first).equals(await renderSmall(prompt, 6)), prompt);
      assert.ok(!Buffer.from(first).equals(await renderSmall(`${prompt} zyx`, 5)), prompt);
    }
  });

  test('another seed gives another composition of the same prompt', async () => {
    for (const prompt of ['mountains at sunset', 'a city at dusk', 'underwater reef', 'entropy']) {
      const images = await Promise.all(
        [1, 2].map(async (seed) => thumbnailOf(await renderSmall(prompt, seed))),
      );
      const [one, other] = images as [Float32Array, Float32Array];
      assert.ok(distance(one, other) > 4, `${prompt}: ${distance(one, other)}`);
    }
  });

  for (const [width, height] of [
    [256, 256],
    [256, 2560],
    [2560, 256],
    [2560, 1440],
  ] as const) {
    test(`${width} by ${height} decodes to an opaque image of that size`, async () => {
      const png = await renderSmall('a lake with mountains and a sailboat', 3, width, height);
      const meta = await sharp(png).metadata();
      assert.deepEqual([meta.format, meta.width, meta.height, meta.channels], ['png', width, height, 3]);
      assert.equal(meta.exif ?? meta.icc ?? meta.xmp, undefined);
      const { channels } = await sharp(png).stats();
      assert.ok(
        channels.every(({ stdev }) => stdev > 5),
        'the image is not one flat colour',
      );
    });
  }

  test('different prompts give clearly different images', async () => {
    const images: Float32Array[] = [];
    for (const prompt of SAMPLE_PROMPTS) images.push(await thumbnailOf(await renderSmall(prompt)));
    images.forEach((one, index) => {
      images.slice(index + 1).forEach((other, offset) => {
        const apart = distance(one, other);
        assert.ok(
          apart > CLEARLY_DIFFERENT,
          `${SAMPLE_PROMPTS[index]} / ${SAMPLE_PROMPTS[index + 1 + offset]}: ${apart}`,
        );
      });
    });
  });

  test('every medium changes the image', async () => {
    const fine = async (prompt: string): Promise<Float32Array> =>
      Float32Array.from(
        await sharp(await renderSmall(prompt))
          .raw()
          .toBuffer(),
      );
    const seen: [string, Float32Array][] = [];
    for (const medium of ['', ...MEDIA]) {
      const image = await fine(`a castle on a hill, ${medium}`);
      for (const [name, other] of seen) assert.ok(distance(image, other) > 6, `${medium} / ${name}`);
      seen.push([medium, image]);
    }
  });

  for (const [name, prompt] of HOSTILE) {
    test(`a hostile prompt still gives an image: ${name}`, async () => {
      const { width, height } = await sharp(await renderSmall(prompt)).metadata();
      assert.deepEqual([width, height], [256, 256]);
    });
  }
});
