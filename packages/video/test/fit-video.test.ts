import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { checkMp4 } from '@kinora/media/artifacts/check-mp4';
import { makeMp4 } from '@kinora/testing/fake-openai/media';
import { blackPng, pixelOf } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { decodeSound } from '../src/decode-sound.ts';
import { encodeVideo, type VideoRequest } from '../src/encode-video.ts';
import { extractFrame } from '../src/extract-frame.ts';
import { fitVideo, type VideoFit } from '../src/fit-video.ts';
import { VideoTooShort } from '../src/fit-video-track.ts';
import { probeMedia } from '../src/probe.ts';
import { readMp4 } from '../src/read-mp4.ts';
import { remuxMp4 } from '../src/remux-mp4.ts';

/**
 * Nine frames of one colour each, 192x128, with 24 kHz sound, as ComfyUI 0.3.64 saved them: frames coded out of
 * order, colours by BT.601 without a tag, the index last, the whole prompt in the metadata.
 */
const SAVED = new Uint8Array(await readFile(path.join(import.meta.dirname, 'saved-by-comfyui.mp4')));
const COLOURS = [0xc82832, 0x28c832, 0x3228c8, 0xc8c832, 0x32c8c8, 0xc832c8, 0x808080, 0x202020, 0xe0e0e0];

function fit(more: Partial<VideoFit> = {}): VideoFit {
  return {
    width: 192,
    height: 128,
    frames: 9,
    fps: 24,
    sound: true,
    signal: new AbortController().signal,
    ...more,
  };
}

async function facts(bytes: Uint8Array) {
  const media = await probeMedia(bytes);
  assert.ok(media.kind === 'mp4');
  return media;
}

/** Every frame's middle shows the colour it was drawn with. */
async function assertColours(video: Uint8Array, { width, height }: VideoFit, tolerance: number) {
  for (const [index, colour] of COLOURS.entries()) {
    const { r, g, b } = await pixelOf(await extractFrame(video, index / 24), width / 2, height / 2);
    const expected = [colour >> 16, (colour >> 8) & 255, colour & 255];
    const off = [r, g, b].map((value, at) => Math.abs(value - (expected[at] ?? 0)));
    assert.ok(Math.max(...off) <= tolerance, `frame ${index} is ${[r, g, b]} and not ${expected}`);
  }
}

