import { isDark } from '../colour/palette.ts';
import type { Backdrop, Scene } from '../prompt/scene.ts';
import { between, createRandom } from '../random/random.ts';

/**
 * Framing of the scene: image coordinates in pixels, world coordinates in metres, z is the distance from
 * the camera.
 */
export interface View {
  readonly width: number;
  readonly height: number;
  /** The shorter side; brush sizes are fractions of it, so that all resolutions look alike. */
  readonly unit: number;
  readonly horizon: number;
  /** Focal length in pixels: one metre at one metre's distance covers this many. */
  readonly focal: number;
  readonly cameraHeight: number;
  /** The centre of interest, in pixels: on a third of the image. */
  readonly focusX: number;
  readonly focusY: number;
  /** Position of the sun or moon, in pixels. */
  readonly sunX: number;
  readonly sunY: number;
  /** Brightness of the light in the sky; 0 if neither sun nor moon is visible. */
  readonly skyLight: number;
  /** Unit vector towards the light, in world axes. */
  readonly light: readonly [number, number, number];
}

const HORIZON: Partial<Record<Backdrop, number>> = {
  mountains: 0.66,
  hills: 0.52,
  meadow: 0.56,
  desert: 0.52,
  canyon: 0.56,
  snowfield: 0.58,
  volcano: 0.66,
  forest: 0.6,
  garden: 0.6,
  lake: 0.52,
  river: 0.52,
  sea: 0.55,
  coast: 0.56,
  island: 0.56,
  city: 0.66,
  street: 0.56,
  sky: 0.5,
  village: 0.54,
  moon: 0.6,
};
const CAMERA_HEIGHT: Partial<Record<Backdrop, number>> = {
  mountains: 60,
  hills: 26,
  meadow: 2.6,
  desert: 14,
  canyon: 60,
  snowfield: 3.2,
  volcano: 50,
  forest: 5,
  garden: 2.4,
  lake: 9,
  river: 12,
  sea: 5,
  coast: 14,
  island: 16,
  city: 18,
  street: 2.2,
  sky: 270,
  village: 16,
  moon: 3.2,
};

/**
 * Frames the scene for this size: the horizon depends on backdrop and shot, focus and sun are on opposite
 * thirds.
 */
export function createView(scene: Scene, width: number, height: number): View {
  const random = createRandom(scene.root, 'view');
  const { shot } = scene.camera;
  const lift = shot === 'aerial' ? -0.2 : shot === 'low' ? 0.14 : 0;
  const portraitLift = height > width * 1.25 ? 0.06 : 0;
  const horizon =
    height * ((HORIZON[scene.backdrop] ?? 0.58) + lift + portraitLift + between(random, -0.04, 0.04));
  const side = random() < 0.5 ? -1 : 1;
  const focusX = width * (0.5 + side * between(random, 0.13, 0.19));
  const aside = between(random, 0.1, 0.3);
  // Between the facades of a street only the middle of the sky is visible.
  const sunX = width * (0.5 - side * (scene.backdrop === 'street' ? 0.02 : aside));
  const sunY = horizon - height * sunLift(scene, between(random, 0, 1));
  const across = Math.sign(sunX - width / 2) || 1;
  const steep = scene.time === 'day' ? 0.75 : isDark(scene.time) ? 0.6 : 0.36;
  const light = unitVector(across * 0.82, steep, -0.22);
  const rise = shot === 'aerial' ? 5 : shot === 'low' ? 0.5 : 1;
  return {
    width,
    height,
    unit: Math.min(width, height),
    horizon,
    focal: 0.5 * (width + height) * (shot === 'close' ? 1.5 : 1),
    cameraHeight: (CAMERA_HEIGHT[scene.backdrop] ?? 6) * rise,
    focusX,
    focusY: horizon,
    sunX,
    sunY,
    light,
    skyLight: skyLightOf(scene),
  };
}

function skyLightOf(scene: Scene): number {
  const moon = scene.subjects.some(({ kind }) => kind === 'moon');
  if (!moon && (scene.features.includes('milkyway') || scene.features.includes('aurora'))) return 0;
  if (scene.weather === 'storm') return 0.4;
  return scene.weather === 'rain' ? 0.55 : 1;
}

function sunLift(scene: Scene, chance: number): number {
  switch (scene.time) {
    case 'day':
      return 0.36 + 0.12 * chance;
    case 'night':
    case 'dusk':
      return 0.28 + 0.16 * chance;
    case 'golden':
      return 0.16 + 0.08 * chance;
    default:
      return 0.05 + 0.07 * chance;
  }
}

function unitVector(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
