import { latticeHash } from '../random/noise.ts';
import { createGlow } from './soft-sprite.ts';
import { effectSeed, particleCount, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

/** Where embers rise from, as fractions of the frame. */
export interface EmberSource {
  readonly x: number;
  readonly y: number;
  readonly spread: number;
}

const COLOURS = ['255, 176, 72', '255, 120, 40', '255, 214, 138'];

/** Sparks that rise, swirl, cool and go out; `level` sets their number. */
export function createEmbers(stage: WeatherStage, level: number, source: EmberSource): WeatherLayer {
  const { width, height, unit, windTravel } = stage;
  const count = Math.round(particleCount(stage, 60) * level);
  const seed = effectSeed(stage, 'embers');
  const sprites = COLOURS.map((colour) =>
    createGlow(unit * 0.02, colour, [
      [0, 1],
      [0.16, 0.9],
      [0.3, 0.25],
      [1, 0],
    ]),
  );
  return (context, tSeconds) => {
    context.save();
    context.globalCompositeOperation = 'lighter';
    for (let index = 0; index < count; index++) {
      const lifeSeconds = 1.6 + 2.2 * latticeHash(index, 0, seed);
      const cycle = tSeconds / lifeSeconds + latticeHash(index, 1, seed);
      const born = Math.floor(cycle);
      const age = cycle - born;
      const variation = latticeHash(index, 29 * born + 2, seed);
      const bell = variation + latticeHash(index, 29 * born + 3, seed) - 1;
      const swirl =
        Math.sin(age * lifeSeconds * (2.2 + 3 * variation) + variation * 40) * 0.028 * (0.3 + age);
      const blown = (windTravel(tSeconds) - windTravel(tSeconds - age * lifeSeconds)) * 0.16;
      const x = width * (source.x + bell * source.spread) + unit * (swirl + blown + bell * 0.16 * age);
      const y = height * source.y - unit * age * (0.3 + 0.42 * variation) * (1.25 - 0.25 * age);
      const flicker = 0.75 + 0.25 * Math.sin(tSeconds * (17 + 13 * variation) + variation * 90);
      const size = unit * (0.007 + 0.013 * variation) * (1 - 0.55 * age);
      context.globalAlpha = Math.min(1, age * 12) * (1 - age) ** 0.8 * flicker;
      const sprite = sprites[(index + born) % sprites.length] as (typeof sprites)[number];
      context.drawImage(sprite, x - size, y - size, size * 2, size * 2);
    }
    context.restore();
  };
}
