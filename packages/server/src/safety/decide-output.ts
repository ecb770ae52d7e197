import type { Scores } from './image-classifier.ts';

/** How sure the classifier must be before a picture is refused: 0 to 1. Above 1 refuses nothing. */
export interface OutputThresholds {
  /** Explicit sexual content, photographed or drawn. */
  readonly explicit: number;
  /** Suggestive, but not explicit. Swimwear and bare shoulders score high. */
  readonly suggestive: number;
}

export type OutputCategory = 'sexual' | 'suggestive';

/**
 * Which category a picture is refused for, judged by the scores of several views of it; nothing means that it
 * may pass. All views must agree: the model takes soft abstract shapes for skin in one light and not in another.
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

/** Photographed and drawn together: what lies between the two would stay below both. */
function explicitScore({ porn, hentai }: Scores): number {
  return porn + hentai;
}
