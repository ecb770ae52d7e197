import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { smoothImage, texturedImage } from '@kinora/testing/images-to-mark';
import { verifies } from '@kinora/testing/requirements';
import sharp, { type Sharp } from 'sharp';
import { layCarriers } from '../src/carriers.ts';
import type { Pixels } from '../src/draw-canvas.ts';
import { markPixels } from '../src/mark-pixels.ts';
import { readPixels } from '../src/read-pixels.ts';

const CARRIERS = layCarriers(new Uint8Array(32).fill(5));
const OTHER_CARRIERS = layCarriers(new Uint8Array(32).fill(6));
const PAYLOAD = '1f6ad3e4c0ffee11';
const [MIN_PSNR, MAX_CHANGE] = [38, 10];
const EVERY_SIDE = { top: 50, bottom: 90, left: 70, right: 70 };

const originals = { lively: texturedImage(768, 640), calm: smoothImage(768, 640) };
const marked = {
  lively: markPixels(originals.lively, CARRIERS, PAYLOAD),
  calm: markPixels(originals.calm, CARRIERS, PAYLOAD),
};

function open({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } }).removeAlpha();
}

async function through(pixels: Pixels, change: (image: Sharp) => Sharp): Promise<Pixels> {
  const bytes = await change(open(pixels)).toBuffer();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data };
}

function payloadOf(pixels: Pixels): string | undefined {
  return readPixels(pixels, CARRIERS)?.payload;
}

test('the example of the README marks and reads', () => {
  // In packages/watermark/README.md.
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```ts .*\n([\s\S]*?)```/.exec(readme) ?? [];
  const [imports = [], code] = [example.match(/^import .*$/gm), example.replace(/^import .*$/gm, '')];
  assert.deepEqual(imports, [
    "import { layCarriers } from '@kinora/watermark/carriers';",
    "import { markPixels } from '@kinora/watermark/mark-pixels';",
    "import { readPixels } from '@kinora/watermark/read-pixels';",
  ]);
  const run = new Function(
    ...['layCarriers', 'markPixels', 'readPixels', 'chipKey', 'width', 'height', 'data'],
    `${code}; return reading;`,
  );
  const data = new Uint8Array(3 * 400 * 300).fill(140);
  const reading = run(layCarriers, markPixels, readPixels, new Uint8Array(32).fill(5), 400, 300, data);
  assert.equal(reading.payload, '1c0ffee5eed5a1ad');
});

