import type { RenderKind, VideoMode } from '@kinora/contract';

/** What decides how long a job takes. */
export interface JobShape {
  readonly kind: RenderKind;
  readonly mode: VideoMode | null;
  /** Delivered size in pixels. */
  readonly width: number;
  readonly height: number;
  /** Null for images. */
  readonly frames: number | null;
}

/** Seconds of service that a worker is expected to need. */
export type ExpectedSeconds = (shape: JobShape) => number;
