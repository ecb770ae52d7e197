import type { Ambience } from '../ambience.ts';
import { createRandom, hashText, mixBits, type Random } from '../random/random.ts';
import { createStereo, type Stereo } from './stereo.ts';

/** What every ingredient of the soundtrack gets: what to sound like, and where to add it. */
export interface SoundStage {
  readonly ambience: Ambience;
  readonly seed: number;
  readonly samples: number;
  readonly seconds: number;
  /** Straight to the ear. */
  readonly dry: Stereo;
  /** Into the reverb only; distant and musical things send more. */
  readonly wet: Stereo;
}

/** Adds one kind of sound; does nothing when the ambience has none of it. */
export type SoundLayer = (stage: SoundStage) => void;

export function createSoundStage(
  ambience: Ambience,
  seed: number,
  samples: number,
  seconds: number,
): SoundStage {
  return { ambience, seed, samples, seconds, dry: createStereo(samples), wet: createStereo(samples) };
}

/** A stream of chance for one ingredient. */
export function soundRandom(stage: SoundStage, ingredient: string): Random {
  return createRandom(mixBits(stage.seed ^ hashText('soundtrack')), ingredient);
}
