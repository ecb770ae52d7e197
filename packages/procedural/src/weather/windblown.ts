import type { Canvas } from '@napi-rs/canvas';
import { latticeHash } from '../random/noise.ts';
import { effectSeed, particleCount, type WeatherLayer, type WeatherStage } from './weather-layer.ts';
import { createWindblownSprites, type WindblownKind } from './windblown-sprites.ts';

interface Flight {
  readonly count: number;
  readonly size: number;
  readonly speed: number;
  readonly alpha: number;
}

const FLIGHTS: Record<WindblownKind, Flight> = {
  leaves: { count: 34, size: 0.032, speed: 0.62, alpha: 0.95 },
  petals: { count: 70, size: 0.019, speed: 0.5, alpha: 0.92 },
  dust: { count: 170, size: 0.008, speed: 1.1, alpha: 0.6 },
};

/** Leaves, petals or dust that tumble across the frame with the gusts. */
export function createWindblown(stage: WeatherStage, kind: WindblownKind): WeatherLayer {
  const { width, height, unit, ambience, windTravel } = stage;
  const flight = FLIGHTS[kind];
  const seed = effectSeed(stage, 'windblown');
  const sprites = createWindblownSprites(kind, flight.size * unit * 1.6);
  const count = Math.round(particleCount(stage, flight.count) * (0.35 + 0.65 * ambience.weatherLevel));
  const margin = 0.1 * unit;
  const span = width + 2 * margin;
  return (context, tSeconds) => {
    context.save();
    const travelled = windTravel(tSeconds) * flight.speed * unit;
    for (let index = 0; index < count; index++) {
      const variation = latticeHash(index, 0, seed);
      const near = 0.45 + 1.25 * latticeHash(index, 1, seed) ** 2.5;
      const distance = travelled * (0.6 + 0.6 * near) + latticeHash(index, 2, seed) * span;
      const lap = Math.floor(distance / span);
      const x = distance - lap * span - margin;
      const lane = latticeHash(index, 11 * lap + 3, seed);
      const swing = Math.sin(tSeconds * (1.4 + 1.6 * variation) + variation * 50);
      const sink = 0.14 * (x / width - 0.5);
      const y = height * (0.08 + 0.86 * lane) + unit * (0.035 * swing + sink);
      const spin = tSeconds * (1.2 + 3 * variation) + variation * 30 + swing * 0.8;
      const tumble = Math.cos(tSeconds * (2.4 + 2.6 * variation) + variation * 70);
      const size = (flight.size * unit * near) / 2;
      const cos = Math.cos(spin) * size;
      const sin = Math.sin(spin) * size;
      context.globalAlpha = flight.alpha * (0.6 + 0.4 * Math.abs(tumble));
      const flat = kind === 'dust' ? 1 : 0.18 + 0.82 * Math.abs(tumble);
      context.save();
      context.transform(cos, sin, -sin * flat, cos * flat, x, y);
      context.drawImage(sprites[index % sprites.length] as Canvas, -1, -1, 2, 2);
      context.restore();
    }
    context.restore();
  };
}
