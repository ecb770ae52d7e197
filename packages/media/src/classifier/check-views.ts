import type { Witness } from '../sanity/witness.ts';
import { brighten, type ClassifierView, mirror } from './classifier-view.ts';
import { decideOutput, type OutputCategory, type OutputThresholds } from './decide-output.ts';
import type { ImageClassifier, Scores } from './image-classifier.ts';

export interface ContentCheckOptions {
  /** Without it all that decodes is allowed. */
  readonly classifier: ImageClassifier | undefined;
  /** They override the default thresholds. */
  readonly thresholds?: Partial<OutputThresholds>;
  /** Aborted when the decision is no longer needed; the check then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** It notes what is decoded. */
  readonly witness?: Witness;
}

/** What is checked; it is named in the reason of a refusal. */
export type CheckedContent = 'generated image' | 'uploaded image' | 'generated video';

export type ContentCheck =
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
 * Chosen so that none of a thousand images of the procedural engine is refused; the measurements are in
 * docs/decisions/23-output-check.md.
 */
const DEFAULT_THRESHOLDS: OutputThresholds = Object.freeze({ explicit: 0.85, suggestive: 0.95 });

/**
 * Classifies views and stops at the first that must not be delivered; each while the next one is made. Never allows what it
 * could not classify.
 */
export async function checkViews(
  views: AsyncIterable<ClassifierView>,
  content: CheckedContent,
  { classifier, signal, thresholds, witness }: ContentCheckOptions,
): Promise<ContentCheck> {
  const limits = { ...DEFAULT_THRESHOLDS, ...thresholds };
  try {
    let last: Promise<Refusal | undefined> | undefined;
    for await (const view of views) {
      signal?.throwIfAborted();
      witness?.see(view);
      const found = await last;
      if (found !== undefined) return refusalOf(found, content);
      last = classifyView(view, classifier, limits);
      // Its error is thrown where it is awaited; views may fail before.
      last.catch(() => {});
    }
    if (last === undefined) throw new Error('There was nothing to classify.');
    const found = await last;
    return found === undefined ? { verdict: 'allowed' } : refusalOf(found, content);
  } catch (cause) {
    signal?.throwIfAborted();
    return { verdict: 'unavailable', cause };
  }
}

interface Refusal {
  readonly category: OutputCategory;
  readonly atSeconds?: number | undefined;
}

function refusalOf({ category, atSeconds }: Refusal, content: CheckedContent): ContentCheck {
  const place = atSeconds === undefined ? {} : { atSeconds };
  return { verdict: 'refused', category, reason: reasonFor(category, content), ...place };
}

async function classifyView(
  { rgb, atSeconds }: ClassifierView,
  classifier: ImageClassifier | undefined,
  thresholds: OutputThresholds,
): Promise<Refusal | undefined> {
  if (classifier === undefined) return undefined;
  const first = assertScores(await classifier.classify(rgb));
  let category = decideOutput([first], thresholds);
  const scores: [Scores, ...Scores[]] = [first];
  // Nearly every image passes at once. An image is refused only if its mirrored and brightened views score as high.
  for (const change of [mirror, brighten]) {
    if (category === undefined) return undefined;
    scores.push(assertScores(await classifier.classify(change(rgb))));
    category = decideOutput(scores, thresholds);
  }
  return category && { category, atSeconds };
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

function reasonFor(category: OutputCategory, content: CheckedContent): string {
  const what = category === 'sexual' ? 'explicit sexual content' : 'sexually suggestive content';
  const found = `The safety check found ${what} in the ${content}`;
  return content === 'uploaded image'
    ? `${found}. Send another image.`
    : `${found}, so it is not delivered and costs nothing. Change the prompt and try again.`;
}
