import { smoothstep } from '../colour/colour.ts';
import { between } from '../random/random.ts';
import { paintSky } from '../sky/paint-sky.ts';
import type { Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintLand } from '../terrain/paint-land.ts';
import type { Surface } from '../terrain/surface.ts';
import { octavesFor } from '../terrain/surface.ts';
import { surfaceTools } from './shared-land.ts';

/** Paints a view above the clouds: a sea of cloud with sunlit towers. */
export function paintCloudSea(stage: Stage): void {
  const { view } = stage;
  paintSky(stage);
  const air = { reach: 15000, mistHeight: 60, mist: 0.6 };
  paintLand(stage, billows(stage, 'far', 560), { near: 4200, far: 24000, depth: 0.14, steps: 170 }, air);
  paintLand(stage, billows(stage, 'middle', 230), { near: 1000, far: 5200, depth: 0.3, steps: 200 }, air);
  paintSubjects(stage, {
    ground: {
      x: view.focusX,
      y: view.horizon + view.unit * 0.04,
      depth: 0.45,
      hazeAmount: 0.05,
      size: view.unit * 0.3,
      on: 'air',
    },
  });
  paintLand(stage, billows(stage, 'near', 105), { near: 170, far: 1400, depth: 0.65, steps: 230 }, air);
}

function billows(stage: Stage, purpose: string, maxHeight: number): Surface {
  const { noise, random, palette } = surfaceTools(stage, `billows ${purpose}`);
  const shift = between(random, -60, 60);
  const size = maxHeight * 4.2;
  return {
    height(x, z, footprint) {
      const px = x / size + shift;
      const pz = z / size;
      const mass = smoothstep(-0.25, 0.6, noise.at(px * 0.5, pz * 0.5) + 0.4 * noise.at(px * 0.2, pz * 0.2));
      let puff = 0;
      let strength = 0.5;
      let scale = 1;
      for (let octave = 0; octave < octavesFor(size, footprint, 6); octave++) {
        puff += strength * Math.abs(noise.at(px * scale * 1.3 + octave * 7, pz * scale * 1.3));
        strength *= 0.52;
        scale *= 2.1;
      }
      return maxHeight * (0.2 + mass * 0.8) * (0.25 + puff * 1.5) * mass;
    },
    colour(out, _x, _z, height) {
      const high = smoothstep(0, maxHeight * 0.7, height);
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        const low = palette.cloudShade[index] * 0.9 + 40;
        out[channel] = low + (252 - low) * (0.35 + 0.65 * high);
      }
    },
  };
}
