import type { RenderedFile, RenderObserver, VideoTask } from '@kinora/engine/engine';
import { encodeVideo } from '@kinora/video/encode-video';
import type { Ambience } from './ambience.ts';
import { photoAmbience } from './animate-photo/photo-ambience.ts';
import type { Painters } from './painters/painters.ts';
import { parsePrompt } from './prompt/parse-prompt.ts';
import { renderSoundtrack } from './soundtrack/render-soundtrack.ts';

/**
 * Renders a video from the prompt, or animates the task's image; MP4 with or without sound. Frames are painted while
 * earlier ones are encoded.
 */
export async function renderVideo(
  task: VideoTask,
  { onProgress, signal }: RenderObserver,
  painters: Pick<Painters, 'paint'>,
): Promise<RenderedFile> {
  signal.throwIfAborted();
  onProgress(0, 'drawing');
  const { width, height, frames, framesPerSecond, sound, seed } = task;
  const durationSeconds = frames / framesPerSecond;
  const painting = painters.paint(task, signal);
  try {
    const bytes = await encodeVideo({
      width,
      height,
      frames,
      fps: framesPerSecond,
      sound: sound && renderSoundtrack(ambienceOf(task), seed, durationSeconds),
      drawFrame: async (index) => ({ yuv420: await painting.frame(index) }),
      signal,
      onProgress: (fraction) => onProgress(fraction, 'drawing'),
    });
    return { bytes, mime: 'video/mp4', width, height, durationSeconds };
  } finally {
    painting.end();
  }
}

function ambienceOf({ operation, prompt, seed }: VideoTask): Ambience {
  const scene = parsePrompt(prompt, seed);
  return operation === 'i2v' ? photoAmbience(scene) : scene.ambience;
}
