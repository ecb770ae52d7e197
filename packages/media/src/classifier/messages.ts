import type { Scores } from './image-classifier.ts';

/** Requests to the classifier's thread, and its responses. */

export interface ClassifyRequest {
  readonly id: number;
  readonly rgb: Uint8Array;
}

export type ClassifyResponse =
  | { readonly id: number; readonly scores: Scores }
  | { readonly id: number; readonly failure: string };
