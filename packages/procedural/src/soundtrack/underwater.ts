import { between } from '../random/random.ts';
import { filterStereo, shapeGain } from './filters.ts';
import { fillPink, stereoNoise } from './noise.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo } from './stereo.ts';

/** The rumble of deep water, with strings of rising bubbles. */
export const addUnderwater: SoundLayer = (stage) => {
  const { ambience, samples, seconds } = stage;
  if (ambience.water !== 'underwater') return;
  const depth = stereoNoise(samples, stage.seed, 'deep water', fillPink, 0.4);
  filterStereo(depth, 'low', 240);
  filterStereo(depth, 'low', 420);
  const turning = (at: number, shift: number) =>
    1 + 0.35 * Math.sin(Math.PI * 2 * (at / 3.7 + ambience.phase + shift));
  shapeGain(depth.left, (at) => turning(at, 0));
  shapeGain(depth.right, (at) => turning(at, 0.3));
  addAtLevel(stage.dry, depth, 0.085);

  const random = soundRandom(stage, 'rising bubbles');
  const bubbles = createStereo(samples);
  const strings = Math.max(2, Math.round(seconds * 0.9));
  for (let string = 0; string < strings; string++) {
    let at = random() * seconds;
    const pan = between(random, -0.8, 0.8);
    const count = 4 + Math.floor(random() * 9);
    for (let bubble = 0; bubble < count; bubble++) {
      const hertz = between(random, 240, 760) * (1 + bubble * 0.04);
      addTone(bubbles, {
        atSeconds: at,
        seconds: between(random, 0.05, 0.11),
        fromHertz: hertz,
        toHertz: hertz * between(random, 1.4, 2.1),
        gain: between(random, 0.3, 1),
        pan: pan + between(random, -0.15, 0.15),
        attack: 0.12,
        decay: 3.2,
      });
      at += between(random, 0.04, 0.14);
    }
  }
  filterStereo(bubbles, 'low', 1800);
  addAtLevel(stage.dry, bubbles, 0.026);
  addAtLevel(stage.wet, bubbles, 0.03);
};
