import { gustAt } from '../ambience.ts';
import { between } from '../random/random.ts';
import { filterStereo, shapeGain } from './filters.ts';
import { fillPink, fillWhite, stereoNoise } from './noise.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo } from './stereo.ts';

/** A hiss of distant drops that swells with the gusts, with single near drops on top. */
export const addRain: SoundLayer = (stage) => {
  const { ambience, samples } = stage;
  if (ambience.weather !== 'rain' && ambience.weather !== 'storm') return;
  const level = ambience.weatherLevel * (ambience.weather === 'storm' ? 1.2 : 1);
  const hiss = stereoNoise(samples, stage.seed, 'rain hiss', fillWhite, 0.25);
  filterStereo(hiss, 'high', 700);
  filterStereo(hiss, 'low', 5200 + 2600 * ambience.weatherLevel, 0.6);
  const gusty = (seconds: number) => 0.7 + 0.5 * gustAt(ambience, seconds);
  shapeGain(hiss.left, gusty);
  shapeGain(hiss.right, (seconds) => gusty(seconds - 0.2));
  addAtLevel(stage.dry, hiss, 0.018 + 0.05 * level);

  const body = stereoNoise(samples, stage.seed, 'rain body', fillPink);
  filterStereo(body, 'band', 420, 0.4);
  addAtLevel(stage.dry, body, 0.022 * level);
  addDrops(stage, level);
};

function addDrops(stage: SoundStage, level: number): void {
  const random = soundRandom(stage, 'rain drops');
  const drops = createStereo(stage.samples);
  const count = Math.round(stage.seconds * (40 + 150 * level));
  for (let drop = 0; drop < count; drop++) {
    // Most drops are far: the strength falls off steeply.
    const near = random() ** 4;
    const hertz = between(random, 1300, 5200);
    addTone(drops, {
      atSeconds: random() * stage.seconds,
      seconds: between(random, 0.006, 0.018),
      fromHertz: hertz,
      toHertz: hertz * between(random, 0.8, 1.1),
      gain: 0.15 + near,
      pan: between(random, -1, 1),
      attack: 0.02,
      decay: 5,
    });
    if (drop % 9 !== 0) continue;
    const plop = between(random, 380, 900);
    addTone(drops, {
      atSeconds: random() * stage.seconds,
      seconds: between(random, 0.03, 0.06),
      fromHertz: plop,
      toHertz: plop * 1.5,
      gain: 0.25 + 0.7 * near,
      pan: between(random, -0.8, 0.8),
      attack: 0.05,
      decay: 4,
    });
  }
  addAtLevel(stage.dry, drops, 0.013 + 0.012 * level);
  addAtLevel(stage.wet, drops, 0.006);
}
