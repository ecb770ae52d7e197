import { createStereo, type Stereo } from './stereo.ts';

/** Mutually prime delays of 30 to 70 ms: their echoes never coincide, as in a real room. */
const DELAYS = [1433, 1601, 1867, 2053, 2251, 2399, 2903, 3331] as const;
const LINES = DELAYS.length;
const MASK = 4095;

/**
 * A feedback delay network of eight lines: each echo feeds all lines and loses treble. `seconds` is the
 * time to fall by 60 dB.
 */
export function reverberate(input: Stereo, seconds: number, damping: number): Stereo {
  const output = createStereo(input.left.length);
  const memory = new Float32Array(LINES * (MASK + 1));
  const dark = new Float64Array(LINES);
  const feedback = Float64Array.from(DELAYS, (delay) => 10 ** ((-3 * delay) / (seconds * 48000)));
  const taps = new Float64Array(LINES);
  for (let index = 0; index < input.left.length; index++) {
    let sum = 0;
    for (let line = 0; line < LINES; line++) {
      const echo = memory[line * (MASK + 1) + ((index - (DELAYS[line] as number)) & MASK)] as number;
      const soft = echo + ((dark[line] as number) - echo) * damping;
      dark[line] = soft;
      taps[line] = soft;
      sum += soft;
    }
    // Householder mixing: every line feeds all the others equally.
    const shared = (sum * 2) / LINES;
    const left = input.left[index] as number;
    const right = input.right[index] as number;
    let outLeft = 0;
    let outRight = 0;
    for (let line = 0; line < LINES; line++) {
      const tap = taps[line] as number;
      const fed = (line & 1) === 0 ? left : right;
      memory[line * (MASK + 1) + (index & MASK)] = fed * 0.5 + (tap - shared) * (feedback[line] as number);
      const sign = (line & 2) === 0 ? 1 : -1;
      if ((line & 1) === 0) outLeft += tap * sign;
      else outRight += tap * sign;
    }
    output.left[index] = outLeft;
    output.right[index] = outRight;
  }
  return output;
}
