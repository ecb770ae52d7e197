import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { animatedPng, animatedWebp, blackPng, paddedPng, plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';

const MIB = 1024 * 1024;
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

/** Posts `base64` as the image and asserts a 400 that names the field and charges nothing. */
async function assertRefused(base64: string, message: RegExp): Promise<void> {
  const answer = await assertUntouched(service, customer, () =>
    customer.post('/v1/videos/generate', { prompt: 'waves', init_image_base64: base64 }),
  );
  assertInvalid(answer, 'init_image_base64', message);
}

/** A valid image whose base64 has a `+` or a `/` in it, and padding. */
async function encoded(): Promise<string> {
  const png = await plain().png().toBuffer();
  const base64 = Buffer.concat([png, Buffer.alloc(4 - (png.length % 3))]).toString('base64');
  assert.match(base64, /[+/].*=$/);
  return base64;
}

describe('data that is not strict base64 is refused', () => {
  const alterations: Record<string, (base64: string) => string> = {
    'a stray character': (text) => `${text.slice(0, 40)}*${text.slice(41)}`,
    'a space': (text) => `${text.slice(0, 40)} ${text.slice(41)}`,
    'line breaks': (text) => text.replace(/(.{76})/g, '$1\n'),
    'a line break at the end': (text) => `${text}\n`,
    'the URL alphabet': (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
    'a data: prefix': (text) => `data:image/png;base64,${text}`,
    'missing padding': (text) => text.replace(/=+$/, ''),
    'too much padding': (text) => `${text}====`,
    'padding in the middle': (text) => `${text.slice(0, 38)}==${text.slice(40)}`,
    'one character too few': (text) => text.slice(1),
    'stray bits behind the last byte': (text) => text.replace(/.(=+)$/, 'B$1'),
    'a letter of another script': (text) => `${text.slice(0, 40)}\u0430${text.slice(41)}`,
  };
  for (const [why, alter] of Object.entries(alterations)) {
    test(why, async () => {
      verifies('V1-VIDEO-12', 'V1-ERROR-02', 'V1-STATE-03');
      const base64 = await encoded();
      const altered = alter(base64);
      assert.notEqual(altered, base64);
      await assertRefused(altered, /^is not strict base64; send the standard alphabet with padding/);
    });
  }

  test('nothing at all', async () => {
    verifies('V1-VIDEO-12');
    await assertRefused('', /^is empty; send the bytes of a PNG, JPEG or WebP image$/);
  });
});

describe('a file that is not a PNG, JPEG or WebP is refused by its content', () => {
  const others: Record<string, readonly [() => Promise<Buffer> | Buffer, RegExp]> = {
    HEIC: [
      () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
      /^is a HEIC photo, not .*Most Compatible$/,
    ],
    SVG: [
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
      /^is an SVG drawing/,
    ],
    'SVG after an XML head': [
      () => Buffer.from('<?xml version="1.0"?><svg width="64" height="64"/>'),
      /^is an SVG drawing/,
    ],
    GIF: [() => plain().gif().toBuffer(), /^is a GIF, not a PNG, JPEG or WebP image; save it/],
    TIFF: [() => plain().tiff().toBuffer(), /^is a TIFF image/],
    AVIF: [() => plain().avif().toBuffer(), /^is an AVIF image/],
    PDF: [() => Buffer.from('%PDF-1.4\n%%EOF'), /^is a PDF document/],
    text: [() => Buffer.from('a quiet lake'), /^is text/],
    'one byte': [() => Buffer.from([0]), /^is not a PNG, JPEG or WebP image; export/],
    'half of a PNG signature': [
      () => Buffer.from('89504e47', 'hex'),
      /^is not a PNG, JPEG or WebP image; export/,
    ],
    'a RIFF that is no WebP': [() => Buffer.from('RIFF\u0004\0\0\0WAVE'), /^is a sound file/],
  };
  for (const [format, [make, message]] of Object.entries(others)) {
    test(format, async () => {
      verifies('V1-VIDEO-13', 'V1-ERROR-02', 'DEC-UPLOAD-10');
      const bytes = await make();
      await assertRefused(bytes.toString('base64'), message);
    });
  }
});

describe('a damaged image is refused', () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    test(`${format.toUpperCase()} that was cut off`, async () => {
      verifies('V1-VIDEO-13');
      const whole = await plain(400, 300).toFormat(format).toBuffer();
      for (const part of [0.9, 0.5, 0.2]) {
        const cut = whole.subarray(0, Math.floor(whole.length * part));
        await assertRefused(cut.toString('base64'), /^is not a readable (PNG|JPEG|WEBP) image/);
      }
    });

    test(`${format.toUpperCase()} with only a valid header`, async () => {
      verifies('V1-VIDEO-13');
      const head = (await plain().toFormat(format).toBuffer()).subarray(0, 16);
      const fake = Buffer.concat([head, Buffer.from('<script>alert(1)</script>'.repeat(20))]);
      await assertRefused(fake.toString('base64'), /^is not a readable/);
    });
  }

  test('PNG with a wrong checksum', async () => {
    verifies('V1-VIDEO-13');
    const png = Buffer.from(blackPng(64, 64));
    const data = png.indexOf('IDAT') + 6;
    png.writeUInt8(png.readUInt8(data) ^ 0xff, data);
    await assertRefused(png.toString('base64'), /^is not a readable PNG image/);
  });
});

