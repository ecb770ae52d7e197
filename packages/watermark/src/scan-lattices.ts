import { type CanvasSpectrum, REACH, WINDOW } from './canvas-spectrum.ts';
import { type Axes, axesOf, type Lattice } from './lattice.ts';

/** The unit is cycles per tile, as in `carriers.ts`; the higher ones would need smaller steps. */
const LOWEST = 9;
const HIGHEST = 24;
/** With a scale that is off by half of this, a lattice still meets its points; a rotation moves them as far. */
const SCALE_STEP = 0.0125;
/** 3 degrees. */
const MAX_ANGLE = 0.0525;
/** On each side of upright; very long images would need more, and get a smaller range. */
const MAX_ROTATIONS = 8;
/** Shares of the original that are searched, of each side and of the area. */
const UPRIGHT_SCALES = { min: 0.42, max: 1.45 };
const ROTATED_SCALES = { min: 0.6, max: 1.3 };
const MIN_AREA = 0.3;
/** The maximum for rotated images. */
const MAX_STRETCH = 1.4;

/** A part of the points suffices to tell which lattices are promising: so many standard deviations above the mean. */
const SAMPLE_EVERY = 3;
const PROMISING = 1;
const MAX_LATTICES = 40;

/** Powers relative to their neighbours, in 40ths: at most 4, so that no line of the image outweighs all else. */
const UNIT = 40;
const MAX_POWER = 4 * UNIT;
const FRACTION_BITS = 16;
const FRACTION = 1 << FRACTION_BITS;

/** The mean is taken over blocks of eight by eight places. */
const BLOCK_BITS = 3;
const BLOCKS = WINDOW >> BLOCK_BITS;

/**
 * The lattices whose points have the most power, best first. Since only power counts, each is tried at once with all
 * orientations, shifts and payloads, and all carriers contribute: far cheaper than comparing with the pilot, and enough
 * unless the image is livelier than the mark on most of its surface.
 */
export function scanLattices(spectrum: CanvasSpectrum, aspect: number): readonly Lattice[] {
  const powers = relativePowers(spectrum);
  const points = listPoints();
  const sample = points.filter((_, at) => at % SAMPLE_EVERY === 0);
  const lattices = keepOutstanding(listLattices(aspect), PROMISING, (all) =>
    sumPowers(powers, all, sample, aspect),
  );
  return keepOutstanding(lattices, 0, (all) => sumPowers(powers, all, points, aspect)).slice(0, MAX_LATTICES);
}

/** Those whose sum is more than `deviations` standard deviations above the mean, best first. */
function keepOutstanding(
  lattices: readonly Lattice[],
  deviations: number,
  sum: (lattices: readonly Lattice[]) => Float64Array,
): readonly Lattice[] {
  const sums = sum(lattices);
  const mean = sums.reduce((all, one) => all + one, 0) / sums.length;
  const deviation = Math.sqrt(sums.reduce((all, one) => all + (one - mean) ** 2, 0) / sums.length);
  return [...sums.keys()]
    .filter((at) => (sums[at] as number) > mean + deviations * deviation)
    .sort((one, other) => (sums[other] as number) - (sums[one] as number))
    .map((at) => lattices[at] as Lattice);
}

export function anglesOf(aspect: number): readonly number[] {
  const step = SCALE_STEP / Math.max(aspect, 1 / aspect);
  const each = Math.min(MAX_ROTATIONS, Math.ceil(MAX_ANGLE / step - 1e-9));
  const between = Math.min(step, MAX_ANGLE / each);
  return Array.from({ length: 2 * each + 1 }, (_, at) => (at - each) * between);
}

function listLattices(aspect: number): readonly Lattice[] {
  return anglesOf(aspect).flatMap((angle) => {
    const isUpright = Math.abs(angle) < 1e-9;
    const scales = listScales(isUpright ? UPRIGHT_SCALES : ROTATED_SCALES);
    const isSearched = (scaleX: number, scaleY: number): boolean =>
      scaleX * scaleY >= MIN_AREA && (isUpright || Math.max(scaleX / scaleY, scaleY / scaleX) <= MAX_STRETCH);
    return scales.flatMap((scaleX) =>
      scales.filter((scaleY) => isSearched(scaleX, scaleY)).map((scaleY) => ({ scaleX, scaleY, angle })),
    );
  });
}

