import type { Mood } from '../ambience.ts';
import { mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import { fromLch } from '../colour/oklab.ts';
import type { Scene } from '../prompt/scene.ts';
import { between, createRandom, hashText } from '../random/random.ts';

/** A dark or light ground, three harmonising colours and a highlight. */
export interface AbstractPalette {
  readonly ground: Rgb;
  readonly groundTwo: Rgb;
  readonly colours: readonly [Rgb, Rgb, Rgb];
  readonly light: Rgb;
  readonly darkGround: boolean;
}

const CHROMA: Readonly<Record<Mood, number>> = {
  calm: 0.095,
  joyful: 0.17,
  melancholy: 0.075,
  tense: 0.15,
  mysterious: 0.125,
  epic: 0.15,
};
const STEPS = [0.06, 0.11, 0.17, 0.33, 0.42];

/**
 * Derives the colours from the words alone, so every seed gets the same ones; colours named in the prompt
 * come first.
 */
export function abstractPalette(scene: Scene): AbstractPalette {
  const random = createRandom(hashText(scene.words.join(' ') || scene.prompt), 'abstract palette');
  const hue = random();
  const step = (STEPS[Math.floor(random() * STEPS.length)] as number) * (random() < 0.5 ? -1 : 1);
  const chroma = CHROMA[scene.mood] * between(random, 0.9, 1.2);
  const darkGround = scene.mood === 'joyful' || scene.mood === 'calm' ? random() < 0.45 : random() < 0.85;
  const named = scene.colours;
  const at = (index: number, lightness: number): Rgb =>
    named.length > 0
      ? mix(
          named[index % named.length] as Rgb,
          lightness > 0.6 ? rgb('#ffffff') : rgb('#0c0a18'),
          named.length > index ? 0.08 : 0.34,
        )
      : fromLch({ lightness, chroma, hue: hue + step * index });
  const first = at(0, 0.52);
  const ground = darkGround
    ? named.length > 0
      ? scale(mix(first, rgb('#0a0a1c'), 0.8), 0.6)
      : fromLch({ lightness: 0.15, chroma: chroma * 0.45, hue: hue + 0.5 * step })
    : named.length > 0
      ? mix(first, rgb('#fbf6ec'), 0.88)
      : fromLch({ lightness: 0.94, chroma: chroma * 0.16, hue: hue + step });
  const groundTwo = darkGround ? mix(scale(ground, 0.5), first, 0.16) : mix(ground, at(1, 0.75), 0.3);
  return {
    ground,
    groundTwo,
    colours: [first, at(1, 0.64), at(2, 0.76)],
    light:
      named.length > 2
        ? (named[2] as Rgb)
        : fromLch({ lightness: 0.93, chroma: chroma * 0.5, hue: hue + step * 2.6 }),
    darkGround,
  };
}
