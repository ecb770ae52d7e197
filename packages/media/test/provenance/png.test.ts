import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createRandom } from '@kinora/procedural/random/random';
import { texturedImage } from '@kinora/testing/images-to-mark';
import sharp from 'sharp';
import { readWatermark } from '../../src/provenance/read-watermark.ts';
import { startWatermarkThread } from '../../src/provenance/start-watermark-thread.ts';
import { watermarkPng } from '../../src/provenance/watermark-png.ts';

const chipKey = new Uint8Array(32).fill(8);
const order = { payload: '1f6ad3e4c0ffee22', chipKey };
const { data, width, height } = texturedImage(512, 384);
const raw = { width, height, channels: 4 } as const;
const png = await sharp(data, { raw })
  .withExif({ IFD0: { Copyright: 'an author' } })
  .png()
  .toBuffer();

async function marked(bytes: Uint8Array): Promise<Uint8Array> {
  const result = await watermarkPng(bytes, order);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

async function payloadOf(bytes: Uint8Array): Promise<string | undefined> {
  const result = await readWatermark(bytes, chipKey);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value?.payload;
}

describe('marking files', () => {
  test('gives a PNG of the same size without metadata, the same bytes each time', async () => {
    assert.ok((await sharp(png).metadata()).exif, 'the original has metadata');
    const bytes = await marked(png);
    const { format, width, height, exif, icc, hasAlpha } = await sharp(bytes).metadata();
    assert.deepEqual(
      [format, width, height, exif, icc, hasAlpha],
      ['png', 512, 384, undefined, undefined, true],
    );
    assert.deepEqual(await marked(png), bytes);
    assert.equal(await payloadOf(bytes), order.payload);
  });

  test('accepts JPEG, WebP, AVIF, grey and 16 bits, and turns images upright', async () => {
    const deep = await sharp(data, { raw }).toColourspace('rgb16').png().toBuffer();
    const opaque = () => sharp(data, { raw }).removeAlpha();
    const files = [
      await opaque().jpeg().toBuffer(),
      await opaque().webp().toBuffer(),
      await opaque().avif({ effort: 0 }).toBuffer(),
      await opaque().greyscale().png().toBuffer(),
      await opaque().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      deep,
    ];
    for (const file of files) assert.equal(await payloadOf(await marked(file)), order.payload);
    const turned = await sharp(await marked(files[4] as Buffer)).metadata();
    assert.deepEqual([turned.width, turned.height], [384, 512]);
  });

  test('rejects files that are no image and damaged images, with a sentence', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const broken = [Buffer.alloc(0), Buffer.from('hello'), svg, png.subarray(0, 60), png.subarray(0, 5000)];
    for (const bytes of broken) {
      for (const result of [await watermarkPng(bytes, order), await readWatermark(bytes, chipKey)]) {
        assert.ok(!result.ok);
        assert.match(result.problem, /^(this is not a PNG|the image cannot be decoded)/);
      }
    }
  });

  test('rejects an image that unpacks to too many pixels', async () => {
    const create = { width: 9000, height: 9000, channels: 3, background: '#000' } as const;
    const result = await readWatermark(await sharp({ create }).png().toBuffer(), chipKey);
    assert.ok(!result.ok);
    assert.match(result.problem, /more than 50 million pixels/);
  });

  test('survives any damage to a file', async () => {
    const random = createRandom(9, 'damage');
    const small = await sharp(data, { raw }).removeAlpha().resize(64, 48).jpeg().toBuffer();
    for (const file of [small, await sharp(small).png().toBuffer(), await sharp(small).webp().toBuffer()]) {
      for (let round = 0; round < 20; round++) {
        const damaged = Buffer.from(file);
        for (let byte = 0; byte < 8; byte++) {
          damaged[Math.floor(damaged.length * random())] = Math.floor(256 * random());
        }
        const result = await readWatermark(
          damaged.subarray(0, Math.ceil(damaged.length * random())),
          chipKey,
        );
        if (result.ok) assert.equal(result.value, undefined);
        else assert.ok(result.problem.length > 10);
      }
    }
  });
});

describe('the watermark thread', () => {
  const thread = startWatermarkThread();
  after(() => thread.close());

  test('marks and reads as the functions do', async () => {
    const [result, refusal] = await Promise.all([
      thread.watermarkPng(png, order),
      thread.watermarkPng(Buffer.of(1), order),
    ]);
    assert.ok(result.ok);
    assert.deepEqual(Buffer.from(result.value), Buffer.from(await marked(png)));
    assert.ok(!refusal.ok);
    const read = await thread.readWatermark(result.value, chipKey);
    assert.ok(read.ok);
    assert.equal(read.value?.payload, order.payload);
  });

  test('forwards errors and continues', async () => {
    await assert.rejects(thread.watermarkPng(png, { ...order, chipKey: new Uint8Array(3) }), /32 bytes/);
    assert.ok((await thread.readWatermark(png, chipKey)).ok);
  });

  test('rejects pending and later calls once it is closed', async () => {
    const closing = startWatermarkThread();
    const underWay = assert.rejects(closing.watermarkPng(png, order), /has ended/);
    await closing.close();
    await underWay;
    await assert.rejects(closing.watermarkPng(png, order), /has ended/);
  });
});
