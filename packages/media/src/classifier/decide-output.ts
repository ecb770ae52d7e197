import type { Scores } from './image-classifier.ts';

/** The scores, 0 to 1, from which an image is refused. A threshold above 1 refuses nothing. */
export interface OutputThresholds {
  /** Explicit sexual content, photographed or drawn. */
  readonly explicit: number;
  /** Suggestive, but not explicit. Swimwear and bare shoulders score high. */
  readonly suggestive: number;
}

export type OutputCategory = 'sexual' | 'suggestive';

/**
 * The category an image is refused for, by the scores of several views of it; undefined when it passes. All views must
 * agree, because the model misclassifies soft abstract shapes as skin in one light and not in another.
 */
export function decideOutput(
  views: readonly [Scores, ...Scores[]],
  thresholds: OutputThresholds,
): OutputCategory | undefined {
  const agreed = (score: (scores: Scores) => number) => Math.min(...views.map(score));
  if (agreed(explicitScore) >= thresholds.explicit) return 'sexual';
  if (agreed((scores) => scores.sexy) >= thresholds.suggestive) return 'suggestive';
  return undefined;
}

/** The sum of photographed and drawn: an image between the two classes would be below both thresholds. */
function explicitScore({ porn, hentai }: Scores): number {
  return porn + hentai;
}
