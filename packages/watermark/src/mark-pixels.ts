import { type Carriers, PILOT, RINGS } from './carriers.ts';
import { demodulate } from './demodulate.ts';
import { drawCanvas, type Pixels, wholeOf } from './draw-canvas.ts';
import { bitAt, CODE_BITS, encode } from './extended-bch.ts';
import { createSpectrum } from './fourier.ts';
import { UPRIGHT } from './orientation.ts';
import { spreadMark } from './spread-mark.ts';
import { strengthOf, weighDetail } from './texture.ts';
import { type Canvas, foldTiles, SIDE, spectrumOf, TILE, transformTile } from './tile.ts';

const CORRECTIONS = 4;
/** Bounds of a group's gain; 1 is the mean. The weakest keep a reserve for changes of the image. */
const MIN_GAIN = 0.3;
const MAX_GAIN = 2.5;
/** The least assumed effect of gain, so that an image in which gain has hardly any does not overdrive the carriers. */
const MIN_EFFECT = 0.2;
/** The largest value of the pattern, in its root mean squares: rare peaks would be visible first and carry little. */
const PEAK = 1.4;

/**
 * Returns the image with `payload` (16 hexadecimal digits) in it, as new pixels; alpha stays as it is. The image's own
 * amplitude on the carriers of a bit is known here, so each pass demodulates as the reader will, raises the gain of the
 * bits that the image contradicts and lowers that of the bits it agrees with.
 */
export function markPixels(pixels: Pixels, carriers: Carriers, payload: string): Pixels {
  const canvas = drawCanvas(pixels, wholeOf(pixels));
  const strength = strengthOf(canvas);
  const symbols = symbolsOf(carriers, payload);
  const gains = new Float64Array(CODE_BITS + RINGS).fill(1);
  let mark = layTiles(patternOf(carriers, symbols, gains), strength);
  const marked = new Float32Array(canvas.length);
  for (let pass = 0; pass < CORRECTIONS; pass++) {
    for (let at = 0; at < marked.length; at++) marked[at] = (canvas[at] as number) + (mark[at] as number);
    adjustGains(gains, symbols, demodulate(spectrumOf(foldTiles(weighDetail(marked)), UPRIGHT), carriers));
    mark = layTiles(patternOf(carriers, symbols, gains), strength);
  }
  return { ...pixels, data: spreadMark(pixels, mark) };
}

/** The group that shares the gain of each carrier, and 1 or -1 for the bit it sends. */
interface Symbols {
  readonly group: Uint8Array;
  readonly symbol: Int8Array;
}

/** A group for every bit and, so that no ring loses its pilot, one for each ring of the pilot. */
function symbolsOf({ count, bit, ring }: Carriers, payload: string): Symbols {
  const word = encode(payload);
  const group = new Uint8Array(count);
  const symbol = new Int8Array(count);
  for (let at = 0; at < count; at++) {
    const bitIndex = bit[at] as number;
    group[at] = bitIndex === PILOT ? CODE_BITS + (ring[at] as number) : bitIndex;
    symbol[at] = bitIndex === PILOT || bitAt(word, bitIndex) === 1 ? 1 : -1;
  }
  return { group, symbol };
}

/** Moves each group's gain to where its amplitude would be the mean of all groups. */
function adjustGains(gains: Float64Array, { group, symbol }: Symbols, amplitudes: Float64Array): void {
  const sums = new Float64Array(gains.length);
  const members = new Float64Array(gains.length);
  for (let at = 0; at < amplitudes.length; at++) {
    const groupIndex = group[at] as number;
    sums[groupIndex] = (sums[groupIndex] as number) + (symbol[at] as number) * (amplitudes[at] as number);
    members[groupIndex] = (members[groupIndex] as number) + 1;
  }
  const means = sums.map((sum, at) => sum / (members[at] as number));
  const mean = meanOf(means);
  const effect = Math.max(MIN_EFFECT, mean) / meanOf(gains);
  for (let at = 0; at < gains.length; at++) {
    const gain = (gains[at] as number) + (mean - (means[at] as number)) / effect;
    gains[at] = Math.max(MIN_GAIN, Math.min(MAX_GAIN, gain));
  }
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One tile with a root mean square of 1. */
function patternOf(
  { count, cell, part, sign }: Carriers,
  { group, symbol }: Symbols,
  gains: Float64Array,
): Float64Array {
  const { re, im } = createSpectrum(TILE * TILE);
  for (let at = 0; at < count; at++) {
    const values = part[at] === 0 ? re : im;
    const gain = gains[group[at] as number] as number;
    values[cell[at] as number] = gain * (symbol[at] as number) * (sign[at] as number);
  }
  transformTile({ re: im, im: re });
  const peak = PEAK * rootMeanSquare(re);
  const limited = re.map((value) => Math.max(-peak, Math.min(peak, value)));
  const scale = 1 / rootMeanSquare(limited);
  return limited.map((value) => value * scale);
}

function rootMeanSquare(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

function layTiles(pattern: Float64Array, strength: Canvas): Canvas {
  const mark = new Float32Array(strength);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const value = pattern[(y % TILE) * TILE + (x % TILE)] as number;
      mark[y * SIDE + x] = (mark[y * SIDE + x] as number) * value;
    }
  }
  return mark;
}
