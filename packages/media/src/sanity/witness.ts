import type { ClassifierView } from '../classifier/classifier-view.ts';

/**
 * What an output shows and sounds like, noted while it is decoded for the check of its content. The limits are measured:
 * docs/decisions/91-empty-output.md.
 */
export interface Witness {
  readonly see: (view: ClassifierView) => void;
  /** `peak` is the loudest sample of the whole track; 1 is full scale. */
  readonly hear: (peak: number) => void;
  /** The colour of the first view if each has only one; undefined if any shows something. */
  uniformColour(): string | undefined;
  /** Whether the views of a video show one picture, as an encoder repeats it. */
  isFrozen(): boolean;
  /** Whether the sound that there is cannot be heard. */
  isSilent(): boolean;
}

/** Levels of a channel. An encoder makes 3 of one colour with noise; fog and the darkest night that can be seen have 6. */
const UNIFORM_LEVELS = 4;
/** Two views show the same frame: within what an encoder still refines, at most and on average. */
const SAME_LEVELS = 7;
const SAME_MEAN = 0.07;
/** The share of the views of one picture that are the same as the one before; the others are key frames. */
const SAME_SHARE = 0.6;
/** A key frame differs by up to 33 levels from the frame before that shows the same. */
const KEY_FRAME_LEVELS = 48;
/** -66 dBFS: digital silence with dither has -90, a quiet room -58. */
const SILENT_PEAK = 0.0005;

const CHANNELS = 3;

export function createWitness(): Witness {
  let first: Uint8Array | undefined;
  let last: Uint8Array | undefined;
  const same: boolean[] = [];
  let largestChange = 0;
  let isUniform = true;
  let loudest: number | undefined;
  return {
    see({ rgb }) {
      isUniform &&= rangeOf(rgb) <= UNIFORM_LEVELS;
      if (first !== undefined && last !== undefined) {
        const { largest, mean } = differenceOf(last, rgb);
        same.push(largest <= SAME_LEVELS && mean <= SAME_MEAN);
        largestChange = Math.max(largestChange, differenceOf(first, rgb).largest);
      }
      first ??= rgb;
      last = rgb;
    },
    hear(peak) {
      loudest = Math.max(loudest ?? 0, peak);
    },
    uniformColour: () =>
      isUniform && first !== undefined ? first.subarray(0, CHANNELS).join(', ') : undefined,
    isFrozen() {
      // An encoder refines the first frame most.
      const settled = same.length > 1 ? same.slice(1) : same;
      const unchanged = settled.filter((one) => one).length;
      return unchanged > 0 && unchanged >= SAME_SHARE * settled.length && largestChange <= KEY_FRAME_LEVELS;
    },
    isSilent: () => loudest !== undefined && loudest <= SILENT_PEAK,
  };
}

/** The largest range of a channel. */
function rangeOf(rgb: Uint8Array): number {
  const lowest = [255, 255, 255];
  const highest = [0, 0, 0];
  for (let at = 0; at < rgb.length; at++) {
    const channel = at % CHANNELS;
    const value = rgb[at] as number;
    if (value < (lowest[channel] as number)) lowest[channel] = value;
    if (value > (highest[channel] as number)) highest[channel] = value;
  }
  return Math.max(...highest.map((value, channel) => value - (lowest[channel] as number)));
}

function differenceOf(
  one: Uint8Array,
  other: Uint8Array,
): { readonly largest: number; readonly mean: number } {
  let largest = 0;
  let sum = 0;
  for (let at = 0; at < one.length; at++) {
    const difference = Math.abs((one[at] as number) - (other[at] as number));
    sum += difference;
    if (difference > largest) largest = difference;
  }
  return { largest, mean: sum / one.length };
}
