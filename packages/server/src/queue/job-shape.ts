import type { RenderOperation } from '@kinora/contract';

/** What decides how long a job takes. */
export interface JobShape {
  readonly operation: RenderOperation;
  /** The id of its model. */
  readonly model: string;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Null for images. */
  readonly frames: number | null;
}

/** How long a job runs. */
export interface ServiceTime {
  /** Seconds for which it holds a slot of its worker: the service that it costs, and what the next job waits for. */
  readonly held: number;
  /** Seconds until its end: its worker finishes and delivers it while the slot renders the next job. */
  readonly seconds: number;
}

export type ExpectedTime = (shape: JobShape) => ServiceTime;

/** Seconds for which a job is expected to hold a slot. */
export type ExpectedSeconds = (shape: JobShape) => number;