describe('a marked image', () => {
  const changes: readonly [name: string, change: (image: Sharp) => Sharp][] = [
    ['JPEG 50', (image) => image.jpeg({ quality: 50 })],
    ['WebP 75', (image) => image.webp({ quality: 75 })],
    ['half the size', (image) => image.resize(384, 320).png()],
    ['half as large again', (image) => image.resize(1152, 960).png()],
    ['another shape', (image) => image.resize(768, 512, { fit: 'fill' }).png()],
    ['brighter, with less contrast', (image) => image.linear(0.8, 40).png()],
    ['in grey', (image) => image.greyscale().png()],
    ['blurred', (image) => image.blur(1).png()],
    ['cropped to 90 %', (image) => image.extract({ left: 20, top: 50, width: 691, height: 576 }).png()],
    [
      'cropped to 80 % by 95 %, then JPEG 75',
      (image) => image.extract({ left: 100, top: 10, width: 614, height: 608 }).jpeg({ quality: 75 }),
    ],
    ['cropped to 60 %', (image) => image.extract({ left: 200, top: 50, width: 461, height: 384 }).png()],
    ['cropped to 4:5', (image) => image.extract({ left: 90, top: 0, width: 512, height: 640 }).png()],
    ['mirrored', (image) => image.flop().png()],
    ['turned by 90 degrees', (image) => image.rotate(90).png()],
    ['turned by 180 degrees, then JPEG 75', (image) => image.rotate(180).jpeg({ quality: 75 })],
    ['rotated by a degree', (image) => image.rotate(1).png()],
    ['rotated by 3 degrees, then JPEG 75', (image) => image.rotate(-3).jpeg({ quality: 75 })],
    ['with a border', (image) => image.extend({ ...EVERY_SIDE, background: '#fff' }).png()],
    [
      'with bars',
      (image) => image.extend({ top: 500, bottom: 600, background: '#000' }).jpeg({ quality: 75 }),
    ],
  ];
  for (const [name, change] of changes) {
    test(`is read: ${name}`, async () => {
      verifies('DEC-WATERMARK-03');
      for (const image of [marked.lively, marked.calm]) {
        assert.equal(payloadOf(await through(image, change)), PAYLOAD);
      }
    });
  }

  for (const [name, original] of Object.entries(originals)) {
    test(`looks like the original: ${name}`, () => {
      const { data } = marked[name as keyof typeof marked];
      let [squares, most] = [0, 0];
      for (const [at, value] of original.data.entries()) {
        const change = Math.abs(value - (data[at] as number));
        squares += change ** 2;
        most = Math.max(most, change);
      }
      const psnr = 10 * Math.log10((255 ** 2 * data.length) / squares);
      assert.ok(psnr >= MIN_PSNR, `${psnr} dB`);
      assert.ok(most <= MAX_CHANGE, `${most} steps`);
    });
  }

  test('changes by one step at most where it is flat', () => {
    verifies('DEC-WATERMARK-04');
    const flat = smoothImage(512, 512, 0);
    const { data } = markPixels(flat, CARRIERS, PAYLOAD);
    assert.ok(flat.data.every((value, at) => Math.abs(value - (data[at] as number)) <= 1));
  });

  test('keeps its transparency', () => {
    const see = {
      ...originals.lively,
      data: originals.lively.data.map((value, at) => (at % 4 === 3 ? at % 251 : value)),
    };
    const { data } = markPixels(see, CARRIERS, PAYLOAD);
    assert.ok(see.data.every((value, at) => at % 4 !== 3 || value === data[at]));
  });

  test('is the same every time, and the original stays unchanged', () => {
    const before = originals.lively.data.slice();
    assert.deepEqual(markPixels(originals.lively, CARRIERS, PAYLOAD), marked.lively);
    assert.deepEqual(originals.lively.data, before);
  });

  test('has another payload when marked with another', () => {
    for (const payload of ['0000000000000000', 'ffffffffffffffff', '0123456789abcdef']) {
      assert.equal(payloadOf(markPixels(originals.calm, CARRIERS, payload)), payload);
    }
  });

  test('is not read with another key', () => {
    assert.equal(readPixels(marked.lively, OTHER_CARRIERS), undefined);
    assert.equal(readPixels(marked.calm, OTHER_CARRIERS), undefined);
  });
});

describe('every size and shape', () => {
  const sizes = [
    [256, 256],
    [257, 511],
    [256, 2048],
    [2048, 256],
    [1024, 1024],
    [4096, 4096],
  ] as const;
  for (const [width, height] of sizes) {
    test(`${width}x${height} is marked and read`, async () => {
      verifies('DEC-WATERMARK-06');
      const small = { width: 512, height: 512, channels: 4, data: texturedImage(512, 512).data } as const;
      const image = await through(small, (one) => one.resize(width, height, { fit: 'fill' }).png());
      const read = readPixels(markPixels(image, CARRIERS, PAYLOAD), CARRIERS);
      assert.equal(read?.payload, PAYLOAD);
    });
  }

  for (const channels of [1, 2] as const) {
    test(`grey with ${channels} channels is marked and read`, () => {
      const grey = texturedImage(400, 300).data.filter((_, at) =>
        channels === 1 ? at % 4 === 0 : at % 4 === 0 || at % 4 === 3,
      );
      const read = readPixels(
        markPixels({ width: 400, height: 300, channels, data: grey }, CARRIERS, PAYLOAD),
        CARRIERS,
      );
      assert.equal(read?.payload, PAYLOAD);
    });
  }
});

describe('an image without a mark', () => {
  const periodic = (width: number, height: number): Pixels => ({
    ...{ width, height, channels: 1 },
    data: Uint8Array.from({ length: width * height }, (_, at) =>
      (((at % width) >> 4) ^ (Math.floor(at / width) >> 4)) & 1 ? 200 : 60,
    ),
  });
  const images: readonly [name: string, image: Pixels][] = [
    ['lively', originals.lively],
    ['calm', originals.calm],
    ['even', smoothImage(300, 300, 0)],
    ['one colour', { width: 300, height: 300, channels: 1, data: new Uint8Array(90_000).fill(77) }],
    ['a single pixel', { width: 1, height: 1, channels: 3, data: Uint8Array.of(1, 2, 3) }],
    ['squares that repeat as the tiles do', periodic(384, 384)],
    ['grain', smoothImage(300, 500, 40)],
  ];
  for (const [name, image] of images) {
    test(`has none: ${name}`, () => {
      verifies('DEC-WATERMARK-05');
      assert.equal(readPixels(image, CARRIERS), undefined);
    });
  }
});
