import type { ImageClassifier, Scores } from '@kinora/media/classifier/image-classifier';

/** Represents unsafe content. No other content that the tests draw has this colour. */
export const MARKER = { r: 255, g: 0, b: 255 };

const SAFE: Scores = { drawing: 0.2, hentai: 0, neutral: 0.8, porn: 0, sexy: 0 };
export const EXPLICIT: Scores = { drawing: 0, hentai: 0.25, neutral: 0, porn: 0.75, sexy: 0 };

/** The number of marker pixels that count as unsafe: a hundredth of the classifier's square. */
const MIN_PIXELS = 500;

/**
 * Detects the marker's colour in place of unsafe content, so that everything from decoding to the decision is tested
 * without unsafe media. Counts its calls.
 */
export function markerClassifier(): ImageClassifier & { readonly calls: number } {
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    async classify(rgb) {
      calls++;
      let marked = 0;
      for (let at = 0; at < rgb.length; at += 3) {
        const [r = 0, g = 0, b = 0] = rgb.subarray(at, at + 3);
        if (r > 180 && g < 90 && b > 180) marked++;
      }
      return marked >= MIN_PIXELS ? EXPLICIT : SAFE;
    },
    async close() {},
  };
}
