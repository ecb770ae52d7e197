import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { between, type Random } from '../random/random.ts';
import type { Brush } from '../stage/stage.ts';

/**
 * Draws one colony whose base is at (x, y): branching, fan, tube or brain coral, or weed, chosen at random.
 */
export function paintCoral(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  light: Rgb,
): void {
  const kind = random();
  brush.lineCap = 'round';
  if (kind < 0.3) branch(brush, random, x, y, -Math.PI / 2, size * 0.42, size * 0.1, 5, colour, light);
  else if (kind < 0.48) fan(brush, random, x, y, size, colour, light);
  else if (kind < 0.66) tubes(brush, random, x, y, size, colour, light);
  else if (kind < 0.82) boulder(brush, random, x, y, size, colour, light);
  else weed(brush, random, x, y, size * 1.7, colour, light);
}

function branch(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  angle: number,
  length: number,
  thickness: number,
  level: number,
  colour: Rgb,
  light: Rgb,
): void {
  const endX = x + Math.cos(angle) * length;
  const endY = y + Math.sin(angle) * length;
  brush.strokeStyle = css(mix(scale(colour, 0.72), light, (5 - level) / 6));
  brush.lineWidth = Math.max(0.7, thickness);
  brush.beginPath();
  brush.moveTo(x, y);
  brush.lineTo(endX, endY);
  brush.stroke();
  if (level === 0) return;
  for (const side of [-1, 1]) {
    if (random() < 0.12) continue;
    branch(
      brush,
      random,
      endX,
      endY,
      angle + side * between(random, 0.2, 0.6),
      length * between(random, 0.62, 0.84),
      thickness * 0.78,
      level - 1,
      colour,
      light,
    );
  }
}

function fan(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  light: Rgb,
): void {
  const lean = between(random, -0.35, 0.35);
  for (let rib = 0; rib < 34; rib++) {
    const angle = -Math.PI / 2 + lean + (rib / 33 - 0.5) * 2;
    const length = size * (0.75 + 0.25 * Math.cos((rib / 33 - 0.5) * 2.6)) * between(random, 0.85, 1.05);
    brush.strokeStyle = css(mix(colour, light, rib % 3 === 0 ? 0.5 : 0.1), 0.8);
    brush.lineWidth = Math.max(0.5, size * 0.015);
    brush.beginPath();
    brush.moveTo(x, y);
    brush.quadraticCurveTo(
      x + Math.cos(angle) * length * 0.4,
      y + Math.sin(angle) * length * 0.6,
      x + Math.cos(angle) * length,
      y + Math.sin(angle) * length,
    );
    brush.stroke();
  }
}

function tubes(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  light: Rgb,
): void {
  for (let tube = 0; tube < 6; tube++) {
    const left = x + between(random, -0.35, 0.35) * size;
    const height = size * between(random, 0.4, 0.95);
    const width = size * between(random, 0.09, 0.15);
    const body = brush.createLinearGradient(left - width, 0, left + width, 0);
    body.addColorStop(0, css(scale(colour, 0.6)));
    body.addColorStop(0.55, css(mix(colour, light, 0.35)));
    body.addColorStop(1, css(scale(colour, 0.75)));
    brush.fillStyle = body;
    brush.fillRect(left - width, y - height, width * 2, height);
    brush.fillStyle = css(mix(colour, light, 0.6));
    brush.beginPath();
    brush.ellipse(left, y - height, width, width * 0.42, 0, 0, 7);
    brush.fill();
    brush.fillStyle = css(scale(colour, 0.32));
    brush.beginPath();
    brush.ellipse(left, y - height, width * 0.66, width * 0.26, 0, 0, 7);
    brush.fill();
  }
}

function boulder(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: Rgb,
  light: Rgb,
): void {
  const radius = size * 0.42;
  const body = brush.createRadialGradient(
    x - radius * 0.3,
    y - radius * 1.1,
    radius * 0.1,
    x,
    y - radius * 0.6,
    radius * 1.1,
  );
  body.addColorStop(0, css(mix(colour, light, 0.55)));
  body.addColorStop(1, css(scale(colour, 0.5)));
  brush.fillStyle = body;
  brush.beginPath();
  brush.ellipse(x, y - radius * 0.5, radius, radius * 0.82, 0, 0, 7);
  brush.fill();
  for (let groove = 0; groove < 26; groove++) {
    const angle = random() * 7;
    const out = Math.sqrt(random()) * radius * 0.85;
    brush.strokeStyle = css(scale(colour, 0.55), 0.5);
    brush.lineWidth = Math.max(0.5, size * 0.014);
    brush.beginPath();
    brush.arc(
      x + Math.cos(angle) * out,
      y - radius * 0.5 + Math.sin(angle) * out * 0.8,
      size * 0.05,
      angle,
      angle + 2.4,
    );
    brush.stroke();
  }
}

function weed(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  height: number,
  colour: Rgb,
  light: Rgb,
): void {
  for (let blade = 0; blade < 7; blade++) {
    const sway = between(random, -0.3, 0.3) * height;
    const high = height * between(random, 0.5, 1);
    brush.strokeStyle = css(mix(scale(colour, 0.6), light, random() * 0.4), 0.9);
    brush.lineWidth = Math.max(0.8, height * 0.022);
    brush.beginPath();
    brush.moveTo(x + blade * height * 0.02, y);
    brush.bezierCurveTo(x - sway, y - high * 0.35, x + sway * 1.3, y - high * 0.7, x + sway * 0.6, y - high);
    brush.stroke();
  }
}
