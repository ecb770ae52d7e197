import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { paintBackdrop } from './backdrops/paint-backdrop.ts';
import { choosePalette } from './colour/choose-palette.ts';
import { addFilmStyle } from './medium/film.ts';
import { createMediumPainter, type MediumPainter } from './medium/medium-painter.ts';
import type { Scene } from './prompt/scene.ts';
import { createNoise } from './random/noise.ts';
import { cameraAt } from './stage/camera.ts';
import { addFilmGrain, addLensEffects } from './stage/lens-effects.ts';
import type { Stage } from './stage/stage.ts';
import { createView } from './stage/view.ts';

/** A scene whose layers are painted once, so that each frame is cheap. */
export interface ComposedScene {
  readonly width: number;
  readonly height: number;
  /** The still image, finished in the scene's medium, as opaque RGBA bytes. */
  drawStill(): Uint8Array;
  /** Draws the frame at `tSeconds` of a video of `durationSeconds`. Frames may be drawn in any order. */
  drawFrame(context: SKRSContext2D, tSeconds: number, durationSeconds: number): void;
}

/**
 * Larger images are painted with this longer side in pixels and enlarged, because their layers would not
 * fit into memory.
 */
const MAX_PAINTED_SIDE = 2560;

/** Paints every layer of the scene for this size. */
export function composeScene(scene: Scene, width: number, height: number): ComposedScene {
  const scale = Math.min(1, MAX_PAINTED_SIDE / Math.max(width, height));
  const stage = createStage(scene, Math.round(width * scale), Math.round(height * scale));
  let framePainter: MediumPainter | undefined;
  let scratch: Canvas | undefined;
  return {
    width,
    height,
    drawFrame(context, tSeconds, durationSeconds) {
      framePainter ??= createMediumPainter(scene, width, height, false);
      if (framePainter === undefined) {
        drawMoment(stage, context, tSeconds, durationSeconds, 1 / scale);
        return;
      }
      scratch ??= createCanvas(framePainter.width, framePainter.height);
      drawMoment(
        stage,
        scratch.getContext('2d'),
        tSeconds,
        durationSeconds,
        framePainter.width / stage.view.width,
      );
      framePainter.repaint(context, scratch);
    },
    drawStill() {
      const canvas = createCanvas(width, height);
      const painter = createMediumPainter(scene, width, height, true);
      const plain = painter === undefined ? canvas : createCanvas(painter.width, painter.height);
      drawMoment(stage, plain.getContext('2d'), bestMoment(scene), 0, plain.width / stage.view.width);
      painter?.repaint(canvas.getContext('2d'), plain);
      const pixels = canvas.data();
      if (scene.medium !== 'pixel') {
        addFilmGrain(pixels, scene.root, scene.medium === 'natural' || painter === undefined ? 6 : 3);
      }
      return pixels;
    },
  };
}

/** A still of a storm shows the moment of a lightning strike. */
function bestMoment(scene: Scene): number {
  const [strike] = scene.ambience.lightning;
  return strike === undefined ? 0 : strike.atSeconds + 0.08;
}

function createStage(scene: Scene, width: number, height: number): Stage {
  const view = createView(scene, width, height);
  const stage: Stage = {
    scene,
    view,
    palette: choosePalette(scene),
    noise: createNoise(scene.root),
    items: [],
    placed: new Set(),
    skyline: new Float32Array(width).fill(view.horizon),
  };
  paintBackdrop(stage);
  addLensEffects(stage);
  addFilmStyle(stage);
  return stage;
}

/**
 * Draws every item at its depth under the camera pose of the moment; `scale` is target pixels per painted
 * pixel.
 */
function drawMoment(
  stage: Stage,
  context: SKRSContext2D,
  tSeconds: number,
  durationSeconds: number,
  scale: number,
): void {
  const camera = cameraAt(stage.scene, stage.view, tSeconds, durationSeconds, scale);
  context.save();
  for (const item of stage.items) {
    context.save();
    if (item.onLens === true) context.setTransform(scale, 0, 0, scale, 0, 0);
    else camera.apply(context, item.depth);
    item.draw(context, tSeconds);
    context.restore();
  }
  context.restore();
}
