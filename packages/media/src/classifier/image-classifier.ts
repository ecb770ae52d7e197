/** The probability of each class; the five add up to 1. */
export interface Scores {
  readonly drawing: number;
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  readonly sexy: number;
}

/** Width and height in pixels of the classifier's input, whatever the image's own size and shape. */
export const CLASSIFIER_SIDE = 224;

/** The port of the model that classifies images by their content. */
export interface ImageClassifier {
  /**
   * Scores one image of CLASSIFIER_SIDE by CLASSIFIER_SIDE pixels, three bytes per pixel (sRGB). Rejects when it
   * cannot; a rejection must never count as allowed.
   */
  classify(rgb: Uint8Array): Promise<Scores>;
  /** Frees its memory; pending calls are rejected. */
  close(): Promise<void>;
}
