import { type Canvas, createCanvas, type ImageData } from '@napi-rs/canvas';
import type { Scene } from '../prompt/scene.ts';
import type { Pixels } from '../stage/pixels.ts';
import type { Brush } from '../stage/stage.ts';
import { type CellMap, type CellStyle, fillCells, triangleCells, voronoiCells } from './cells.ts';
import { drawPencil, paintInkWash, paintWatercolour } from './drawings.ts';
import { paintPaperCut, paintPrint } from './prints.ts';
import { createStrokePainter, type StrokePainter } from './strokes.ts';

/** Repaints a finished image in the scene's medium. */
export interface MediumPainter {
  /** Expected size of the plain image. */
  readonly width: number;
  readonly height: number;
  /** Draws the repainted image over the whole of `target`. */
  repaint(target: Brush, plain: Canvas): void;
}

/** Pixel budget of a repaint: a still may take longer than a frame of a video. */
const STILL_PIXELS = 1_100_000;
const FRAME_PIXELS = 150_000;

/**
 * The painter of the scene's medium for images of this size; undefined for media that only change colours.
 */
export function createMediumPainter(
  scene: Scene,
  width: number,
  height: number,
  isStill: boolean,
): MediumPainter | undefined {
  const { medium, root } = scene;
  if (['natural', 'noir', 'vintage', 'synthwave'].includes(medium)) return undefined;
  if (medium === 'pixel') return pixelPainter(width, height);
  if (medium === 'oil' || medium === 'pastel') return strokePainter(medium, root, width, height, isStill);
  const share = Math.min(
    1,
    Math.sqrt(
      (isStill
        ? STILL_PIXELS
        : medium === 'watercolour' || medium === 'ink'
          ? FRAME_PIXELS * 0.42
          : FRAME_PIXELS) /
        (width * height),
    ),
  );
  const size = {
    width: Math.max(16, Math.round(width * share)),
    height: Math.max(16, Math.round(height * share)),
  };
  const repaintPixels = pixelRepainter(scene, size.width, size.height);
  return {
    ...size,
    repaint(target, plain) {
      const context = plain.getContext('2d');
      const image = context.getImageData(0, 0, size.width, size.height);
      repaintPixels({ data: image.data as Uint8ClampedArray, ...size }, plain);
      context.putImageData(image as ImageData, 0, 0);
      target.imageSmoothingEnabled = true;
      target.imageSmoothingQuality = isStill ? 'high' : 'low';
      target.drawImage(plain, 0, 0, width, height);
    },
  };
}

type Repaint = (pixels: Pixels, plain: Canvas) => void;

function pixelRepainter(scene: Scene, width: number, height: number): Repaint {
  const seed = scene.root;
  const unit = Math.min(width, height);
  switch (scene.medium) {
    case 'lowpoly':
      return cellRepaint(
        triangleCells(width, height, unit / 21, seed),
        { variety: 0.16, saturation: 1.15 },
        seed,
      );
    case 'glass':
      return cellRepaint(
        voronoiCells(width, height, unit / 19, unit / 110, seed),
        { variety: 0.55, saturation: 1.7, joint: [16, 14, 18] },
        seed,
      );
    case 'mosaic':
      return cellRepaint(
        voronoiCells(width, height, unit / 62, unit / 260, seed),
        { variety: 0.24, saturation: 1.2, joint: [206, 198, 184] },
        seed,
      );
    case 'pencil':
      return (pixels) => drawPencil(pixels, seed);
    case 'ink':
      return (pixels) => paintInkWash(pixels, seed);
    case 'papercut':
      return (pixels) => paintPaperCut(pixels, 7, seed);
    case 'ukiyoe':
      return (pixels) =>
        paintPrint(
          pixels,
          { levels: 7, outline: 0.8, paper: [236, 220, 182], show: 0.36, dots: 0, saturation: 1.12 },
          seed,
        );
    case 'comic':
      return (pixels) =>
        paintPrint(
          pixels,
          {
            levels: 5,
            outline: 0.96,
            paper: [250, 246, 232],
            show: 0.08,
            dots: Math.max(4, unit / 130),
            saturation: 1.35,
          },
          seed,
        );
    default:
      return (pixels, plain) => paintWatercolour(pixels, blurred(plain, unit / 70), seed);
  }
}

function cellRepaint(cells: CellMap, style: CellStyle, seed: number): Repaint {
  return (pixels) => fillCells(pixels, cells, style, seed);
}

function blurred(plain: Canvas, radius: number): Pixels {
  const copy = createCanvas(plain.width, plain.height);
  const context = copy.getContext('2d');
  context.filter = `blur(${radius.toFixed(1)}px)`;
  context.drawImage(plain, 0, 0);
  const image = context.getImageData(0, 0, plain.width, plain.height);
  return { data: image.data as Uint8ClampedArray, width: plain.width, height: plain.height };
}

/** Large pixels with few levels per channel and an ordered dither, as on early computers. */
function pixelPainter(width: number, height: number): MediumPainter {
  const coarse = Math.max(2, Math.round(Math.min(width, height) / 150));
  const size = {
    width: Math.max(8, Math.round(width / coarse)),
    height: Math.max(8, Math.round(height / coarse)),
  };
  const pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  return {
    ...size,
    repaint(target, plain) {
      const context = plain.getContext('2d');
      const image = context.getImageData(0, 0, size.width, size.height);
      const { data } = image;
      for (let at = 0; at < data.length; at += 4) {
        const x = (at >> 2) % size.width;
        const y = Math.floor((at >> 2) / size.width);
        const threshold = ((pattern[(y & 3) * 4 + (x & 3)] as number) / 16 - 0.5) * 26;
        for (let channel = 0; channel < 3; channel++) {
          const value = ((data[at + channel] as number) - 128) * 1.12 + 130 + threshold;
          data[at + channel] = Math.round(value / 36.4) * 36.4;
        }
      }
      context.putImageData(image as ImageData, 0, 0);
      target.imageSmoothingEnabled = false;
      target.drawImage(plain, 0, 0, width, height);
      target.imageSmoothingEnabled = true;
    },
  };
}

function strokePainter(
  medium: 'oil' | 'pastel',
  seed: number,
  width: number,
  height: number,
  isStill: boolean,
): MediumPainter {
  const share = Math.min(1, Math.sqrt(FRAME_PIXELS / (width * height)));
  const size = {
    width: Math.max(16, Math.round(width * share)),
    height: Math.max(16, Math.round(height * share)),
  };
  const number = isStill ? 1 : 0.11;
  const style =
    medium === 'oil'
      ? {
          count: 9000 * number,
          length: isStill ? 0.022 : 0.044,
          width: isStill ? 0.0056 : 0.015,
          alpha: 0.92,
          colourJitter: 0.12,
        }
      : {
          count: 8000 * number,
          length: isStill ? 0.016 : 0.036,
          width: isStill ? 0.006 : 0.016,
          alpha: 0.6,
          colourJitter: 0.09,
        };
  const paint: StrokePainter = createStrokePainter(seed, style, width, height);
  return {
    ...size,
    repaint(target, plain) {
      const image = plain.getContext('2d').getImageData(0, 0, size.width, size.height);
      target.drawImage(plain, 0, 0, width, height);
      paint(target, { data: image.data as Uint8ClampedArray, ...size }, width, height);
    },
  };
}
