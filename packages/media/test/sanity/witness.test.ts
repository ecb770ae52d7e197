import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, gaussian } from '@kinora/procedural/random/random';
import { verifies } from '@kinora/testing/requirements';
import sharp, { type Sharp } from 'sharp';
import { imageViews } from '../../src/classifier/image-views.ts';
import { createWitness } from '../../src/sanity/witness.ts';

const SIDE = 512;

type Level = (x: number, y: number) => number;

/** A grey image whose noise has this deviation, in levels. */
function drawn(level: Level, noise: number): Sharp {
  const random = createRandom(1, 'grain');
  const data = Uint8ClampedArray.from(
    { length: SIDE * SIDE },
    (_, at) => level(at % SIDE, Math.floor(at / SIDE)) + noise * gaussian(random),
  );
  const raw = { width: SIDE, height: SIDE, channels: 1 } as const;
  return sharp(new Uint8Array(data.buffer), { raw }).toColourspace('srgb');
}

async function colourOf(png: Uint8Array): Promise<string | undefined> {
  const witness = createWitness();
  for await (const view of imageViews(png)) witness.see(view);
  return witness.uniformColour();
}

const glow = (x: number, y: number, width: number): number =>
  Math.exp(-((x - 200) ** 2 + (y - 300) ** 2) / width);

const uniform: Readonly<Record<string, readonly [Level, number]>> = {
  black: [() => 0, 0],
  white: [() => 255, 0],
  grey: [() => 127, 0],
  'black with noise': [() => 0, 1],
  'the grid that a decoder leaves of nothing': [(x, y) => 120 + (((x >> 3) + (y >> 3)) % 2) * 2, 0],
};

const shown: Readonly<Record<string, readonly [Level, number]>> = {
  'one star': [(x, y) => (x >> 1 === 100 && y >> 1 === 60 ? 180 : 4), 1],
  'a dozen dim stars': [(x, y) => (x % 150 < 2 && y % 150 < 2 ? 50 : 4), 1],
  'a night without a moon': [(x, y) => 5 + 10 * glow(x, y, 9000), 1],
  'a dark room with one lamp': [(x, y) => 3 + 40 * glow(x, y, 900), 1.5],
  'dense fog': [(x, y) => 190 + 5 * Math.sin(x / 90) * Math.sin(y / 110), 1],
  snow: [(x, y) => 240 + 6 * Math.sin(x / 40 + y / 60), 2],
  'a bird in a white sky': [(x, y) => (Math.hypot(x - 250, y - 200) < 4 ? 120 : 238), 1],
  'a clear sky': [(_, y) => 150 + (16 * y) / SIDE, 0],
  sand: [() => 170, 12],
};

for (const [name, [level, noise]] of Object.entries(uniform)) {
  test(`${name} is one colour, as a PNG and from a JPEG`, async () => {
    verifies('DEC-SANITY-01');
    const png = await drawn(level, noise).png().toBuffer();
    const jpeg = await sharp(png).jpeg({ quality: 50 }).toBuffer();
    for (const image of [png, await sharp(jpeg).png().toBuffer()])
      assert.match((await colourOf(image)) ?? 'several', /^\d+, \d+, \d+$/);
  });
}

for (const [name, [level, noise]] of Object.entries(shown)) {
  test(`${name} is more than one colour, as a PNG and from a JPEG`, async () => {
    verifies('DEC-SANITY-01');
    const png = await drawn(level, noise).png().toBuffer();
    const jpeg = await sharp(png).jpeg({ quality: 50 }).toBuffer();
    for (const image of [png, await sharp(jpeg).png().toBuffer()])
      assert.equal(await colourOf(image), undefined);
  });
}

test('an image that only its transparency makes visible is more than one colour', async () => {
  verifies('DEC-SANITY-01');
  const rgba = Buffer.alloc(64 * 64 * 4);
  const empty = () =>
    sharp(rgba, { raw: { width: 64, height: 64, channels: 4 } })
      .png()
      .toBuffer();
  assert.equal(await colourOf(await empty()), '0, 0, 0');
  for (let at = 3; at < rgba.length / 2; at += 4) rgba[at] = 255;
  assert.equal(await colourOf(await empty()), undefined);
});
