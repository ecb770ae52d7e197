import type { Scene, TimeOfDay } from '../prompt/scene.ts';
import { type Rgb, rgb } from './colour.ts';
import type { Palette } from './palette.ts';
import { tunePalette } from './tune-palette.ts';

type SkyAndLight = Omit<
  Palette,
  'grass' | 'dry' | 'foliage' | 'rock' | 'snow' | 'sand' | 'earth' | 'water' | 'accent' | 'accentTwo'
>;

/** Zenith, upper sky, horizon, sun, glow, lit cloud, shaded cloud, haze, key light, ambient light. */
const LIGHTS: Readonly<Record<TimeOfDay, string>> = {
  dawn: '#28406f #7f86b4 #f5c6ac #fff0dc #f9b78e #f7cdbb #6f7396 #c3b3c2 #e0b79c #66719a',
  sunrise: '#3a68a8 #8db1d6 #ffd9a0 #fff6df #ffc074 #ffe2bd #8a8fae #e6c7a8 #ffcb90 #6f80a8',
  day: '#1f63b8 #62a5e0 #cde6f2 #fffbe8 #fff1cf #ffffff #93a7c0 #b5d0e4 #fff0d8 #7f9ac2',
  golden: '#3f79b4 #9cbacb #ffdf9f #fff6d8 #ffcb75 #fff0cc #a08f95 #e8cda2 #ffcf86 #75809f',
  sunset: '#262f6b #a0527f #ff9a4f #ffe2a8 #ff7f3f #ff9d6a #5b3f6b #c0707a #ff9a5c #5b5685',
  dusk: '#0e1c4a #3b4689 #dd8a88 #ffd0b0 #d9808a #a078a4 #333866 #585f93 #a58cb0 #3d4980',
  night: '#040a1e #0c1d42 #274368 #eef4ff #7fa3d8 #4a5f86 #10192f #1d3352 #89aaf0 #1a2a58',
};
const MATERIALS = {
  grass: rgb('#718f3f'),
  dry: rgb('#b89b52'),
  foliage: rgb('#37592f'),
  rock: rgb('#81766c'),
  snow: rgb('#f3f6fb'),
  sand: rgb('#dcb47c'),
  earth: rgb('#6f533a'),
  water: rgb('#1b4c62'),
  accent: rgb('#e8552f'),
  accentTwo: rgb('#2f9fd8'),
};

function lightAt(time: TimeOfDay): SkyAndLight {
  const [zenith, upper, horizon, sun, glow, cloudLit, cloudShade, haze, key, ambient] = LIGHTS[time]
    .split(' ')
    .map(rgb) as [Rgb, Rgb, Rgb, Rgb, Rgb, Rgb, Rgb, Rgb, Rgb, Rgb];
  return { zenith, upper, horizon, sun, glow, cloudLit, cloudShade, haze, key, ambient };
}

/**
 * The palette of a scene: based on the time of day, then tuned by weather, mood, medium and the colours
 * named in the prompt.
 */
export function choosePalette(scene: Scene): Palette {
  return tunePalette({ ...lightAt(scene.time), ...MATERIALS }, scene);
}