/** A video from our encoder that fades from dark to light, with a tone of the requested length. */
function fadingVideo(
  more: Partial<VideoRequest> & { readonly soundSeconds?: number } = {},
): Promise<Uint8Array> {
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

/** Left red and right blue above, left green and right white below, turned as a player has to. */
async function turnedVideo(degrees: 0 | 90 | 180 | 270, isMirrored: boolean): Promise<Uint8Array> {
  const [width, height] = [128, 64];
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [right, below] = [at % width >= width / 2, at >= (width * height) / 2];
    pixels.set(QUARTERS[(below ? 2 : 0) + (right ? 1 : 0)] ?? [], at * 4);
  }
  const { video } = await readMp4(
    await encodeVideo({
      width,
      height,
      frames: 5,
      fps: 24,
      drawFrame: () => pixels,
      sound: false,
      signal: fit().signal,
    }),
  );
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const frames = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(frames, { rotation: degrees, flip: isMirrored });
  await output.start();
  const { codec, description } = video;
  const meta = { decoderConfig: { codec, codedWidth: width, codedHeight: height, description } };
  for (const { bytes, key, startSeconds, seconds } of video.packets) {
    await frames.add(new EncodedPacket(bytes, key ? 'key' : 'delta', startSeconds, seconds), meta);
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

const QUARTERS = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [0, 255, 0, 255],
  [255, 255, 255, 255],
] as const;

test('a video whose sound has fewer packets than it lasts is encoded again, for the server would refuse it', async () => {
  verifies('DEC-OPENAI-02');
  const { video, audio } = await readMp4(SAVED);
  assert.ok(audio !== undefined);
  const [first] = audio.packets;
  assert.ok(first !== undefined);
  // One packet that lasts as long as the video, as of a recording with a gap.
  const packets = [{ ...first, startSeconds: 0, seconds: 0.375 }];
  const source = await remuxMp4(video, { ...audio, packets });
  const fitted = await fitVideo(source, fit());
  const ordered = { width: 192, height: 128, frames: 9, framesPerSecond: 24, sound: true };
  assert.equal(checkMp4(Buffer.from(source), source.length, ordered).ok, false);
  assert.equal(checkMp4(Buffer.from(fitted), fitted.length, ordered).ok, true);
  const { audio: sound } = await facts(fitted);
  assert.ok(Math.abs((sound?.audioSecondsDecoded ?? 0) - 0.375) < 0.05);
});

describe('a video that a player has to turn', () => {
  // The quarters as they are shown, by their place in the list: above left and right, below left and right.
  for (const [degrees, isMirrored, shown] of [
    [0, true, [1, 0, 3, 2]],
    [90, false, [2, 0, 3, 1]],
    [180, false, [3, 2, 1, 0]],
    [270, false, [1, 3, 0, 2]],
    [90, true, [0, 2, 1, 3]],
  ] as const) {
    test(`by ${degrees} degrees${isMirrored ? ' and mirror' : ''} is delivered as it is shown`, async () => {
      verifies('DEC-OPENAI-02');
      const [width, height] = degrees % 180 === 0 ? [128, 64] : [64, 128];
      const source = await turnedVideo(degrees, isMirrored);
      const video = await fitVideo(source, fit({ width, height, frames: 5, sound: false }));
      const media = await facts(video);
      assert.deepEqual([media.width, media.height], [width, height]);
      assert.equal((await readMp4(video)).video.turn, undefined);
      const frame = await extractFrame(video, 0.1);
      const places = [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ] as const;
      for (const [at, [x, y]] of places.entries()) {
        const { r, g, b } = await pixelOf(frame, Math.round(x * width), Math.round(y * height));
        const expected = QUARTERS[shown[at] ?? 0] ?? [];
        const off = [r, g, b].map((value, channel) => Math.abs(value - (expected[channel] ?? 0)));
        assert.ok(Math.max(...off) < 60, `place ${at} is ${[r, g, b]} and not ${expected}`);
      }
    });
  }
});

describe('a video that fits', () => {
  test('keeps its frames and its sound unchanged, in an MP4 with its index first', async () => {
    const video = await fitVideo(SAVED, fit());
    const media = await facts(video);
    assert.deepEqual([media.width, media.height, media.framesDecoded], [192, 128, 9]);
    assert.deepEqual([media.fastStart, Math.round(media.fps), media.audio?.sampleRate], [true, 24, 24_000]);
    assert.equal((await facts(SAVED)).fastStart, false, 'the source has its index last');
    const [before, after] = [await readMp4(SAVED), await readMp4(video)];
    assert.deepEqual(
      after.video.packets.map(({ bytes }) => bytes),
      before.video.packets.map(({ bytes }) => bytes),
    );
    assert.deepEqual(after.audio?.packets[3]?.bytes, before.audio?.packets[3]?.bytes);
  });

  test('is tagged with its colour matrix', async () => {
    assert.equal((await readMp4(SAVED)).video.matrix, undefined);
    const video = await fitVideo(SAVED, fit());
    assert.equal((await readMp4(video)).video.matrix, 'smpte170m');
    await assertColours(video, fit(), 6);
  });

  test('has no metadata of its source', async () => {
    assert.ok(Buffer.from(SAVED).includes('EmptyImage'), 'the source contains its workflow');
    const video = Buffer.from(await fitVideo(SAVED, fit()));
    assert.ok(!video.includes('EmptyImage') && !video.includes('Lavf'));
  });

  test('gives the same bytes each time', async () => {
    assert.deepEqual(await fitVideo(SAVED, fit()), await fitVideo(SAVED, fit()));
  });
});

describe('a video of another size', () => {
  test('is cropped to the middle and encoded again, in the right colours', async () => {
    const smaller = fit({ width: 180, height: 90, rendered: { width: 192, height: 128 } });
    const video = await fitVideo(SAVED, smaller);
    const media = await facts(video);
    assert.deepEqual([media.width, media.height, media.framesDecoded], [180, 90, 9]);
    assert.equal((await readMp4(video)).video.matrix, 'bt709');
    await assertColours(video, smaller, 14);
  });

  test('is enlarged when it is too small', async () => {
    const larger = fit({ width: 256, height: 256 });
    const video = await fitVideo(SAVED, larger);
    const media = await facts(video);
    assert.deepEqual([media.width, media.height], [256, 256]);
    await assertColours(video, larger, 14);
  });
});

describe('a video of another length or rate', () => {
  test('is cut when it is longer', async () => {
    const media = await facts(await fitVideo(SAVED, fit({ frames: 5 })));
    assert.equal(media.framesDecoded, 5);
    assert.ok(Math.abs((media.audio?.audioSecondsDecoded ?? 0) - 5 / 24) < 0.05);
  });

  test('is rejected when it ends too early', async () => {
    await assert.rejects(fitVideo(SAVED, fit({ frames: 17 })), /ends after/);
  });

  test('shows at 24 frames a second what it showed at 12', async () => {
    const slow = await fadingVideo({ fps: 12 });
    const media = await facts(await fitVideo(slow, fit({ width: 64, height: 64, frames: 33, sound: false })));
    assert.deepEqual([media.framesDecoded, Math.round(media.fps)], [33, 24]);
  });
});

describe('the sound of a video', () => {
  const small = { width: 64, height: 64, frames: 17 };

  test('is left out when none was requested', async () => {
    const video = await fitVideo(await fadingVideo({ soundSeconds: 1 }), fit({ ...small, sound: false }));
    assert.equal((await facts(video)).audio, undefined);
  });

  test('is silence when there was none', async () => {
    const { audio } = await facts(await fitVideo(await fadingVideo(), fit(small)));
    assert.equal(audio?.audioRms, 0);
    assert.ok(Math.abs(audio.audioSecondsDecoded - 17 / 24) < 0.05);
  });

  // The server accepts a quarter of a second less.
  for (const [frames, quietest] of [
    [9, 0.3],
    [13, 0.5],
  ] as const) {
    test(`is padded with silence when it ends ${17 - frames} frames early`, async () => {
      const long = await fadingVideo({ soundSeconds: 1, frames });
      const short = await readMp4(long);
      assert.ok(short.audio);
      const silent = (await readMp4(await fadingVideo())).video;
      const video = await fitVideo(await remuxMp4(silent, short.audio), fit(small));
      const { audio } = await facts(video);
      assert.ok(audio && Math.abs(audio.audioSecondsDecoded - 17 / 24) < 0.05);
      assert.ok(audio.audioRms > quietest && audio.audioRms < 0.65, `${audio.audioRms}`);
    });
  }
});

const SMALL = fit({ width: 128, height: 96, frames: 25 });

describe('a video that is encoded again', () => {
  test('keeps its sound in time and at its pitch', async () => {
    verifies('DEC-OPENAI-02');
    const source = await makeMp4({ width: 64, height: 64, frames: 28, fps: 30, audio: true });
    const { audio, video } = await readMp4(await fitVideo(source, { ...SMALL, missingShare: 0.1 }));
    assert.equal(video.packets.length, 25, 'its last frame is repeated up to the requested length');
    assert.ok(audio !== undefined);
    const { channels } = await decodeSound(audio);
    const left = channels[0] ?? new Float32Array();
    const crossings = left
      .subarray(4800, 43_200)
      .filter((sample, at, all) => sample >= 0 && (all[at - 1] ?? 0) < 0);
    assert.ok(Math.abs(crossings.length - 0.8 * 440) <= 2, `${crossings.length} waves`);
  });

  test('is rejected when it is truncated, too short or not a video', async () => {
    const source = await makeMp4({ width: 64, height: 64, frames: 25, fps: 24, audio: true });
    for (const share of [0.3, 0.6, 0.97]) {
      await assert.rejects(fitVideo(source.subarray(0, Math.round(source.length * share)), SMALL));
    }
    await assert.rejects(fitVideo(source, { ...SMALL, frames: 49 }), VideoTooShort);
    await assert.rejects(fitVideo(blackPng(64, 64), SMALL));
    await assert.rejects(fitVideo(new Uint8Array(), SMALL));
  });

  test('stops when it is cancelled', async () => {
    const source = await makeMp4({ width: 64, height: 64, frames: 25, fps: 24, audio: false });
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const cancelled = { ...SMALL, signal: cancel.signal, onProgress: () => cancel.abort(reason) };
    await assert.rejects(fitVideo(source, cancelled), reason);
  });
});

test('a truncated or empty file is rejected', async () => {
  await assert.rejects(fitVideo(SAVED.subarray(0, SAVED.length / 2), fit()));
  await assert.rejects(fitVideo(new Uint8Array(100), fit()));
});
