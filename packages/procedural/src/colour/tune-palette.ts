import type { Scene } from '../prompt/scene.ts';
import { between, createRandom } from '../random/random.ts';
import { luma, mix, type Rgb, rgb, scale } from './colour.ts';
import { fromLch, tint, toLch } from './oklab.ts';
import type { Palette } from './palette.ts';

type Key = keyof Palette;
type Tuning = (colour: Rgb, key: Key) => Rgb;

const SKY: readonly Key[] = ['zenith', 'upper', 'horizon', 'cloudLit', 'cloudShade', 'haze'];
const LIGHT: readonly Key[] = ['sun', 'glow', 'key', 'ambient'];

function mapColours(palette: Palette, tuning: Tuning): Palette {
  const entries = (Object.entries(palette) as [Key, Rgb][]).map(([key, colour]) => [
    key,
    tuning(colour, key),
  ]);
  return Object.fromEntries(entries) as unknown as Palette;
}

function shift(colour: Rgb, chroma: number, lightness = 1, hue = 0): Rgb {
  const lch = toLch(colour);
  return fromLch({ lightness: lch.lightness * lightness, chroma: lch.chroma * chroma, hue: lch.hue + hue });
}

/** Adapts the colours of the time of day to everything else that the prompt describes. */
export function tunePalette(palette: Palette, scene: Scene): Palette {
  const random = createRandom(scene.root, 'palette');
  const hueShift = between(random, -0.022, 0.022);
  let tuned = mapColours(palette, (colour) => shift(colour, between(random, 0.94, 1.12), 1, hueShift));
  tuned = tuneForWeather(tuned, scene);
  tuned = tuneForSeason(tuned, scene);
  tuned = tuneForNight(tuneForMood(tuned, scene), scene);
  tuned = tintWithNamedColours(tuned, scene.colours);
  return tuneForMedium(tuned, scene);
}

function tuneForWeather(palette: Palette, scene: Scene): Palette {
  const grey: Partial<Record<Scene['weather'], [chroma: number, lightness: number]>> = {
    cloudy: [0.7, 0.94],
    rain: [0.55, 0.82],
    storm: [0.6, 0.6],
    snow: [0.55, 1],
    fog: [0.62, 1.02],
  };
  const change = grey[scene.weather];
  if (change === undefined) return palette;
  const [chroma, lightness] = change;
  const dimmed = mapColours(palette, (colour, key) => {
    if (SKY.includes(key)) return shift(colour, chroma, lightness);
    if (key === 'key') return scale(shift(colour, chroma), scene.weather === 'storm' ? 0.62 : 0.85);
    return colour;
  });
  // An overcast sky has hardly any gradient between zenith and horizon.
  const flat = scene.weather === 'fog' || scene.weather === 'snow' ? 0.55 : 0.25;
  return {
    ...dimmed,
    zenith: mix(dimmed.zenith, dimmed.upper, flat),
    upper: mix(dimmed.upper, dimmed.horizon, flat * 0.6),
  };
}

function tuneForSeason(palette: Palette, scene: Scene): Palette {
  if (scene.features.includes('autumn')) {
    return { ...palette, foliage: rgb('#b5561c'), grass: rgb('#a98a3a'), accent: rgb('#e3892b') };
  }
  if (scene.features.includes('snowcover')) {
    return {
      ...palette,
      grass: rgb('#e6ecf4'),
      dry: rgb('#dfe6ef'),
      earth: rgb('#cfd8e4'),
      sand: rgb('#e9eef5'),
      foliage: mix(palette.foliage, rgb('#33494f'), 0.6),
    };
  }
  if (scene.features.includes('sakura'))
    return { ...palette, foliage: rgb('#f2a9c0'), accent: rgb('#e86f95') };
  return palette;
}

/** At night colours on the ground appear desaturated and bluish. */
function tuneForNight(palette: Palette, scene: Scene): Palette {
  if (scene.time !== 'night') return palette;
  const materials: readonly Key[] = ['grass', 'dry', 'foliage', 'rock', 'sand', 'earth'];
  return mapColours(palette, (colour, key) =>
    materials.includes(key) ? tint(colour, rgb('#7da0e0'), 0.34) : colour,
  );
}

