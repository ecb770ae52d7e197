import type { Pool, RenderOperation, VideoMode } from '@kinora/contract';

/** What decides how long a job takes. */
export interface JobShape {
  readonly operation: RenderOperation;
  readonly mode: VideoMode | null;
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

/** The job whose expected end stands for its pool: an image of 1024x1024, a video of 5 seconds in HD. */
export const typicalJobs: Readonly<Record<Pool, JobShape>> = {
  image: { operation: 'image', mode: null, width: 1024, height: 1024, frames: null },
  video: { operation: 'video', mode: 'fast', width: 1280, height: 720, frames: 121 },
};
