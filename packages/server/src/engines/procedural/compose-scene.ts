import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { choosePalette } from './colour/palette.ts';
import type { Scene } from './prompt/scene.ts';
import { createNoise } from './random/noise.ts';
import { paintSetting } from './settings/paint-setting.ts';
import { cameraAt } from './stage/camera.ts';
import { addLens, grainOver } from './stage/finish.ts';
import type { Stage } from './stage/stage.ts';
import { createView } from './stage/view.ts';

/** A scene with its layers painted once; frames are cheap from then on. */
export interface ComposedScene {
  readonly width: number;
  readonly height: number;
  /** The picture at its best moment, finished in the scene's medium. Opaque. */
  drawStill(): Canvas;
  /** Draws the moment `tSeconds` of a clip of `durationSeconds`. Frames may be drawn in any order. */
  drawFrame(context: SKRSContext2D, tSeconds: number, durationSeconds: number): void;
}

/** Paints every layer of the scene for this size. */
export function composeScene(scene: Scene, width: number, height: number): ComposedScene {
  const view = createView(scene, width, height);
  const stage: Stage = { scene, view, palette: choosePalette(scene), noise: createNoise(scene.root), items: [], placed: new Set() };
  paintSetting(stage);
  addLens(stage);
  const drawFrame = (context: SKRSContext2D, tSeconds: number, durationSeconds: number): void => {
    const camera = cameraAt(scene, view, tSeconds, durationSeconds);
    context.save();
    for (const item of stage.items) {
      context.save();
      if (item.onLens !== true) camera.apply(context, item.depth);
      item.draw(context, tSeconds);
      context.restore();
    }
    context.restore();
  };
  return {
    width,
    height,
    drawFrame,
    drawStill() {
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      drawFrame(context, 0, 0.1);
      grainOver(context, width, height, scene.root, 7);
      return canvas;
    },
  };
}
