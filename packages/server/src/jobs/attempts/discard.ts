import type { Blobs } from '../../storage/blobs.ts';

/**
 * Deletes blobs that a job does not need: its uploaded image at its end, or a result as uploaded once there is another of the
 * server. An unavailable store does not undo what is decided; the sweep deletes them later.
 */
export async function discard(blobs: Blobs, ...keys: readonly string[]): Promise<void> {
  await blobs.deleteAll(keys).catch(() => {});
}
