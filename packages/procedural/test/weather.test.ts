import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import type { Ambience } from '../src/ambience.ts';
import { createWeatherOverlay } from '../src/weather/weather-overlay.ts';
import { ambienceWith } from './ambience-fixture.ts';

const STRIKE = { atSeconds: 1, x: 0.25, distanceKm: 0.5 };
const EFFECTS: Readonly<Record<string, Ambience>> = {
  rain: ambienceWith({ weather: 'rain' }),
  storm: ambienceWith({ weather: 'storm', wind: 0.9 }),
  snow: ambienceWith({ weather: 'snow' }),
  fog: ambienceWith({ weather: 'fog' }),
  leaves: ambienceWith({ weather: 'wind', mood: 'melancholy' }),
  petals: ambienceWith({ weather: 'wind', mood: 'joyful' }),
  dust: ambienceWith({ weather: 'wind', mood: 'tense' }),
  fireflies: ambienceWith({ insects: 1 }),
  embers: ambienceWith({ fire: 1 }),
  lightning: ambienceWith({ lightning: [STRIKE] }),
};
const BACKGROUND = 60;

function drawn(
  ambience: Ambience,
  times: readonly number[],
  width = 320,
  height = 180,
  seed = 5,
): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const weather = createWeatherOverlay(ambience, seed, width, height);
  for (const time of times) {
    context.fillStyle = `rgb(${BACKGROUND}, ${BACKGROUND}, ${BACKGROUND})`;
    context.fillRect(0, 0, width, height);
    weather.draw(context, time);
  }
  return Uint8Array.from(canvas.data());
}

function changedShare(pixels: Uint8Array): number {
  let changed = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if (Math.abs((pixels[at] ?? 0) - BACKGROUND) + Math.abs((pixels[at + 1] ?? 0) - BACKGROUND) > 6)
      changed++;
  }
  return changed / (pixels.length / 4);
}

describe('weather over an image', () => {
  for (const [name, ambience] of Object.entries(EFFECTS)) {
    test(`${name} is visible, moves, and draws the same moment identically in any order`, () => {
      const moment = drawn(ambience, [1.05]);
      assert.ok(changedShare(moment) > 0.0005, 'nothing is visible');
      assert.ok(changedShare(moment) < 1 || name !== 'embers', 'the whole frame is covered');
      assert.deepEqual(drawn(ambience, [0, 4.9, 1.05]), moment);
      assert.notDeepEqual(drawn(ambience, [1.05 + 1 / 24]), moment);
    });

    test(`${name} leaves the context as it was`, () => {
      const context = createCanvas(64, 64).getContext('2d');
      context.translate(3, 4);
      context.globalAlpha = 0.5;
      createWeatherOverlay(ambience, 5, 64, 64).draw(context, 1.05);
      const { e, f } = context.getTransform();
      assert.deepEqual(
        [e, f, context.globalAlpha, context.globalCompositeOperation],
        [3, 4, 0.5, 'source-over'],
      );
    });
  }

  test('another seed places the drops elsewhere', () => {
    const rain = ambienceWith({ weather: 'rain' });
    assert.notDeepEqual(drawn(rain, [1], 320, 180, 5), drawn(rain, [1], 320, 180, 6));
  });

  test('a higher level is denser', () => {
    for (const weather of ['rain', 'snow'] as const) {
      const light = changedShare(drawn(ambienceWith({ weather, weatherLevel: 0.2 }), [2]));
      const heavy = changedShare(drawn(ambienceWith({ weather, weatherLevel: 1 }), [2]));
      assert.ok(heavy > 1.5 * light, `${weather}: ${heavy} against ${light}`);
    }
  });

  test('sizes scale with the frame, so a larger frame looks similar', () => {
    const snow = ambienceWith({ weather: 'snow' });
    const small = changedShare(drawn(snow, [2], 480, 270));
    const large = changedShare(drawn(snow, [2], 1280, 720));
    assert.ok(Math.abs(small / large - 1) < 0.35, `${small} against ${large}`);
  });

  test('lightning lights the frame from its strike on, brightest at its position', () => {
    const ambience = ambienceWith({ lightning: [STRIKE] });
    assert.equal(changedShare(drawn(ambience, [STRIKE.atSeconds - 0.02])), 0);
    const flash = drawn(ambience, [STRIKE.atSeconds]);
    assert.ok(changedShare(flash) > 0.95);
    const columns = Array.from({ length: 320 }, (_, x) => flash[(30 * 320 + x) * 4] ?? 0);
    const brightest = columns.indexOf(Math.max(...columns)) / 320;
    assert.ok(Math.abs(brightest - STRIKE.x) < 0.12, `the bolt is at ${brightest}`);
    assert.equal(changedShare(drawn(ambience, [STRIKE.atSeconds + 1])), 0);
  });

  test('nothing falls in space or under water', () => {
    assert.equal(changedShare(drawn(ambienceWith({ weather: 'rain', water: 'underwater' }), [1])), 0);
    assert.equal(changedShare(drawn(ambienceWith({ weather: 'snow', space: 1 }), [1])), 0);
  });
});
