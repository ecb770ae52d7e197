import type { Ambience } from '../ambience.ts';
import { addBirds } from './birds.ts';
import { filterStereo } from './filters.ts';
import { addFire } from './fire.ts';
import { addInsects } from './insects.ts';
import { master } from './master.ts';
import { addMelody } from './melody.ts';
import { addPad } from './pad.ts';
import { addRain } from './rain.ts';
import { reverberate } from './reverb.ts';
import { addStillWater, addStream, addWaterfall } from './running-water.ts';
import { createSoundStage, type SoundLayer } from './sound-stage.ts';
import { addSpace } from './space.ts';
import { addStereo, levelOf, SAMPLE_RATE } from './stereo.ts';
import { addSurf } from './surf.ts';
import { addThunder } from './thunder.ts';
import { addTraffic } from './traffic.ts';
import { addUnderwater } from './underwater.ts';
import { addWind } from './wind.ts';

export interface Soundtrack {
  readonly sampleRate: 48000;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Sounds above the water, in no particular order. */
const OUTDOORS: readonly SoundLayer[] = [
  addRain,
  addWind,
  addThunder,
  addSurf,
  addStream,
  addWaterfall,
  addStillWater,
  addBirds,
  addInsects,
  addTraffic,
  addFire,
];
const EVERYWHERE: readonly SoundLayer[] = [addUnderwater, addSpace];
const MUSIC: readonly SoundLayer[] = [addPad, addMelody];
/** Gain of the music if the scene has sounds. */
const MUSIC_GAIN_UNDER_SOUNDS = 0.6;
const AUDIBLE_LEVEL = 0.008;

/**
 * Renders the sound of a scene: everything in the ambience, synchronised with the functions that drive the
 * frames, over quiet music. The same arguments give the same samples.
 */
export function renderSoundtrack(ambience: Ambience, seed: number, durationSeconds: number): Soundtrack {
  const samples = Math.max(1, Math.round(durationSeconds * SAMPLE_RATE));
  const stage = createSoundStage(ambience, seed, samples, durationSeconds);
  for (const add of OUTDOORS) add(stage);
  if (ambience.water === 'underwater') {
    // The water surface blocks most of the treble.
    filterStereo(stage.dry, 'low', 520);
    filterStereo(stage.wet, 'low', 520);
  }
  for (const add of EVERYWHERE) add(stage);
  const music = createSoundStage(ambience, seed, samples, durationSeconds);
  for (const add of MUSIC) add(music);
  const share = levelOf(stage.dry) > AUDIBLE_LEVEL ? MUSIC_GAIN_UNDER_SOUNDS : 1;
  addStereo(stage.dry, music.dry, share);
  addStereo(stage.wet, music.wet, share);
  const wide = ambience.space > 0.5 || ambience.mood === 'epic' || ambience.mood === 'mysterious';
  addStereo(stage.dry, reverberate(stage.wet, wide ? 3.2 : 1.9, wide ? 0.28 : 0.4), 1);
  master(stage.dry);
  return { sampleRate: SAMPLE_RATE, left: stage.dry.left, right: stage.dry.right };
}
