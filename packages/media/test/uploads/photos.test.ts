import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { animatedPng, plain, pngChunk, withChunks } from '@kinora/testing/images';
import { smoothImage } from '@kinora/testing/images-to-mark';
import { arithmeticJpeg, jpegOfThreeScans, jpegWithRestarts } from '@kinora/testing/rare-jpegs';
import { verifies } from '@kinora/testing/requirements';
import sharp, { type JpegOptions } from 'sharp';
import { inspectUpload } from '../../src/uploads/inspect-upload.ts';

const END = Buffer.from('ffd9', 'hex');
const DAMAGED =
  /is not a readable \w+ image: it is cut off or damaged; send the whole file, or save it again/;

/** The message of the refusal; undefined if the image is accepted. */
async function refusalOf(image: Buffer): Promise<string | undefined> {
  const result = await inspectUpload(image.toString('base64'), 'image');
  return result.ok ? undefined : result.problem.message;
}

/** A photo with detail down to its last row: data that are missing anywhere are of pixels. */
function photo(options: JpegOptions, width = 200, height = 136): Promise<Buffer> {
  const { data } = smoothImage(width, height, 20);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg(options)
    .toBuffer();
}

const withoutEnd = (jpeg: Buffer): Buffer => {
  assert.deepEqual(jpeg.subarray(-2), END);
  return jpeg.subarray(0, -2);
};

const photos: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'an ordinary one': () => photo({}),
  'a low one': () => photo({}, 200, 16),
  'one with all of its colours': () => photo({ chromaSubsampling: '4:4:4' }),
  'a grey one': async () =>
    sharp(await photo({}))
      .toColourspace('b-w')
      .jpeg()
      .toBuffer(),
  'a CMYK one': async () =>
    sharp(await photo({}))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer(),
  'a progressive one': () => photo({ progressive: true }),
  'one with restart markers': () => jpegWithRestarts,
  'one of three scans': () => jpegOfThreeScans,
  'one with a thumbnail': async () => withSegment(await photo({}), await photo({}, 40, 30)),
};

/** With another JPEG in its metadata, as cameras write it. */
function withSegment(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const head = Buffer.from('ffe10000', 'hex');
  head.writeUInt16BE(thumbnail.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, thumbnail, jpeg.subarray(2)]);
}

describe('a JPEG whose end is not marked is accepted with all of its pixels, and not with fewer', () => {
  for (const [name, make] of Object.entries(photos)) {
    test(name, async () => {
      verifies('DEC-UPLOAD-09');
      const jpeg = await make();
      const open = withoutEnd(jpeg);
      assert.equal(await refusalOf(jpeg), undefined);
      assert.equal(await refusalOf(open), undefined, 'without its end');
      assert.equal(await refusalOf(Buffer.concat([open, Buffer.alloc(64)])), undefined, 'with padding');
      const whole = await inspectUpload(jpeg.toString('base64'), 'image');
      assert.deepEqual(await inspectUpload(open.toString('base64'), 'image'), whole);
      for (const bytes of [1, 2, 3, 8, Math.floor(open.length / 3)]) {
        assert.match((await refusalOf(open.subarray(0, -bytes))) ?? 'accepted', DAMAGED, `${bytes} bytes`);
      }
    });
  }

  test('a progressive one that lacks its last scan', async () => {
    verifies('DEC-UPLOAD-09');
    const jpeg = await photo({ progressive: true });
    const last = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));
    // Its tables precede the scan.
    const tables = jpeg.lastIndexOf(Buffer.from('ffc4', 'hex'));
    assert.match((await refusalOf(jpeg.subarray(0, Math.min(last, tables)))) ?? 'accepted', DAMAGED);
  });
});

test('a JPEG that was cut in the middle is refused although an end was put behind it', async () => {
  verifies('DEC-UPLOAD-09');
  for (const [name, make] of Object.entries(photos)) {
    const jpeg = await make();
    const cut = Buffer.concat([jpeg.subarray(0, -Math.floor(jpeg.length / 4)), END]);
    assert.match((await refusalOf(cut)) ?? 'accepted', DAMAGED, name);
  }
});

test('what cameras and messengers append to a JPEG changes nothing', async () => {
  verifies('DEC-UPLOAD-09');
  const jpeg = await photo({});
  const second = await photo({}, 64, 48);
  const motion = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('mp42\0\0\0\0isommp42')]);
  for (const appended of [second, motion, Buffer.from('SEFT'), Buffer.alloc(1000), withoutEnd(second)]) {
    assert.equal(await refusalOf(Buffer.concat([jpeg, appended])), undefined);
  }
  // Bytes between two markers, of which the decoder warns.
  const extra = Buffer.concat([withoutEnd(jpeg), Buffer.from('000000', 'hex'), END]);
  assert.equal(await refusalOf(extra), undefined);
});

test('a JPEG of a rare kind is read if the decoder can, and otherwise refused with a remedy', async () => {
  verifies('DEC-UPLOAD-10');
  assert.equal(await refusalOf(arithmeticJpeg), undefined);
  const rare = /is a JPEG of a rare kind .*; save it again as an ordinary JPEG$/;
  assert.match((await refusalOf(withoutEnd(arithmeticJpeg))) ?? 'accepted', rare);
  const usual = await photo({});
  const frame = usual.indexOf(Buffer.from('ffc0', 'hex'));
  const altered = (at: number, value: number): Buffer => {
    const copy = Buffer.from(usual);
    copy[frame + at] = value;
    return copy;
  };
  assert.match((await refusalOf(altered(4, 12))) ?? 'accepted', rare, '12 bits');
  assert.match((await refusalOf(altered(1, 0xc3))) ?? 'accepted', rare, 'lossless');
});

test('a PNG that lacks its last chunk has all of its pixels, whatever follows it', async () => {
  verifies('DEC-UPLOAD-09');
  for (const options of [{}, { progressive: true }, { palette: true }]) {
    const png = await sharp(await photo({}))
      .png(options)
      .toBuffer();
    assert.equal(await refusalOf(png.subarray(0, -12)), undefined);
    assert.equal(await refusalOf(png.subarray(0, -5)), undefined);
    assert.equal(await refusalOf(Buffer.concat([png, Buffer.from('PK')])), undefined);
    assert.match((await refusalOf(png.subarray(0, -200))) ?? 'accepted', DAMAGED);
  }
  assert.equal(await refusalOf(await plain().toColourspace('rgb16').png().toBuffer()), undefined);
});

test('an animation of one frame is a still image', async () => {
  verifies('DEC-UPLOAD-09');
  const control = Buffer.alloc(8);
  control.writeUInt32BE(1);
  const still = withChunks(await plain().png().toBuffer(), pngChunk('acTL', control));
  assert.equal(await refusalOf(still), undefined);
  assert.match((await refusalOf(animatedPng())) ?? 'accepted', /is animated; send a still image/);
});
