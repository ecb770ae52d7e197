import { between } from '../random/random.ts';
import { shapeGain, sweepFilter } from './filters.ts';
import { fillPink, stereoNoise } from './noise.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo, SAMPLE_RATE } from './stereo.ts';

/**
 * There is no sound in a vacuum, but an image of stars gets a drone, slow filtered noise and distant
 * signals.
 */
export const addSpace: SoundLayer = (stage) => {
  const { ambience, samples, seconds } = stage;
  if (ambience.space <= 0.02) return;
  const random = soundRandom(stage, 'space');
  const drone = createStereo(samples);
  const root = between(random, 46, 58);
  for (const [ratio, strength] of [
    [1, 1],
    [1.5, 0.5],
    [2, 0.45],
    [3.01, 0.16],
    [4.02, 0.1],
  ] as const) {
    addPartial(drone.left, root * ratio * 0.9985, strength);
    addPartial(drone.right, root * ratio * 1.0015, strength);
  }
  addAtLevel(stage.dry, drone, 0.055 * ambience.space);
  const breath = stereoNoise(samples, stage.seed, 'space breath', fillPink, 0.2);
  const slow = (at: number, shift: number) => Math.sin(Math.PI * 2 * (at / 6.1 + ambience.phase + shift));
  for (const [channel, shift] of [
    [breath.left, 0],
    [breath.right, 0.2],
  ] as const) {
    sweepFilter(channel, 'band', (at) => 700 * 2 ** (1.1 * slow(at, shift)), 3);
    shapeGain(channel, (at) => 0.6 + 0.4 * slow(at, shift + 0.3));
  }
  addAtLevel(stage.dry, breath, 0.014 * ambience.space);
  addAtLevel(stage.wet, breath, 0.012 * ambience.space);
  for (let at = between(random, 0.5, 1.4); at < seconds; at += between(random, 1.1, 2.6)) {
    const hertz = root * 16 * (random() < 0.5 ? 1 : 1.5);
    const pan = between(random, -0.8, 0.8);
    addTone(stage.wet, {
      atSeconds: at,
      seconds: 0.5,
      fromHertz: hertz,
      toHertz: hertz,
      gain: 0.05 * ambience.space,
      pan,
      attack: 0.03,
      decay: 5,
    });
  }
};

function addPartial(buffer: Float32Array, hertz: number, strength: number): void {
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
  // Each partial swells at its own rate, which keeps the drone alive.
  const swellStep = (2 * Math.PI * (0.07 + hertz / 2600)) / SAMPLE_RATE;
  for (let index = 0; index < buffer.length; index++) {
    const swell = 0.72 + 0.28 * Math.sin(swellStep * index + hertz);
    buffer[index] = (buffer[index] as number) + strength * swell * Math.sin(step * index);
  }
}
