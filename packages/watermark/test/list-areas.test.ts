import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { texturedImage } from '@kinora/testing/images-to-mark';
import { verifies } from '@kinora/testing/requirements';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { layCarriers } from '../src/carriers.ts';
import type { Pixels } from '../src/draw-canvas.ts';
import { listAreas } from '../src/list-areas.ts';
import { markPixels } from '../src/mark-pixels.ts';

const [WIDTH, HEIGHT] = [400, 300];

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, data };
}

function lively(): Sharp {
  const { data, ...raw } = texturedImage(WIDTH, HEIGHT);
  return sharp(data, { raw });
}

/** Symbols of a status bar: in their rows most pixels have the colour of the bar. */
function symbol(left: number): OverlayOptions {
  return { input: { create: { width: 30, height: 20, channels: 3, background: '#fff' } }, left, top: 20 };
}

describe('the areas in which a watermark may be', () => {
  test('are the whole image and what is between bars, whatever is written on them', async () => {
    verifies('DEC-WATERMARK-07');
    const extended = await pixelsOf(lively().extend({ top: 400, bottom: 300, background: '#111' }));
    const { data, ...raw } = extended;
    const screen = await pixelsOf(sharp(data, { raw }).composite([symbol(20), symbol(90), symbol(350)]));
    assert.deepEqual(
      [...listAreas(screen)],
      [
        { left: 0, top: 0, width: WIDTH, height: 1000 },
        { left: 0, top: 400, width: WIDTH, height: HEIGHT },
      ],
    );
  });

  test('are without a border of another width on every side', async () => {
    const sides = { top: 10, bottom: 40, left: 70, right: 3, background: '#fff' };
    const [, inner] = listAreas(await pixelsOf(lively().extend(sides)));
    assert.deepEqual(inner, { left: 70, top: 10, width: WIDTH, height: HEIGHT });
  });

  test('are the whole image alone without bars, and in an image of one colour', () => {
    const one = { width: 50, height: 40, channels: 1, data: new Uint8Array(2000).fill(9) } as const;
    for (const image of [texturedImage(WIDTH, HEIGHT), one]) assert.equal([...listAreas(image)].length, 1);
  });

  test('leave out nothing that is flat but marked', () => {
    verifies('DEC-WATERMARK-07');
    const carriers = layCarriers(new Uint8Array(32).fill(5));
    const sky = texturedImage(WIDTH, HEIGHT);
    const image = { ...sky, data: sky.data.map((value, at) => (at < sky.data.length / 2 ? 120 : value)) };
    assert.equal([...listAreas(image)].length, 2);
    assert.equal([...listAreas(markPixels(image, carriers, '1f6ad3e4c0ffee11'))].length, 1);
  });
});
