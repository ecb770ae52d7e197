import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findBoxes } from '@kinora/media/mp4-boxes';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { decodeSound } from '../src/decode-sound.ts';
import { encodeVideo, type VideoRequest } from '../src/encode-video.ts';
import { extractFrame } from '../src/extract-frame.ts';
import { probeMedia } from '../src/probe.ts';
import { readMp4 } from '../src/read-mp4.ts';

const FLASH_FRAME = 20;

/** One colour a frame, slowly changing; a white flash at one frame. */
function drawPlain(width: number, height: number): (index: number) => Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  const words = new Uint32Array(pixels.buffer);
  return (index) => {
    words.fill(
      index === FLASH_FRAME ? 0xffffffff : 0xff000000 | ((40 + index) << 16) | (90 << 8) | (30 + 2 * index),
    );
    return pixels;
  };
}

/** Silence, except for a click that starts with the flash. */
function clickingSound(seconds: number) {
  const left = new Float32Array(Math.round(seconds * 48000));
  const start = (FLASH_FRAME / 24) * 48000;
  for (let index = 0; index < 400; index++)
    left[start + index] = 0.7 * Math.sin(index * 0.7) * Math.exp(-index / 90);
  return { left, right: left };
}

function request(
  width: number,
  height: number,
  frames: number,
  more: Partial<VideoRequest> = {},
): VideoRequest {
  return {
    width,
    height,
    frames,
    fps: 24,
    drawFrame: drawPlain(width, height),
    signal: new AbortController().signal,
    ...more,
  };
}

