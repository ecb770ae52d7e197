import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { type ClipDemands, conformClip } from '../../src/media/conform-clip.ts';
import { encodeVideo, type VideoRequest } from '../../src/media/encode-video.ts';
import { extractFrame } from '../../src/media/extract-frame.ts';
import { probeMedia } from '../../src/media/probe.ts';
import { readMp4 } from '../../src/media/read-mp4.ts';
import { pixelOf } from '../support/pictures.ts';

/**
 * Nine frames of one colour each, 192x128, with 24 kHz sound, as ComfyUI 0.3.64 saved them: frames coded out of
 * order, colours by BT.601 without saying so, the index last, the whole prompt among the metadata.
 */
const SAVED = new Uint8Array(await readFile(path.join(import.meta.dirname, 'saved-by-comfyui.mp4')));
const COLOURS = [0xc82832, 0x28c832, 0x3228c8, 0xc8c832, 0x32c8c8, 0xc832c8, 0x808080, 0x202020, 0xe0e0e0];

function demands(more: Partial<ClipDemands> = {}): ClipDemands {
  return {
    width: 192,
    height: 128,
    frames: 9,
    fps: 24,
    sound: true,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...more,
  };
}

async function facts(bytes: Uint8Array) {
  const made = await probeMedia(bytes);
  assert.ok(made.kind === 'mp4');
  return made;
}

/** Every frame's middle shows the colour it was made with. */
async function assertColours(clip: Uint8Array, { width, height }: ClipDemands, tolerance: number) {
  for (const [index, colour] of COLOURS.entries()) {
    const { r, g, b } = await pixelOf(await extractFrame(clip, index / 24), width / 2, height / 2);
    const expected = [colour >> 16, (colour >> 8) & 255, colour & 255];
    const off = [r, g, b].map((value, at) => Math.abs(value - (expected[at] ?? 0)));
    assert.ok(Math.max(...off) <= tolerance, `frame ${index} is ${[r, g, b]} and not ${expected}`);
  }
}

/** A clip of ours that moves from dark to light, and a tone as long as asked. */
function ours(more: Partial<VideoRequest> & { readonly soundSeconds?: number } = {}): Promise<Uint8Array> {
  const { width = 64, height = 64, soundSeconds, ...others } = more;
  const pixels = new Uint8Array(width * height * 4);
  const left = Float32Array.from({ length: Math.round((soundSeconds ?? 0) * 48_000) }, (_, at) =>
    Math.sin(at / 15),
  );
  return encodeVideo({
    width,
    height,
    frames: 17,
    fps: 24,
    drawFrame: (index) => pixels.fill(Math.min(255, 40 + index * 10)),
    sound: soundSeconds !== undefined && { left, right: left },
    signal: new AbortController().signal,
    ...others,
  });
}

describe('a clip that fits', () => {
  test('keeps its pictures and its sound to the bit, in an MP4 that starts at once', async () => {
    const clip = await conformClip(SAVED, demands());
    const made = await facts(clip);
    assert.deepEqual([made.width, made.height, made.framesDecoded], [192, 128, 9]);
    assert.deepEqual([made.fastStart, Math.round(made.fps), made.audio?.sampleRate], [true, 24, 24_000]);
    assert.equal((await facts(SAVED)).fastStart, false, 'which it did not before');
    const [before, after] = [await readMp4(SAVED), await readMp4(clip)];
    assert.deepEqual(
      after.video.packets.map(({ bytes }) => bytes),
      before.video.packets.map(({ bytes }) => bytes),
    );
    assert.deepEqual(after.audio?.packets[3]?.bytes, before.audio?.packets[3]?.bytes);
  });

  test('says how its colours are coded, so that they are shown right', async () => {
    assert.equal((await readMp4(SAVED)).video.matrix, undefined);
    const clip = await conformClip(SAVED, demands());
    assert.equal((await readMp4(clip)).video.matrix, 'smpte170m');
    await assertColours(clip, demands(), 6);
  });

  test('does not tell how it was made', async () => {
    assert.ok(Buffer.from(SAVED).includes('EmptyImage'), 'the file tells its workflow');
    const clip = Buffer.from(await conformClip(SAVED, demands()));
    assert.ok(!clip.includes('EmptyImage') && !clip.includes('Lavf'));
  });

  test('gives the same bytes each time', async () => {
    assert.deepEqual(await conformClip(SAVED, demands()), await conformClip(SAVED, demands()));
  });
});

describe('a clip of another size', () => {
  test('is cut to the middle and coded again, in the right colours', async () => {
    const smaller = demands({ width: 180, height: 90 });
    const clip = await conformClip(SAVED, smaller);
    const made = await facts(clip);
    assert.deepEqual([made.width, made.height, made.framesDecoded], [180, 90, 9]);
    assert.equal((await readMp4(clip)).video.matrix, 'bt709');
    await assertColours(clip, smaller, 14);
  });

  test('is enlarged when it is too small', async () => {
    const larger = demands({ width: 256, height: 256 });
    const clip = await conformClip(SAVED, larger);
    const made = await facts(clip);
    assert.deepEqual([made.width, made.height], [256, 256]);
    await assertColours(clip, larger, 14);
  });
});

describe('a clip of another length or rate', () => {
  test('is cut when it is longer', async () => {
    const made = await facts(await conformClip(SAVED, demands({ frames: 5 })));
    assert.equal(made.framesDecoded, 5);
    assert.ok(Math.abs((made.audio?.audioSecondsDecoded ?? 0) - 5 / 24) < 0.05);
  });

  test('is refused when it ends too early', async () => {
    await assert.rejects(conformClip(SAVED, demands({ frames: 17 })), /ends after/);
  });

  test('shows at 24 frames a second what it showed at 12', async () => {
    const slow = await ours({ fps: 12 });
    const made = await facts(
      await conformClip(slow, demands({ width: 64, height: 64, frames: 33, sound: false })),
    );
    assert.deepEqual([made.framesDecoded, Math.round(made.fps)], [33, 24]);
  });
});

describe('the sound of a clip', () => {
  const small = { width: 64, height: 64, frames: 17 };

  test('is left out when none was asked for', async () => {
    const clip = await conformClip(await ours({ soundSeconds: 1 }), demands({ ...small, sound: false }));
    assert.equal((await facts(clip)).audio, undefined);
  });

  test('is silence when there was none', async () => {
    const { audio } = await facts(await conformClip(await ours(), demands(small)));
    assert.equal(audio?.audioRms, 0);
    assert.ok(Math.abs(audio.audioSecondsDecoded - 17 / 24) < 0.05);
  });

  test('goes on as silence when it ended early', async () => {
    const long = await ours({ soundSeconds: 1, frames: 9 });
    const short = await readMp4(long);
    assert.ok(short.audio);
    const { remuxMp4 } = await import('../../src/media/remux-mp4.ts');
    const pictures = (await readMp4(await ours())).video;
    const clip = await conformClip(await remuxMp4(pictures, short.audio), demands(small));
    const { audio } = await facts(clip);
    assert.ok(audio && Math.abs(audio.audioSecondsDecoded - 17 / 24) < 0.05);
    assert.ok(audio.audioRms > 0.3 && audio.audioRms < 0.65, `${audio.audioRms}`);
  });
});

test('a file that is cut off or none at all is refused', async () => {
  await assert.rejects(conformClip(SAVED.subarray(0, SAVED.length / 2), demands()));
  await assert.rejects(conformClip(new Uint8Array(100), demands()));
});
