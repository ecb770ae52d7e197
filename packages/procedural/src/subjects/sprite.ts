import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import type { Brush, Stage } from '../stage/stage.ts';

/** A subject painted once; `footX` and `footY` are the pixel that stands on the ground. */
export interface Sprite {
  readonly canvas: Canvas;
  readonly footX: number;
  readonly footY: number;
}

export interface SpriteBox {
  /** Pixels per unit of the drawing. */
  readonly size: number;
  /** Extent of the drawing to each side, up and down, in units. */
  readonly left: number;
  readonly right: number;
  readonly up: number;
  readonly down: number;
  readonly hazeAmount: number;
  readonly flipped: boolean;
}

/** Paints a subject in its own colours, then applies the light and haze of the scene. */
export function createSprite(stage: Stage, box: SpriteBox, draw: (brush: Brush) => void): Sprite {
  const [left, right] = box.flipped ? [box.right, box.left] : [box.left, box.right];
  const width = Math.max(4, Math.ceil((left + right) * box.size));
  const height = Math.max(4, Math.ceil((box.up + box.down) * box.size));
  const canvas = createCanvas(width, height);
  const brush = canvas.getContext('2d');
  const footX = left * box.size;
  const footY = box.up * box.size;
  brush.translate(footX, footY);
  brush.scale(box.flipped ? -box.size : box.size, box.size);
  draw(brush);
  brush.resetTransform();
  lightSprite(stage, canvas, box.hazeAmount);
  return { canvas, footX, footY };
}

function copyOf(canvas: Canvas): Canvas {
  const copy = createCanvas(canvas.width, canvas.height);
  copy.getContext('2d').drawImage(canvas, 0, 0);
  return copy;
}

/** Applies sunlight from one side, skylight, a bright rim and haze; at night lamps keep their brightness. */
function lightSprite(stage: Stage, canvas: Canvas, hazeAmount: number): void {
  const { palette, view, scene } = stage;
  const { width, height } = canvas;
  const brush = canvas.getContext('2d');
  const unlit = copyOf(canvas);
  const fromRight = view.light[0] > 0;
  const dark = isDark(scene.time);
  const bright = mix(scale(palette.ambient, 1.1), scale(palette.key, 1.12), dark ? 0.5 : 0.85);
  const shade = mix(scale(palette.ambient, dark ? 1 : 0.9), palette.haze, 0.1);
  const side = brush.createLinearGradient(fromRight ? width : 0, 0, fromRight ? 0 : width, height * 0.35);
  side.addColorStop(0, css(bright));
  side.addColorStop(0.45, css(mix(bright, shade, 0.45)));
  side.addColorStop(1, css(shade));
  brush.globalCompositeOperation = 'multiply';
  brush.fillStyle = side;
  brush.fillRect(0, 0, width, height);
  const ground = brush.createLinearGradient(0, height * 0.45, 0, height);
  ground.addColorStop(0, 'rgba(255,255,255,1)');
  ground.addColorStop(1, css(mix(shade, [255, 255, 255], 0.42)));
  brush.fillStyle = ground;
  brush.fillRect(0, 0, width, height);
  brush.globalCompositeOperation = 'destination-in';
  brush.drawImage(unlit, 0, 0);
  brush.globalCompositeOperation = 'source-atop';
  brush.drawImage(rimLight(stage, unlit, fromRight), 0, 0);
  brush.fillStyle = css(palette.haze, hazeAmount);
  brush.fillRect(0, 0, width, height);
  brush.globalCompositeOperation = 'source-over';
  if (dark) restoreLamps(canvas, unlit);
}

function rimLight(stage: Stage, unlit: Canvas, fromRight: boolean): Canvas {
  const { palette, view } = stage;
  const rim = copyOf(unlit);
  const brush = rim.getContext('2d');
  const reach = Math.max(1, Math.min(view.unit * 0.004, unlit.height * 0.014));
  brush.globalCompositeOperation = 'destination-out';
  brush.drawImage(unlit, fromRight ? -reach : reach, reach * 0.7);
  brush.globalCompositeOperation = 'source-in';
  brush.fillStyle = css(mix(palette.sun, palette.glow, 0.45) as Rgb, 0.72);
  brush.fillRect(0, 0, rim.width, rim.height);
  return rim;
}

/** Restores the pixels of lit windows and lamps, which are not darkened at night. */
function restoreLamps(canvas: Canvas, unlit: Canvas): void {
  const brush = canvas.getContext('2d');
  const painted = unlit.getContext('2d').getImageData(0, 0, unlit.width, unlit.height);
  const shown = brush.getImageData(0, 0, unlit.width, unlit.height);
  for (let at = 0; at < painted.data.length; at += 4) {
    const red = painted.data[at] as number;
    const green = painted.data[at + 1] as number;
    const blue = painted.data[at + 2] as number;
    if (red > 248 && green > 200 && blue > 120 && blue < 222) {
      shown.data[at] = red;
      shown.data[at + 1] = green;
      shown.data[at + 2] = blue;
    }
  }
  brush.putImageData(shown, 0, 0);
}
