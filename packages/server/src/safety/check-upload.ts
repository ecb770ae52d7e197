import { checkImage } from '@kinora/media/classifier/check-image';
import type { OutputCategory } from '@kinora/media/classifier/decide-output';
import type { ImageClassifier } from '@kinora/media/classifier/image-classifier';
import type { SafetySettings, Verdict } from './category.ts';

type UploadVerdict =
  | Verdict
  | { readonly allowed: false; readonly category: OutputCategory; readonly reason: string }
  | 'unavailable';

/**
 * Creates the check of an uploaded image, which has been re-encoded. The built-in classifier runs first, because it
 * sends no data; then `moderate`, the moderation endpoint.
 */
export function createUploadCheck(
  classifier: ImageClassifier,
  { allowed }: SafetySettings,
  moderate: (png: Uint8Array) => Promise<Verdict | 'unavailable'>,
): (png: Uint8Array) => Promise<UploadVerdict> {
  return async (png) => {
    if (allowed.includes('sexual')) return moderate(png);
    const check = await checkImage(png, 'uploaded', { classifier });
    if (check.verdict === 'unavailable') return check.verdict;
    if (check.verdict === 'refused') {
      return { allowed: false, category: check.category, reason: check.reason };
    }
    return moderate(png);
  };
}
