import { decideOutput, type OutputCategory, type OutputThresholds } from './decide-output.ts';
import type { ImageClassifier, Scores } from './image-classifier.ts';
import { brighten, type Look, mirror } from './look.ts';
import { lookAtPicture } from './look-at-picture.ts';

export interface OutputCheckOptions {
  readonly classifier: ImageClassifier;
  /** Those that are not given are our own. */
  readonly thresholds?: Partial<OutputThresholds>;
  /** No two frames of a clip that are looked at are further apart; at most 1. */
  readonly secondsBetweenFrames?: number;
  /** What the reason calls it: something we made, or a picture a customer sent. */
  readonly origin?: 'generated' | 'uploaded';
  /** Aborted when nobody waits for the answer any more; the check then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export type OutputCheck =
  | { readonly verdict: 'allowed' }
  | {
      readonly verdict: 'refused';
      readonly category: OutputCategory;
      /** A sentence for the customer. */
      readonly reason: string;
      /** Where in a clip; for the operator's log. */
      readonly atSeconds?: number;
    }
  /** Nobody knows what it shows: it does not decode, or the classifier failed. Never to be delivered. */
  | { readonly verdict: 'unavailable'; readonly cause: unknown };

/**
 * Set where none of a thousand pictures of the procedural engine is refused; docs/decisions/23-output-check.md has the
 * figures.
 */
const DEFAULT_THRESHOLDS: OutputThresholds = Object.freeze({ explicit: 0.85, suggestive: 0.95 });
const SECONDS_BETWEEN_FRAMES = 0.5;

/**
 * Looks at a picture (PNG) or at frames of a clip (MP4) and stops at the first that must not be delivered. It never
 * allows what it could not look at. An animated PNG is judged by its first frame, so deliver pictures written anew.
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
    let looks = 0;
    for await (const look of mime === 'image/png' ? lookAtPicture(media) : await lookAt(media, seconds)) {
      signal?.throwIfAborted();
      looks++;
      const category = await judge(look, options.classifier, thresholds);
      if (category === undefined) continue;
      const place = look.atSeconds === undefined ? {} : { atSeconds: look.atSeconds };
      return { verdict: 'refused', category, reason: reasonFor(category, mime, origin), ...place };
    }
    return looks > 0
      ? { verdict: 'allowed' }
      : { verdict: 'unavailable', cause: new Error('There was nothing to look at.') };
  } catch (cause) {
    signal?.throwIfAborted();
    return { verdict: 'unavailable', cause };
  }
}

/** Loaded with the first clip: a server, which checks uploaded pictures only, needs no video decoder. */
async function lookAt(mp4: Uint8Array, seconds: number): Promise<AsyncGenerator<Look>> {
  const { lookAtClip } = await import('./look-at-clip.ts');
  return lookAtClip(mp4, seconds);
}

async function judge(
  { rgb }: Look,
  classifier: ImageClassifier,
  thresholds: OutputThresholds,
): Promise<OutputCategory | undefined> {
  const first = sound(await classifier.classify(rgb));
  let category = decideOutput([first], thresholds);
  const views: [Scores, ...Scores[]] = [first];
  // Nearly every picture passes at the first view. For a refusal the others have to agree.
  for (const change of [mirror, brighten]) {
    if (category === undefined) return undefined;
    views.push(sound(await classifier.classify(change(rgb))));
    category = decideOutput(views, thresholds);
  }
  return category;
}

/** Scores that are no scores would pass every threshold: NaN is not greater than anything. */
function sound(scores: Scores): Scores {
  const { drawing, hentai, neutral, porn, sexy } = scores;
  const all = [drawing, hentai, neutral, porn, sexy];
  const sum = all.reduce((one, other) => one + other, 0);
  if (!all.every((score) => score >= 0 && score <= 1) || !(Math.abs(sum - 1) < 0.02)) {
    throw new Error(`The image classifier answered ${all.join(', ')}, which are no scores.`);
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
