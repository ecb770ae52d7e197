import type { Ambience } from '../ambience.ts';
import { createRandom, hashText, mixBits, type Random } from '../random/random.ts';
import { createStereo, type Stereo } from './stereo.ts';

/** What every sound layer receives: the ambience and the buffers to mix into. */
export interface SoundStage {
  readonly ambience: Ambience;
  readonly seed: number;
  readonly samples: number;
  readonly seconds: number;
  /** The direct sound. */
  readonly dry: Stereo;
  /** The reverb send; distant and musical sounds send more. */
  readonly wet: Stereo;
}

/** Mixes one kind of sound in; does nothing if the ambience has none of it. */
export type SoundLayer = (stage: SoundStage) => void;

export function createSoundStage(
  ambience: Ambience,
  seed: number,
  samples: number,
  seconds: number,
): SoundStage {
  return { ambience, seed, samples, seconds, dry: createStereo(samples), wet: createStereo(samples) };
}

/** The random stream of one layer. */
export function soundRandom(stage: SoundStage, layer: string): Random {
  return createRandom(mixBits(stage.seed ^ hashText('soundtrack')), layer);
}