function tuneForMood(palette: Palette, scene: Scene): Palette {
  switch (scene.mood) {
    case 'joyful':
      return mapColours(palette, (colour) => shift(colour, 1.18, 1.03));
    case 'melancholy':
      return mapColours(palette, (colour, key) =>
        LIGHT.includes(key) ? shift(colour, 0.85) : tint(shift(colour, 0.74, 0.95), rgb('#5b7896'), 0.12),
      );
    case 'tense':
      return mapColours(palette, (colour, key) =>
        SKY.includes(key) ? shift(colour, 0.9, 0.84) : shift(colour, 0.9, 0.93),
      );
    case 'mysterious':
      return mapColours(palette, (colour, key) =>
        SKY.includes(key) || key === 'ambient' ? tint(colour, rgb('#3a6f9a'), 0.2) : colour,
      );
    case 'epic':
      return mapColours(palette, (colour, key) =>
        key === 'glow' || key === 'key' ? shift(colour, 1.15) : shift(colour, 1.08, 0.98),
      );
    case 'calm':
      return palette;
  }
}

/** Named colours dominate: the first two tint sky, light and materials. */
function tintWithNamedColours(palette: Palette, colours: readonly Rgb[]): Palette {
  if (colours.length === 0) return palette;
  const at = (index: number) => colours[index % colours.length] as Rgb;
  const plan: Partial<Record<Key, [colour: Rgb, amount: number]>> = {
    zenith: [at(0), 0.62],
    upper: [at(0), 0.55],
    horizon: [at(1), 0.5],
    glow: [at(1), 0.5],
    haze: [at(0), 0.6],
    cloudLit: [at(1), 0.4],
    cloudShade: [at(0), 0.5],
    key: [at(1), 0.28],
    ambient: [at(0), 0.45],
    foliage: [at(0), 0.55],
    grass: [at(0), 0.5],
    dry: [at(1), 0.5],
    rock: [at(0), 0.35],
    sand: [at(1), 0.45],
    earth: [at(1), 0.35],
    water: [at(0), 0.5],
    accent: [at(0), 0.9],
    accentTwo: [at(1), 0.85],
  };
  return mapColours(palette, (colour, key) => {
    const step = plan[key];
    return step === undefined ? colour : tint(colour, step[0], step[1]);
  });
}

function tuneForMedium(palette: Palette, scene: Scene): Palette {
  switch (scene.medium) {
    case 'noir':
    case 'pencil':
    case 'ink':
      return mapColours(palette, (colour) => {
        const grey = 255 * luma(colour);
        return mix([grey, grey, grey], colour, scene.medium === 'noir' ? 0 : 0.16);
      });
    case 'synthwave':
      return {
        ...mapColours(palette, (colour, key) =>
          tint(colour, LIGHT.includes(key) ? rgb('#ff5fb0') : rgb('#7a3fd8'), 0.62),
        ),
        zenith: rgb('#130a38'),
        upper: rgb('#4a1a78'),
        horizon: rgb('#ff5f9e'),
        sun: rgb('#ffe66b'),
        glow: rgb('#ff4fa0'),
        haze: rgb('#7a2f90'),
        accent: rgb('#21e6ff'),
        accentTwo: rgb('#ff3fb4'),
        water: rgb('#1a1048'),
      };
    case 'vintage':
      return mapColours(palette, (colour) => tint(shift(colour, 0.6), rgb('#b58a52'), 0.38));
    case 'pastel':
      return mapColours(palette, (colour, key) =>
        key === 'key' ? colour : mix(shift(colour, 0.92), rgb('#fff4ea'), 0.2),
      );
    case 'glass':
    case 'comic':
      return mapColours(palette, (colour) => shift(colour, 1.35, 1.02));
    case 'ukiyoe':
      return mapColours(palette, (colour, key) =>
        key === 'sun' || key === 'glow'
          ? tint(colour, rgb('#e86a3a'), 0.4)
          : mix(shift(colour, 0.78), rgb('#e8d9b4'), 0.14),
      );
    default:
      return palette;
  }
}
