import { createRandom, gaussian } from '@kinora/procedural/random/random';
import type { Pixels } from '@kinora/watermark/draw-canvas';
import { createCanvas } from '@napi-rs/canvas';

/** Overlapping discs: edges and texture, as in a photograph. */
export function texturedImage(width: number, height: number): Pixels {
  const random = createRandom(1, 'lively');
  const context = createCanvas(width, height).getContext('2d');
  for (let disc = 0; disc < 1500; disc++) {
    const tint = () => Math.floor(40 + 170 * random());
    context.fillStyle = `rgb(${tint()}, ${tint()}, ${tint()})`;
    context.beginPath();
    context.arc(width * random(), height * random(), 5 / Math.sqrt(random() + 0.001), 0, 2 * Math.PI);
    context.fill();
  }
  const data = Uint8Array.from(context.getImageData(0, 0, width, height).data);
  return { width, height, channels: 4, data };
}

/** A smooth gradient with a little grain: hardly any texture to hide a watermark in. */
export function smoothImage(width: number, height: number, grain = 2): Pixels {
  const random = createRandom(2, 'calm');
  const data = new Uint8ClampedArray(3 * width * height);
  for (let at = 0; at < data.length; at += 3) {
    const down = at / data.length;
    const noise = grain * gaussian(random);
    data.set([60 + 90 * down + noise, 80 + 60 * down + noise, 140 - 40 * down + noise], at);
  }
  return { width, height, channels: 3, data: new Uint8Array(data.buffer) };
}
