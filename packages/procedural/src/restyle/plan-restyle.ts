import { createFinder } from '../prompt/lexicon.ts';
import { parsePrompt } from '../prompt/parse-prompt.ts';
import type { Feature, Medium, Scene } from '../prompt/scene.ts';
import { TIMES, WEATHERS } from '../prompt/scene-lexicon.ts';
import { createRandom, pick } from '../random/random.ts';

/** What a prompt changes in an image, and how strongly. */
export interface RestylePlan {
  readonly scene: Scene;
  /** Strength of the colour transfer, 0 to 1. */
  readonly colourStrength: number;
  /** Opacity of the new sky, 0 to 1. */
  readonly skyOpacity: number;
}

const findTime = createFinder(TIMES);
const findWeather = createFinder(WEATHERS);
const SKY_FEATURES: readonly Feature[] = [
  'aurora',
  'milkyway',
  'stars',
  'rainbow',
  'sun',
  'nebula',
  'fireworks',
];
const LIGHT_FEATURES: readonly Feature[] = [
  'neon',
  'godrays',
  'fog',
  'autumn',
  'snowcover',
  'sakura',
  'coral',
];
/** Media that are defined by their colours. */
const COLOUR_MEDIA: readonly Medium[] = ['noir', 'vintage', 'synthwave', 'ukiyoe'];
const FALLBACK_MEDIA: readonly Medium[] = ['oil', 'watercolour', 'pastel', 'papercut', 'ukiyoe', 'comic'];

/** Parses the prompt of a restyle. Pure: the same prompt and seed give the same plan. */
export function planRestyle(prompt: string, seed: number): RestylePlan {
  const parsed = parsePrompt(prompt, seed);
  const namesSky =
    findTime(parsed.words).length > 0 ||
    findWeather(parsed.words).length > 0 ||
    parsed.features.some((feature) => SKY_FEATURES.includes(feature));
  const namesLight = namesSky || parsed.features.some((feature) => LIGHT_FEATURES.includes(feature));
  const namesColour = parsed.colours.length > 0 || COLOUR_MEDIA.includes(parsed.medium);
  const namesPlace = parsed.backdrop !== 'abstract';
  // A prompt that names nothing visible must still change the image: the seed chooses a medium.
  const isVague = !namesLight && !namesColour && parsed.medium === 'natural';
  const medium = isVague ? pick(createRandom(parsed.root, 'medium'), FALLBACK_MEDIA) : parsed.medium;
  return {
    // A time or weather without a place gets the colours it would have over hills.
    scene: Object.freeze({
      ...parsed,
      medium,
      ...(namesSky && !namesPlace && { backdrop: 'hills' as const }),
    }),
    colourStrength: namesColour ? 0.85 : namesLight ? 0.78 : namesPlace ? 0.55 : isVague ? 0.4 : 0.12,
    skyOpacity: namesSky ? 0.78 : 0,
  };
}
