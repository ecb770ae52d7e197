import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { between, type Random } from '../random/random.ts';

/** Colours of a tree in the scene's light, and the side the light comes from. */
export interface TreePaint {
  readonly lit: Rgb;
  readonly shade: Rgb;
  readonly trunk: Rgb;
  readonly snow?: Rgb;
  readonly lightFromRight: boolean;
}

/**
 * Draws a spruce or fir: tiers of drooping, ragged boughs around a leaning trunk. The base is the bottom
 * centre.
 */
export function drawConifer(random: Random, height: number, paint: TreePaint): Canvas {
  const width = Math.ceil(height * between(random, 0.34, 0.5));
  const canvas = createCanvas(width, Math.ceil(height));
  const brush = canvas.getContext('2d');
  const middle = width / 2;
  const lean = between(random, -0.03, 0.03) * height;
  const stemAt = (up: number) => middle + lean * up * up;
  brush.strokeStyle = css(paint.trunk);
  brush.lineWidth = Math.max(0.6, height * 0.016);
  brush.beginPath();
  brush.moveTo(middle, height);
  brush.lineTo(stemAt(0.9), height * 0.1);
  brush.stroke();
  // Dark inner boughs, so that no sky shows between the tiers.
  brush.fillStyle = css(scale(paint.shade, 0.86));
  brush.beginPath();
  brush.moveTo(stemAt(0.96), height * 0.04);
  brush.lineTo(middle + width * 0.2, height * 0.95);
  brush.lineTo(middle - width * 0.2, height * 0.95);
  brush.fill();
  const tiers = Math.max(9, Math.min(32, Math.round(height / 7)));
  const bare = between(random, 0.03, 0.1);
  brush.lineCap = 'round';
  for (let tier = 0; tier < tiers; tier++) {
    const up = bare + (1 - bare) * (tier / tiers);
    const reach = (width / 2) * (1 - up) ** 0.82 * between(random, 0.72, 1.02);
    const y = height * (1 - up);
    for (const side of [-1, 1]) {
      const towardsLight = side > 0 === paint.lightFromRight;
      drawBough(brush, random, stemAt(up), y, side * reach, height, towardsLight ? 0.75 : 0.15, paint, up);
    }
    drawBough(brush, random, stemAt(up), y, reach * between(random, -0.5, 0.5), height, 0.42, paint, up);
  }
  return canvas;
}

function drawBough(
  brush: ReturnType<Canvas['getContext']>,
  random: Random,
  x: number,
  y: number,
  reach: number,
  height: number,
  light: number,
  paint: TreePaint,
  up: number,
): void {
  const droop = Math.abs(reach) * between(random, 0.28, 0.55);
  const strands = Math.max(3, Math.min(9, Math.round(height / 34)));
  for (let strand = 0; strand < strands; strand++) {
    const part = (strand + 1) / strands;
    const tipX = x + reach * part * between(random, 0.85, 1.1);
    const tipY = y + droop * part * between(random, 0.7, 1.25) + height * 0.012;
    const bright = light * between(random, 0.45, 1.2) + 0.12 * up;
    brush.strokeStyle = css(mix(paint.shade, paint.lit, Math.max(0, Math.min(1, bright))));
    brush.lineWidth = Math.max(0.7, height * (height > 320 ? 0.0095 : 0.014) * between(random, 0.7, 1.4));
    brush.beginPath();
    brush.moveTo(x + reach * part * 0.25, y + droop * part * 0.05);
    brush.quadraticCurveTo(x + reach * part * 0.7, y + droop * part * 0.25, tipX, tipY);
    brush.stroke();
    if (paint.snow !== undefined && random() < 0.75) {
      brush.strokeStyle = css(mix(scale(paint.snow, 0.72), paint.snow, Math.min(1, light + 0.2)), 0.92);
      brush.lineWidth = Math.max(0.6, height * (height > 320 ? 0.0085 : 0.011));
      brush.beginPath();
      brush.moveTo(x + reach * part * 0.35, y + droop * part * 0.05 - height * 0.006);
      brush.quadraticCurveTo(
        x + reach * part * 0.7,
        y + droop * part * 0.2 - height * 0.006,
        tipX,
        tipY - height * 0.008,
      );
      brush.stroke();
    }
  }
}
