import type { Weather } from '../src/ambience.ts';
import type { Medium, Setting, SubjectKind, TimeOfDay } from '../src/prompt/scene.ts';

/** What a prompt must be read as; what is left out does not matter to the case. */
export interface PromptCase {
  readonly prompt: string;
  readonly setting: Setting;
  readonly subject?: SubjectKind;
  readonly count?: number;
  readonly time?: TimeOfDay;
  readonly weather?: Weather;
  readonly medium?: Medium;
}

export const PROMPT_CASES: readonly PromptCase[] = [
  {
    prompt: 'a lighthouse on a cliff in a thunderstorm at night',
    setting: 'coast',
    subject: 'lighthouse',
    time: 'night',
    weather: 'storm',
  },
  {
    prompt: 'misty pine forest at dawn, watercolor',
    setting: 'forest',
    time: 'dawn',
    weather: 'fog',
    medium: 'watercolour',
  },
  {
    prompt: 'neon city in the rain, synthwave',
    setting: 'city',
    time: 'night',
    weather: 'rain',
    medium: 'synthwave',
  },
  { prompt: 'A RED FOX in the snow!', setting: 'snowfield', subject: 'fox', count: 1, weather: 'snow' },
  { prompt: 'underwater coral reef with a whale', setting: 'underwater', subject: 'whale', weather: 'clear' },
  { prompt: 'sakura garden with a pagoda, ukiyo-e', setting: 'garden', subject: 'pagoda', medium: 'ukiyoe' },
  { prompt: 'desert dunes under the milky way', setting: 'desert', time: 'night' },
  {
    prompt: 'hot air balloons over green hills at sunrise',
    setting: 'hills',
    subject: 'balloon',
    count: 5,
    time: 'sunrise',
  },
  { prompt: 'three foxes in a meadow', setting: 'meadow', subject: 'fox', count: 3 },
  { prompt: 'the feeling of remembering a song', setting: 'abstract' },
  { prompt: 'a low poly island', setting: 'island', medium: 'lowpoly' },
  { prompt: 'stained glass rose', setting: 'bloom', medium: 'glass' },
  { prompt: 'a cup of coffee on a wooden table', setting: 'table', subject: 'cup' },
  { prompt: 'portrait of an old fisherman', setting: 'portrait', subject: 'person' },
  { prompt: 'astronaut riding a horse on the moon', setting: 'moon', subject: 'astronaut' },
  { prompt: 'quarterly revenue', setting: 'abstract' },
  { prompt: 'an abstract painting of a forest', setting: 'abstract', medium: 'oil' },
  { prompt: 'a lake without fog', setting: 'lake', weather: 'clear' },
  { prompt: 'a ship at sea, film noir', setting: 'sea', subject: 'ship', medium: 'noir' },
  { prompt: 'northern lights over a snowy forest', setting: 'forest', time: 'night', weather: 'clear' },
  { prompt: 'a canvas of wooden catalogues', setting: 'abstract' },
  { prompt: 'wolves howling', setting: 'snowfield', subject: 'wolf', count: 5 },
  { prompt: 'castle, oil painting', setting: 'mountains', subject: 'castle', medium: 'oil' },
  { prompt: 'pixel art village in winter', setting: 'village', medium: 'pixel' },
];
