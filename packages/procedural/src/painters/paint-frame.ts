import { FRAMES_PER_SECOND, type VideoTask } from '@kinora/engine/engine';
import { convertToYuv420, yuv420Size } from '@kinora/video/yuv-420';
import { createCanvas } from '@napi-rs/canvas';
import { move } from 'piscina';
import { animatePhoto } from '../animate-photo/animate-photo.ts';
import { composeScene } from '../compose-scene.ts';
import type { DrawMoment } from '../draw-moment.ts';
import { parsePrompt } from '../prompt/parse-prompt.ts';

/** The entry point of a painter thread, started by `painters.ts`. */

export interface FrameTask {
  /** Different for each video. */
  readonly videoId: string;
  readonly task: VideoTask;
  readonly index: number;
}

/** The video that this thread has composed, and its canvas. */
let current: { readonly videoId: string; readonly paint: (index: number) => Uint8Array } | undefined;

/** Returns a frame as planar 4:2:0, for the encoder. Each thread composes a video once. */
export default async function paintFrame({ videoId, task, index }: FrameTask) {
  if (current?.videoId !== videoId) {
    current = undefined;
    current = { videoId, paint: createPaint(task, await compose(task)) };
  }
  return move(current.paint(index));
}

async function compose(task: VideoTask): Promise<DrawMoment> {
  const scene = parsePrompt(task.prompt, task.seed);
  if (task.kind === 'i2v') return animatePhoto(task.initImage, scene, task.width, task.height);
  return composeScene(scene, task.width, task.height).drawFrame;
}

function createPaint({ width, height, frames }: VideoTask, draw: DrawMoment): (index: number) => Uint8Array {
  const context = createCanvas(width, height).getContext('2d');
  const durationSeconds = frames / FRAMES_PER_SECOND;
  return (index) => {
    draw(context, index / FRAMES_PER_SECOND, durationSeconds);
    const yuv = new Uint8Array(yuv420Size(width, height));
    convertToYuv420(context.canvas.data(), width, height, yuv);
    return yuv;
  };
}
