import { between } from '../random/random.ts';
import { filterStereo, shapeGain } from './filters.ts';
import { fillWhite, stereoNoise } from './noise.ts';
import { addTone } from './sound-events.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addAtLevel, createStereo } from './stereo.ts';

/** Crickets that chirp in groups of pulses, over a shimmering distant chorus. */
export const addInsects: SoundLayer = (stage) => {
  const { ambience, samples } = stage;
  if (ambience.insects <= 0.02) return;
  const chorus = stereoNoise(samples, stage.seed, 'insect chorus', fillWhite, 0.1);
  filterStereo(chorus, 'band', 5400, 5);
  filterStereo(chorus, 'band', 5600, 4);
  const shimmer = (seconds: number, rate: number) => 0.55 + 0.45 * Math.sin(Math.PI * 2 * rate * seconds);
  shapeGain(chorus.left, (seconds) => shimmer(seconds, 23));
  shapeGain(chorus.right, (seconds) => shimmer(seconds, 26.5));
  addAtLevel(stage.dry, chorus, 0.03 * ambience.insects);
  addCrickets(stage);
};

function addCrickets(stage: SoundStage): void {
  const random = soundRandom(stage, 'crickets');
  const crickets = createStereo(stage.samples);
  const singers = 1 + Math.round(stage.ambience.insects * 4);
  for (let singer = 0; singer < singers; singer++) {
    const hertz = between(random, 4000, 5100);
    const every = between(random, 0.36, 0.62);
    const pulses = 2 + Math.floor(random() * 3);
    const pan = between(random, -0.95, 0.95);
    const gain = between(random, 0.25, 1);
    for (let at = random() * every; at < stage.seconds; at += every * between(random, 0.96, 1.05)) {
      for (let pulse = 0; pulse < pulses; pulse++) {
        addTone(crickets, {
          atSeconds: at + pulse * 0.036,
          seconds: 0.026,
          fromHertz: hertz * 1.01,
          toHertz: hertz * 0.985,
          gain: gain * (0.6 + 0.4 * (pulse / pulses)),
          pan,
          attack: 0.35,
          decay: 1,
        });
      }
    }
  }
  addAtLevel(stage.dry, crickets, 0.042 * stage.ambience.insects);
  addAtLevel(stage.wet, crickets, 0.012 * stage.ambience.insects);
}
