import { ok, type Result } from '@kinora/contract';
import { type Reading, readPixels } from '@kinora/watermark/read-pixels';
import { carriersOfKey } from './carriers-of-key.ts';
import { decodeImage } from './decode-image.ts';

/**
 * Reads the watermark of an image that may have been recompressed, resized, recoloured, cropped, framed, mirrored,
 * turned or slightly rotated; undefined when there is none. Only `verifyPayload` proves its content. For a file that is not an image the problem is a sentence.
 */
export async function readWatermark(
  bytes: Uint8Array,
  chipKey: Uint8Array,
): Promise<Result<Reading | undefined, string>> {
  const decoded = await decodeImage(bytes);
  return decoded.ok ? ok(readPixels(decoded.value, carriersOfKey(chipKey))) : decoded;
}
