import { type Ambience, gustAt } from '../ambience.ts';
import { shapeGain, sweepFilter } from './filters.ts';
import { fillPink, stereoNoise } from './noise.ts';
import type { SoundLayer, SoundStage } from './sound-stage.ts';
import { addAtLevel, type Stereo } from './stereo.ts';

/** Gusts reach the right channel later, because the wind blows from left to right in the image. */
const CROSSING_SECONDS = 0.14;

/** Wind whose loudness and pitch follow the gusts that move the image. */
export const addWind: SoundLayer = (stage) => {
  const wind = windStrength(stage.ambience);
  if (wind < 0.04 || stage.ambience.water === 'underwater' || stage.ambience.space > 0.5) return;
  const roar = stereoNoise(stage.samples, stage.seed, 'wind roar', fillPink, 0.3);
  followGusts(stage, roar, (gust) => 170 + 620 * gust, 0.6);
  addAtLevel(stage.dry, roar, 0.012 + 0.085 * wind);

  const leaves = stereoNoise(stage.samples, stage.seed, 'wind leaves', fillPink, 0.1);
  followGusts(stage, leaves, (gust) => 1800 + 1700 * gust, 0.5);
  addAtLevel(stage.dry, leaves, 0.018 * wind);

  if (wind < 0.5) return;
  const whistle = stereoNoise(stage.samples, stage.seed, 'wind whistle', fillPink, 0.1);
  followGusts(stage, whistle, (gust) => 480 + 560 * gust, 14);
  addAtLevel(stage.dry, whistle, 0.014 * (wind - 0.4));
};

function windStrength(ambience: Ambience): number {
  const weather = ambience.weather === 'wind' || ambience.weather === 'storm' ? 0.15 : 0;
  return Math.min(1.2, ambience.wind + weather * ambience.weatherLevel);
}

function followGusts(
  stage: SoundStage,
  sound: Stereo,
  hertz: (gust: number) => number,
  quality: number,
): void {
  const { ambience } = stage;
  const steady = Math.max(0.05, ambience.wind);
  for (const [channel, delay] of [
    [sound.left, 0],
    [sound.right, CROSSING_SECONDS],
  ] as const) {
    sweepFilter(channel, 'band', (seconds) => hertz(gustAt(ambience, seconds - delay)), quality);
    // Loudness grows faster than wind speed.
    shapeGain(channel, (seconds) => (gustAt(ambience, seconds - delay) / steady) ** 1.8);
  }
}
