import type { RenderKind, VideoMode } from '@kinora/contract';

/** What decides how long a job takes. */
export interface JobShape {
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Null for pictures. */
  readonly frames: number | null;
}

export type ExpectedSeconds = (shape: JobShape) => number;

const SIDE_STEP = 256;
const FRAMES_PER_SECOND = 24;

/** Jobs of a class take about the same time: kind, mode, longer side in steps of 256, length in whole seconds. */
export function serviceClass({ kind, mode, width, height, frames }: JobShape): string {
  const side = Math.ceil(Math.max(width, height) / SIDE_STEP) * SIDE_STEP;
  return `${kind}/${mode ?? '-'}/${side}/${lengthOf(frames)}`;
}

const PICTURE_SECONDS = { image: 2, i2i: 2, upscale: 3, upscale_pro: 8 } as const;
/** For each second of a clip of 1280x720. */
const CLIP_SECONDS: Readonly<Record<VideoMode, number>> = { fast: 2, quality: 6, cinema: 12 };
const PICTURE_PIXELS = 1024 * 1024;
const CLIP_PIXELS = 1280 * 720;

/** What stands until a class has been measured: guesses, of which only the proportions matter to the order. */
export function guessedSeconds({ kind, mode, width, height, frames }: JobShape): number {
  const pixels = width * height;
  if (kind === 'video' || kind === 'i2v') {
    return CLIP_SECONDS[mode ?? 'fast'] * lengthOf(frames) * (pixels / CLIP_PIXELS);
  }
  return PICTURE_SECONDS[kind] * (pixels / PICTURE_PIXELS);
}

function lengthOf(frames: number | null): number {
  return frames === null ? 0 : Math.max(1, Math.round((frames - 1) / FRAMES_PER_SECOND));
}
