import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { latticeHash } from '../random/noise.ts';
import { createGlow, type GlowStop } from './soft-sprite.ts';
import { effectSeed, particleCount, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

interface SnowDepth {
  readonly count: number;
  readonly fall: number;
  readonly size: number;
  readonly sway: number;
  readonly alpha: number;
  readonly stops: readonly GlowStop[];
}

const CRISP: readonly GlowStop[] = [
  [0, 1],
  [0.45, 0.95],
  [0.75, 0.35],
  [1, 0],
];
/** Flakes close to the lens are out of focus. */
const BLURRED: readonly GlowStop[] = [
  [0, 0.8],
  [0.55, 0.62],
  [0.85, 0.2],
  [1, 0],
];

const DEPTHS: readonly SnowDepth[] = [
  { count: 260, fall: 0.1, size: 0.0055, sway: 0.008, alpha: 0.6, stops: CRISP },
  { count: 130, fall: 0.17, size: 0.0095, sway: 0.018, alpha: 0.82, stops: CRISP },
  { count: 42, fall: 0.27, size: 0.017, sway: 0.034, alpha: 0.9, stops: CRISP },
  { count: 9, fall: 0.44, size: 0.045, sway: 0.06, alpha: 0.42, stops: BLURRED },
];

/** Sideways speed at full wind, in units per second, before the depth's factor. */
const WIND_SPEED = 0.95;

/** Snow in four depths that sways as it falls and drifts with the gusts. */
export function createSnow(stage: WeatherStage): WeatherLayer {
  const level = stage.ambience.weatherLevel;
  const depths = DEPTHS.map((depth, index) => ({
    ...depth,
    count: Math.round(particleCount(stage, depth.count) * (0.3 + 0.9 * level)),
    seed: effectSeed(stage, `snow ${index}`),
    sprite: createGlow(depth.size * stage.unit * 2.4, '255, 255, 255', depth.stops),
  }));
  return (context, tSeconds) => {
    context.save();
    for (const depth of depths) drawDepth(context, stage, depth, tSeconds);
    context.restore();
  };
}

interface DrawnDepth extends SnowDepth {
  readonly seed: number;
  readonly sprite: Canvas;
}

function drawDepth(context: SKRSContext2D, stage: WeatherStage, depth: DrawnDepth, t: number): void {
  const { width, height, unit, windTravel } = stage;
  const margin = 0.08 * unit;
  const path = height + 2 * margin;
  const span = width + 2 * margin;
  const travelled = windTravel(t);
  const windShare = WIND_SPEED * (0.4 + depth.fall * 1.6);
  for (let index = 0; index < depth.count; index++) {
    const variation = latticeHash(index, 0, depth.seed);
    const fall = depth.fall * (0.75 + 0.5 * variation) * unit;
    const cycle = (t * fall) / path + latticeHash(index, 1, depth.seed);
    const fallen = Math.floor(cycle);
    const startedAt = t - ((cycle - fallen) * path) / fall;
    const blown = (travelled - windTravel(startedAt)) * windShare * unit;
    const swayAngle = Math.PI * 2 * (t * (0.16 + 0.2 * variation) + latticeHash(index, 2, depth.seed));
    const sway = Math.sin(swayAngle) * depth.sway * unit;
    const start = latticeHash(index, 13 * fallen + 3, depth.seed) * span;
    const x = ((((start + blown + sway) % span) + span) % span) - margin;
    const y = (cycle - fallen) * path - margin + Math.cos(swayAngle * 2) * depth.sway * 0.2 * unit;
    const size = depth.size * unit * (0.6 + 0.8 * variation);
    context.globalAlpha = depth.alpha * (0.55 + 0.45 * latticeHash(index, 4, depth.seed));
    context.drawImage(depth.sprite, x - size / 2, y - size / 2, size, size);
  }
}
