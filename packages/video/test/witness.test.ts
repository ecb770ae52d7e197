import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWitness, type Witness } from '@kinora/media/sanity/witness';
import { createRandom, gaussian } from '@kinora/procedural/random/random';
import { texturedImage } from '@kinora/testing/images-to-mark';
import { verifies } from '@kinora/testing/requirements';
import { checkOutput } from '../src/check-output.ts';
import type { StereoSound } from '../src/encode-sound.ts';
import { SOUND_RATE } from '../src/encode-sound.ts';
import { encodeVideo } from '../src/encode-video.ts';

const SIZE = { width: 320, height: 192 };
/** Two and a half seconds: six views, of which some are key frames. */
const FRAMES = 61;
const FPS = 24;
const TEXTURE = texturedImage(SIZE.width + 16, SIZE.height).data;

/** A grey level, or what the texture has there plus a change. */
type Shade = (
  x: number,
  y: number,
  index: number,
) => { readonly level?: number; readonly from?: number; readonly plus?: number };

async function witnessOf(shade: Shade, sound: StereoSound | false = false): Promise<Witness> {
  const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255);
  const mp4 = await encodeVideo({
    ...SIZE,
    frames: FRAMES,
    fps: FPS,
    drawFrame(index) {
      for (let y = 0, at = 0; y < SIZE.height; y++) {
        for (let x = 0; x < SIZE.width; x++, at += 4) {
          const { level, from = x, plus = 0 } = shade(x, y, index);
          const source = (y * (SIZE.width + 16) + from) * 4;
          for (let channel = 0; channel < 3; channel++)
            pixels[at + channel] = level ?? (TEXTURE[source + channel] as number) + plus;
        }
      }
      return new Uint8Array(pixels.buffer);
    },
    sound,
    signal: new AbortController().signal,
  });
  const witness = createWitness();
  const check = await checkOutput(mp4, 'video/mp4', { classifier: undefined, witness });
  assert.equal(check.verdict, 'allowed');
  return witness;
}

const random = createRandom(1, 'grain');
const noise = (deviation: number): number => deviation * gaussian(random);

const frozen: Readonly<Record<string, Shade>> = {
  'a texture': () => ({}),
  'a dark texture': (x, y) => ({ level: (TEXTURE[(y * (SIZE.width + 16) + x) * 4] as number) / 8 }),
};

const moving: Readonly<Record<string, Shade>> = {
  'the grain of a sensor': () => ({ plus: noise(2) }),
  'a slow pan': (x, _, index) => ({ from: x + Math.floor(index / 12) }),
  'a flame in a still room': (x, y, index) =>
    Math.abs(x - 200) < 3 && Math.abs(y - 90) < 4 ? { plus: 20 * Math.sin(1.7 * index) } : {},
  'a leaf that drifts': (x, y, index) => (Math.hypot(x - 60 - index, y - 100) < 3 ? { level: 10 } : {}),
  'a fade from black': (x, y, index) => ({
    level: ((TEXTURE[(y * (SIZE.width + 16) + x) * 4] as number) * index) / FRAMES,
  }),
  'a cut to black': (_x, _y, index) => (index > 40 ? { level: 0 } : {}),
  'a night with stars that twinkle': (x, y, index) => ({
    level: 5 + noise(1) + (x % 61 < 2 && y % 53 < 2 ? 60 + 50 * Math.sin(index / 3 + x) : 0),
  }),
  'drifting fog': (x, y, index) => ({
    level: 190 + 8 * Math.sin((x + 2 * index) / 60) * Math.sin(y / 50) + noise(1),
  }),
};

const uniform: Readonly<Record<string, Shade>> = {
  black: () => ({ level: 0 }),
  'black with noise': () => ({ level: noise(1) }),
  'two colours in turn': (_x, _y, index) => ({ level: index % 24 < 12 ? 0 : 90 }),
};

for (const [name, shade] of Object.entries(frozen)) {
  test(`${name} in every frame is a frozen video`, async () => {
    verifies('DEC-SANITY-01');
    const { isFrozen, uniformColour } = await witnessOf(shade);
    assert.deepEqual([isFrozen(), uniformColour()], [true, undefined]);
  });
}

for (const [name, shade] of Object.entries(moving)) {
  test(`${name} is neither frozen nor one colour`, async () => {
    verifies('DEC-SANITY-01');
    const { isFrozen, uniformColour } = await witnessOf(shade);
    assert.deepEqual([isFrozen(), uniformColour()], [false, undefined]);
  });
}

for (const [name, shade] of Object.entries(uniform)) {
  test(`${name} is a video of one colour`, async () => {
    verifies('DEC-SANITY-01');
    assert.notEqual((await witnessOf(shade)).uniformColour(), undefined);
  });
}

/** White noise, in decibels below full scale. */
function hiss(decibels: number): StereoSound {
  const samples = Math.round((FRAMES / FPS) * SOUND_RATE);
  const channel = Float32Array.from({ length: samples }, () => noise(10 ** (decibels / 20)));
  return { left: channel, right: channel };
}

for (const [name, sound, isSilent] of [
  ['no sound', hiss(-Infinity), true],
  ['the dither of 16 bits', hiss(-96), true],
  ['a quiet room', hiss(-66), false],
  ['quiet rain', hiss(-55), false],
] as const) {
  test(`${name} ${isSilent ? 'is' : 'is not'} silence`, async () => {
    verifies('DEC-SANITY-01');
    assert.equal((await witnessOf(() => ({ level: 0 }), sound)).isSilent(), isSilent);
  });
}

test('a video without a track is not called silent: it was sold so', async () => {
  verifies('DEC-SANITY-01');
  assert.equal((await witnessOf(() => ({ level: 0 }))).isSilent(), false);
});
