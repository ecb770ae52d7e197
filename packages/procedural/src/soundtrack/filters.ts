import { SAMPLE_RATE, type Stereo } from './stereo.ts';

export type FilterKind = 'low' | 'high' | 'band';

/** Filters both channels in place with two poles; `hertz` runs from 10 to 20000. */
export function filterStereo(sound: Stereo, kind: FilterKind, hertz: number, quality = Math.SQRT1_2): void {
  filterChannel(sound.left, kind, hertz, quality);
  filterChannel(sound.right, kind, hertz, quality);
}

/** A biquad filter (Bristow-Johnson's cookbook), in place. */
export function filterChannel(
  buffer: Float32Array,
  kind: FilterKind,
  hertz: number,
  quality = Math.SQRT1_2,
): void {
  const angle = (2 * Math.PI * hertz) / SAMPLE_RATE;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * quality);
  const scale = 1 / (1 + alpha);
  const edge = kind === 'low' ? (1 - cosine) / 2 : kind === 'high' ? (1 + cosine) / 2 : alpha;
  const b0 = edge * scale;
  const b1 = kind === 'low' ? 2 * b0 : kind === 'high' ? -2 * b0 : 0;
  const b2 = kind === 'band' ? -b0 : b0;
  const a1 = -2 * cosine * scale;
  const a2 = (1 - alpha) * scale;
  let first = 0;
  let second = 0;
  for (let index = 0; index < buffer.length; index++) {
    const input = buffer[index] as number;
    const output = b0 * input + first;
    first = b1 * input - a1 * output + second;
    second = b2 * input - a2 * output;
    buffer[index] = output;
  }
}

/** Samples between two control values; 1.3 ms is faster than the ear can follow. */
const CONTROL_SAMPLES = 64;

/** A state-variable filter (Simper) with a time-varying cutoff, in place. */
export function sweepFilter(
  buffer: Float32Array,
  kind: FilterKind,
  hertzAt: (seconds: number) => number,
  quality = Math.SQRT1_2,
): void {
  let first = 0;
  let second = 0;
  const damping = 1 / quality;
  for (let start = 0; start < buffer.length; start += CONTROL_SAMPLES) {
    const hertz = Math.min(18000, Math.max(20, hertzAt(start / SAMPLE_RATE)));
    const g = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
    const a1 = 1 / (1 + g * (g + damping));
    const a2 = g * a1;
    const a3 = g * a2;
    const end = Math.min(buffer.length, start + CONTROL_SAMPLES);
    for (let index = start; index < end; index++) {
      const input = buffer[index] as number;
      const high = input - second;
      const band = a1 * first + a2 * high;
      const low = second + a2 * first + a3 * high;
      first = 2 * band - first;
      second = 2 * low - second;
      buffer[index] = kind === 'low' ? low : kind === 'band' ? band * damping : input - damping * band - low;
    }
  }
}

/** Applies a time-varying gain, sampled every 1.3 ms and interpolated linearly to avoid clicks. */
export function shapeGain(buffer: Float32Array, gainAt: (seconds: number) => number): void {
  let gain = gainAt(0);
  for (let start = 0; start < buffer.length; start += CONTROL_SAMPLES) {
    const next = gainAt((start + CONTROL_SAMPLES) / SAMPLE_RATE);
    const step = (next - gain) / CONTROL_SAMPLES;
    const end = Math.min(buffer.length, start + CONTROL_SAMPLES);
    for (let index = start; index < end; index++) {
      buffer[index] = (buffer[index] as number) * gain;
      gain += step;
    }
    gain = next;
  }
}
