import { css, mix, rgb, smoothstep } from '../colour/colour.ts';
import { paintFramingTrees } from '../flora/framing.ts';
import { createRandom } from '../random/random.ts';
import { paintSky } from '../sky/paint-sky.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import type { Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { airOf } from '../terrain/air.ts';
import { rollingSurface } from '../terrain/land-surfaces.ts';
import { paintLand } from '../terrain/paint-land.ts';
import { octavesFor, type Surface } from '../terrain/surface.ts';
import { focusSlope, paintFarRange, plantWoods, surfaceTools } from './shared-land.ts';
import { siteOn } from './site.ts';

const CONE_Z = 4200;
const CONE_HEIGHT = 1350;

/** Paints an erupting cone: lava in its gullies and a column of smoke lit from below. */
export function paintVolcano(stage: Stage): void {
  const { view, palette } = stage;
  paintSky(stage);
  paintFarRange(stage, 0.3);
  const x = view.focusX;
  const summit = view.horizon - ((CONE_HEIGHT * 0.9 - view.cameraHeight) * view.focal) / CONE_Z;
  addPlume(stage, x, summit);
  paintLand(
    stage,
    coneSurface(stage),
    { near: 2300, far: 6200, depth: 0.2, steps: 300 },
    airOf(stage, 15000),
  );
  addCraterGlow(stage, x, summit);
  stage.fire = { x: x / view.width, y: summit / view.height, spread: 0.02 };
  const ground = rollingSurface(surfaceTools(stage, 'ash'), {
    height: 26,
    wavelength: 380,
    roughness: 0.3,
    ground: mix(palette.rock, rgb('#2a2524'), 0.55),
    other: palette.earth,
    fields: 0,
    flatUntil: 24,
  });
  const air = airOf(stage, 5200);
  const land = paintLand(stage, ground, { near: 30, far: 900, depth: 0.6, steps: 230, headroom: 22 }, air);
  plantWoods(stage, land, air, {
    near: 140,
    far: 800,
    count: 500,
    heights: [13, 24],
    conifers: true,
    patch: 120,
    cover: 0,
  });
  paintSubjects(stage, { ground: siteOn(stage, land, 60, 200, view.unit * 0.2) });
  paintFramingTrees(stage, true, 0.4);
}

function coneSurface(stage: Stage): Surface {
  const { noise, palette } = surfaceTools(stage, 'cone');
  const middle = focusSlope(stage) * CONE_Z;
  const away = (x: number, z: number) => Math.hypot(x - middle, z - CONE_Z);
  const gully = (x: number, z: number) => {
    const angle = Math.atan2(z - CONE_Z, x - middle);
    return noise.at(Math.cos(angle) * 4.4 + 9, Math.sin(angle) * 4.4 + away(x, z) / 2600);
  };
  return {
    height(x, z, footprint) {
      const out = away(x, z);
      const cone = CONE_HEIGHT * Math.exp(-out / 880);
      const rim = Math.min(cone, CONE_HEIGHT * 0.8 + 30 * noise.at(x / 160, z / 160));
      const rough = noise.fbm(x / 300, z / 300, octavesFor(300, footprint, 6));
      return rim + (gully(x, z) * 90 + rough * 80) * smoothstep(0, 700, out) - 40;
    },
    colour(out, x, z, height, _up, footprint) {
      const fine = noise.fbm(x / 120, z / 120, octavesFor(120, footprint, 5));
      const high = smoothstep(0.25, 0.85, height / CONE_HEIGHT);
      const lava =
        smoothstep(0.2, 0.02, Math.abs(gully(x, z) + fine * 0.06)) * high * smoothstep(0, 0.24, fine + 0.3);
      const ash = mix(
        mix(palette.foliage, palette.rock, smoothstep(0.05, 0.3, height / CONE_HEIGHT)),
        rgb('#3a3230'),
        high * 0.6,
      );
      const hot = [1500, 420, 70] as const;
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        const rock = ash[index] * (0.85 + fine * 0.6);
        out[channel] = rock + (hot[index] - rock) * lava * 0.8;
      }
    },
  };
}

function addCraterGlow(stage: Stage, x: number, y: number): void {
  const { view } = stage;
  stage.items.push({
    depth: 0.2,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      const beat = 0.9 + 0.1 * Math.sin(tSeconds * 3.1) + 0.05 * Math.sin(tSeconds * 7.3);
      drawGlow(context, x, y, view.unit * 0.34 * beat, 'rgba(255,92,30,0.7)');
      drawGlow(context, x, y, view.unit * 0.1 * beat, 'rgba(255,190,90,0.9)');
      context.globalCompositeOperation = 'source-over';
    },
  });
}

/** Adds smoke that rises from the crater and bends with the wind, red near its base. */
function addPlume(stage: Stage, x: number, y: number): void {
  const { view, palette, scene } = stage;
  const random = createRandom(scene.root, 'plume');
  const puffs = Array.from({ length: 46 }, (_, index) => ({
    start: index / 46,
    width: random(),
    turn: random() * 7,
  }));
  stage.items.push({
    depth: 0.15,
    draw(context, tSeconds) {
      for (const puff of puffs) {
        const age = (puff.start + tSeconds * 0.035) % 1;
        const rise = age ** 0.85;
        const px =
          x +
          (Math.sin(puff.turn + age * 4) * 0.05 * (0.3 + age) +
            (0.1 + scene.ambience.wind * 0.4) * age * age) *
            view.unit;
        const py = y - rise * y * 1.05;
        const radius = view.unit * (0.03 + 0.15 * age) * (0.8 + 0.5 * puff.width);
        const colour = mix(
          mix(palette.cloudShade, rgb('#2c2628'), 0.6),
          rgb('#ff5a24'),
          Math.max(0, 0.75 - age * 3.4),
        );
        const soft = context.createRadialGradient(px - radius * 0.3, py - radius * 0.3, 0, px, py, radius);
        soft.addColorStop(0, css(mix(colour, palette.cloudLit, 0.16), 0.62 * (1 - age * 0.8)));
        soft.addColorStop(0.6, css(colour, 0.42 * (1 - age * 0.8)));
        soft.addColorStop(1, css(colour, 0));
        context.fillStyle = soft;
        context.fillRect(px - radius, py - radius, radius * 2, radius * 2);
      }
    },
  });
}
