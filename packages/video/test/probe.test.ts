import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { encodeVideo } from '../src/encode-video.ts';
import { extractFrame } from '../src/extract-frame.ts';
import { probeMedia } from '../src/probe.ts';

/** 17 frames at 24 from ComfyUI, of which the last shown is not the last stored. */
const REORDERED = path.join(import.meta.dirname, 'reordered-by-comfyui.mp4');

async function noisyVideo(): Promise<Uint8Array> {
  const pixels = new Uint8Array(128 * 96 * 4);
  let state = 1;
  const drawFrame = () => {
    for (let at = 0; at < pixels.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      pixels[at] = at % 4 === 3 ? 255 : state >>> 24;
    }
    return pixels;
  };
  const tone = Float32Array.from({ length: 24000 }, (_, index) => 0.5 * Math.sin(index * 0.06));
  return encodeVideo({
    width: 128,
    height: 96,
    frames: 12,
    fps: 24,
    drawFrame,
    sound: { left: tone, right: tone },
    signal: new AbortController().signal,
  });
}

async function png(): Promise<Uint8Array> {
  const create = { width: 40, height: 30, channels: 3, background: '#336699' } as const;
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}

describe('probing media', () => {
  test('measures the sound it decodes', async () => {
    const facts = await probeMedia(await noisyVideo());
    assert.ok(facts.kind === 'mp4' && facts.audio);
    assert.ok(Math.abs(facts.audio.audioPeak - 0.5) < 0.05, `peak ${facts.audio.audioPeak}`);
    assert.ok(Math.abs(facts.audio.audioRms - 0.5 / Math.SQRT2) < 0.03, `level ${facts.audio.audioRms}`);
  });

  test('measures the frame rate of frames that are stored out of order', async () => {
    const facts = await probeMedia(await readFile(REORDERED));
    assert.ok(facts.kind === 'mp4');
    assert.deepEqual([facts.framesDecoded, Math.round(facts.fps * 1000)], [17, 24_000]);
  });

  test('decodes a PNG to its size', async () => {
    assert.deepEqual(await probeMedia(await png()), { kind: 'png', width: 40, height: 30, channels: 3 });
  });

  test('extracts a frame as a PNG, beyond the end the last one', async () => {
    const video = await noisyVideo();
    for (const seconds of [0, 0.3, 99]) {
      const facts = await probeMedia(await extractFrame(video, seconds));
      assert.deepEqual([facts.kind, facts.width, facts.height], ['png', 128, 96]);
    }
  });

  test('rejects what is neither PNG nor MP4', async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(64), new TextEncoder().encode('<svg></svg>')]) {
      await assert.rejects(probeMedia(bytes), /neither PNG nor MP4/);
    }
  });

  test('rejects files that are cut short', async () => {
    for (const whole of [await png(), await noisyVideo()]) {
      for (const share of [0.3, 0.7, 0.98]) {
        await assert.rejects(probeMedia(whole.slice(0, Math.floor(whole.length * share))));
      }
    }
  });

  test('rejects a video whose data was overwritten', async () => {
    const video = await noisyVideo();
    const broken = video.slice();
    broken.fill(0xff, Math.floor(video.length * 0.45), Math.floor(video.length * 0.9));
    await assert.rejects(probeMedia(broken));
  });

  test('rejects a PNG whose data was overwritten', async () => {
    const broken = (await png()).slice();
    broken.fill(0x55, 45, 60);
    await assert.rejects(probeMedia(broken), /PNG does not decode/);
  });
});
