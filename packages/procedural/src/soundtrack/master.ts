import { filterStereo } from './filters.ts';
import { addStereo, levelOf, SAMPLE_RATE, type Stereo } from './stereo.ts';

/** About -18 LUFS: loudness sums the power of both channels, so each has 3 dB less. */
const TARGET_LEVEL = 10 ** (-21 / 20);
/** Quiet scenes may stay quieter, and sparse ones must not be amplified too much. */
const MAX_GAIN = 6;
/** -1.6 dB: lossy coding may overshoot, and 0 dB must not be reached after decoding. */
const CEILING = 10 ** (-1.6 / 20);
const FADE_IN_SECONDS = 0.12;
const FADE_OUT_SECONDS = 0.6;
const BLOCK = 48;

/** Masters the finished sound in place: removes DC, normalises loudness, limits peaks and fades both ends. */
export function master(sound: Stereo): void {
  filterStereo(sound, 'high', 28);
  const level = loudness(sound);
  const gain = level > 1e-9 ? Math.min(MAX_GAIN, TARGET_LEVEL / level) : 1;
  limit(sound, gain);
  fade(sound.left);
  fade(sound.right);
}

/** RMS level with less bass and more treble (close to the K-weighting of BS.1770). */
function loudness(sound: Stereo): number {
  const weighted = { left: new Float32Array(sound.left), right: new Float32Array(sound.right) };
  filterStereo(weighted, 'high', 60);
  const treble = { left: new Float32Array(weighted.left), right: new Float32Array(weighted.right) };
  filterStereo(treble, 'high', 1600);
  addStereo(weighted, treble, 0.58);
  return levelOf(weighted);
}

/**
 * A look-ahead limiter: reduces the gain before each peak and restores it slowly, so that transients keep
 * their shape.
 */
function limit(sound: Stereo, gain: number): void {
  const samples = sound.left.length;
  const blocks = Math.ceil(samples / BLOCK) + 1;
  const targets = new Float32Array(blocks).fill(gain);
  for (let block = 0; block < blocks; block++) {
    let peak = 0;
    const end = Math.min(samples, (block + 1) * BLOCK);
    for (let index = block * BLOCK; index < end; index++) {
      peak = Math.max(peak, Math.abs(sound.left[index] as number), Math.abs(sound.right[index] as number));
    }
    if (peak * gain > CEILING) targets[block] = CEILING / peak;
  }
  const gains = smoothGains(targets, gain);
  for (let block = 0; block + 1 < blocks; block++) {
    const from = gains[block] as number;
    const step = ((gains[block + 1] as number) - from) / BLOCK;
    const start = block * BLOCK;
    const end = Math.min(samples, start + BLOCK);
    for (let index = start; index < end; index++) {
      const now = from + step * (index - start);
      sound.left[index] = softLimit((sound.left[index] as number) * now);
      sound.right[index] = softLimit((sound.right[index] as number) * now);
    }
  }
}

/** Blocks considered on either side of each one (3 ms), so that the gain is reduced before the peak. */
const LOOKAHEAD_BLOCKS = 3;

function smoothGains(targets: Float32Array, rest: number): Float32Array {
  const gains = new Float32Array(targets.length);
  let current = rest;
  for (let block = 0; block < targets.length; block++) {
    let lowest = rest;
    for (let other = block - LOOKAHEAD_BLOCKS; other <= block + LOOKAHEAD_BLOCKS; other++) {
      lowest = Math.min(lowest, targets[Math.max(0, Math.min(targets.length - 1, other))] as number);
    }
    // Instant attack, release over about a quarter of a second.
    current = lowest < current ? lowest : current + (lowest - current) * 0.006;
    gains[block] = Math.min(current, lowest);
  }
  return gains;
}

/** Soft-limits what gain interpolation lets through; samples below the ceiling stay unchanged. */
function softLimit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= CEILING * 0.92) return sample;
  const room = CEILING * 0.08;
  return Math.sign(sample) * (CEILING * 0.92 + room * Math.tanh((size - CEILING * 0.92) / room));
}

function fade(channel: Float32Array): void {
  const total = channel.length;
  const opening = Math.min(total / 2, FADE_IN_SECONDS * SAMPLE_RATE);
  const closing = Math.min(total / 2, FADE_OUT_SECONDS * SAMPLE_RATE);
  for (let index = 0; index < opening; index++) {
    channel[index] = (channel[index] as number) * raisedCosine(index / opening);
  }
  for (let index = 0; index < closing; index++) {
    const at = total - 1 - index;
    channel[at] = (channel[at] as number) * raisedCosine(index / closing);
  }
}

function raisedCosine(share: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * share);
}
