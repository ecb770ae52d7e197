import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { css, mix, scale } from '../colour/colour.ts';
import { between, type Random } from '../random/random.ts';
import type { TreePaint } from './conifer.ts';

/**
 * Draws a stand of bamboo: jointed culms that lean apart, with sprays of narrow leaves at their upper
 * joints.
 */
export function drawBamboo(random: Random, height: number, paint: TreePaint): Canvas {
  const width = Math.ceil(height * 0.62);
  const canvas = createCanvas(width, Math.ceil(height));
  const brush = canvas.getContext('2d');
  brush.lineCap = 'round';
  const culms = 6;
  for (let culm = 0; culm < culms; culm++) {
    const near = culm / (culms - 1);
    const foot = width * between(random, 0.3, 0.7);
    const lean = between(random, -0.16, 0.16) * height;
    const top = height * between(random, 0.02, 0.24);
    const thickness = height * (0.009 + 0.011 * near);
    const tone = mix(paint.shade, paint.lit, 0.25 + 0.5 * near * random());
    const joints = 12;
    const at = (up: number) => ({ x: foot + lean * up * up, y: height - (height - top) * up });
    for (let joint = 0; joint < joints; joint++) {
      const from = at(joint / joints + 0.006);
      const to = at((joint + 1) / joints - 0.006);
      brush.strokeStyle = css(tone);
      brush.lineWidth = thickness * (1 - (0.5 * joint) / joints);
      brush.beginPath();
      brush.moveTo(from.x, from.y);
      brush.lineTo(to.x, to.y);
      brush.stroke();
      if (joint > 4) drawSpray(brush, random, to.x, to.y, height, mix(tone, paint.lit, 0.3 * random()));
    }
    const crown = at(1);
    drawSpray(brush, random, crown.x, crown.y, height, tone);
  }
  return canvas;
}

function drawSpray(
  brush: ReturnType<Canvas['getContext']>,
  random: Random,
  x: number,
  y: number,
  height: number,
  colour: Parameters<typeof css>[0],
): void {
  const side = random() < 0.5 ? -1 : 1;
  const twigX = x + side * height * between(random, 0.02, 0.07);
  const twigY = y - height * between(random, 0, 0.03);
  brush.strokeStyle = css(scale(colour, 0.8));
  brush.lineWidth = Math.max(0.6, height * 0.002);
  brush.beginPath();
  brush.moveTo(x, y);
  brush.lineTo(twigX, twigY);
  brush.stroke();
  for (let leaf = 0; leaf < 9; leaf++) {
    const angle = Math.PI / 2 - side * between(random, -0.4, 1.5);
    const length = height * between(random, 0.04, 0.085);
    const startX = x + (twigX - x) * between(random, 0.3, 1);
    brush.save();
    brush.translate(startX, twigY);
    brush.rotate(angle);
    brush.fillStyle = css(scale(colour, between(random, 0.75, 1.2)));
    brush.beginPath();
    brush.moveTo(0, 0);
    brush.quadraticCurveTo(length * 0.4, -length * 0.13, length, 0);
    brush.quadraticCurveTo(length * 0.4, length * 0.11, 0, 0);
    brush.fill();
    brush.restore();
  }
}
