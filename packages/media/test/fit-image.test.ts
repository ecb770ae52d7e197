import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pixelOf, plain, redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import sharp from 'sharp';
import { encodePng } from '../src/encode-png.ts';
import { fitImage } from '../src/fit-image.ts';
import { type Size, type SizeFit, WrongSize } from '../src/fit-size.ts';

const fitted = async (bytes: Uint8Array, fit: SizeFit) => encodePng(await fitImage(bytes, fit));

describe('an image that is fitted', () => {
  test('of any format and shape has exactly the size, upright, cut around its middle', async () => {
    verifies('DEC-OPENAI-02');
    for (const source of [
      await plain(300, 100).jpeg().toBuffer(),
      await plain(64, 64).webp().toBuffer(),
      await plain(900, 900).png().toBuffer(),
    ]) {
      const facts = await probeMedia(await fitted(source, { width: 201, height: 99 }));
      assert.deepEqual([facts.kind, facts.width, facts.height], ['png', 201, 99]);
    }
    // After the rotation in its metadata, the left half is on top.
    const turned = await redAndBlue(100, 100)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const upright = await fitted(turned, { width: 100, height: 100 });
    assert.ok((await pixelOf(upright, 50, 5)).r > 150);
    assert.ok((await pixelOf(upright, 50, 95)).b > 150);
  });

  test('that is cut short is rejected', async () => {
    const whole = await plain(300, 200).png().toBuffer();
    const half = whole.subarray(0, whole.length / 2);
    await assert.rejects(fitImage(half, { width: 64, height: 64 }));
  });

  test('that is an SVG is rejected, because drawing one can take minutes', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="9" height="9"/></svg>';
    await assert.rejects(fitImage(Buffer.from(svg), { width: 64, height: 64 }), /unsupported image format/);
  });

  test('of the size that was rendered on a grid is cut and not scaled', async () => {
    verifies('DEC-COMFY-02');
    const rendered = { width: 128, height: 64 };
    const stripes = Buffer.from(Array.from({ length: 128 * 64 }, (_, at) => 255 * (at % 2)));
    const source = await sharp(stripes, { raw: { ...rendered, channels: 1 } })
      .png()
      .toBuffer();
    const cut = await fitted(source, { width: 120, height: 50, rendered });
    assert.deepEqual(await pixelOf(cut, 60, 25), { r: 0, g: 0, b: 0 });
    assert.deepEqual(await pixelOf(cut, 61, 25), { r: 255, g: 255, b: 255 });
    const facts = await probeMedia(
      await fitted(source, { width: 120, height: 50, rendered: { width: 144, height: 64 } }),
    );
    assert.deepEqual([facts.width, facts.height], [120, 50]);
  });

  test('is refused if it has far fewer pixels than were asked for, or another shape', async () => {
    verifies('DEC-SANITY-03');
    const delivered = { width: 300, height: 200 };
    const fit = async (width: number, height: number, asked: Size) =>
      fitImage(await plain(width, height).png().toBuffer(), { ...delivered, asked });
    for (const [width, height, asked] of [
      [150, 100, delivered],
      [200, 140, delivered],
      [200, 300, delivered],
      [900, 900, { width: 320, height: 180 }],
      [200, 200, delivered],
    ] as const)
      await assert.rejects(fit(width, height, asked), WrongSize, `${width}x${height}`);
    for (const [width, height, asked] of [
      [240, 160, delivered],
      [256, 192, delivered],
      [900, 600, delivered],
      // What the model has, of which the order is enlarged.
      [150, 100, { width: 150, height: 100 }],
      [288, 208, delivered],
    ] as const)
      assert.equal((await fit(width, height, asked)).width, 300, `${width}x${height}`);
  });
});
