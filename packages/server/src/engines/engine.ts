/**
 * The port every engine implements: a render task in, the bytes of one picture or clip out.
 * Engines know nothing of accounts, money, jobs or HTTP.
 */

/** Frames per second of every clip; the contract meters length in thirds of a second, 8 frames each. */
export const FRAMES_PER_SECOND = 24;

export interface ImageTask {
  readonly kind: 'image';
  readonly prompt: string;
  /** 0 to 2147483647. The same task gives the same bytes on the same engine version. */
  readonly seed: number;
  readonly width: number;
  readonly height: number;
}

export interface VideoTask {
  readonly kind: 'video';
  readonly mode: 'fast' | 'quality' | 'cinema';
  readonly prompt: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** Always 8n + 1. */
  readonly frames: number;
  readonly sound: boolean;
  /** A PNG, already inspected and re-encoded by us; its presence makes the task image-to-video. */
  readonly initImage?: Uint8Array;
}

export type RenderTask = ImageTask | VideoTask;

export interface RenderedMedia {
  readonly bytes: Uint8Array;
  readonly mime: 'image/png' | 'video/mp4';
  readonly width: number;
  readonly height: number;
  /** Absent for pictures. */
  readonly durationSeconds?: number;
}

export interface RenderObserver {
  /** `fraction` goes from 0 to 1 and never back; `stage` is a short word such as `drawing`. */
  readonly onProgress: (fraction: number, stage: string) => void;
  /** Aborted when the job was cancelled or its lease was lost; the engine rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

export interface Engine {
  readonly name: string;
  /** Part of the promise that a seed reproduces its bytes: raise it when output may change. */
  readonly version: string;
  readonly kinds: readonly RenderTask['kind'][];
  readonly modes: readonly VideoTask['mode'][];
  render(task: RenderTask, observer: RenderObserver): Promise<RenderedMedia>;
}
