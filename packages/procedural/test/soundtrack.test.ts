import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Ambience, gustAt, surfPhaseAt, thunderAtSeconds } from '../src/ambience.ts';
import { addRain } from '../src/soundtrack/rain.ts';
import { renderSoundtrack } from '../src/soundtrack/render-soundtrack.ts';
import { createSoundStage, type SoundLayer } from '../src/soundtrack/sound-stage.ts';
import { SAMPLE_RATE, type Stereo } from '../src/soundtrack/stereo.ts';
import { addSurf } from '../src/soundtrack/surf.ts';
import { addThunder } from '../src/soundtrack/thunder.ts';
import { addWind } from '../src/soundtrack/wind.ts';
import { ambienceWith } from './ambience-fixture.ts';

const MOODS = ['calm', 'joyful', 'melancholy', 'tense', 'mysterious', 'epic'] as const;
const SCENES: Readonly<Record<string, Ambience>> = {
  rain: ambienceWith({ weather: 'rain' }),
  storm: ambienceWith({
    weather: 'storm',
    weatherLevel: 1,
    wind: 0.9,
    lightning: [{ atSeconds: 0.4, x: 0.2, distanceKm: 0.1 }],
  }),
  surf: ambienceWith({ water: 'surf', birds: 1 }),
  stream: ambienceWith({ water: 'stream', birds: 0.5 }),
  waterfall: ambienceWith({ water: 'waterfall' }),
  underwater: ambienceWith({ water: 'underwater' }),
  night: ambienceWith({ insects: 1 }),
  city: ambienceWith({ traffic: 1 }),
  fire: ambienceWith({ fire: 1 }),
  space: ambienceWith({ space: 1 }),
  ...Object.fromEntries(MOODS.map((mood) => [mood, ambienceWith({ mood, wind: 0 })])),
};

function dryOf(add: SoundLayer, ambience: Ambience, seconds: number, seed = 3): Stereo {
  const stage = createSoundStage(ambience, seed, Math.round(seconds * SAMPLE_RATE), seconds);
  add(stage);
  return stage.dry;
}

function energy(channel: Float32Array, fromSeconds: number, toSeconds: number): number {
  const part = channel.subarray(Math.round(fromSeconds * SAMPLE_RATE), Math.round(toSeconds * SAMPLE_RATE));
  return part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length);
}

/** Pearson correlation of two curves sampled at the same times. */
function correlation(first: readonly number[], second: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(first), mean(second)];
  const shared = mean(first.map((value, at) => (value - a) * ((second[at] ?? 0) - b)));
  return shared / Math.sqrt(mean(first.map((x) => (x - a) ** 2)) * mean(second.map((x) => (x - b) ** 2)));
}

describe('the finished soundtrack', () => {
  for (const [name, ambience] of Object.entries(SCENES)) {
    test(`of ${name} is loud enough, stays below full scale, has no DC and fades at both ends`, () => {
      const { left, right, sampleRate } = renderSoundtrack(ambience, 9, 49 / 24);
      assert.equal(sampleRate, 48000);
      assert.equal(left.length, 98000);
      assert.equal(right.length, 98000);
      const loudness = 10 * Math.log10((energy(left, 0, 3) + energy(right, 0, 3)) / 2);
      assert.ok(loudness > -26 && loudness < -16, `${loudness} dB`);
      for (const channel of [left, right]) {
        const peak = channel.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        assert.ok(peak < 10 ** (-1 / 20), `peak ${peak}`);
        const offset = channel.reduce((sum, sample) => sum + sample, 0) / channel.length;
        assert.ok(Math.abs(offset) < 0.001, `DC ${offset}`);
        assert.ok(Math.abs(channel[0] ?? 1) < 1e-4 && Math.abs(channel.at(-1) ?? 1) < 1e-4);
      }
    });
  }

  test('is the same for the same seed and differs for another', () => {
    const first = renderSoundtrack(ambienceWith({ weather: 'rain', birds: 1 }), 4, 1);
    assert.deepEqual(renderSoundtrack(ambienceWith({ weather: 'rain', birds: 1 }), 4, 1), first);
    assert.notDeepEqual(renderSoundtrack(ambienceWith({ weather: 'rain', birds: 1 }), 5, 1), first);
  });

  test('has the requested length for the shortest video and a long one', () => {
    for (const seconds of [9 / 24, 20]) {
      assert.equal(renderSoundtrack(ambienceWith(), 1, seconds).left.length, Math.round(seconds * 48000));
    }
  });
});

