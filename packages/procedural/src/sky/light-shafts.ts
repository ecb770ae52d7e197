import { css, smoothstep } from '../colour/colour.ts';
import { createNoise } from '../random/noise.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { overscan, type Plate, type Stage } from '../stage/stage.ts';

const SHRINK = 4;
const DEPTH = 0.3;

/** Paints rays that fan out from the light over everything behind them. */
export function paintLightShafts(stage: Stage, strength: number): void {
  const { view, palette, scene } = stage;
  if (view.skyLight === 0) return;
  const margin = overscan(view, DEPTH);
  const noise = createNoise(scene.root ^ 0x7a7);
  const width = Math.ceil((view.width + 2 * margin) / SHRINK);
  const height = Math.ceil((view.height + 2 * margin) / SHRINK);
  const pixels = createPixels(width, height);
  const sourceY = Math.min(view.sunY, view.horizon * 0.5) - view.height * 0.05;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const dx = column * SHRINK - margin - view.sunX;
      const dy = row * SHRINK - margin - sourceY;
      const angle = Math.atan2(dy, dx);
      const distance = Math.hypot(dx, dy) / view.unit;
      const streaks = smoothstep(0.02, 0.5, noise.fbm(angle * 5.2 + 20, 0.3 + distance * 0.15, 4) + 0.12);
      const fade = Math.exp(-distance * 1.35) * smoothstep(0, 0.22, distance);
      const at = (row * width + column) * 4;
      pixels.data[at] = palette.glow[0];
      pixels.data[at + 1] = palette.glow[1];
      pixels.data[at + 2] = palette.glow[2];
      pixels.data[at + 3] = 255 * streaks * fade * strength;
    }
  }
  const plate: Plate = {
    canvas: toCanvas(pixels),
    x: -margin,
    y: -margin,
    width: width * SHRINK,
    height: height * SHRINK,
  };
  stage.items.push({
    depth: DEPTH,
    plate,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      context.globalAlpha = 0.85 + 0.15 * Math.sin(tSeconds * 0.9);
      context.drawImage(plate.canvas, plate.x, plate.y, plate.width, plate.height);
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  });
}

/** Paints a band of haze around the horizon that blends distant planes together. */
export function paintHazeBand(
  stage: Stage,
  y: number,
  spread: number,
  strength: number,
  depth: number,
): void {
  const { view, palette } = stage;
  stage.items.push({
    depth,
    draw(context) {
      const gradient = context.createLinearGradient(0, y - spread, 0, y + spread);
      gradient.addColorStop(0, css(palette.haze, 0));
      gradient.addColorStop(0.5, css(palette.haze, strength));
      gradient.addColorStop(1, css(palette.haze, 0));
      context.fillStyle = gradient;
      context.fillRect(-view.width * 0.2, y - spread, view.width * 1.4, spread * 2);
    },
  });
}