describe('an encoded video', () => {
  test('has the requested size, length and tracks, with its index first', async () => {
    verifies('DEC-JOB-10');
    verifies('DEC-JOB-12');
    const bytes = await encodeVideo(request(320, 180, 57, { sound: clickingSound(57 / 24) }));
    const facts = await probeMedia(bytes);
    assert.ok(facts.kind === 'mp4' && facts.audio);
    assert.deepEqual([facts.width, facts.height, facts.frames, facts.framesDecoded], [320, 180, 57, 57]);
    assert.match(facts.videoCodec, /^avc1\.64/);
    assert.ok(Math.abs(facts.fps - 24) < 1e-6);
    assert.equal(facts.fastStart, true);
    assert.ok(Math.abs(facts.durationSeconds - 57 / 24) < 1e-3);
    assert.deepEqual(
      [facts.audio.codec, facts.audio.channels, facts.audio.sampleRate],
      ['mp4a.40.2', 2, 48000],
    );
    assert.ok(Math.abs(facts.audio.audioSecondsDecoded - 57 / 24) < 1e-3);
    const { video } = await readMp4(bytes);
    const keys = video.packets.flatMap((packet, index) => (packet.key ? [index] : []));
    assert.ok(keys.includes(0) && keys.includes(48), `key frames at ${keys}`);
  });

  test('is the same file each time, without timestamps of its creation', async () => {
    const make = () => encodeVideo(request(192, 128, 9, { sound: clickingSound(1) }));
    const [first, second] = [await make(), await make()];
    assert.deepEqual(second, first);
    for (const type of ['mvhd', 'tkhd', 'mdhd']) {
      const boxes = findBoxes(first, type);
      assert.ok(boxes.length > 0);
      for (const box of boxes)
        assert.ok(first.subarray(box.content + 4, box.content + 12).every((byte) => byte === 0));
    }
  });

  test('keeps flash and click together to the sample', async () => {
    const bytes = await encodeVideo(request(160, 96, 41, { sound: clickingSound(41 / 24) }));
    const { audio } = await readMp4(bytes);
    assert.ok(audio);
    const { channels } = await decodeSound(audio);
    const click = channels[0]?.findIndex((sample) => Math.abs(sample) > 0.2) ?? -1;
    assert.ok(Math.abs(click - (FLASH_FRAME / 24) * 48000) < 48, `the click is at sample ${click}`);
    const brightness = async (frame: number) => {
      const { channels: stats } = await sharp(await extractFrame(bytes, frame / 24)).stats();
      return stats[1]?.mean ?? 0;
    };
    assert.ok((await brightness(FLASH_FRAME)) > 240);
    assert.ok((await brightness(FLASH_FRAME - 1)) < 110 && (await brightness(FLASH_FRAME + 1)) < 110);
  });

  test('keeps the colours that were drawn', async () => {
    const colours = [0xff0000ff, 0xff00c800, 0xffdc1414, 0xff808080, 0xff14c8dc, 0xffffffff];
    const pixels = new Uint8Array(192 * 64 * 4);
    const words = new Uint32Array(pixels.buffer);
    for (let at = 0; at < words.length; at++) words[at] = colours[Math.floor((at % 192) / 32)] ?? 0;
    const bytes = await encodeVideo(request(192, 64, 2, { drawFrame: () => pixels }));
    const decoded = await sharp(await extractFrame(bytes, 0))
      .raw()
      .toBuffer();
    for (const [index, colour] of colours.entries()) {
      const at = (32 * 192 + index * 32 + 16) * 3;
      const expected = [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
      for (const [channel, value] of expected.entries()) {
        assert.ok(
          Math.abs((decoded[at + channel] ?? 0) - value) <= 5,
          `${decoded.subarray(at, at + 3)} for ${expected}`,
        );
      }
    }
  });

  for (const [width, height] of [
    [16, 16],
    [256, 256],
    [608, 1080],
    [1920, 1082],
    [2560, 130],
  ] as const) {
    test(`of ${width}x${height} decodes at that size`, async () => {
      const facts = await probeMedia(await encodeVideo(request(width, height, 3)));
      assert.ok(facts.kind === 'mp4');
      assert.deepEqual([facts.width, facts.height, facts.framesDecoded], [width, height, 3]);
      assert.equal(facts.audio, undefined);
    });
  }

  test('cuts sound that is longer than the video and pads what is shorter', async () => {
    for (const seconds of [0.1, 4]) {
      const sound = { left: new Float32Array(seconds * 48000), right: new Float32Array(seconds * 48000) };
      const facts = await probeMedia(await encodeVideo(request(64, 64, 24, { sound })));
      assert.ok(facts.kind === 'mp4' && facts.audio);
      assert.ok(Math.abs(facts.audio.audioSecondsDecoded - 1) < 1e-3);
    }
  });
});

describe('the encoder rejects', () => {
  test('sizes and lengths that are out of range', async () => {
    for (const [width, height, frames] of [
      [321, 180, 9],
      [320, 2562, 9],
      [320, 8, 9],
      [320, 180, 0],
    ] as const) {
      await assert.rejects(encodeVideo(request(width, height, frames)), RangeError);
    }
  });

  test('frames of another size', async () => {
    await assert.rejects(
      encodeVideo(request(64, 64, 3, { drawFrame: () => new Uint8Array(64) })),
      /64 bytes/,
    );
  });

  test('with the reason of the signal after an abort', async () => {
    const abort = new AbortController();
    let drawn = 0;
    const pixels = new Uint8Array(64 * 64 * 4);
    const drawFrame = () => {
      if (++drawn === 5) abort.abort(new Error('lease lost'));
      return pixels;
    };
    await assert.rejects(
      encodeVideo(request(64, 64, 500, { drawFrame, signal: abort.signal })),
      /lease lost/,
    );
    assert.ok(drawn <= 6, `${drawn} frames were drawn`);
    await assert.rejects(encodeVideo(request(64, 64, 5, { signal: abort.signal })), /lease lost/);
  });

  test('when a frame could not be drawn', async () => {
    const drawFrame = () => Promise.reject(new Error('no canvas'));
    await assert.rejects(encodeVideo(request(64, 64, 5, { drawFrame })), /no canvas/);
  });
});
