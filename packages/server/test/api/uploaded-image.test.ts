import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  BLUE,
  blackPng,
  type Colour,
  paddedPng,
  pixelOf,
  plain,
  pngChunk,
  RED,
  redAndBlue,
  withChunks,
} from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { storedBlobs } from '../support/untouched.ts';
import { leasePath, workerCalls } from '../support/worker-calls.ts';

const MIB = 1024 * 1024;
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());

/** Posts the image and returns what the worker receives. */
async function received(image: Uint8Array, request: object = {}): Promise<Buffer> {
  const answer = await customer.post('/v1/videos/generate', {
    prompt: 'waves',
    init_image_base64: Buffer.from(image).toString('base64'),
    ...request,
  });
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, answer.body.job_id);
  const path = lease.task.init_image_path;
  assert.ok(path !== null);
  const bytes = Buffer.from(await service.worker.initImage(lease, path));
  await deliver(service.worker, lease);
  return bytes;
}

/** Asserts a PNG in sRGB of this size, without metadata. */
async function assertClean(png: Buffer, width: number, height: number): Promise<void> {
  const found = await sharp(png).metadata();
  assert.deepEqual([found.format, found.width, found.height, found.space], ['png', width, height, 'srgb']);
  assert.deepEqual([found.hasAlpha, found.channels, found.depth], [false, 3, 'uchar']);
  for (const name of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const) {
    assert.equal(found[name], undefined, name);
  }
  const types: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    types.push(png.toString('latin1', at + 4, at + 8));
  }
  assert.deepEqual(
    types.filter((type) => !['IHDR', 'IDAT', 'IEND', 'pHYs'].includes(type)),
    [],
  );
}

