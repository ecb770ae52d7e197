/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function css(colour: Rgb, alpha = 1): string {
  const [r, g, b] = colour.map((part) => Math.round(Math.max(0, Math.min(255, part))));
  return `rgba(${r},${g},${b},${Math.max(0, Math.min(1, alpha)).toFixed(4)})`;
}

export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * amount,
    from[1] + (to[1] - from[1]) * amount,
    from[2] + (to[2] - from[2]) * amount,
  ];
}

export function scale(colour: Rgb, by: number): Rgb {
  return [colour[0] * by, colour[1] * by, colour[2] * by];
}

/** A colour under coloured light: the product of both as fractions of white. */
export function lit(colour: Rgb, light: Rgb, by = 1): Rgb {
  return [
    (colour[0] * light[0] * by) / 255,
    (colour[1] * light[1] * by) / 255,
    (colour[2] * light[2] * by) / 255,
  ];
}

export function luma(colour: Rgb): number {
  return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255;
}

/** Colour on a gradient of evenly spaced stops; `position` runs from 0 to 1. */
export function along(stops: readonly Rgb[], position: number): Rgb {
  const last = stops.length - 1;
  const place = Math.max(0, Math.min(1, position)) * last;
  const index = Math.min(last, Math.floor(place));
  return mix(stops[index] as Rgb, stops[Math.min(last, index + 1)] as Rgb, place - index);
}

export function smoothstep(low: number, high: number, value: number): number {
  const part = Math.max(0, Math.min(1, (value - low) / (high - low)));
  return part * part * (3 - 2 * part);
}
