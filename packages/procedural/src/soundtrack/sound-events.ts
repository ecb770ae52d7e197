import { panGains, SAMPLE_RATE, type Stereo } from './stereo.ts';

/** A short tone: a drop, a bubble, a bird's syllable or a plucked note. */
export interface Tone {
  readonly atSeconds: number;
  readonly seconds: number;
  /** Pitch at the start and at the end; it glides exponentially in between. */
  readonly fromHertz: number;
  readonly toHertz: number;
  readonly gain: number;
  /** Stereo position, from -1 (left) to 1 (right). */
  readonly pan: number;
  /** Fraction of the length in which it swells. */
  readonly attack: number;
  /** Decay rate after the attack: 0 sustains until the final fade, larger values fall sooner. */
  readonly decay: number;
  /** Depth and rate of the vibrato, in hertz. */
  readonly vibratoHertz?: number;
  readonly vibratoRate?: number;
  /** Amplitude of the second harmonic. */
  readonly secondHarmonic?: number;
}

/** Adds the tone. It starts and ends at silence, so it cannot click. */
export function addTone(target: Stereo, tone: Tone): void {
  const start = Math.max(0, Math.round(tone.atSeconds * SAMPLE_RATE));
  const length = Math.round(tone.seconds * SAMPLE_RATE);
  const end = Math.min(target.left.length, start + length);
  if (length < 8 || start >= end) return;
  const [gainLeft, gainRight] = panGains(tone.pan);
  const glide = (tone.toHertz / tone.fromHertz) ** (1 / length);
  const swing = tone.vibratoHertz ?? 0;
  const swingStep = (2 * Math.PI * (tone.vibratoRate ?? 0)) / SAMPLE_RATE;
  const secondHarmonic = tone.secondHarmonic ?? 0;
  const attack = Math.max(16, tone.attack * length);
  const fall = Math.exp(-tone.decay / length);
  // Every tone fades out at its end, at any remaining level of the decay.
  const closing = Math.min(length * 0.25, 960);
  let hertz = tone.fromHertz;
  let phase = 0;
  let strength = tone.gain;
  for (let index = 0; start + index < end; index++) {
    phase +=
      (2 * Math.PI * (swing === 0 ? hertz : hertz + swing * Math.sin(swingStep * index))) / SAMPLE_RATE;
    hertz *= glide;
    let sample = Math.sin(phase);
    if (secondHarmonic > 0) sample += secondHarmonic * Math.sin(2 * phase);
    const opening = index < attack ? index / attack : 1;
    if (index >= attack) strength *= fall;
    const left = length - index;
    const value = sample * strength * opening * (left < closing ? left / closing : 1);
    const at = start + index;
    target.left[at] = (target.left[at] as number) + value * gainLeft;
    target.right[at] = (target.right[at] as number) + value * gainRight;
  }
}

/** A short burst of noise, such as a crackle, with a fast attack and an exponential decay. */
export interface Burst {
  readonly atSeconds: number;
  readonly seconds: number;
  readonly gain: number;
  readonly pan: number;
  /** From 0 (dark) to 1 (bright). */
  readonly brightness: number;
  readonly seed: number;
}

export function addBurst(target: Stereo, burst: Burst): void {
  const start = Math.max(0, Math.round(burst.atSeconds * SAMPLE_RATE));
  const length = Math.round(burst.seconds * SAMPLE_RATE);
  const end = Math.min(target.left.length, start + length);
  const [gainLeft, gainRight] = panGains(burst.pan);
  const fall = Math.exp(-6 / length);
  const smoothing = 1 - 0.85 * (1 - burst.brightness);
  let state = burst.seed | 1;
  let dark = 0;
  let strength = burst.gain;
  for (let at = start; at < end; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    dark += (state * 4.656612873077393e-10 - dark) * smoothing;
    const rise = at - start < 8 ? (at - start) / 8 : 1;
    target.left[at] = (target.left[at] as number) + dark * strength * rise * gainLeft;
    target.right[at] = (target.right[at] as number) + dark * strength * rise * gainRight;
    strength *= fall;
  }
}
