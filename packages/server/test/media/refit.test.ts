import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeSound } from '../../src/media/decode-sound.ts';
import { probeMedia } from '../../src/media/probe.ts';
import { readMp4 } from '../../src/media/read-mp4.ts';
import { refitPicture } from '../../src/media/refit-picture.ts';
import { refitVideo, VideoTooShort } from '../../src/media/refit-video.ts';
import { resampleSound } from '../../src/media/resample-sound.ts';
import { BT601_MATRIX, convertFromYuv420 } from '../../src/media/yuv-420.ts';
import { verifies } from '../requirements.ts';
import { makeMp4 } from '../support/fake-openai/media.ts';
import { blackPng, pixelOf, plain, redAndBlue } from '../support/pictures.ts';

const fit = {
  width: 128,
  height: 96,
  frames: 25,
  fps: 24,
  sound: true,
  signal: new AbortController().signal,
};

function tone(hertz: number, rate: number, seconds = 0.5): Float32Array {
  return Float32Array.from({ length: rate * seconds }, (_, at) =>
    Math.sin((at * 2 * Math.PI * hertz) / rate),
  );
}

function rms(sound: Float32Array): number {
  return Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
}

describe('sound at another rate', () => {
  for (const rate of [16_000, 22_050, 24_000, 44_100, 96_000]) {
    test(`from ${rate} Hz is the same tone`, () => {
      const ours = resampleSound(tone(1000, rate), rate, 48_000);
      const wanted = tone(1000, 48_000);
      assert.equal(ours.length, wanted.length);
      // At its ends the sound meets silence.
      const error = ours.map((sample, at) => sample - (wanted[at] ?? 0)).subarray(200, -200);
      assert.ok(rms(error) < 0.002, `${rms(error)}`);
    });
  }

  test('loses what the new rate cannot hold instead of folding it back', () => {
    assert.ok(rms(resampleSound(tone(11_000, 48_000), 48_000, 16_000).subarray(200, -200)) < 0.01);
  });
});

describe('a clip made over', () => {
  test('keeps its sound in time and at its pitch', async () => {
    verifies('DEC-OPENAI-02');
    const source = await makeMp4({ width: 64, height: 64, frames: 31, fps: 30, audio: true });
    const { audio } = await readMp4(await refitVideo(source, fit));
    assert.ok(audio !== undefined);
    const { channels } = await decodeSound(audio);
    const left = channels[0] ?? new Float32Array();
    const crossings = left
      .subarray(4800, 43_200)
      .filter((sample, at, all) => sample >= 0 && (all[at - 1] ?? 0) < 0);
    assert.ok(Math.abs(crossings.length - 0.8 * 440) <= 2, `${crossings.length} waves`);
  });

  test('that was cut short, is too short or is no clip is refused', async () => {
    const source = await makeMp4({ width: 64, height: 64, frames: 25, fps: 24, audio: true });
    for (const share of [0.3, 0.6, 0.97]) {
      await assert.rejects(refitVideo(source.subarray(0, Math.round(source.length * share)), fit));
    }
    await assert.rejects(refitVideo(source, { ...fit, frames: 49 }), VideoTooShort);
    await assert.rejects(refitVideo(blackPng(64, 64), fit));
    await assert.rejects(refitVideo(new Uint8Array(), fit));
  });

  test('stops when it is cancelled', async () => {
    const source = await makeMp4({ width: 64, height: 64, frames: 25, fps: 24, audio: false });
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const cancelled = { ...fit, signal: cancel.signal, onProgress: () => cancel.abort(reason) };
    await assert.rejects(refitVideo(source, cancelled), reason);
  });

  test('in colours of standard definition keeps them', () => {
    // The red of BT.601 in limited range.
    const planes = Uint8Array.from([81, 81, 81, 81, 90, 240]);
    const layout = [
      { offset: 0, stride: 2 },
      { offset: 4, stride: 1 },
      { offset: 5, stride: 1 },
    ];
    const [red = 0, green = 0, blue = 0] = convertFromYuv420(planes, layout, 2, 2, {
      matrix: BT601_MATRIX,
      fullRange: false,
    });
    assert.ok(red > 250 && green < 5 && blue < 5, `${red} ${green} ${blue}`);
  });
});

describe('a picture made over', () => {
  test('of any format and shape has exactly the size, upright, cut around its middle', async () => {
    verifies('DEC-OPENAI-02');
    for (const source of [
      await plain(300, 100).jpeg().toBuffer(),
      await plain(64, 64).webp().toBuffer(),
      await plain(900, 900).png().toBuffer(),
    ]) {
      const facts = await probeMedia(await refitPicture(source, 201, 99));
      assert.deepEqual([facts.kind, facts.width, facts.height], ['png', 201, 99]);
    }
    // Turned by its metadata, the left half is above.
    const turned = await redAndBlue(100, 100)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const upright = await refitPicture(turned, 100, 100);
    assert.ok((await pixelOf(upright, 50, 5)).r > 150);
    assert.ok((await pixelOf(upright, 50, 95)).b > 150);
  });

  test('that is cut short is refused', async () => {
    const whole = await plain(300, 200).png().toBuffer();
    await assert.rejects(refitPicture(whole.subarray(0, whole.length / 2), 64, 64));
  });
});
