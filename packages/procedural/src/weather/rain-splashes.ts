import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { latticeHash } from '../random/noise.ts';
import { effectSeed, particleCount, type WeatherLayer, type WeatherStage } from './weather-layer.ts';

const LIFE_SECONDS = 0.32;
const STAGES = 6;
/** Splashes appear on the ground near the viewer, below this fraction of the height. */
const GROUND_TOP = 0.78;

/** Small crowns and rings where drops hit the ground, larger towards the viewer. */
export function createSplashes(stage: WeatherStage): WeatherLayer {
  const { width, height, unit } = stage;
  const count = Math.round(particleCount(stage, 60) * stage.ambience.weatherLevel);
  const seed = effectSeed(stage, 'rain-splashes');
  const sprites = Array.from({ length: STAGES }, (_, index) =>
    createSplash(unit * 0.05, index / (STAGES - 1)),
  );
  return (context, tSeconds) => {
    context.save();
    for (let index = 0; index < count; index++) {
      const restSeconds = 0.25 + 0.5 * latticeHash(index, 0, seed);
      const cycle = tSeconds / (LIFE_SECONDS + restSeconds) + latticeHash(index, 1, seed);
      const turn = Math.floor(cycle);
      const age = ((cycle - turn) * (LIFE_SECONDS + restSeconds)) / LIFE_SECONDS;
      if (age >= 1) continue;
      const near = latticeHash(index, 31 * turn + 2, seed) ** 0.8;
      const x = latticeHash(index, 31 * turn + 3, seed) * width;
      const y = height * (GROUND_TOP + (1 - GROUND_TOP) * near);
      const size = unit * (0.014 + 0.04 * near);
      const sprite = sprites[Math.min(STAGES - 1, Math.floor(age * STAGES))] as Canvas;
      context.globalAlpha = (1 - age) * (0.34 + 0.36 * near);
      context.drawImage(sprite, x - size / 2, y - size * 0.5, size, size * 0.6);
    }
    context.restore();
  };
}

function createSplash(diameter: number, age: number): Canvas {
  const size = Math.max(8, Math.ceil(diameter));
  const canvas = createCanvas(size, Math.ceil(size * 0.6));
  const context = canvas.getContext('2d');
  const ground = size * 0.44;
  const radius = size * (0.12 + 0.34 * age);
  context.strokeStyle = `rgba(226, 236, 246, ${0.95 - 0.5 * age})`;
  context.lineWidth = Math.max(0.8, size * 0.035);
  context.beginPath();
  context.ellipse(size / 2, ground, radius, radius * 0.3, 0, 0, Math.PI * 2);
  context.stroke();
  context.fillStyle = 'rgba(236, 243, 250, 0.95)';
  for (const side of [-1, -0.35, 0.4, 1]) {
    const rise = size * (0.5 * age - 0.62 * age * age) * (1.3 - 0.5 * Math.abs(side));
    context.beginPath();
    context.arc(size / 2 + side * radius * 0.8, ground - rise, Math.max(0.5, size * 0.024), 0, Math.PI * 2);
    context.fill();
  }
  return canvas;
}
