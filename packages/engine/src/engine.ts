/**
 * The port every engine implements: a render task in, the bytes of one image or video out.
 * Engines know nothing of accounts, money, jobs or HTTP.
 */

import type { RenderKind, VideoMode } from '@kinora/contract';

/** Frames per second of every video; the contract meters length in thirds of a second, 8 frames each. */
export const FRAMES_PER_SECOND = 24;

interface Output {
  readonly prompt: string;
  /** 0 to 2147483647. The same task gives the same bytes on the same engine version. */
  readonly seed: number;
  /** The size to deliver, exactly. */
  readonly width: number;
  readonly height: number;
}

export interface ImageTask extends Output {
  readonly kind: 'image';
}

/** An image made from an image: redrawn by the prompt, or enlarged to the given size. */
export interface ImageEditTask extends Output {
  readonly kind: 'i2i' | 'upscale' | 'upscale_pro';
  /** A PNG that was inspected and re-encoded at the upload. */
  readonly initImage: Uint8Array;
}

interface VideoOutput extends Output {
  readonly mode: VideoMode;
  /** Always 8n + 1. */
  readonly frames: number;
  readonly sound: boolean;
}

export interface TextToVideoTask extends VideoOutput {
  readonly kind: 'video';
}

export interface ImageToVideoTask extends VideoOutput {
  readonly kind: 'i2v';
  /** A PNG that was inspected and re-encoded at the upload. */
  readonly initImage: Uint8Array;
}

export type VideoTask = TextToVideoTask | ImageToVideoTask;
export type RenderTask = ImageTask | ImageEditTask | VideoTask;

export interface RenderedMedia {
  readonly bytes: Uint8Array;
  readonly mime: 'image/png' | 'video/mp4';
  readonly width: number;
  readonly height: number;
  /** Absent for images. */
  readonly durationSeconds?: number;
}

export interface RenderObserver {
  /** `fraction` goes from 0 to 1 and never decreases; `stage` is a short word such as `drawing`. */
  readonly onProgress: (fraction: number, stage: string) => void;
  /** Aborted when the job was cancelled or its lease was lost; the engine then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/** One thing an engine can do: a kind of output, for video in one mode, up to a longer side in pixels. */
export interface EngineCapability {
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  readonly longestSide: number;
}

/** How busy the renderer behind an engine is. */
export interface EngineLoad {
  /** Jobs that are queued or run there, those of other clients included. */
  readonly queueSize: number;
  readonly vramFreeGb: number;
}

export interface Engine {
  readonly name: string;
  /** A seed reproduces its bytes on the same version only: raise it when output may change. */
  readonly version: string;
  /** The origin of its images in their content credentials: drawn by rules alone, or made by a trained model. */
  readonly origin: 'rules' | 'trained-model';
  readonly capabilities: readonly EngineCapability[];
  /** Whether prompt, input and output are kept in memory only, as zero-retention jobs require. */
  readonly supportsZeroRetention: boolean;
  /**
   * Settles when a job can be rendered, for engines with an external renderer. A worker awaits it before it leases a
   * job, which would otherwise use up its attempts on a renderer that is gone.
   */
  untilReady?(signal: AbortSignal): Promise<void>;
  /** The renderer's load, reported with every lease request; absent where the renderer serves this engine only. */
  load?(): Promise<EngineLoad>;
  /** Rejects with `RenderFault`, `RenderRefused`, the signal's reason, or an error of ours. */
  render(task: RenderTask, observer: RenderObserver): Promise<RenderedMedia>;
  /** Frees the engine's resources, where it has any. */
  close?(): Promise<void>;
}

/** This attempt failed; `isRetryable` tells whether another may succeed, on this or another worker. */
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

/** The engine's own safety filter refused the job. */
export class RenderRefused extends Error {
  readonly category: string;
  /** `reason` is a sentence for the customer. */
  constructor(category: string, reason: string) {
    super(reason);
    this.category = category;
  }
}
