import { type LightningStrike, thunderAtSeconds } from '../ambience.ts';
import { between, type Random } from '../random/random.ts';
import { filterChannel, shapeGain } from './filters.ts';
import { fillPink, fillWhite } from './noise.ts';
import { type SoundLayer, type SoundStage, soundRandom } from './sound-stage.ts';
import { addStereo, createStereo, panGains, SAMPLE_RATE } from './stereo.ts';

const ROLL_SECONDS = 4.5;
/** Closer strikes include a crack; farther ones are only a roll. */
const CRACK_KM = 0.9;

/** Thunder, delayed after each flash by the speed of sound; distant thunder is darker and softer. */
export const addThunder: SoundLayer = (stage) => {
  const random = soundRandom(stage, 'thunder');
  for (const strike of stage.ambience.lightning) addStrike(stage, strike, random);
};

function addStrike(stage: SoundStage, strike: LightningStrike, random: Random): void {
  const start = Math.round(thunderAtSeconds(strike) * SAMPLE_RATE);
  const length = Math.min(stage.samples - start, Math.round(ROLL_SECONDS * SAMPLE_RATE));
  const noiseSeed = Math.floor(random() * 0x7fffffff);
  if (length < 64) return;
  const far = Math.min(1, strike.distanceKm / 2.5);
  const roll = new Float32Array(length);
  fillPink(roll, noiseSeed);
  filterChannel(roll, 'low', 240 - 130 * far, 0.8);
  filterChannel(roll, 'low', 700 - 420 * far, 0.6);
  shapeGain(roll, rollEnvelope(random));
  const [gainLeft, gainRight] = panGains((strike.x * 2 - 1) * 0.75);
  const sound = createStereo(stage.samples);
  const loudness = 5.5 / (1 + 1.6 * strike.distanceKm);
  for (let index = 0; index < length; index++) {
    const sample = (roll[index] as number) * loudness;
    sound.left[start + index] = sample * (0.45 + 0.55 * gainLeft);
    sound.right[start + index] = sample * (0.45 + 0.55 * gainRight);
  }
  if (strike.distanceKm < CRACK_KM) {
    const crack = createCrack(Math.min(length, SAMPLE_RATE), random, noiseSeed);
    const strength = 3.4 * (1 - strike.distanceKm / CRACK_KM) + 0.6;
    for (let index = 0; index < crack.length; index++) {
      const sample = (crack[index] as number) * strength;
      sound.left[start + index] = (sound.left[start + index] as number) + sample * gainLeft;
      sound.right[start + index] = (sound.right[start + index] as number) + sample * gainRight;
    }
  }
  addStereo(stage.dry, sound, 0.5);
  addStereo(stage.wet, sound, 0.1 + 0.1 * far);
}

/** A strong onset, then lobes: echoes of the farther parts of the lightning channel. */
function rollEnvelope(random: Random): (seconds: number) => number {
  const lobes = Array.from({ length: 5 }, (_, index) => ({
    at: 0.25 + index * between(random, 0.45, 0.75),
    width: between(random, 0.16, 0.4),
    strength: between(random, 0.3, 0.75) * 0.8 ** index,
  }));
  return (seconds) => {
    let gain = Math.min(1, seconds / 0.012) * Math.exp(-seconds * 2.4);
    for (const lobe of lobes) gain += lobe.strength * Math.exp(-(((seconds - lobe.at) / lobe.width) ** 2));
    return gain * Math.min(1, seconds / 0.008) * Math.max(0, 1 - seconds / ROLL_SECONDS);
  };
}

/** A tearing sound: a few sharp reports in quick succession, the first the loudest. */
function createCrack(length: number, random: Random, seed: number): Float32Array {
  const crack = new Float32Array(length);
  fillWhite(crack, seed ^ 0x3c6ef372);
  filterChannel(crack, 'low', 5200, 0.6);
  filterChannel(crack, 'high', 180, 0.6);
  const reports = [0, 0.035, 0.09, 0.16, 0.26].map((at, index) => ({
    at: index === 0 ? 0 : at * between(random, 0.8, 1.3),
    strength: 0.85 ** index * (index === 0 ? 1 : between(random, 0.3, 0.8)),
  }));
  shapeGain(crack, (seconds) => {
    let gain = 0;
    for (const report of reports) {
      const since = seconds - report.at;
      if (since >= 0) gain += report.strength * Math.min(1, since / 0.0015) * Math.exp(-since * 26);
    }
    return gain;
  });
  return crack;
}
