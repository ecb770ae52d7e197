import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Ambience } from '../ambience.ts';
import { createEmbers, type EmberSource } from './embers.ts';
import { createFireflies } from './fireflies.ts';
import { createDustClouds, createFog } from './fog.ts';
import type { FogColour } from './fog-texture.ts';
import { createLightning } from './lightning.ts';
import { createRain } from './rain.ts';
import { createSplashes } from './rain-splashes.ts';
import { createSnow } from './snow.ts';
import type { WeatherLayer, WeatherStage } from './weather-layer.ts';
import { createWindTravel } from './wind-travel.ts';
import { createWindblown } from './windblown.ts';
import { type WindblownKind, windblownKindOfMood } from './windblown-sprites.ts';

export interface WeatherOverlay {
  /** Draws over the context; frames may be drawn in any order. The wind blows to the right. */
  draw(context: SKRSContext2D, tSeconds: number): void;
}

/** What the scene adds to the ambience. */
export interface WeatherOptions {
  /** Number of fireflies, 0 to 1; by default it follows the insects of calm or mysterious nights. */
  readonly fireflies?: number;
  readonly emberSource?: EmberSource;
  readonly windblown?: WindblownKind;
  /** False if the ground is out of sight, such as from above or under a roof. */
  readonly splashes?: boolean;
  /** Colour of the fog: red, green and blue, 0 to 255. */
  readonly fogColour?: FogColour;
  /** Where the sky ends, as a fraction of the height: lightning strikes down to there. */
  readonly horizon?: number;
  /** For each column, the row below which land hides the sky: bolts strike behind it. */
  readonly skyline?: Float32Array;
}

/** Prepares every weather layer of the ambience once; sprites are sized for this frame. */
export function createWeatherOverlay(
  ambience: Ambience,
  seed: number,
  width: number,
  height: number,
  details: WeatherOptions = {},
): WeatherOverlay {
  const unit = Math.min(width, height);
  const stage: WeatherStage = {
    ambience,
    seed,
    width,
    height,
    unit,
    windTravel: createWindTravel(ambience),
    horizon: details.horizon ?? 0.64,
    ...(details.skyline !== undefined && { skyline: details.skyline }),
  };
  const layers = chooseLayers(stage, details);
  return {
    draw(context, tSeconds) {
      for (const layer of layers) layer(context, tSeconds);
    },
  };
}

function chooseLayers(stage: WeatherStage, details: WeatherOptions): WeatherLayer[] {
  const { ambience } = stage;
  const { weather } = ambience;
  if (ambience.water === 'underwater' || ambience.space > 0.5) return [];
  const layers: WeatherLayer[] = [];
  const fireflies = details.fireflies ?? defaultFireflies(ambience);
  if (fireflies > 0) layers.push(createFireflies(stage, fireflies));
  if (ambience.fire > 0) {
    layers.push(createEmbers(stage, ambience.fire, details.emberSource ?? { x: 0.5, y: 0.94, spread: 0.16 }));
  }
  if (weather === 'fog') layers.push(createFog(stage, details.fogColour));
  if (weather === 'wind') {
    const kind = details.windblown ?? windblownKindOfMood(ambience.mood);
    if (kind === 'dust') layers.push(createDustClouds(stage));
    layers.push(createWindblown(stage, kind));
  }
  if (weather === 'snow') layers.push(createSnow(stage));
  if (ambience.lightning.length > 0) layers.push(createLightning(stage));
  if (weather === 'rain' || weather === 'storm') {
    if (details.splashes !== false) layers.push(createSplashes(stage));
    layers.push(createRain(stage));
  }
  return layers;
}

function defaultFireflies(ambience: Ambience): number {
  const quietNight = ambience.mood === 'mysterious' || ambience.mood === 'calm';
  const dry = ambience.weather === 'clear' || ambience.weather === 'cloudy';
  return quietNight && dry && ambience.birds < 0.3 && ambience.insects > 0.4 ? ambience.insects * 0.6 : 0;
}
