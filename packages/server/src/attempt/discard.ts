import type { Blobs } from '../storage/blobs.ts';

/**
 * Deletes blobs that nothing needs: the uploaded image of a job at its end, a result as uploaded once there is another of
 * the server, or the copy of a withdrawn work. An unavailable store does not undo what is decided; the sweep deletes them
 * later.
 */
export async function discard(blobs: Blobs, ...keys: readonly string[]): Promise<void> {
  await blobs.deleteAll(keys).catch(() => {});
}
