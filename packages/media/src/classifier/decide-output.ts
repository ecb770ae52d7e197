import type { Scores } from './image-classifier.ts';

/** The scores, 0 to 1, from which an image is refused. Above 1 nothing is. */
export interface OutputThresholds {
  /** Explicit sexual content, photographed or drawn. */
  readonly explicit: number;
  /** Suggestive, but not explicit. Swimwear and bare shoulders score high. */
  readonly suggestive: number;
}

export type OutputCategory = 'sexual' | 'suggestive';

/**
 * The category an image is refused for, by the scores of several views of it; undefined when it passes. All views must
 * agree: the model takes soft abstract shapes for skin in one light and not in another.
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

/** Photographed and drawn together: what lies between the two classes would stay below both thresholds. */
function explicitScore({ porn, hentai }: Scores): number {
  return porn + hentai;
}
