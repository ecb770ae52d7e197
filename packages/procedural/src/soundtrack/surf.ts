import { surfPhaseAt } from '../ambience.ts';
import { shapeGain, sweepFilter } from './filters.ts';
import { fillPink, fillWhite, stereoNoise } from './noise.ts';
import type { SoundLayer } from './sound-stage.ts';
import { addAtLevel } from './stereo.ts';

/** Waves that break in step with the image and recede with a hiss over the sand. */
export const addSurf: SoundLayer = (stage) => {
  const { ambience, samples } = stage;
  if (ambience.water !== 'surf') return;
  const phase = (seconds: number) => surfPhaseAt(ambience, seconds);
  const wave = stereoNoise(samples, stage.seed, 'surf wave', fillPink, 0.3);
  const undertow = stereoNoise(samples, stage.seed, 'surf undertow', fillPink, 0.5);
  const hiss = stereoNoise(samples, stage.seed, 'surf hiss', fillWhite, 0.15);
  // The break runs along the beach, so one channel is slightly ahead.
  for (const [side, ahead] of [
    ['left', 0],
    ['right', 0.012 * ambience.surfPeriodSeconds],
  ] as const) {
    sweepFilter(wave[side], 'low', (seconds) => 260 + 5200 * breaking(phase(seconds - ahead)) ** 1.4, 0.6);
    shapeGain(wave[side], (seconds) => 0.1 + breaking(phase(seconds - ahead)));
    sweepFilter(undertow[side], 'low', () => 150, 0.7);
    shapeGain(undertow[side], (seconds) => 0.25 + swelling(phase(seconds)));
    sweepFilter(hiss[side], 'high', () => 3200, 0.6);
    shapeGain(hiss[side], (seconds) => receding(phase(seconds - ahead)));
  }
  addAtLevel(stage.dry, wave, 0.1);
  addAtLevel(stage.dry, undertow, 0.035);
  addAtLevel(stage.dry, hiss, 0.02);
};

/** 0 to 1: silent until the wave breaks at 0.5, then a decay over most of the retreat. */
function breaking(phase: number): number {
  if (phase < 0.4) return 0.04 * (phase / 0.4);
  if (phase < 0.54) return 0.04 + 0.96 * ((phase - 0.4) / 0.14) ** 2;
  return Math.exp(-(phase - 0.54) * 7) * (1 - (phase - 0.54) / 0.46);
}

function swelling(phase: number): number {
  return Math.sin(Math.PI * Math.min(1, phase / 0.75)) ** 2;
}

/** Foam running back: strongest late in the retreat, silent before the next wave rises. */
function receding(phase: number): number {
  return phase < 0.5 ? 0 : Math.sin(Math.PI * ((phase - 0.5) / 0.5)) ** 1.5;
}
