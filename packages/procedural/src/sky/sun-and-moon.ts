import { css, mix, rgb } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import { type Brush, createPlate, plateItem, type Stage } from '../stage/stage.ts';

/** Paints the sun's disc and glow at the light's position. */
export function paintSun(stage: Stage): void {
  const { view, palette } = stage;
  const { plate, brush } = createPlate(view, 0.04);
  const low = stage.scene.time === 'sunset' || stage.scene.time === 'sunrise' || stage.scene.time === 'dawn';
  const radius = view.unit * (low ? 0.045 : 0.026);
  brush.globalCompositeOperation = 'screen';
  drawGlow(brush, view.sunX, view.sunY, radius * 9, css(palette.glow, 0.42));
  drawGlow(brush, view.sunX, view.sunY, radius * 3.4, css(palette.sun, 0.6));
  brush.globalCompositeOperation = 'source-over';
  const disc = brush.createRadialGradient(view.sunX, view.sunY, 0, view.sunX, view.sunY, radius);
  disc.addColorStop(0, css(mix(palette.sun, [255, 255, 255], 0.6)));
  disc.addColorStop(0.86, css(palette.sun));
  disc.addColorStop(1, css(palette.sun, 0));
  brush.fillStyle = disc;
  brush.beginPath();
  brush.arc(view.sunX, view.sunY, radius, 0, 7);
  brush.fill();
  stage.items.push(plateItem(plate, 0.04));
}

/** Paints a moon with its seas and a halo; `size` is its radius as a fraction of the shorter side. */
export function paintMoon(stage: Stage, size: number, phase = 1): void {
  const { view, palette } = stage;
  const { plate, brush } = createPlate(view, 0.04);
  const radius = view.unit * size;
  brush.globalCompositeOperation = 'screen';
  drawGlow(brush, view.sunX, view.sunY, radius * 7, css(palette.glow, 0.26));
  drawGlow(brush, view.sunX, view.sunY, radius * 2.2, css(mix(palette.sun, palette.glow, 0.3), 0.5));
  brush.globalCompositeOperation = 'source-over';
  brush.save();
  brush.beginPath();
  brush.arc(view.sunX, view.sunY, radius, 0, 7);
  brush.clip();
  const face = brush.createRadialGradient(
    view.sunX - radius * 0.3,
    view.sunY - radius * 0.3,
    radius * 0.1,
    view.sunX,
    view.sunY,
    radius * 1.05,
  );
  face.addColorStop(0, css(mix(palette.sun, rgb('#fffdf2'), 0.6)));
  face.addColorStop(0.8, css(mix(palette.sun, palette.glow, 0.22)));
  face.addColorStop(1, css(mix(palette.sun, palette.glow, 0.55)));
  brush.fillStyle = face;
  brush.fillRect(view.sunX - radius, view.sunY - radius, radius * 2, radius * 2);
  paintSeas(brush, stage, radius);
  if (phase < 1) {
    brush.fillStyle = css(palette.zenith, 0.94);
    brush.beginPath();
    brush.arc(view.sunX + radius * 0.55, view.sunY - radius * 0.16, radius * 1.02, 0, 7);
    brush.fill();
  }
  brush.restore();
  stage.items.push(plateItem(plate, 0.04));
}

function paintSeas(brush: Brush, stage: Stage, radius: number): void {
  const { view, palette } = stage;
  const random = createRandom(stage.scene.root, 'moon seas');
  for (let sea = 0; sea < 16; sea++) {
    const angle = random() * 7;
    const out = Math.sqrt(random()) * 0.75;
    const x = view.sunX + Math.cos(angle) * out * radius;
    const y = view.sunY + Math.sin(angle) * out * radius;
    const size = radius * between(random, 0.14, 0.42);
    const spot = brush.createRadialGradient(x, y, 0, x, y, size);
    spot.addColorStop(0, css(mix(palette.glow, palette.upper, 0.6), 0.26));
    spot.addColorStop(0.7, css(mix(palette.glow, palette.upper, 0.6), 0.18));
    spot.addColorStop(1, css(palette.upper, 0));
    brush.fillStyle = spot;
    brush.fillRect(x - size, y - size, size * 2, size * 2);
  }
}

/** Draws a soft round glow. */
export function drawGlow(brush: Brush, x: number, y: number, radius: number, colour: string): void {
  const clear = colour.replace(/,[^,]*\)$/u, ',0)');
  const light = brush.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, colour);
  light.addColorStop(
    0.25,
    colour.replace(/,([^,]*)\)$/u, (_, alpha) => `,${Number(alpha) * 0.5})`),
  );
  light.addColorStop(
    0.55,
    colour.replace(/,([^,]*)\)$/u, (_, alpha) => `,${Number(alpha) * 0.14})`),
  );
  light.addColorStop(1, clear);
  brush.fillStyle = light;
  brush.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}
