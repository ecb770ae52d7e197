import { css, mix, type Rgb } from '../colour/colour.ts';
import { between, type Random } from '../random/random.ts';
import type { Brush } from '../stage/stage.ts';

/** Draws a glowing vertical sign. Its glyphs are drawn as strokes, because fonts differ between machines. */
export function drawNeonSign(
  brush: Brush,
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Rgb,
): void {
  brush.save();
  brush.globalCompositeOperation = 'screen';
  const halo = brush.createRadialGradient(
    x + width / 2,
    y + height / 2,
    0,
    x + width / 2,
    y + height / 2,
    Math.max(width, height) * 0.95,
  );
  halo.addColorStop(0, css(colour, 0.42));
  halo.addColorStop(1, css(colour, 0));
  brush.fillStyle = halo;
  brush.fillRect(x - height, y - height, width + height * 2, height * 3);
  brush.restore();
  brush.fillStyle = css(mix(colour, [8, 6, 22], 0.82), 0.92);
  brush.fillRect(x, y, width, height);
  brush.lineCap = 'round';
  for (const [lineWidth, shade, alpha] of [
    [0.16, colour, 0.5],
    [0.07, mix(colour, [255, 255, 255], 0.65), 1],
  ] as const) {
    brush.strokeStyle = css(shade, alpha);
    brush.lineWidth = Math.max(0.7, width * lineWidth);
    brush.strokeRect(x + width * 0.06, y + width * 0.06, width * 0.88, height - width * 0.12);
  }
  const glyphs = Math.max(1, Math.floor(height / (width * 1.02)));
  for (let glyph = 0; glyph < glyphs; glyph++) {
    drawGlyph(brush, random, x + width * 0.22, y + width * (0.24 + glyph * 1.0), width * 0.56, colour);
  }
}

function drawGlyph(brush: Brush, random: Random, x: number, y: number, size: number, colour: Rgb): void {
  const strokes = Array.from({ length: 4 }, () => {
    const level = Math.floor(random() * 4) / 3;
    const place = Math.floor(random() * 3) / 2;
    return random() < 0.55
      ? [x, y + level * size, x + size * between(random, 0.6, 1), y + level * size]
      : [x + place * size, y + size * 0.05, x + place * size, y + size * between(random, 0.6, 1)];
  });
  for (const [lineWidth, shade, alpha] of [
    [0.22, colour, 0.55],
    [0.1, mix(colour, [255, 255, 255], 0.7), 1],
  ] as const) {
    brush.strokeStyle = css(shade, alpha);
    brush.lineWidth = Math.max(0.6, size * lineWidth);
    for (const [fromX, fromY, toX, toY] of strokes as [number, number, number, number][]) {
      brush.beginPath();
      brush.moveTo(fromX, fromY);
      brush.lineTo(toX, toY);
      brush.stroke();
    }
  }
}