function assertNear(found: Colour, expected: Colour, tolerance: number): void {
  for (const channel of ['r', 'g', 'b'] as const) {
    const off = Math.abs(found[channel] - expected[channel]);
    assert.ok(off <= tolerance, `${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
  }
}

describe('an image of every accepted format', () => {
  const formats = {
    PNG: () => plain().png(),
    'interlaced PNG': () => plain().png({ progressive: true }),
    'PNG with a palette': () => plain().png({ palette: true }),
    'PNG of 16 bits': () => plain().toColourspace('rgb16').png(),
    'grey PNG': () => plain(64, 48, { r: 90, g: 90, b: 90 }).toColourspace('b-w').png(),
    JPEG: () => plain().jpeg(),
    'progressive JPEG': () => plain().jpeg({ progressive: true }),
    'grey JPEG': () => plain(64, 48, { r: 90, g: 90, b: 90 }).toColourspace('b-w').jpeg(),
    WebP: () => plain().webp(),
    'lossless WebP': () => plain().webp({ lossless: true }),
  };
  for (const [format, make] of Object.entries(formats)) {
    test(`${format} reaches the worker as a clean PNG`, async () => {
      verifies('V1-VIDEO-13');
      const png = await received(await make().toBuffer());
      await assertClean(png, 64, 48);
      const grey = { r: 90, g: 90, b: 90 };
      assertNear(await pixelOf(png, 30, 20), format.startsWith('grey') ? grey : RED, 4);
    });
  }
});

test('an image is rotated by its EXIF orientation and loses its metadata', async () => {
  verifies('V1-VIDEO-13');
  const photo = await redAndBlue(64, 48)
    .withExif({
      IFD0: { Copyright: 'a-secret-name' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
  assert.ok(photo.includes('a-secret-name'), 'the upload has metadata');
  const png = await received(photo);
  await assertClean(png, 48, 64);
  assert.ok(!png.includes('a-secret-name'));
  assertNear(await pixelOf(png, 24, 8), RED, 8);
  assertNear(await pixelOf(png, 24, 56), BLUE, 8);
});

test('an image of every EXIF orientation and format is upright', async () => {
  verifies('DEC-UPLOAD-04');
  // Where the corner that is stored first is shown, for the orientations 1 to 8.
  const shown = ['top left', 'top right', 'bottom right', 'bottom left'];
  const corners = [...shown, ...shown];
  const stored = sharp(await plain(64, 32, BLUE).png().toBuffer()).composite([
    { input: await plain(32, 16, RED).png().toBuffer(), left: 0, top: 0 },
  ]);
  for (const [index, corner] of corners.entries()) {
    const orientation = index + 1;
    const format = (['jpeg', 'png', 'webp'] as const)[index % 3] ?? 'jpeg';
    const image = await stored.clone().withMetadata({ orientation }).toFormat(format).toBuffer();
    const [width, height] = orientation < 5 ? [64, 32] : [32, 64];
    const png = await received(image);
    await assertClean(png, width, height);
    for (const other of shown) {
      const x = other.endsWith('left') ? 5 : width - 6;
      const y = other.startsWith('top') ? 5 : height - 6;
      assertNear(await pixelOf(png, x, y), other === corner ? RED : BLUE, 30);
    }
  }
});

test('text and other chunks of a PNG are removed', async () => {
  verifies('V1-VIDEO-13');
  const png = await plain().png().toBuffer();
  const text = pngChunk('tEXt', Buffer.from('Comment\0a-secret-name'));
  await assertClean(await received(withChunks(png, text, pngChunk('prVt', Buffer.alloc(99)))), 64, 48);
});

test('data appended to an image is removed', async () => {
  verifies('V1-VIDEO-13');
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const image = await plain().toFormat(format).toBuffer();
    const png = await received(Buffer.concat([image, Buffer.from('PK\u0003\u0004 and a stowaway')]));
    await assertClean(png, 64, 48);
    assert.ok(!png.includes('stowaway'));
  }
});

test('a JPEG whose end is not marked reaches the worker as it is', async () => {
  verifies('DEC-UPLOAD-09');
  const jpeg = await plain().jpeg().toBuffer();
  const png = await received(jpeg.subarray(0, -2));
  await assertClean(png, 64, 48);
  assertNear(await pixelOf(png, 63, 47), RED, 4);
});

test('colours of another profile are converted to sRGB', async () => {
  verifies('V1-VIDEO-13');
  const wide = await plain().withIccProfile('p3').png().toBuffer();
  const { icc } = await sharp(wide).metadata();
  assert.ok(icc !== undefined && icc.length > 0, 'the upload has a profile');
  const png = await received(wide);
  await assertClean(png, 64, 48);
  assertNear(await pixelOf(png, 5, 5), RED, 3);
});

test('a CMYK JPEG is converted to sRGB', async () => {
  verifies('V1-VIDEO-13');
  const cmyk = await plain().toColourspace('cmyk').jpeg().toBuffer();
  assert.equal((await sharp(cmyk).metadata()).space, 'cmyk');
  const png = await received(cmyk);
  await assertClean(png, 64, 48);
  assertNear(await pixelOf(png, 5, 5), RED, 40);
});

test('the transparent parts of an image are laid on white', async () => {
  verifies('V1-VIDEO-13', 'DEC-UPLOAD-03');
  for (const [alpha, expected] of [
    [0, { r: 255, g: 255, b: 255 }],
    [0.5, { r: 228, g: 142, b: 148 }],
    [1, RED],
  ] as const) {
    for (const format of ['png', 'webp'] as const) {
      const background = { ...RED, alpha };
      const image = await sharp({ create: { width: 32, height: 32, channels: 4, background } })
        .toFormat(format, { lossless: true })
        .toBuffer();
      const png = await received(image);
      await assertClean(png, 32, 32);
      assertNear(await pixelOf(png, 3, 3), expected, 2);
    }
  }
});

test('an image of exactly 12 MiB is accepted', async () => {
  verifies('V1-VIDEO-14');
  const image = paddedPng(blackPng(64, 48), 12 * MIB);
  assert.equal(image.length, 12 * MIB);
  await assertClean(await received(image), 64, 48);
});

test('an image of up to 64 megapixels is reduced and keeps its aspect ratio', async () => {
  verifies('V1-VIDEO-13', 'DEC-UPLOAD-01');
  await assertClean(await received(blackPng(4000, 2000)), 2560, 1280);
  await assertClean(await received(await plain(6000, 4000).jpeg().toBuffer()), 2560, 1707);
  await assertClean(await received(blackPng(8000, 8000)), 2560, 2560);
  await assertClean(await received(blackPng(16, 16)), 16, 16);
});

test('quality and cinema accept an image too, and its size does not determine theirs', async () => {
  verifies('V1-VIDEO-13');
  const image = await plain().png().toBuffer();
  await assertClean(await received(image, { mode: 'quality' }), 64, 48);
  await assertClean(await received(image, { mode: 'cinema' }), 64, 48);
});

test('only the worker with the lease can read the image, and it is deleted with the job', async () => {
  verifies('V1-STATE-07');
  const before = storedBlobs(service);
  const { body } = await customer.post('/v1/videos/generate', {
    prompt: 'waves',
    init_image_base64: (await plain().png().toBuffer()).toString('base64'),
  });
  const lease = await takeLease(service.worker);
  const worker = workerCalls(service);
  assert.equal((await worker.get(leasePath(lease, 'init-image'))).status, 200);
  await service.worker.release(lease);
  assert.equal((await worker.get(leasePath(lease, 'init-image'))).status, 409);
  assert.equal((await customer.delete(body.poll_url)).status, 204);
  assert.deepEqual(storedBlobs(service), before);
});

test('a text-to-video job has no image to read', async () => {
  verifies('V1-VIDEO-13');
  await customer.post('/v1/videos/generate', { prompt: 'waves' });
  const lease = await takeLease(service.worker);
  assert.equal(lease.task.init_image_path, null);
  const { status, body } = await workerCalls(service).get(leasePath(lease, 'init-image'));
  assert.deepEqual([status, body.code], [404, 'not_found']);
  await deliver(service.worker, lease);
});

test('a replay stores no second copy of the image', async () => {
  verifies('DEC-IDEMPOTENCY-02');
  const request = {
    prompt: 'waves',
    init_image_base64: (await plain().png().toBuffer()).toString('base64'),
  };
  const post = () => customer.post('/v1/videos/generate', request, { 'idempotency-key': 'image' });
  const before = storedBlobs(service).length;
  const answers = [await post(), await post(), ...(await Promise.all([post(), post()]))];
  assert.equal(new Set(answers.map(({ body }) => body.job_id)).size, 1);
  assert.equal(storedBlobs(service).length, before + 1);
  await deliver(service.worker, await takeLease(service.worker));
});
