import type { Scores } from '../image-classifier.ts';

/** What the classifier's thread is asked, and what it answers. */

export interface Question {
  readonly id: number;
  readonly rgb: Uint8Array;
}

export type Answer =
  | { readonly id: number; readonly scores: Scores }
  | { readonly id: number; readonly failure: string };
