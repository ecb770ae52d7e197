import type { Rgb } from './colour.ts';

/**
 * Björn Ottosson's OKLCH, a perceptually uniform space: lightness 0 to 1, chroma 0 to about 0.33, hue in
 * turns.
 */
export interface Lch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

const TAU = Math.PI * 2;

function linear(part: number): number {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  const safe = Math.max(0, Math.min(1, value));
  return 255 * (safe <= 0.0031308 ? safe * 12.92 : 1.055 * safe ** (1 / 2.4) - 0.055);
}

export function toLch(colour: Rgb): Lch {
  const r = linear(colour[0]);
  const g = linear(colour[1]);
  const b = linear(colour[2]);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: (Math.atan2(bb, a) / TAU + 1) % 1,
  };
}

export function fromLch(lch: Lch): Rgb {
  const a = lch.chroma * Math.cos(lch.hue * TAU);
  const b = lch.chroma * Math.sin(lch.hue * TAU);
  const l = (lch.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lch.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lch.lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Moves the hue and chroma of `colour` towards those of `towards`, and its lightness a little. */
export function tint(colour: Rgb, towards: Rgb, amount: number): Rgb {
  const from = toLch(colour);
  const goal = toLch(towards);
  const a =
    from.chroma * Math.cos(from.hue * TAU) * (1 - amount) + goal.chroma * Math.cos(goal.hue * TAU) * amount;
  const b =
    from.chroma * Math.sin(from.hue * TAU) * (1 - amount) + goal.chroma * Math.sin(goal.hue * TAU) * amount;
  return fromLch({
    lightness: from.lightness + (goal.lightness - from.lightness) * amount * 0.22,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) / TAU + 1) % 1,
  });
}
