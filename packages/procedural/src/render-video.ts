import {
  FRAMES_PER_SECOND,
  type RenderedMedia,
  type RenderObserver,
  type VideoTask,
} from '@kinora/engine/engine';
import { encodeVideo } from '@kinora/video/encode-video';
import { createCanvas } from '@napi-rs/canvas';
import { animatePhoto } from './animate-photo/animate-photo.ts';
import { composeScene } from './compose-scene.ts';
import type { MovingScene } from './moving-scene.ts';
import { parsePrompt } from './prompt/parse-prompt.ts';
import { renderSoundtrack } from './soundtrack/render-soundtrack.ts';

/** Renders a video from the prompt, or animates the task's image; MP4 with or without sound. */
export async function renderVideo(task: VideoTask, observer: RenderObserver): Promise<RenderedMedia> {
  observer.signal.throwIfAborted();
  observer.onProgress(0, 'composing');
  const scene = parsePrompt(task.prompt, task.seed);
  const movingScene: MovingScene =
    task.kind === 'i2v'
      ? await animatePhoto(task.initImage, scene, task.width, task.height)
      : { ambience: scene.ambience, drawFrame: composeScene(scene, task.width, task.height).drawFrame };
  observer.signal.throwIfAborted();
  return renderMovingScene(movingScene, task, observer);
}

const COMPOSED_FRACTION = 0.08;

/** Draws the frames and the soundtrack of a moving scene and encodes them at the task's size and length. */
export async function renderMovingScene(
  movingScene: MovingScene,
  task: VideoTask,
  observer: RenderObserver,
): Promise<RenderedMedia> {
  const { width, height, frames } = task;
  const durationSeconds = frames / FRAMES_PER_SECOND;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  observer.onProgress(COMPOSED_FRACTION, 'drawing');
  const bytes = await encodeVideo({
    width,
    height,
    frames,
    fps: FRAMES_PER_SECOND,
    sound: task.sound && renderSoundtrack(movingScene.ambience, task.seed, durationSeconds),
    drawFrame(index) {
      movingScene.drawFrame(context, index / FRAMES_PER_SECOND, durationSeconds);
      return canvas;
    },
    signal: observer.signal,
    onProgress: (fraction) =>
      observer.onProgress(COMPOSED_FRACTION + (1 - COMPOSED_FRACTION) * fraction, 'drawing'),
  });
  return { bytes, mime: 'video/mp4', width, height, durationSeconds };
}
