import { smoothstep } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import { between, createRandom } from '../random/random.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { MAX_TRAVEL, type Plate, type Stage } from '../stage/stage.ts';

const SHRINK = 3;

interface CloudKind {
  /** Density below which the sky is clear. */
  readonly threshold: number;
  readonly softness: number;
  readonly stretch: number;
  readonly scale: number;
  readonly opacity: number;
}

function chooseKind(stage: Stage): CloudKind {
  const random = createRandom(stage.scene.root, 'cloud kind');
  switch (stage.scene.weather) {
    case 'storm':
      return { threshold: -0.3, softness: 0.42, stretch: 1.3, scale: 1.15, opacity: 1 };
    case 'rain':
    case 'cloudy':
      return { threshold: -0.16, softness: 0.4, stretch: 1.5, scale: 1.1, opacity: 0.95 };
    case 'snow':
    case 'fog':
      return { threshold: -0.2, softness: 0.8, stretch: 1.8, scale: 0.8, opacity: 0.5 };
    default: {
      const cirrus = random() < 0.4;
      const threshold = between(random, 0.02, 0.2);
      return cirrus
        ? { threshold: threshold - 0.12, softness: 0.6, stretch: 3.6, scale: 0.75, opacity: 0.7 }
        : { threshold, softness: 0.28, stretch: 1.7, scale: 1.25, opacity: 0.95 };
    }
  }
}

/** Paints a layer of cloud in perspective, lit from the sun's side, that drifts with the wind. */
export function paintClouds(stage: Stage): void {
  const { view, scene } = stage;
  const kind = chooseKind(stage);
  const reach = Math.ceil(view.width * (MAX_TRAVEL * 0.1 + 0.1)) + 2;
  const width = Math.ceil((view.width + 2 * reach) / SHRINK);
  const height = Math.max(8, Math.ceil((view.horizon + view.width * 0.02) / SHRINK));
  const pixels = createPixels(width, height);
  const paint = createCloudPainter(stage, kind);
  for (let row = 0; row < height; row++) {
    const y = row * SHRINK;
    const rise = (view.horizon - y) / view.horizon;
    if (rise < 0.015) continue;
    for (let column = 0; column < width; column++) {
      paint(pixels.data, (row * width + column) * 4, column * SHRINK - reach, y, rise);
    }
  }
  const plate: Plate = {
    canvas: toCanvas(pixels),
    x: -reach,
    y: 0,
    width: width * SHRINK,
    height: height * SHRINK,
  };
  const drift = view.width * (0.0025 + 0.009 * scene.ambience.wind) * (scene.timelapse ? 5 : 1);
  stage.items.push({
    depth: 0.07,
    plate,
    draw(context, tSeconds) {
      const shift = Math.min(reach * 0.8, drift * tSeconds);
      context.drawImage(
        plate.canvas,
        plate.x + shift,
        plate.y - view.height * 0.004,
        plate.width,
        plate.height,
      );
    },
  });
}

type CloudPainter = (data: Uint8ClampedArray, at: number, x: number, y: number, rise: number) => void;

function createCloudPainter(stage: Stage, kind: CloudKind): CloudPainter {
  const { view, palette } = stage;
  const noise = createNoise(stage.scene.root ^ 0x51ed);
  const random = createRandom(stage.scene.root, 'clouds');
  const shiftX = between(random, -50, 50);
  const shiftY = between(random, -50, 50);
  const density = (px: number, py: number, octaves: number): number => {
    const warp = noise.at(px * 0.7 + 9.2, py * 0.7) * 0.6;
    return noise.fbm(px + warp, py + warp * 0.7, octaves);
  };
  const toSun = view.sunX < view.width / 2 ? -0.16 : 0.16;
  return (data, at, x, y, rise) => {
    const near = 1 / (rise * 1.35 + 0.16);
    const px = (((x - view.width / 2) / view.unit) * near * kind.scale * 1.5) / kind.stretch + shiftX;
    const py = near * kind.scale * 1.9 + shiftY;
    const thick = density(px, py, 5) - kind.threshold;
    if (thick <= 0) return;
    const towards = density(px + toSun, py + 0.1, 3) - kind.threshold;
    const distance = Math.hypot(x - view.sunX, y - view.sunY) / view.unit;
    const cover = smoothstep(0, kind.softness, thick);
    const light = Math.max(0, Math.min(1, 0.62 + (thick - towards) * 1.5 - thick * 0.75));
    // Thin edges in front of the sun are brightest: the silver lining.
    const lining = Math.exp(-distance * 3.2) * (1 - 0.75 * smoothstep(0.1, 0.5, thick)) * 0.85;
    const fade = smoothstep(0.015, 0.2, rise);
    for (let channel = 0; channel < 3; channel++) {
      const shade = palette.cloudShade[channel as 0 | 1 | 2];
      let value = shade + (palette.cloudLit[channel as 0 | 1 | 2] - shade) * light;
      value += (palette.sun[channel as 0 | 1 | 2] - value) * lining;
      data[at + channel] = value + (palette.haze[channel as 0 | 1 | 2] - value) * (1 - fade) * 0.6;
    }
    data[at + 3] = 255 * cover * kind.opacity * (0.25 + 0.75 * fade);
  };
}