describe('sounds synchronised with the image', () => {
  test('thunder starts after its flash by the speed of sound, to the millisecond', () => {
    for (const distanceKm of [0.2, 0.5, 1.2]) {
      const strike = { atSeconds: 0.5, x: 0.5, distanceKm };
      const { left } = dryOf(addThunder, ambienceWith({ lightning: [strike] }), 6);
      const peak = left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      const expected = thunderAtSeconds(strike) * SAMPLE_RATE;
      const first = left.findIndex((sample) => sample !== 0);
      assert.ok(first >= expected - 1 && first < expected + 0.002 * SAMPLE_RATE, `${first} for ${expected}`);
      const loud = left.findIndex((sample) => Math.abs(sample) > peak * 0.1);
      assert.ok(
        loud < expected + 0.06 * SAMPLE_RATE,
        `the thunder is ${(loud - expected) / SAMPLE_RATE} s late`,
      );
    }
  });

  test('near thunder is louder than its storm', () => {
    const strike = { atSeconds: 1, x: 0.5, distanceKm: 0.3 };
    const storm = ambienceWith({ weather: 'storm', weatherLevel: 0.9, wind: 0.8, lightning: [strike] });
    const { left } = renderSoundtrack(storm, 2, 5);
    const at = thunderAtSeconds(strike);
    assert.ok(energy(left, at, at + 0.3) > 4 * energy(left, at - 0.5, at - 0.02));
  });

  test('thunder is panned to where it strikes', () => {
    const from = (x: number) => {
      const dry = dryOf(addThunder, ambienceWith({ lightning: [{ atSeconds: 0.2, x, distanceKm: 0.2 }] }), 3);
      return energy(dry.left, 0, 3) / energy(dry.right, 0, 3);
    };
    assert.ok(from(0.05) > 1.5 && from(0.95) < 1 / 1.5);
  });

  test('waves break in step with the image', () => {
    for (const [surfPeriodSeconds, phase] of [
      [4, 0.1],
      [6.3, 0.72],
    ] as const) {
      const ambience = ambienceWith({ water: 'surf', surfPeriodSeconds, phase });
      const { left } = dryOf(addSurf, ambience, 14);
      const within = (low: number, high: number) => {
        let sum = 0;
        let count = 0;
        for (let second = 0; second < 14; second += 0.02) {
          const at = surfPhaseAt(ambience, second + 0.01);
          if (at < low || at >= high) continue;
          sum += energy(left, second, second + 0.02);
          count++;
        }
        return sum / count;
      };
      assert.ok(within(0.52, 0.64) > 5 * within(0.1, 0.35), 'the break is not the loudest part');
      assert.ok(within(0.52, 0.64) > 5 * within(0.85, 1), 'the wave does not recede');
    }
  });

  test('wind swells with the gusts', () => {
    const ambience = ambienceWith({ weather: 'wind', wind: 0.8 });
    const { left } = dryOf(addWind, ambience, 10);
    const moments = Array.from({ length: 60 }, (_, index) => index / 6);
    const heard = moments.map((second) => Math.sqrt(energy(left, second, second + 1 / 6)));
    const blown = moments.map((second) => gustAt(ambience, second + 1 / 12));
    assert.ok(correlation(heard, blown) > 0.8, `correlation ${correlation(heard, blown)}`);
  });

  test('sounds that the ambience lacks are silent', () => {
    for (const add of [addRain, addSurf, addThunder]) {
      const { left, right } = dryOf(add, ambienceWith(), 0.5);
      assert.ok(left.every((sample) => sample === 0) && right.every((sample) => sample === 0));
    }
  });
});
