import { createCanvas } from '@napi-rs/canvas';

/** A landscape of a few shapes, so that a person who looks at a screenshot sees images; each `seed` has its own. */
export function paintedPng(width: number, height: number, seed: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const hue = (seed * 67) % 360;
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, `hsl(${hue} 60% 24%)`);
  sky.addColorStop(1, `hsl(${(hue + 40) % 360} 70% 68%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = `hsl(${(hue + 50) % 360} 90% 85%)`;
  context.beginPath();
  context.arc(
    width * (0.25 + 0.12 * (seed % 5)),
    height * 0.3,
    Math.min(width, height) * 0.1,
    0,
    Math.PI * 2,
  );
  context.fill();
  for (const layer of [0, 1, 2]) {
    context.fillStyle = `hsl(${hue} 45% ${30 - layer * 9}%)`;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 16) {
      const wave = Math.sin(x / (90 + 40 * layer) + seed * 2 + layer) * height * 0.06;
      context.lineTo(x, height * (0.6 + 0.12 * layer) + wave);
    }
    context.lineTo(width, height);
    context.fill();
  }
  return canvas.toBuffer('image/png');
}
