/** How sure the classifier is that a picture belongs to each class; the five add up to 1. */
export interface Scores {
  readonly drawing: number;
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  readonly sexy: number;
}

/** Pixels on each side of what a classifier is shown, whatever the picture's own size and shape. */
export const CLASSIFIER_SIDE = 224;

/** The port of what judges pictures by their content. */
export interface ImageClassifier {
  /**
   * Scores one picture of CLASSIFIER_SIDE by CLASSIFIER_SIDE pixels, three bytes a pixel (sRGB). Rejects when
   * it cannot say, which nobody may take for "allowed".
   */
  classify(rgb: Uint8Array): Promise<Scores>;
  /** Gives up what it holds; a picture under way is rejected. */
  close(): Promise<void>;
}
