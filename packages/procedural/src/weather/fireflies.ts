import { latticeHash } from '../random/noise.ts';
import { createGlow } from './soft-sprite.ts';
import { effectSeed, particleCount, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

/** Fireflies on wandering paths, each blinking at its own rate; `level` sets their number. */
export function createFireflies(stage: WeatherStage, level: number): WeatherLayer {
  const { width, height, unit } = stage;
  const count = Math.round(particleCount(stage, 42) * level);
  const seed = effectSeed(stage, 'fireflies');
  const halo = createGlow(unit * 0.06, '196, 255, 110', [
    [0, 0.75],
    [0.12, 0.4],
    [0.4, 0.1],
    [1, 0],
  ]);
  const centre = createGlow(unit * 0.012, '250, 255, 214', [
    [0, 1],
    [0.5, 0.9],
    [1, 0],
  ]);
  return (context, tSeconds) => {
    context.save();
    context.globalCompositeOperation = 'lighter';
    for (let index = 0; index < count; index++) {
      const turn = (salt: number) => latticeHash(index, salt, seed);
      const angle = Math.PI * 2;
      const wanderX = Math.sin(angle * (tSeconds * (0.05 + 0.09 * turn(1)) + turn(2)));
      const wanderY = Math.sin(angle * (tSeconds * (0.07 + 0.11 * turn(3)) + turn(4)));
      const quiver = Math.sin(angle * (tSeconds * (0.5 + 0.4 * turn(5)) + turn(6)));
      const x = width * turn(7) + unit * (0.1 * wanderX + 0.01 * quiver);
      const y = height * (0.42 + 0.5 * turn(8)) + unit * (0.06 * wanderY + 0.012 * quiver);
      const blink = Math.sin(angle * (tSeconds * (0.22 + 0.22 * turn(9)) + turn(10)));
      const light = Math.max(0, blink * 1.25 - 0.1) ** 1.4;
      if (light < 0.01) continue;
      const near = 0.45 + 0.75 * turn(11) ** 2;
      context.globalAlpha = Math.min(1, light);
      const haloSize = unit * 0.085 * near;
      context.drawImage(halo, x - haloSize / 2, y - haloSize / 2, haloSize, haloSize);
      const heartSize = unit * 0.011 * near;
      context.drawImage(centre, x - heartSize / 2, y - heartSize / 2, heartSize, heartSize);
    }
    context.restore();
  };
}
