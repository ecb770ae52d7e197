import { ok, type Result } from '@kinora/contract';
import { carriersOfKey } from './carriers-of-key.ts';
import { decodePicture } from './decode-picture.ts';
import { type Reading, readPixels } from './watermark/read-pixels.ts';

/**
 * Reads the mark of a picture that may have been recompressed, resized, recoloured or cropped; undefined when there is
 * none. What it says is proven only by `verifyPayload`. Refuses what is not a picture with a sentence that says why.
 */
export async function readMark(
  bytes: Uint8Array,
  chipKey: Uint8Array,
): Promise<Result<Reading | undefined, string>> {
  const decoded = await decodePicture(bytes);
  return decoded.ok ? ok(readPixels(decoded.value, carriersOfKey(chipKey))) : decoded;
}
