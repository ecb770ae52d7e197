import { isDark } from '../colour/palette.ts';
import type { Feature } from '../prompt/scene.ts';
import type { Stage } from '../stage/stage.ts';
import { paintPlanet } from '../subjects/planet.ts';
import { paintAurora } from './aurora.ts';
import { paintClouds } from './clouds.ts';
import { paintRainbow } from './rainbow.ts';
import { paintSkyGradient } from './sky-gradient.ts';
import { paintMilkyWay, paintStars } from './stars.ts';
import { paintMoon, paintSun } from './sun-and-moon.ts';

/** Paints a requested planet in the sky of a landscape, on the side opposite the light. */
export function paintPlanetInSky(stage: Stage): void {
  const { scene, view } = stage;
  if (!scene.subjects.some(({ kind }) => kind === 'planet')) return;
  const has = (...words: readonly string[]) => words.some((word) => scene.words.includes(word));
  const kind = has('earth', 'globe', 'world') ? 'earth' : has('jupiter', 'neptune') ? 'gas' : 'ringed';
  paintPlanet(stage, view.width - view.sunX, view.horizon * 0.36, view.unit * 0.15, kind);
}

/** Paints everything behind the land, from the far sky to the clouds. */
export function paintSky(stage: Stage): void {
  const { scene } = stage;
  const has = (feature: Feature) => scene.features.includes(feature);
  const closed = ['storm', 'rain', 'snow', 'fog'].includes(scene.weather);
  const dark = isDark(scene.time);
  const moonRequested = scene.subjects.some(({ kind }) => kind === 'moon');
  paintSkyGradient(stage);
  if (dark && !closed) paintStars(stage, scene.time === 'night' ? 1 : 0.35);
  if (has('milkyway')) paintMilkyWay(stage, 1);
  if (moonRequested || (scene.time === 'night' && !has('milkyway') && !has('aurora') && !closed)) {
    const crescent = scene.words.includes('crescent');
    paintMoon(stage, moonRequested ? 0.085 : 0.04, crescent ? 0.3 : 1);
  } else if (!dark && (!closed || has('sun'))) {
    paintSun(stage);
  }
  paintPlanetInSky(stage);
  if (has('aurora')) paintAurora(stage);
  if (!has('milkyway') && !has('aurora')) paintClouds(stage);
  if (has('rainbow')) paintRainbow(stage);
}
