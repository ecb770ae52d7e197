import type { SKRSContext2D } from '@napi-rs/canvas';
import { gustAt } from '../ambience.ts';
import { latticeHash } from '../random/noise.ts';
import { effectSeed, particleCount, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

interface RainDepth {
  readonly count: number;
  /** Fall speed in units per second; near drops cross the frame faster. */
  readonly fall: number;
  readonly length: number;
  readonly thickness: number;
  readonly alpha: number;
}

const DEPTHS: readonly RainDepth[] = [
  { count: 360, fall: 1.4, length: 0.036, thickness: 0.0021, alpha: 0.24 },
  { count: 170, fall: 2.1, length: 0.07, thickness: 0.003, alpha: 0.32 },
  { count: 34, fall: 3.2, length: 0.15, thickness: 0.0052, alpha: 0.24 },
];

const DROPS_PER_PATH = 60;

/** Sideways speed at full wind, in units per second. */
const WIND_SPEED = 1.15;

/** Rain in three depths. Each drop falls at a new position every time, so no pattern repeats. */
export function createRain(stage: WeatherStage): WeatherLayer {
  const level = stage.ambience.weatherLevel;
  const depths = DEPTHS.map((depth, index) => ({
    ...depth,
    count: Math.round(particleCount(stage, depth.count) * (0.2 + 0.8 * level)),
    alpha: depth.alpha * (0.7 + 0.3 * level),
    seed: effectSeed(stage, `rain ${index}`),
  }));
  return (context, tSeconds) => {
    context.save();
    drawRainHaze(context, stage);
    for (const depth of depths) drawDepth(context, stage, depth, tSeconds);
    context.restore();
  };
}

interface DrawnDepth extends RainDepth {
  readonly seed: number;
}

/**
 * Drops share paths: one call per drop costs more, and so does a single path of a thousand crossing edges.
 */
function drawDepth(context: SKRSContext2D, stage: WeatherStage, depth: DrawnDepth, t: number): void {
  const { width, height, unit, windTravel } = stage;
  const length = depth.length * unit;
  const path = height + 2 * length;
  const cyclesPerSecond = (depth.fall * unit) / path;
  const slant = (gustAt(stage.ambience, t) * WIND_SPEED) / depth.fall;
  const travelled = windTravel(t);
  const margin = 0.2 * unit;
  const span = width + 2 * margin;
  const paint = createStreakPaint(context, depth, depth.thickness * unit);
  for (let index = 0; index < depth.count; index++) {
    const cycle = t * cyclesPerSecond + latticeHash(index, 0, depth.seed);
    const fallen = Math.floor(cycle);
    const startedAt = t - (cycle - fallen) / cyclesPerSecond;
    const blown = (travelled - windTravel(startedAt)) * WIND_SPEED * unit;
    const weight = 0.4 + 0.6 * latticeHash(index, -1, depth.seed);
    const x = ((latticeHash(index, fallen + 1, depth.seed) * span + blown) % span) - margin;
    const y = (cycle - fallen) * path - length;
    paint.add(x, y, slant * length * weight, length * weight, weight);
    if (index % DROPS_PER_PATH === DROPS_PER_PATH - 1) paint.flush();
  }
  paint.flush();
}

interface StreakPaint {
  /** A drop with its head at x, y; its tail is `back` pixels behind and `up` pixels above. */
  add(x: number, y: number, back: number, up: number, weight: number): void;
  flush(): void;
}

function createStreakPaint(context: SKRSContext2D, depth: RainDepth, thickness: number): StreakPaint {
  const colour = `rgba(224, 234, 246, ${depth.alpha})`;
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  // One-pixel lines are four times as fast as polygons, and such a thin drop has no visible shape.
  const hair = thickness < 1.8;
  return {
    add(x, y, back, up, weight) {
      context.moveTo(x - back, y - up);
      if (hair) {
        context.lineTo(x, y);
        return;
      }
      // A spike with a sharp tail: the taper approximates a gradient along the streak.
      context.lineTo(x + (thickness / 2) * weight, y);
      context.lineTo(x - (thickness / 2) * weight, y);
      context.closePath();
    },
    flush() {
      if (hair) context.stroke();
      else context.fill();
      context.beginPath();
    },
  };
}

/** Distant rain that is no longer visible as drops: it greys the background. */
function drawRainHaze(context: SKRSContext2D, stage: WeatherStage): void {
  const strength = stage.ambience.weatherLevel * (stage.ambience.weather === 'storm' ? 0.11 : 0.12);
  const gradient = context.createLinearGradient(0, 0, 0, stage.height);
  gradient.addColorStop(0, `rgba(150, 164, 182, ${strength * 0.5})`);
  gradient.addColorStop(0.6, `rgba(168, 182, 198, ${strength})`);
  gradient.addColorStop(1, `rgba(150, 162, 176, ${strength * 0.3})`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, stage.width, stage.height);
}
