import { hashText, mixBits } from '../random/random.ts';
import { createStereo, type Stereo } from './stereo.ts';

/** White noise from -1 to 1 (xorshift: speed matters more than quality here). */
export function fillWhite(buffer: Float32Array, seed: number): void {
  let state = mixBits(seed) | 1;
  for (let index = 0; index < buffer.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    buffer[index] = state * 4.656612873077393e-10;
  }
}

/** Pink noise, falling 3 dB per octave (Kellet's three poles). */
export function fillPink(buffer: Float32Array, seed: number): void {
  fillWhite(buffer, seed);
  let slow = 0;
  let middle = 0;
  let quick = 0;
  for (let index = 0; index < buffer.length; index++) {
    const white = buffer[index] as number;
    slow = 0.99765 * slow + white * 0.099046;
    middle = 0.963 * middle + white * 0.2965164;
    quick = 0.57 * quick + white * 1.0526913;
    buffer[index] = (slow + middle + quick + white * 0.1848) * 0.25;
  }
}

/**
 * Stereo noise: the channels differ but share `common` (0 to 1), because uncorrelated channels sound
 * hollow.
 */
export function stereoNoise(
  samples: number,
  seed: number,
  purpose: string,
  fill: (buffer: Float32Array, seed: number) => void,
  common = 0.35,
): Stereo {
  const sound = createStereo(samples);
  const noiseSeed = mixBits(seed ^ hashText(purpose));
  fill(sound.left, noiseSeed);
  fill(sound.right, noiseSeed ^ 0x5bd1e995);
  for (let index = 0; index < samples; index++) {
    const left = sound.left[index] as number;
    const right = sound.right[index] as number;
    sound.left[index] = left + common * right;
    sound.right[index] = right + common * left;
  }
  return sound;
}
