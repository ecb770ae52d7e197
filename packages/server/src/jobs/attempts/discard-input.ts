import type { Blobs } from '../../storage/blobs.ts';

/**
 * Deletes the uploaded image of a job that has ended. The end is committed, so an unavailable store does not undo it; the
 * sweep deletes the image later.
 */
export async function discardInput(blobs: Blobs, initImageKey: string): Promise<void> {
  await blobs.deleteAll([initImageKey]).catch(() => {});
}