export function listScales({ min, max }: { min: number; max: number }): readonly number[] {
  const count = Math.floor((max - min) / SCALE_STEP + 1e-9) + 1;
  return Array.from({ length: count }, (_, at) => min + at * SCALE_STEP);
}

type Point = readonly [u: number, v: number];

/** Half of the lattice, without its axes, where the edges of an image have their power. */
function listPoints(): readonly Point[] {
  const points: Point[] = [];
  for (let u = 1; u <= HIGHEST; u++) {
    for (let v = -HIGHEST; v <= HIGHEST; v++) {
      const frequency = Math.hypot(u, v);
      if (v !== 0 && frequency >= LOWEST && frequency <= HIGHEST) points.push([u, v]);
    }
  }
  return points;
}

/** The power at the points of each lattice. */
function sumPowers(
  powers: Uint8Array,
  lattices: readonly Lattice[],
  points: readonly Point[],
  aspect: number,
): Float64Array {
  const us = Int8Array.from(points, ([u]) => u);
  const vs = Int8Array.from(points, ([, v]) => v);
  return Float64Array.from(lattices, (lattice) => sumAt(powers, us, vs, axesOf(lattice, aspect)));
}

/** Places are whole numbers with 16 more bits for fractions, because this loop is most of the search. */
function sumAt(powers: Uint8Array, us: Int8Array, vs: Int8Array, axes: Axes): number {
  const [ux, uy] = [Math.round(FRACTION * axes.ux), Math.round(FRACTION * axes.uy)];
  const [vx, vy] = [Math.round(FRACTION * axes.vx), Math.round(FRACTION * axes.vy)];
  const middle = FRACTION * (REACH + 0.5);
  let sum = 0;
  for (let at = 0; at < us.length; at++) {
    const u = us[at] as number;
    const v = vs[at] as number;
    const x = (Math.imul(u, ux) + Math.imul(v, vx) + middle) >> FRACTION_BITS;
    const y = (Math.imul(u, uy) + Math.imul(v, vy) + middle) >> FRACTION_BITS;
    sum += powers[x * WINDOW + y] as number;
  }
  return sum;
}

/** Each power in units of the mean around it. */
function relativePowers({ re, im }: CanvasSpectrum): Uint8Array {
  const blocks = new Float64Array(BLOCKS * BLOCKS);
  const powers = re.map((value, at) => value * value + (im[at] as number) ** 2);
  for (let x = 0; x < WINDOW; x++) {
    for (let y = 0; y < WINDOW; y++) {
      const block = (x >> BLOCK_BITS) * BLOCKS + (y >> BLOCK_BITS);
      blocks[block] = (blocks[block] as number) + (powers[x * WINDOW + y] as number);
    }
  }
  const units = around(blocks).map((mean) => (mean === 0 ? 0 : UNIT / mean));
  const relative = new Uint8Array(powers.length);
  for (let x = 0; x < WINDOW; x++) {
    for (let y = 0; y < WINDOW; y++) {
      const unit = units[(x >> BLOCK_BITS) * BLOCKS + (y >> BLOCK_BITS)] as number;
      relative[x * WINDOW + y] = Math.min(MAX_POWER, unit * (powers[x * WINDOW + y] as number));
    }
  }
  return relative;
}

/** The mean power of a place in the five by five blocks around each. */
function around(blocks: Float64Array): Float64Array {
  return blocks.map((_, at) => {
    const [row, column] = [Math.floor(at / BLOCKS), at % BLOCKS];
    let sum = 0;
    let count = 0;
    for (let x = Math.max(0, row - 2); x <= Math.min(BLOCKS - 1, row + 2); x++) {
      for (let y = Math.max(0, column - 2); y <= Math.min(BLOCKS - 1, column + 2); y++) {
        sum += blocks[x * BLOCKS + y] as number;
        count += 1;
      }
    }
    return sum / (count << (2 * BLOCK_BITS));
  });
}
