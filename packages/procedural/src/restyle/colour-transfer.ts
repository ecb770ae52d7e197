import { fromLch, toLch } from '../colour/oklab.ts';
import type { RgbaImage } from './find-sky.ts';

/** A 3D lookup table over RGB with `STEPS` entries per axis, interpolated linearly. */
export type ColourLut = Float32Array;

const STEPS = 17;
const QUANTILES = 24;
/** Limit of the contrast stretch: more would turn smooth areas into grain and bands. */
const MAX_STRETCH = 1.9;
const MAX_COLOUR_GAIN = 2.4;
const TAU = Math.PI * 2;

interface Statistics {
  /** Lightness quantiles, darkest first. */
  readonly ranks: readonly number[];
  readonly a: number;
  readonly b: number;
  /** Variances of the two colour axes, and their covariance. */
  readonly aa: number;
  readonly bb: number;
  readonly ab: number;
}

/**
 * Creates a lookup table that transfers the colours of `model` to `image`: lightness by histogram matching,
 * the two colour axes by the linear Monge-Kantorovich map. The weights select the pixels that count.
 */
export function createColourTransfer(
  image: RgbaImage,
  imageWeight: (pixel: number) => number,
  model: RgbaImage,
  modelWeight: (pixel: number) => number,
  strength: number,
): ColourLut {
  const from = measureColours(image, imageWeight);
  const to = measureColours(model, modelWeight);
  const lightness = matchHistogram(from.ranks, to.ranks);
  const turn = covarianceMap(from, to);
  return tabulate((l, a, b) => {
    const da = a - from.a;
    const db = b - from.b;
    return [
      // Shapes are recognised by lightness, so it is changed less than colour.
      l + (lightness(l) - l) * strength * 0.86,
      a + (to.a + turn[0] * da + turn[1] * db - a) * strength,
      b + (to.b + turn[1] * da + turn[2] * db - b) * strength,
    ];
  });
}

function measureColours({ data }: RgbaImage, weightOf: (pixel: number) => number): Statistics {
  const count = data.length / 4;
  const stride = Math.max(1, Math.floor(count / 20_000));
  const samples: [l: number, a: number, b: number, weight: number][] = [];
  for (let pixel = 0; pixel < count; pixel += stride) {
    const weight = weightOf(pixel);
    if (weight < 0.05) continue;
    const at = pixel * 4;
    const lab = toLab(data[at] as number, data[at + 1] as number, data[at + 2] as number);
    samples.push([...lab, weight]);
  }
  if (samples.length === 0) samples.push([0.5, 0, 0, 1]);
  const total = samples.reduce((sum, [, , , weight]) => sum + weight, 0);
  const mean = (of: (sample: (typeof samples)[number]) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample) * sample[3], 0) / total;
  const a = mean((sample) => sample[1]);
  const b = mean((sample) => sample[2]);
  const sorted = samples.map(([l]) => l).sort((one, other) => one - other);
  const ranks = Array.from(
    { length: QUANTILES + 1 },
    (_, rank) => sorted[Math.round((rank / QUANTILES) * (sorted.length - 1))] as number,
  );
  return {
    ranks,
    a,
    b,
    aa: mean((sample) => (sample[1] - a) ** 2) + 1e-5,
    bb: mean((sample) => (sample[2] - b) ** 2) + 1e-5,
    ab: mean((sample) => (sample[1] - a) * (sample[2] - b)),
  };
}

/** Histogram matching of lightness: monotonic, with a limited slope. */
function matchHistogram(from: readonly number[], to: readonly number[]): (l: number) => number {
  const middle = QUANTILES / 2;
  const matched = [...to];
  const limit = (rank: number, inner: number): void => {
    const room = Math.abs((from[rank] as number) - (from[inner] as number)) * MAX_STRETCH;
    const least = Math.abs((from[rank] as number) - (from[inner] as number)) * 0.3;
    const target = Math.abs((matched[rank] as number) - (matched[inner] as number));
    const step = Math.max(least, Math.min(room, target));
    matched[rank] = (matched[inner] as number) + (rank < inner ? -step : step);
  };
  for (let rank = middle - 1; rank >= 0; rank--) limit(rank, rank + 1);
  for (let rank = middle + 1; rank <= QUANTILES; rank++) limit(rank, rank - 1);
  return (l) => {
    const above = from.findIndex((value) => value >= l);
    if (above === 0) return (matched[0] as number) + (l - (from[0] as number)) * 0.8;
    if (above === -1) return (matched[QUANTILES] as number) + (l - (from[QUANTILES] as number)) * 0.6;
    const low = from[above - 1] as number;
    const fraction = (l - low) / Math.max(1e-6, (from[above] as number) - low);
    return (
      (matched[above - 1] as number) +
      ((matched[above] as number) - (matched[above - 1] as number)) * fraction
    );
  };
}

