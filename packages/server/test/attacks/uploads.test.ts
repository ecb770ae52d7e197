import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { uploadLimits } from '@kinora/contract';
import { animatedPng, blackPng, plain, pngChunk, withChunks } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { takeLease } from '../support/act-as-worker.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { type Answer, send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';
import { hugeJpeg, hugeWebp, jpegOfScans, segment, zlibBomb } from './upload-bombs.ts';

/** Images that cost more to read than to send, or that are not what they seem. */

let service: TestApp;
let customer: TestAccount;
let caller: JobCaller;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
  caller = await jobCaller(service);
  // Loads the decoder, whose memory is none of the attack.
  await received(blackPng(64, 48));
});
after(() => service.stop());

const orderVideo = (image: Uint8Array): Promise<Answer> =>
  customer.post('/v1/videos/generate', {
    prompt: 'waves',
    init_image_base64: Buffer.from(image).toString('base64'),
  });

/** Orders a video of the image and returns the image as the worker gets it. */
async function received(image: Uint8Array): Promise<Buffer> {
  const answer = await orderVideo(image);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  const lease = await takeLease(service.worker);
  const png = Buffer.from(await service.worker.initImage(lease, lease.task.init_image_path ?? ''));
  assert.equal((await customer.delete(answer.body.poll_url)).status, 204);
  return png;
}

async function assertRefused(image: Uint8Array, message: RegExp): Promise<void> {
  const answer = await assertUntouched(service, customer, () => orderVideo(image));
  assertInvalid(answer, 'init_image_base64', message);
}

/** How many MB the memory of this process, which runs the service, grew meanwhile. */
async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  // Other test files ran in this process before: 5 lowers the peak to what is in use now (proc_pid_clear_refs(5)).
  writeFileSync('/proc/self/clear_refs', '5');
  const before = peakMb();
  await work();
  return peakMb() - before;
}

test('a JPEG whose hundreds of scans each decode the whole image again is refused, on both interfaces', async () => {
  verifies('DEC-UPLOAD-06');
  const { scans } = uploadLimits;
  const bomb = jpegOfScans(800, 883);
  assert.ok(bomb.length < 13_000);
  const refusal = new RegExp(`^is a JPEG of more than ${scans} scans; save it again, not progressive$`);
  await assertRefused(bomb, refusal);
  await assertRefused(jpegOfScans(64, scans + 1), refusal);
  const answer = await caller.generate({ ...ASK, type: 'i2i', image_base64: bomb.toString('base64') });
  assert.equal(answer.status, 400);
  assert.match(answer.body.error, /more than 64 scans/);
  await received(jpegOfScans(64, scans));
});

test('scans behind fill bytes are counted, and what is no scan is not', async () => {
  verifies('DEC-UPLOAD-06');
  const hex = jpegOfScans(64, 883).toString('hex');
  const filled = Buffer.from(hex.replaceAll('ffda', 'ffffffda'), 'hex');
  await assertRefused(filled, /more than 64 scans/);
  const marker = Buffer.from('ffda', 'hex');
  const photo = await plain().jpeg({ progressive: true }).toBuffer();
  const comment = segment(0xfe, Buffer.concat(Array(100).fill(marker)));
  const harmless = [photo.subarray(0, 2), comment, photo.subarray(2), ...Array(100).fill(marker)];
  await received(Buffer.concat(harmless));
});

test('an SVG of a million elements is not parsed, not even for its size in a quote', async () => {
  verifies('DEC-UPLOAD-07');
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(1_000_000)}</svg>`);
  const body = JSON.stringify({ ...ASK, type: 'upscale', image_base64: svg.toString('base64') });
  const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' };
  const growth = await peakGrowth(async () => {
    const quoted = await send(`${service.url}/api/quote`, { method: 'POST', headers, body });
    assert.equal(quoted.status, 400, quoted.text);
    await resetCallLimit(service, caller.accountId);
    assert.equal((await caller.generate(body)).status, 400);
  });
  // It would take 500 MB.
  assert.ok(growth < 200, `the memory grew by ${growth} MB`);
});

test('a header that claims gigapixels is refused before it is decoded, in every format', async () => {
  verifies('DEC-UPLOAD-01');
  const growth = await peakGrowth(async () => {
    await assertRefused(await hugeJpeg(), /^is 65500x65500, more than 64 megapixels/);
    await assertRefused(await hugeWebp(), /^is 16383x16383, more than 64 megapixels/);
  });
  assert.ok(growth < 100, `the memory grew by ${growth} MB`);
});

test('metadata that unpack to a gigabyte are not unpacked, and do not reach the worker', async () => {
  const bomb = zlibBomb(1024);
  const kinds = { zTXt: 'Comment\0\0', iCCP: 'profile\0\0', iTXt: 'XML:com.adobe.xmp\0\u0001\0\0\0' };
  const growth = await peakGrowth(async () => {
    for (const [type, head] of Object.entries(kinds)) {
      const chunk = pngChunk(type, Buffer.concat([Buffer.from(head), bomb]));
      const png = await received(withChunks(blackPng(64, 48), chunk));
      assert.ok(png.length < 1000, type);
    }
  });
  assert.ok(growth < 250, `the memory grew by ${growth} MB`);
});

test('an animation that hides its marker behind a comment reaches the worker as a still image', async () => {
  const hidden = withChunks(animatedPng(), pngChunk('tEXt', Buffer.from('Comment\0IDAT')));
  await assertRefused(animatedPng(), /^is animated/);
  const png = await received(hidden);
  for (const chunk of ['acTL', 'fdAT', 'IDAT\0']) assert.ok(!png.includes(chunk), chunk);
});

test('metadata that lie about their lengths break nothing', async () => {
  const jpeg = await plain().jpeg().toBuffer();
  const exif = (text: string) => {
    const data = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(text, 'hex')]);
    return Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, data), jpeg.subarray(2)]);
  };
  const lies: Record<string, Buffer> = {
    'a directory that is its own successor': exif('4d4d002a000000080000000000080000'),
    'a directory of 65,535 entries': exif('4d4d002a00000008ffff'),
    'a directory beyond the end': exif('4d4d002a7fffffff'),
    'an entry of 4 GB': exif('4d4d002a000000080001010e0002ffffffff0000000800000000'),
    'an orientation of 99': exif('4d4d002a00000008000101120003000000010063000000000000'),
    'a profile of nothing': Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0001')),
      jpeg.subarray(2),
    ]),
  };
  for (const [lie, image] of Object.entries(lies)) {
    const { format, width, height, exif: kept } = await sharp(await received(image)).metadata();
    assert.deepEqual([format, width, height, kept], ['png', 64, 48, undefined], lie);
  }
});
