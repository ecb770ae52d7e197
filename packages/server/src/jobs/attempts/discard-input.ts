import type { Blobs } from '../../storage/blobs.ts';

/**
 * Deletes the uploaded picture of a job that has ended, if it had one: nothing needs it any more. The end
 * stands already, so a store that is away does not undo it; the sweep takes what stays behind.
 */
export async function discardInput(blobs: Blobs, initImageKey: string | null): Promise<void> {
  if (initImageKey === null) return;
  await blobs.deleteAll([initImageKey]).catch(() => {});
}
