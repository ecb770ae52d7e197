import type { Ambience, Mood, Weather } from '../ambience.ts';
import type { Rgb } from '../colour/colour.ts';

export type Backdrop =
  | 'mountains'
  | 'hills'
  | 'meadow'
  | 'desert'
  | 'canyon'
  | 'snowfield'
  | 'volcano'
  | 'forest'
  | 'garden'
  | 'lake'
  | 'river'
  | 'sea'
  | 'coast'
  | 'island'
  | 'city'
  | 'street'
  | 'village'
  | 'underwater'
  | 'space'
  | 'moon'
  | 'sky'
  | 'table'
  | 'portrait'
  | 'bloom'
  | 'hall'
  | 'abstract';

export type SubjectKind =
  | 'lighthouse'
  | 'cottage'
  | 'castle'
  | 'pagoda'
  | 'temple'
  | 'windmill'
  | 'tower'
  | 'bridge'
  | 'torii'
  | 'sailboat'
  | 'ship'
  | 'rowboat'
  | 'balloon'
  | 'rocket'
  | 'train'
  | 'car'
  | 'robot'
  | 'ufo'
  | 'fox'
  | 'wolf'
  | 'dog'
  | 'cat'
  | 'deer'
  | 'horse'
  | 'bear'
  | 'rabbit'
  | 'elephant'
  | 'whale'
  | 'fish'
  | 'jellyfish'
  | 'turtle'
  | 'birds'
  | 'owl'
  | 'dragon'
  | 'butterfly'
  | 'person'
  | 'astronaut'
  | 'couple'
  | 'monk'
  | 'dancer'
  | 'tree'
  | 'flower'
  | 'mushroom'
  | 'lantern'
  | 'campfire'
  | 'crystal'
  | 'moon'
  | 'planet'
  | 'cup'
  | 'book'
  | 'candle'
  | 'fruit'
  | 'bottle'
  | 'vase';

export type TimeOfDay = 'dawn' | 'sunrise' | 'day' | 'golden' | 'sunset' | 'dusk' | 'night';

export type Medium =
  | 'natural'
  | 'oil'
  | 'watercolour'
  | 'ink'
  | 'pixel'
  | 'lowpoly'
  | 'synthwave'
  | 'pencil'
  | 'papercut'
  | 'glass'
  | 'ukiyoe'
  | 'noir'
  | 'vintage'
  | 'pastel'
  | 'comic'
  | 'mosaic';

/** Details in the air or on the ground that a prompt may name. */
export type Feature =
  | 'aurora'
  | 'milkyway'
  | 'rainbow'
  | 'godrays'
  | 'waterfall'
  | 'autumn'
  | 'sakura'
  | 'snowcover'
  | 'coral'
  | 'neon'
  | 'path'
  | 'flowers'
  | 'fireflies'
  | 'sun'
  | 'stars'
  | 'fog'
  | 'rider'
  | 'palms'
  | 'ruins'
  | 'fireworks'
  | 'nebula'
  | 'rocks'
  | 'reeds'
  | 'birdsong';

export type Shot = 'wide' | 'medium' | 'close' | 'aerial' | 'low';
export type Move = 'push' | 'pull' | 'left' | 'right' | 'up' | 'down' | 'orbit' | 'drift' | 'static';

export interface Subject {
  readonly kind: SubjectKind;
  /** 1 for a singular noun, 5 for a plural, or the number stated. */
  readonly count: number;
  /** The colour named next to the noun. */
  readonly colour?: Rgb;
}

export interface Camera {
  readonly shot: Shot;
  readonly move: Move;
  /** 1 is an unhurried move. */
  readonly speed: number;
}

/** A parsed prompt. Plain frozen data; the same prompt and seed give the same scene. */
export interface Scene {
  readonly prompt: string;
  readonly seed: number;
  /** Hash of the seed and the words: every random stream of the image is derived from it. */
  readonly root: number;
  readonly backdrop: Backdrop;
  /** A second place that was named, such as the mountains behind a lake. */
  readonly farBackdrop?: Backdrop;
  readonly subjects: readonly Subject[];
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly mood: Mood;
  readonly medium: Medium;
  readonly features: readonly Feature[];
  readonly colours: readonly Rgb[];
  readonly camera: Camera;
  readonly timelapse: boolean;
  readonly words: readonly string[];
  readonly ambience: Ambience;
}
