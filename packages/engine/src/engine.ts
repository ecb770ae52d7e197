/**
 * The port every engine implements: a render task in, the bytes of one picture or clip out.
 * Engines know nothing of accounts, money, jobs or HTTP.
 */

import type { RenderKind, VideoMode } from '@kinora/contract';

/** Frames per second of every clip; the contract meters length in thirds of a second, 8 frames each. */
export const FRAMES_PER_SECOND = 24;

interface Picture {
  readonly prompt: string;
  /** 0 to 2147483647. The same task gives the same bytes on the same engine version. */
  readonly seed: number;
  /** The size to deliver, exactly. */
  readonly width: number;
  readonly height: number;
}

export interface ImageTask extends Picture {
  readonly kind: 'image';
}

/** A picture made from a picture: redrawn after the prompt, or enlarged to the given size. */
export interface ImageEditTask extends Picture {
  readonly kind: 'i2i' | 'upscale' | 'upscale_pro';
  /** A PNG, already inspected and re-encoded by us. */
  readonly initImage: Uint8Array;
}

interface Clip extends Picture {
  readonly mode: VideoMode;
  /** Always 8n + 1. */
  readonly frames: number;
  readonly sound: boolean;
}

export interface TextToVideoTask extends Clip {
  readonly kind: 'video';
}

export interface ImageToVideoTask extends Clip {
  readonly kind: 'i2v';
  /** A PNG, already inspected and re-encoded by us. */
  readonly initImage: Uint8Array;
}

export type VideoTask = TextToVideoTask | ImageToVideoTask;
export type RenderTask = ImageTask | ImageEditTask | VideoTask;

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

/** One thing an engine can do: a kind, for video in one mode, up to a longer side in pixels. */
export interface EngineCapability {
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  readonly longestSide: number;
}

/** How busy the renderer behind an engine is. */
export interface EngineLoad {
  /** Jobs that wait or run there, whoever sent them. */
  readonly queueSize: number;
  readonly vramFreeGb: number;
}

export interface Engine {
  readonly name: string;
  /** Part of the promise that a seed reproduces its bytes: raise it when output may change. */
  readonly version: string;
  /** How its results come about, as their content credentials tell: drawn by rules alone, or by a trained model. */
  readonly origin: 'rules' | 'trained-model';
  readonly capabilities: readonly EngineCapability[];
  /** Whether prompt, input and output stay in memory, so that zero-retention jobs may come here. */
  readonly supportsZeroRetention: boolean;
  /**
   * Settles when a job can be rendered, for engines that something else renders for; a worker waits for it before
   * it takes a job, which would otherwise spend its attempts on a renderer that is gone.
   */
  untilReady?(signal: AbortSignal): Promise<void>;
  /** What the renderer has to do and room for, told with every call for work; absent, nothing else works there. */
  load?(): Promise<EngineLoad>;
  /** Rejects with `RenderFault`, `RenderRefused`, the signal's reason, or an error of ours. */
  render(task: RenderTask, observer: RenderObserver): Promise<RenderedMedia>;
  /** Lets go of what the engine holds; for engines that hold something. */
  close?(): Promise<void>;
}

/** This attempt failed; `isRetryable` says whether another may succeed, here or on another worker. */
export class RenderFault extends Error {
  readonly isRetryable: boolean;
  constructor(
    message: string,
    { isRetryable = true, cause }: { isRetryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isRetryable = isRetryable;
  }
}

/** The engine's own safety filter stopped the job. */
export class RenderRefused extends Error {
  readonly category: string;
  /** `reason` is a sentence for the customer. */
  constructor(category: string, reason: string) {
    super(reason);
    this.category = category;
  }
}
