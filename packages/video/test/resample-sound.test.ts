import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resampleSound } from '../src/resample-sound.ts';

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
      const resampled = resampleSound(tone(1000, rate), rate, 48_000);
      const expected = tone(1000, 48_000);
      assert.equal(resampled.length, expected.length);
      // Without the ends, where the filter includes the silence around the sound.
      const error = resampled.map((sample, at) => sample - (expected[at] ?? 0)).subarray(200, -200);
      assert.ok(rms(error) < 0.002, `${rms(error)}`);
    });
  }

  test('filters out frequencies above half the new rate instead of aliasing them', () => {
    assert.ok(rms(resampleSound(tone(11_000, 48_000), 48_000, 16_000).subarray(200, -200)) < 0.01);
  });
});
