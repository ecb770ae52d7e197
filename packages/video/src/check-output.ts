import { brighten, type ClassifierView, mirror } from '@kinora/media/classifier/classifier-view';
import {
  decideOutput,
  type OutputCategory,
  type OutputThresholds,
} from '@kinora/media/classifier/decide-output';
import type { ImageClassifier, Scores } from '@kinora/media/classifier/image-classifier';
import { imageViews } from '@kinora/media/classifier/image-views';

export interface OutputCheckOptions {
  readonly classifier: ImageClassifier;
  /** Our own unless given. */
  readonly thresholds?: Partial<OutputThresholds>;
  /** The most time between two frames of a video that are classified; at most 1. */
  readonly secondsBetweenFrames?: number;
  /** What the reason calls it: something we made, or an image that a customer sent. */
  readonly origin?: 'generated' | 'uploaded';
  /** Aborted when the decision is no longer needed; the check then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export type OutputCheck =
  | { readonly verdict: 'allowed' }
  | {
      readonly verdict: 'refused';
      readonly category: OutputCategory;
      /** A sentence for the customer. */
      readonly reason: string;
      /** The frame's time in a video; for the operator's log. */
      readonly atSeconds?: number;
    }
  /** It could not be classified: it does not decode, or the classifier failed. Never to be delivered. */
  | { readonly verdict: 'unavailable'; readonly cause: unknown };

/**
 * Set where none of a thousand images of the procedural engine is refused; docs/decisions/23-output-check.md has the
 * figures.
 */
const DEFAULT_THRESHOLDS: OutputThresholds = Object.freeze({ explicit: 0.85, suggestive: 0.95 });
const SECONDS_BETWEEN_FRAMES = 0.5;

/**
 * Classifies an image (PNG) or frames of a video (MP4) and stops at the first that must not be delivered. It never
 * allows what it could not classify. Of an animated PNG the first frame decides, so deliver images that are re-encoded.
 */
export async function checkOutput(
  media: Uint8Array,
  mime: 'image/png' | 'video/mp4',
  options: OutputCheckOptions,
): Promise<OutputCheck> {
  const { origin = 'generated', signal } = options;
  const thresholds = { ...DEFAULT_THRESHOLDS, ...options.thresholds };
  const seconds = Math.min(1, options.secondsBetweenFrames ?? SECONDS_BETWEEN_FRAMES);
  try {
    let count = 0;
    for await (const view of mime === 'image/png' ? imageViews(media) : await viewsOfVideo(media, seconds)) {
      signal?.throwIfAborted();
      count++;
      const category = await classifyView(view, options.classifier, thresholds);
      if (category === undefined) continue;
      const place = view.atSeconds === undefined ? {} : { atSeconds: view.atSeconds };
      return { verdict: 'refused', category, reason: reasonFor(category, mime, origin), ...place };
    }
    return count > 0
      ? { verdict: 'allowed' }
      : { verdict: 'unavailable', cause: new Error('There was nothing to classify.') };
  } catch (cause) {
    signal?.throwIfAborted();
    return { verdict: 'unavailable', cause };
  }
}

/** Loaded with the first video: a server, which checks uploaded images only, needs no video decoder. */
async function viewsOfVideo(mp4: Uint8Array, seconds: number): Promise<AsyncGenerator<ClassifierView>> {
  const { videoViews } = await import('./video-views.ts');
  return videoViews(mp4, seconds);
}

async function classifyView(
  { rgb }: ClassifierView,
  classifier: ImageClassifier,
  thresholds: OutputThresholds,
): Promise<OutputCategory | undefined> {
  const first = assertScores(await classifier.classify(rgb));
  let category = decideOutput([first], thresholds);
  const scores: [Scores, ...Scores[]] = [first];
  // Nearly every image passes at once. To be refused it must score so mirrored and brightened too.
  for (const change of [mirror, brighten]) {
    if (category === undefined) return undefined;
    scores.push(assertScores(await classifier.classify(change(rgb))));
    category = decideOutput(scores, thresholds);
  }
  return category;
}

/** Invalid scores would pass every threshold: NaN is not greater than anything. */
function assertScores(scores: Scores): Scores {
  const { drawing, hentai, neutral, porn, sexy } = scores;
  const all = [drawing, hentai, neutral, porn, sexy];
  const sum = all.reduce((one, other) => one + other, 0);
  if (!all.every((score) => score >= 0 && score <= 1) || !(Math.abs(sum - 1) < 0.02)) {
    throw new Error(`The image classifier returned ${all.join(', ')}, which are not scores.`);
  }
  return scores;
}

function reasonFor(category: OutputCategory, mime: string, origin: 'generated' | 'uploaded'): string {
  const what = category === 'sexual' ? 'explicit sexual content' : 'sexually suggestive content';
  const found = `The safety check found ${what} in the ${origin} ${mime === 'video/mp4' ? 'video' : 'picture'}`;
  return origin === 'generated'
    ? `${found}, so it is not delivered and costs nothing. Change the prompt and try again.`
    : `${found}. Send another picture.`;
}
