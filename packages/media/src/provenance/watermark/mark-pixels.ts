import { type Carriers, PILOT, RINGS } from './carriers.ts';
import { drawCanvas, type Pixels } from './draw-canvas.ts';
import { bitAt, CODE_BITS, encode } from './extended-bch.ts';
import { createSpectrum } from './fourier.ts';
import { hear } from './listen.ts';
import { foldTiles, WHOLE } from './placement.ts';
import { spreadMark } from './spread-mark.ts';
import { strengthOf, weighDetail } from './texture.ts';
import { type Canvas, SIDE, TILE, transformTile } from './tile.ts';

const CORRECTIONS = 4;
/** Of the usual loudness of a bit. The quietest keep something for when the picture changes. */
const QUIETEST = 0.3;
const LOUDEST = 2.5;
/** The least by which carriers are taken to answer to loudness, so that a deaf picture does not overdrive them. */
const LEAST_ANSWER = 0.2;
/** Of the pattern, in its root mean squares: rare peaks would be seen first and tell little. */
const PEAK = 1.4;

/**
 * Answers the picture with `payload` (16 hexadecimal digits) in it, as new pixels; alpha stays as it is. What the
 * picture itself says on the carriers of a bit is known here, so after a first laying the bits it contradicts
 * are made louder and those it agrees with quieter, by listening as the reader will.
 */
export function markPixels(pixels: Pixels, carriers: Carriers, payload: string): Pixels {
  const canvas = drawCanvas(pixels);
  const strength = strengthOf(canvas);
  const voices = voicesOf(carriers, payload);
  const loudness = new Float64Array(CODE_BITS + RINGS).fill(1);
  let mark = layTiles(patternOf(carriers, voices, loudness), strength);
  for (let pass = 0; pass < CORRECTIONS; pass++) {
    const marked = canvas.map((light, at) => light + (mark[at] as number));
    correct(loudness, voices, hear(foldTiles(weighDetail(marked), WHOLE), carriers));
    mark = layTiles(patternOf(carriers, voices, loudness), strength);
  }
  return { ...pixels, data: spreadMark(pixels, mark) };
}

/** For each carrier: which group is made louder or quieter with it, and 1 or -1 for the bit it says. */
interface Voices {
  readonly group: Uint8Array;
  readonly says: Int8Array;
}

/** A group for every bit and, so that no ring falls silent, one for each ring of the pilot. */
function voicesOf({ count, bit, ring }: Carriers, payload: string): Voices {
  const word = encode(payload);
  const group = new Uint8Array(count);
  const says = new Int8Array(count);
  for (let at = 0; at < count; at++) {
    const own = bit[at] as number;
    group[at] = own === PILOT ? CODE_BITS + (ring[at] as number) : own;
    says[at] = own === PILOT || bitAt(word, own) === 1 ? 1 : -1;
  }
  return { group, says };
}

/** Moves each group's loudness towards being heard as well as the mean of all. */
function correct(loudness: Float64Array, { group, says }: Voices, heard: Float64Array): void {
  const sums = new Float64Array(loudness.length);
  const members = new Float64Array(loudness.length);
  for (let at = 0; at < heard.length; at++) {
    const own = group[at] as number;
    sums[own] = (sums[own] as number) + (says[at] as number) * (heard[at] as number);
    members[own] = (members[own] as number) + 1;
  }
  const means = sums.map((sum, at) => sum / (members[at] as number));
  const mean = meanOf(means);
  const answer = Math.max(LEAST_ANSWER, mean) / meanOf(loudness);
  for (let at = 0; at < loudness.length; at++) {
    const wanted = (loudness[at] as number) + (mean - (means[at] as number)) / answer;
    loudness[at] = Math.max(QUIETEST, Math.min(LOUDEST, wanted));
  }
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One tile with a root mean square of 1. */
function patternOf(
  { count, cell, part, sign }: Carriers,
  voices: Voices,
  loudness: Float64Array,
): Float64Array {
  const { re, im } = createSpectrum(TILE * TILE);
  for (let at = 0; at < count; at++) {
    const values = part[at] === 0 ? re : im;
    const loud = loudness[voices.group[at] as number] as number;
    values[cell[at] as number] = loud * (voices.says[at] as number) * (sign[at] as number);
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
