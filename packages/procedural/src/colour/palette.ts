import type { TimeOfDay } from '../prompt/scene.ts';
import type { Rgb } from './colour.ts';

/** Every colour the painters use. Materials are given under white light; `key` and `ambient` light them. */
export interface Palette {
  readonly zenith: Rgb;
  readonly upper: Rgb;
  readonly horizon: Rgb;
  readonly sun: Rgb;
  readonly glow: Rgb;
  readonly cloudLit: Rgb;
  readonly cloudShade: Rgb;
  readonly haze: Rgb;
  /** May exceed 255, because it is a light and not a paint. */
  readonly key: Rgb;
  readonly ambient: Rgb;
  readonly grass: Rgb;
  readonly dry: Rgb;
  readonly foliage: Rgb;
  readonly rock: Rgb;
  readonly snow: Rgb;
  readonly sand: Rgb;
  readonly earth: Rgb;
  readonly water: Rgb;
  readonly accent: Rgb;
  readonly accentTwo: Rgb;
}

/** Whether lamps and windows are lit and stars may show. */
export function isDark(time: TimeOfDay): boolean {
  return time === 'night' || time === 'dusk';
}
