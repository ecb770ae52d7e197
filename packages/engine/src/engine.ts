/**
 * The port every engine implements: a render task in, the bytes of one image or video out.
 * Engines do not depend on accounts, money, jobs or HTTP.
 */

import type { RenderOperation, Trouble } from '@kinora/contract';

interface Output {
  /** The id of a model of the catalogue. */
  readonly model: string;
  readonly prompt: string;
  /** What must not be shown; only where the capability has `negativePrompt`. */
  readonly negativePrompt?: string | undefined;
  /** 0 to 2147483647. The same task gives the same bytes on the same engine version. */
  readonly seed: number;
  /** The size to deliver, exactly. */
  readonly width: number;
  readonly height: number;
}

export interface ImageTask extends Output {
  readonly operation: 'image';
}

/** An image rendered from an uploaded image: redrawn by the prompt, or enlarged to the given size. */
export interface ImageEditTask extends Output {
  readonly operation: 'i2i' | 'upscale' | 'upscale_pro';
  /** A PNG that was inspected and re-encoded at the upload. */
  readonly initImage: Uint8Array;
}

interface VideoOutput extends Output {
  readonly frames: number;
  /** The frame rate to deliver, exactly. */
  readonly framesPerSecond: number;
  readonly sound: boolean;
}

export interface TextToVideoTask extends VideoOutput {
  readonly operation: 'video';
}

export interface ImageToVideoTask extends VideoOutput {
  readonly operation: 'i2v';
  /** A PNG that was inspected and re-encoded at the upload. */
  readonly initImage: Uint8Array;
}

export type VideoTask = TextToVideoTask | ImageToVideoTask;
export type RenderTask = ImageTask | ImageEditTask | VideoTask;

interface Billed {
  /** What the renderer says that it bills for it, in US cents, also parts of one; absent where it says nothing. */
  readonly costCents?: number;
}

/** An image that is not encoded yet: it is marked first, and encoded once. */
export interface RenderedPixels extends Billed {
  readonly width: number;
  readonly height: number;
  readonly channels: 3;
  /** Rows of sRGB with 8 bits a channel. */
  readonly data: Uint8Array;
  /** As that of a file. */
  readonly discard?: () => Promise<void>;
}

export interface RenderedFile extends Billed {
  readonly bytes: Uint8Array;
  readonly mime: 'image/png' | 'video/mp4';
  readonly width: number;
  readonly height: number;
  /** Absent for images. */
  readonly durationSeconds?: number;
  /** Deletes what the renderer still has of it. To be called once it is stored, or when nobody will fetch it again. */
  readonly discard?: () => Promise<void>;
}

export type RenderedMedia = RenderedFile | RenderedPixels;

export interface RenderObserver {
  /** `fraction` is from 0 to 1 and never decreases; `stage` is a short word such as `drawing`. */
  readonly onProgress: (fraction: number, stage: string) => void;
  /** The renderer began with the job. An engine without a queue begins with `render` and need not say so. */
  readonly onStarted?: () => void;
  /** The renderer is free for the next job: what is left of this one needs it no more. */
  readonly onRendered?: () => void;
  /** Absent where nobody keeps orders. */
  readonly orders?: RemoteOrders;
  /** Aborted when the job was cancelled or its lease was lost; the engine then rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

interface OpenedOrder {
  readonly key: string;
  readonly id: string | undefined;
  readonly number?: number | undefined;
}

/**
 * What an engine orders from a renderer that bills. It is kept with the job, so that a worker that starts again, or the next attempt
 * on another worker with the same account, goes on with the order instead of ordering again.
 */
export interface RemoteOrders {
  /**
   * To be called before the renderer is asked. `account` is the same for every worker that uses that account, and has no secret. With an
   * `id`, an earlier attempt has ordered, and nothing must be ordered; otherwise `key` is the idempotency key of the order. Rejects with
   * `RenderFault` if the job was ordered as often as it may be. `number` is 1 for the first order of the job, if that is known.
   */
  open(account: string): Promise<OpenedOrder>;
  /** Keeps what the renderer calls the order. To be called before anything waits for it. */
  keep(id: string): Promise<void>;
  /** Once the signal is aborted: whether nobody wants the result any more, so that the renderer may stop and delete it. */
  isUnwanted(): boolean;
}

/** One thing an engine can do: an operation with a model of the catalogue, up to a longer side in pixels. */
export interface EngineCapability {
  readonly operation: RenderOperation;
  readonly model: string;
  readonly longestSide: number;
  /** Whether it renders with a negative prompt. */
  readonly negativePrompt?: boolean;
}

/** How busy the renderer behind an engine is. */
export interface EngineLoad {
  /** Jobs of other clients that are queued or run there. */
  readonly queueSize: number;
  readonly vramFreeGb: number;
}

export interface Engine {
  readonly name: string;
  /** A seed reproduces its bytes on the same version only: raise it when output may change. */
  readonly version: string;
  /** The origin of its images in their content credentials: drawn by rules alone, or generated by a trained model. */
  readonly origin: 'rules' | 'trained-model';
  readonly capabilities: readonly EngineCapability[];
  /** Whether prompt, input and output are kept in memory only, as zero-retention jobs require. */
  readonly zeroRetention: boolean;
  /** Whether the renderer loads a model for each operation and model, which takes long. */
  readonly loadsModels?: boolean;
  /** Whether the renderer takes the next job while it renders, and begins with it by itself. */
  readonly hasQueue?: boolean;
  /** The most seconds that it works on a job, if that is over half an hour. */
  readonly limitSeconds?: number;
  /**
   * Settles when a job can be rendered, for engines with an external renderer. A worker awaits it before it leases a
   * job, which would otherwise use up its attempts on an unavailable renderer. `waits` gets what it waits for, again when
   * that changes.
   */
  untilReady?(signal: AbortSignal, waits?: (trouble: Trouble) => void): Promise<void>;
  /** The renderer's load, reported with every lease request; absent where the renderer serves this engine only. */
  load?(): Promise<EngineLoad>;
  /** Rejects with `RenderFault`, `RenderRefused`, `RenderNotStarted`, the signal's reason, or an error that is a bug. */
  render(task: RenderTask, observer: RenderObserver): Promise<RenderedMedia>;
  /** Frees the engine's resources, where it has any. */
  close?(): Promise<void>;
}

/**
 * This attempt failed; `isRetryable` is whether another may succeed, on this or another worker, and `isUnsettled` whether what was ordered
 * may still come, or be billed: the next attempt then goes on with that order.
 */
export class RenderFault extends Error {
  readonly isRetryable: boolean;
  readonly isUnsettled: boolean;
  constructor(
    message: string,
    {
      isRetryable = true,
      isUnsettled = false,
      cause,
    }: { isRetryable?: boolean; isUnsettled?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isRetryable = isRetryable;
    this.isUnsettled = isUnsettled;
  }
}

/**
 * The renderer is broken: it fails whatever it is given until somebody restarts it. `sentence` is for the operator, without the
 * prompt.
 */
export class RendererBroken extends RenderFault {
  readonly sentence: string;
  constructor(message: string, sentence: string, options: { isUnsettled?: boolean } = {}) {
    super(message, options);
    this.sentence = sentence;
  }
}

/** The renderer became unavailable before it began with the job. The job may be why. */
export class RenderNotStarted extends Error {}

/** The renderer renders nothing now, whatever it is asked for, and has not begun with the job: the job is not why. */
export class RendererUnavailable extends RenderNotStarted {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, cause?: unknown) {
    super(trouble.sentence, { cause });
    this.trouble = trouble;
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
