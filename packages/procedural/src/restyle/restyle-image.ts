import type { ImageEditTask } from '@kinora/engine/engine';
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import sharp from 'sharp';
import { choosePalette } from '../colour/choose-palette.ts';
import { encodeImage } from '../encode-image.ts';
import { addFilmStyle } from '../medium/film.ts';
import { createMediumPainter } from '../medium/medium-painter.ts';
import type { Medium, Scene } from '../prompt/scene.ts';
import { createNoise } from '../random/noise.ts';
import { addFilmGrain } from '../stage/lens-effects.ts';
import type { Stage } from '../stage/stage.ts';
import { createView } from '../stage/view.ts';
import { applySeason } from './apply-season.ts';
import { findSky, type RgbaImage } from './find-sky.ts';
import { paintAtmosphere } from './paint-atmosphere.ts';
import { planRestyle, type RestylePlan } from './plan-restyle.ts';
import { recolour } from './recolour.ts';

const MAX_INPUT_PIXELS = 32e6;
/** Larger images are repainted with this longer side in pixels and enlarged, as painted scenes are. */
const MAX_PAINTED_SIDE = 2560;
/** Film styles: a colour layer over the whole image, without repainting. */
const FILM_MEDIA: readonly Medium[] = ['noir', 'vintage', 'synthwave'];
/**
 * How much of the original shows through media with coarse strokes or panes. Those are sized for painted
 * scenes and would hide faces and lettering.
 */
const ORIGINAL_OPACITY: Partial<Record<Medium, number>> = {
  oil: 0.34,
  pastel: 0.34,
  glass: 0.3,
  lowpoly: 0.36,
  mosaic: 0.2,
};

/**
 * Restyles the task's image after its prompt: season, colours, sky, weather and medium change; shapes and
 * their positions stay. Returns PNG bytes of exactly the task's size, without metadata. `onProgress` gets the share of the
 * steps that are done, from 0 to 1.
 */
export async function restyleImage(
  task: ImageEditTask,
  onProgress: (fraction: number) => void = () => {},
): Promise<Uint8Array> {
  const { width, height } = task;
  const scale = Math.min(1, MAX_PAINTED_SIDE / Math.max(width, height));
  const plan = planRestyle(task.prompt, task.seed);
  const image = await load(task.initImage, Math.round(width * scale), Math.round(height * scale));
  onProgress(0.1);
  const sky = findSky(image);
  applySeason(image, plan.scene, sky);
  onProgress(0.25);
  recolour(image, plan, sky);
  onProgress(0.5);
  const canvas = toCanvas(image);
  const stage = createStage(plan.scene, image, sky);
  paintAtmosphere(canvas, stage, plan.skyOpacity, sky);
  onProgress(0.65);
  const finished = applyMedium(canvas, stage, plan, width, height);
  onProgress(0.9);
  const pixels = finished.data();
  if (plan.scene.medium !== 'pixel') addFilmGrain(pixels, plan.scene.root, 3);
  return encodeImage(pixels, width, height);
}

/** Decodes the image at this size, cropped around the centre if the aspect ratio differs. */
async function load(png: Uint8Array, width: number, height: number): Promise<RgbaImage> {
  const raw = await sharp(png, { limitInputPixels: MAX_INPUT_PIXELS, pages: 1 })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover', position: 'centre', kernel: 'lanczos3' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { data: new Uint8ClampedArray(raw), width, height };
}

function toCanvas({ data, width, height }: RgbaImage): Canvas {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}

/** A stage for the painters of sky, weather and film, with its horizon where the image's sky ends. */
function createStage(scene: Scene, { width, height }: RgbaImage, sky: Float32Array | undefined): Stage {
  const view = createView(scene, width, height);
  const skyline = new Float32Array(width).fill(sky === undefined ? 0 : height);
  let lowest = 0;
  if (sky !== undefined) {
    for (let x = 0; x < width; x++) {
      let y = 0;
      while (y < height && (sky[y * width + x] as number) > 0.5) y++;
      skyline[x] = y;
      lowest = Math.max(lowest, y);
    }
  }
  const horizon = sky === undefined ? view.horizon : Math.max(height * 0.2, lowest);
  return {
    scene,
    view: { ...view, horizon, sunY: Math.min(view.sunY, horizon * 0.72) },
    palette: choosePalette(scene),
    noise: createNoise(scene.root),
    items: [],
    placed: new Set(),
    skyline,
  };
}

/** Renders the image in the scene's medium at the requested size. */
function applyMedium(canvas: Canvas, stage: Stage, plan: RestylePlan, width: number, height: number): Canvas {
  const { scene } = plan;
  if (FILM_MEDIA.includes(scene.medium)) {
    addFilmStyle(stage);
    for (const item of stage.items.splice(0)) item.draw(canvas.getContext('2d'), 0);
  }
  const finished = createCanvas(width, height);
  const context = finished.getContext('2d');
  const painter = createMediumPainter(scene, width, height, true);
  context.imageSmoothingQuality = 'high';
  if (painter === undefined) context.drawImage(canvas, 0, 0, width, height);
  else {
    const plain = createCanvas(painter.width, painter.height);
    const brush = plain.getContext('2d');
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(canvas, 0, 0, painter.width, painter.height);
    painter.repaint(context, plain);
    context.globalAlpha = ORIGINAL_OPACITY[scene.medium] ?? 0;
    context.drawImage(canvas, 0, 0, width, height);
    context.globalAlpha = 1;
  }
  return finished;
}
