/** Zero crossings of the sinc to each side: more costs time, fewer dull the highest octave. */
const CROSSINGS = 16;

/** The sound at another sample rate, by a windowed sinc; frequencies above half the new rate are filtered out. */
export function resampleSound(sound: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return sound;
  const divisor = greatestCommonDivisor(from, to);
  const up = to / divisor;
  const down = from / divisor;
  const cutoff = Math.min(1, to / from);
  const reach = Math.ceil(CROSSINGS / cutoff);
  const phases = Array.from({ length: up }, (_, phase) => tapsAt(phase / up, reach, cutoff));
  const result = new Float32Array(Math.round((sound.length * to) / from));
  for (let index = 0; index < result.length; index++) {
    const position = index * down;
    const first = Math.floor(position / up) - reach + 1;
    const taps = phases[position % up] as Float32Array;
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) sum += (sound[first + tap] ?? 0) * (taps[tap] as number);
    result[index] = sum;
  }
  return result;
}

/** Weights of the samples from `1 - reach` to `reach` around a place this share of a sample after 0. */
function tapsAt(place: number, reach: number, cutoff: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - place;
    if (Math.abs(distance) >= reach) return 0;
    const angle = Math.PI * distance * cutoff;
    const sinc = distance === 0 ? 1 : Math.sin(angle) / angle;
    return sinc * Math.cos((Math.PI * distance) / (2 * reach)) ** 2;
  });
  // Each phase lets silence and a constant through unchanged, or the seam between phases would buzz.
  const sum = taps.reduce((total, weight) => total + weight, 0);
  return taps.map((weight) => weight / sum);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