type Symmetric = readonly [aa: number, ab: number, bb: number];

/** The symmetric matrix that maps one colour covariance to the other. */
function covarianceMap(from: Statistics, to: Statistics): Symmetric {
  const half = root([from.aa, from.ab, from.bb]);
  const determinant = half[0] * half[2] - half[1] * half[1];
  const inverse: Symmetric = [half[2] / determinant, -half[1] / determinant, half[0] / determinant];
  const inner = root(multiplyBothSides(half, [to.aa, to.ab, to.bb]));
  const [aa, ab, bb] = multiplyBothSides(inverse, inner);
  const gain = Math.max(1, Math.max(Math.abs(aa), Math.abs(bb)) / MAX_COLOUR_GAIN);
  return [aa / gain, ab / gain, bb / gain];
}

/** The square root of a positive definite symmetric 2 by 2 matrix. */
function root([aa, ab, bb]: Symmetric): Symmetric {
  const s = Math.sqrt(Math.max(1e-12, aa * bb - ab * ab));
  const t = Math.sqrt(aa + bb + 2 * s);
  return [(aa + s) / t, ab / t, (bb + s) / t];
}

/** outer * inner * outer. */
function multiplyBothSides([a, b, c]: Symmetric, [p, q, r]: Symmetric): Symmetric {
  return [
    a * a * p + 2 * a * b * q + b * b * r,
    a * b * p + (a * c + b * b) * q + b * c * r,
    b * b * p + 2 * b * c * q + c * c * r,
  ];
}

function toLab(red: number, green: number, blue: number): [l: number, a: number, b: number] {
  const { lightness, chroma, hue } = toLch([red, green, blue]);
  return [lightness, chroma * Math.cos(hue * TAU), chroma * Math.sin(hue * TAU)];
}

function tabulate(change: (l: number, a: number, b: number) => readonly [number, number, number]): ColourLut {
  const table = new Float32Array(STEPS ** 3 * 3);
  const level = 255 / (STEPS - 1);
  for (let cell = 0; cell < STEPS ** 3; cell++) {
    const red = (cell % STEPS) * level;
    const green = (Math.floor(cell / STEPS) % STEPS) * level;
    const blue = Math.floor(cell / STEPS ** 2) * level;
    const [l, a, b] = change(...toLab(red, green, blue));
    const colour = fromLch({
      lightness: Math.max(0, Math.min(1, l)),
      chroma: Math.min(0.3, Math.hypot(a, b)),
      hue: (Math.atan2(b, a) / TAU + 1) % 1,
    });
    table.set(colour, cell * 3);
  }
  return table;
}

/**
 * Looks a colour up by trilinear interpolation and writes it into `out`; `r`, `g` and `b` run from 0 to
 * 255.
 */
export function lookUpColour(map: ColourLut, r: number, g: number, b: number, out: Float32Array): void {
  const scale = (STEPS - 1) / 255;
  const x = Math.min(STEPS - 1.001, r * scale);
  const y = Math.min(STEPS - 1.001, g * scale);
  const z = Math.min(STEPS - 1.001, b * scale);
  const base = ((z | 0) * STEPS * STEPS + (y | 0) * STEPS + (x | 0)) * 3;
  const fx = x - (x | 0);
  const fy = y - (y | 0);
  const fz = z - (z | 0);
  const up = STEPS * 3;
  const back = STEPS * STEPS * 3;
  for (let channel = 0; channel < 3; channel++) {
    const at = base + channel;
    const edge = (start: number): number =>
      (map[start] as number) + ((map[start + 3] as number) - (map[start] as number)) * fx;
    const front = edge(at) + (edge(at + up) - edge(at)) * fy;
    const rear = edge(at + back) + (edge(at + back + up) - edge(at + back)) * fy;
    out[channel] = front + (rear - front) * fz;
  }
}
