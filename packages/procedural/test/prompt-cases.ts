import type { Weather } from '../src/ambience.ts';
import type { Backdrop, Medium, SubjectKind, TimeOfDay } from '../src/prompt/scene.ts';

/** The expected scene of a prompt; absent fields do not matter to the case. */
export interface PromptCase {
  readonly prompt: string;
  readonly backdrop: Backdrop;
  readonly subject?: SubjectKind;
  readonly count?: number;
  readonly time?: TimeOfDay;
  readonly weather?: Weather;
  readonly medium?: Medium;
}

export const PROMPT_CASES: readonly PromptCase[] = [
  {
    prompt: 'a lighthouse on a cliff in a thunderstorm at night',
    backdrop: 'coast',
    subject: 'lighthouse',
    time: 'night',
    weather: 'storm',
  },
  {
    prompt: 'misty pine forest at dawn, watercolor',
    backdrop: 'forest',
    time: 'dawn',
    weather: 'fog',
    medium: 'watercolour',
  },
  {
    prompt: 'neon city in the rain, synthwave',
    backdrop: 'city',
    time: 'night',
    weather: 'rain',
    medium: 'synthwave',
  },
  { prompt: 'A RED FOX in the snow!', backdrop: 'snowfield', subject: 'fox', count: 1, weather: 'snow' },
  {
    prompt: 'underwater coral reef with a whale',
    backdrop: 'underwater',
    subject: 'whale',
    weather: 'clear',
  },
  { prompt: 'sakura garden with a pagoda, ukiyo-e', backdrop: 'garden', subject: 'pagoda', medium: 'ukiyoe' },
  { prompt: 'desert dunes under the milky way', backdrop: 'desert', time: 'night' },
  {
    prompt: 'hot air balloons over green hills at sunrise',
    backdrop: 'hills',
    subject: 'balloon',
    count: 5,
    time: 'sunrise',
  },
  { prompt: 'three foxes in a meadow', backdrop: 'meadow', subject: 'fox', count: 3 },
  { prompt: 'the feeling of remembering a song', backdrop: 'abstract' },
  { prompt: 'a low poly island', backdrop: 'island', medium: 'lowpoly' },
  { prompt: 'stained glass rose', backdrop: 'bloom', medium: 'glass' },
  { prompt: 'a cup of coffee on a wooden table', backdrop: 'table', subject: 'cup' },
  { prompt: 'portrait of an old fisherman', backdrop: 'portrait', subject: 'person' },
  { prompt: 'astronaut riding a horse on the moon', backdrop: 'moon', subject: 'astronaut' },
  { prompt: 'quarterly revenue', backdrop: 'abstract' },
  { prompt: 'an abstract painting of a forest', backdrop: 'abstract', medium: 'oil' },
  { prompt: 'a lake without fog', backdrop: 'lake', weather: 'clear' },
  { prompt: 'a ship at sea, film noir', backdrop: 'sea', subject: 'ship', medium: 'noir' },
  { prompt: 'northern lights over a snowy forest', backdrop: 'forest', time: 'night', weather: 'clear' },
  { prompt: 'a canvas of wooden catalogues', backdrop: 'abstract' },
  { prompt: 'wolves howling', backdrop: 'snowfield', subject: 'wolf', count: 5 },
  { prompt: 'castle, oil painting', backdrop: 'mountains', subject: 'castle', medium: 'oil' },
  { prompt: 'pixel art village in winter', backdrop: 'village', medium: 'pixel' },
];
