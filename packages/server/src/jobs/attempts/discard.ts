import type { Blobs } from '../../storage/blobs.ts';

/**
 * Deletes a blob that a job no longer needs: its uploaded image at its end, or an image as uploaded once it is marked. The
 * end is committed, so an unavailable store does not undo it; the sweep deletes the blob later.
 */
export async function discard(blobs: Blobs, key: string): Promise<void> {
  await blobs.deleteAll([key]).catch(() => {});
}
