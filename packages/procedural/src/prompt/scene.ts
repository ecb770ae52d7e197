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

/** Things in the air or on the ground that a prompt may ask for by name. */
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
  /** 1 for a single one; a plural reads as 3 to 7. */
  readonly count: number;
  /** The colour word next to the noun, where there is one. */
  readonly colour?: Rgb;
}

export interface Camera {
  readonly shot: Shot;
  readonly move: Move;
  /** 1 is an unhurried move; slow motion and quick moves differ. */
  readonly speed: number;
}

/** A prompt, read. Plain data, frozen; the same prompt and seed give the same scene. */
export interface Scene {
  readonly prompt: string;
  readonly seed: number;
  /** The seed and the words mixed: every stream of chance in the image starts here. */
  readonly root: number;
  readonly backdrop: Backdrop;
  /** A second backdrop that was named, as the mountains behind a lake. */
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
