import type { Blobs } from '../../storage/blobs.ts';

/**
 * Deletes the uploaded image of a job that has ended, if it had one: nothing needs it any more. The end is
 * committed, so an unavailable store does not undo it; the sweep deletes what stays behind.
 */
export async function discardInput(blobs: Blobs, initImageKey: string | null): Promise<void> {
  if (initImageKey === null) return;
  await blobs.deleteAll([initImageKey]).catch(() => {});
}
