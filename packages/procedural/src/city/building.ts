import { css, lit, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { between, pick, type Random } from '../random/random.ts';
import type { Brush, Stage } from '../stage/stage.ts';

const WARM_WINDOWS = ['#ffd9a0', '#ffc77a', '#fff0cf', '#ffb861', '#e8f0ff', '#bfe0ff'].map(rgb);

export interface BuildingPaint {
  readonly wall: Rgb;
  readonly bright: Rgb;
  /** Probability that a window is lit. */
  readonly windows: number;
  readonly windowColours: readonly Rgb[];
  readonly windowSize: number;
  readonly glass: boolean;
  readonly lightFromRight: boolean;
}

/** The colours of a building in the scene's light, behind `hazeAmount` of haze. */
export function buildingPaint(stage: Stage, random: Random, hazeAmount: number): BuildingPaint {
  const { palette, scene, view } = stage;
  const dark = isDark(scene.time) || scene.features.includes('neon');
  const stone = pick(random, [rgb('#7d8390'), rgb('#8d7f76'), rgb('#6b7482'), rgb('#98908a')]);
  const direct = mix(palette.key, palette.ambient, 0.4);
  const neon = scene.features.includes('neon') ? [palette.accent, palette.accentTwo] : [];
  return {
    wall: mix(lit(scale(stone, dark ? 0.4 : 0.62), palette.ambient, 1.1), palette.haze, hazeAmount),
    bright: mix(lit(stone, direct, dark ? 0.42 : 1.05), palette.haze, hazeAmount),
    windows:
      scene.time === 'night' || scene.features.includes('neon')
        ? 0.42
        : scene.time === 'dusk'
          ? 0.34
          : scene.time === 'sunset'
            ? 0.2
            : 0.04,
    windowColours: [...WARM_WINDOWS, ...neon].map((colour) => mix(colour, palette.haze, hazeAmount * 0.75)),
    windowSize: 1,
    glass: random() < 0.5,
    lightFromRight: view.light[0] > 0,
  };
}

/**
 * Draws a tower block from the front: a lit and a shaded face, setbacks, a roof structure and rows of
 * windows.
 */
export function drawBuilding(
  brush: Brush,
  random: Random,
  x: number,
  base: number,
  width: number,
  height: number,
  paint: BuildingPaint,
): void {
  const sections = height > width * 2.6 ? 1 + Math.floor(random() * 3) : 1;
  let left = x;
  let sectionWidth = width;
  let foot = base;
  for (let section = 0; section < sections; section++) {
    const share = sections === 1 ? 1 : section === 0 ? 0.62 : 0.38 / (sections - 1);
    const sectionHeight = height * share;
    drawSection(brush, random, left, foot, sectionWidth, sectionHeight, paint);
    foot -= sectionHeight;
    if (section < sections - 1) {
      const shrink = between(random, 0.1, 0.26) * sectionWidth;
      left += shrink * between(random, 0.3, 0.7);
      sectionWidth -= shrink;
    }
  }
  drawCrown(brush, random, left, foot, sectionWidth, height, paint);
}

function drawSection(
  brush: Brush,
  random: Random,
  x: number,
  foot: number,
  width: number,
  height: number,
  paint: BuildingPaint,
): void {
  const face = brush.createLinearGradient(x, 0, x + width, 0);
  const [near, far] = paint.lightFromRight ? [paint.wall, paint.bright] : [paint.bright, paint.wall];
  face.addColorStop(0, css(near));
  face.addColorStop(0.62, css(mix(near, far, 0.4)));
  face.addColorStop(0.64, css(mix(near, far, 0.72)));
  face.addColorStop(1, css(far));
  brush.fillStyle = face;
  brush.fillRect(x, foot - height, width, height + 1);
  const pitch = Math.max(2.6, width / Math.round(between(random, 6, 13)));
  const floor = pitch * between(random, 1.15, 1.6);
  const style = random();
  for (let y = foot - height + floor * 0.6; y < foot - floor * 0.3; y += floor) {
    const wholeFloor = random() < 0.08;
    for (let wx = x + pitch * 0.3; wx < x + width - pitch * 0.5; wx += pitch) {
      const on = wholeFloor ? random() < 0.85 : random() < paint.windows;
      if (on) {
        brush.fillStyle = css(pick(random, paint.windowColours), between(random, 0.5, 1));
      } else if (paint.glass || style < 0.6) {
        brush.fillStyle = css(mix(paint.wall, paint.bright, random() * 0.8), paint.glass ? 0.5 : 0.35);
      } else continue;
      brush.fillRect(wx, y, pitch * (style < 0.3 ? 0.86 : 0.55), floor * 0.55);
    }
  }
}

function drawCrown(
  brush: Brush,
  random: Random,
  x: number,
  top: number,
  width: number,
  height: number,
  paint: BuildingPaint,
): void {
  brush.fillStyle = css(mix(paint.wall, paint.bright, 0.3));
  const kind = random();
  if (kind < 0.3) {
    brush.fillRect(x + width * 0.46, top - height * 0.16, Math.max(1, width * 0.035), height * 0.16);
    brush.fillRect(x + width * 0.36, top - height * 0.03, width * 0.24, height * 0.031);
  } else if (kind < 0.48) {
    brush.beginPath();
    brush.moveTo(x, top + 1);
    brush.lineTo(x + width * 0.5, top - height * 0.13);
    brush.lineTo(x + width, top + 1);
    brush.fill();
    brush.fillRect(x + width * 0.49, top - height * 0.24, Math.max(0.8, width * 0.02), height * 0.12);
  } else {
    for (let box = 0; box < 3; box++) {
      const left = x + width * between(random, 0.05, 0.7);
      brush.fillRect(
        left,
        top - height * between(random, 0.012, 0.04),
        width * between(random, 0.1, 0.28),
        height * 0.041,
      );
    }
  }
}