test('an animated image is refused', async () => {
  verifies('V1-VIDEO-13');
  await assertRefused(animatedPng().toString('base64'), /^is animated; send a still image$/);
  await assertRefused((await animatedWebp()).toString('base64'), /^is animated; send a still image$/);
});

test('an image of more than 12 MiB is refused, at any decoded size', async () => {
  verifies('V1-VIDEO-14');
  for (const bytes of [12 * MIB + 1, 13 * MIB]) {
    const image = paddedPng(blackPng(64, 48), bytes);
    assert.equal(image.length, bytes);
    await assertRefused(image.toString('base64'), /^is larger than 12 MiB; send a smaller image$/);
  }
});

test('a small file that would unpack to gigabytes is refused from its header', async () => {
  verifies('V1-VIDEO-13', 'DEC-UPLOAD-01');
  const bomb = blackPng(16_000, 16_000);
  assert.ok(bomb.length < MIB);
  await assertRefused(
    bomb.toString('base64'),
    /^is 16000x16000, more than 64 megapixels; send a smaller image$/,
  );
  await assertRefused(blackPng(8001, 8000).toString('base64'), /^is 8001x8000, more than 64 megapixels/);
});

test('an image that would lose its shorter side when fitted is refused with its size', async () => {
  verifies('V1-VIDEO-13');
  await assertRefused(
    blackPng(16, 321).toString('base64'),
    /^is 16x321; one side may be at most 20 times the other$/,
  );
});

test('an image with an extreme aspect ratio is refused with its size', async () => {
  verifies('V1-VIDEO-13');
  for (const [width, height] of [
    [65_535, 1],
    [1, 65_535],
    [15, 64],
    [64, 15],
    [1, 1],
  ] as const) {
    const message = new RegExp(`^is ${width}x${height}; each side needs 16 pixels$`);
    await assertRefused(blackPng(width, height).toString('base64'), message);
  }
});

test('a valid image is not stored when the request is refused for another reason', async () => {
  verifies('V1-STATE-03', 'V1-ERROR-07');
  const base64 = await encoded();
  const poor = await service.account(4);
  const unpaid = await assertUntouched(service, poor, () =>
    poor.post('/v1/videos/generate', { prompt: 'waves', init_image_base64: base64 }),
  );
  assert.equal(unpaid.status, 402);
  const mode = { mode: 'quality', duration: 6 };
  const wrong = await assertUntouched(service, customer, () =>
    customer.post('/v1/videos/generate', { prompt: 'waves', init_image_base64: base64, ...mode }),
  );
  assert.equal(wrong.body.code, 'mode_duration_unsupported');
});

test('an image request accepts no upload', async () => {
  verifies('DEC-REQUEST-02');
  const base64 = await encoded();
  const answer = await assertUntouched(service, customer, () =>
    customer.post('/v1/images/generate', { prompt: 'waves', init_image_base64: base64 }),
  );
  assertInvalid(answer, 'init_image_base64', /^is not a field of this request/);
});
