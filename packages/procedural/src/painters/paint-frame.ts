import type { VideoTask } from '@kinora/engine/engine';
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
  /** Memory for the pixels of the frame, no longer needed by an earlier one. */
  readonly memory?: ArrayBuffer;
}

/** The video that this thread has composed, and its canvas. */
let current: { readonly videoId: string; readonly paint: PaintFrame } | undefined;

/** Returns a frame as planar 4:2:0, for the encoder. Each thread composes a video once. */
export default async function paintFrame({ videoId, task, index, memory }: FrameTask) {
  if (current?.videoId !== videoId) {
    current = undefined;
    current = { videoId, paint: createPaint(task, await compose(task)) };
  }
  return move(current.paint(index, memory));
}

async function compose(task: VideoTask): Promise<DrawMoment> {
  const scene = parsePrompt(task.prompt, task.seed);
  if (task.operation === 'i2v') return animatePhoto(task.initImage, scene, task.width, task.height);
  return composeScene(scene, task.width, task.height).drawFrame;
}

type PaintFrame = (index: number, memory?: ArrayBuffer) => Uint8Array;

function createPaint({ width, height, frames, framesPerSecond }: VideoTask, draw: DrawMoment): PaintFrame {
  const context = createCanvas(width, height).getContext('2d');
  const durationSeconds = frames / framesPerSecond;
  return (index, memory = new ArrayBuffer(yuv420Size(width, height))) => {
    draw(context, index / framesPerSecond, durationSeconds);
    const yuv = new Uint8Array(memory);
    const pixels = context.canvas.data();
    convertToYuv420(pixels, width, height, yuv);
    // Frees the copy now. The garbage collector does not see its size and would let hundreds of megabytes gather.
    (pixels.buffer as ArrayBuffer).transfer(0);
    return yuv;
  };
}
