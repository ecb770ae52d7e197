import { between } from '../random/random.ts';
import { filterStereo, shapeGain } from './filters.ts';
import { fillPink, stereoNoise } from './noise.ts';
import { addBurst, addTone } from './sound-events.ts';
import { type SoundLayer, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo } from './stereo.ts';

/** A low, fluttering roar and the crackle of wood, in clusters with an occasional knock. */
export const addFire: SoundLayer = (stage) => {
  const { ambience, samples, seconds } = stage;
  if (ambience.fire <= 0.02) return;
  const roar = stereoNoise(samples, stage.seed, 'fire roar', fillPink, 0.5);
  filterStereo(roar, 'low', 380);
  const flutter = (at: number) =>
    1 + 0.3 * Math.sin(at * 23 + 2 * Math.sin(at * 3.1)) * Math.sin(at * 5.3) + 0.2 * Math.sin(at * 2.2);
  shapeGain(roar.left, flutter);
  shapeGain(roar.right, (at) => flutter(at + 0.05));
  addAtLevel(stage.dry, roar, 0.05 * ambience.fire);

  const random = soundRandom(stage, 'crackle');
  const crackle = createStereo(samples);
  const clusters = Math.round(seconds * (3 + 8 * ambience.fire));
  for (let cluster = 0; cluster < clusters; cluster++) {
    let at = random() * seconds;
    const pan = between(random, -0.5, 0.5);
    const snaps = 1 + Math.floor(random() ** 2 * 9);
    for (let snap = 0; snap < snaps; snap++) {
      const strength = 0.12 + random() ** 3;
      const brightness = between(random, 0.4, 1);
      const noiseSeed = Math.floor(random() * 0x7fffffff);
      const length = between(random, 0.002, 0.009);
      addBurst(crackle, {
        atSeconds: at,
        seconds: length,
        gain: strength,
        pan,
        brightness,
        seed: noiseSeed,
      });
      at += between(random, 0.006, 0.07);
    }
    if (cluster % 6 !== 0) continue;
    addTone(crackle, {
      atSeconds: at,
      seconds: 0.05,
      fromHertz: between(random, 300, 520),
      toHertz: 210,
      gain: 0.5,
      pan,
      attack: 0.02,
      decay: 5,
    });
  }
  addAtLevel(stage.dry, crackle, 0.03 * ambience.fire);
  addAtLevel(stage.wet, crackle, 0.008 * ambience.fire);
};
