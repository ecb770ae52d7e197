import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Ambience, gustAt } from '../ambience.ts';

/** Brightness at a position (fractions of the frame), at most 1. */
export type LightAt = (u: number, v: number) => number;

/** Slowly varying exposure and, outdoors, the shadow of a passing cloud. */
export function lightAt(ambience: Ambience, tSeconds: number): LightAt {
  const breathing = 0.988 + 0.012 * Math.sin(tSeconds * 1.7 + ambience.phase * 6.28);
  const { weather } = ambience;
  const indoors = ambience.water === 'underwater' || ambience.space > 0.5;
  const depth = indoors
    ? 0
    : weather === 'cloudy'
      ? 0.16
      : weather === 'clear' || weather === 'wind'
        ? 0.09
        : 0.05;
  const drift = tSeconds * (0.05 + 0.07 * gustAt(ambience, 0));
  const start = ambience.phase * 5;
  return (u, v) => {
    const wave =
      Math.sin((u * 1.1 + v * 0.5 - drift) * 4.4 + start) * 0.6 +
      Math.sin((u * 0.6 - v * 1.3 - drift * 0.7) * 6.1 + start * 1.7) * 0.4;
    return breathing * (1 - depth * (0.5 + 0.5 * wave));
  };
}

/** Draws a warm light leak that drifts along the upper edge, only where the sun could be. */
export function drawLightLeak(
  context: SKRSContext2D,
  ambience: Ambience,
  width: number,
  height: number,
  tSeconds: number,
): void {
  const sunny = ambience.weather === 'clear' || ambience.weather === 'wind' || ambience.weather === 'cloudy';
  if (!sunny || ambience.water === 'underwater' || ambience.space > 0.5) return;
  const warm = ambience.mood === 'joyful' || ambience.mood === 'calm' || ambience.mood === 'epic';
  const strength = (warm ? 0.17 : 0.08) * (0.75 + 0.25 * Math.sin(tSeconds * 0.8 + ambience.phase * 9));
  const x = width * (0.12 + 0.76 * ambience.phase + 0.05 * Math.sin(tSeconds * 0.35));
  const y = -0.12 * height;
  const gradient = context.createRadialGradient(x, y, 0, x, y, 0.85 * Math.max(width, height));
  gradient.addColorStop(0, `rgba(255, 214, 150, ${strength})`);
  gradient.addColorStop(0.35, `rgba(255, 184, 110, ${strength * 0.42})`);
  gradient.addColorStop(1, 'rgba(255, 150, 80, 0)');
  context.save();
  context.globalCompositeOperation = 'screen';
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  context.restore();
}
