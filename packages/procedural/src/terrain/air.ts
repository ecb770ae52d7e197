import type { Stage } from '../stage/stage.ts';
import type { Air } from './light-grid.ts';

const VISIBILITY_FACTORS: Partial<Record<Stage['scene']['weather'], number>> = {
  fog: 0.3,
  rain: 0.55,
  snow: 0.5,
  storm: 0.65,
  cloudy: 0.85,
};

/** The air of the scene; `reach` is its visibility in metres in good weather. */
export function airOf(stage: Stage, reach: number): Air {
  const { scene } = stage;
  const factor = VISIBILITY_FACTORS[scene.weather] ?? 1;
  const early = scene.time === 'dawn' || scene.time === 'sunrise' ? 0.75 : 0.42;
  return { reach: reach * factor, mistHeight: reach * 0.016, mist: scene.weather === 'fog' ? 0.92 : early };
}
