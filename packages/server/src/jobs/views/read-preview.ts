import { buffer } from 'node:stream/consumers';
import type { Pool } from '@kinora/contract';
import { previewKey } from '../../storage/blob-keys.ts';
import type { Blobs } from '../../storage/blobs.ts';

/** Makes a small JPEG of a result; undefined if this server cannot decode such results. */
export type MakePreview = (pool: Pool, read: () => Promise<Uint8Array>) => Promise<Uint8Array | undefined>;

export interface PreviewDependencies {
  readonly blobs: Blobs;
  readonly makePreview: MakePreview;
}

/**
 * The preview of an artifact; undefined if it cannot be decoded or is gone. It is made once and stored beside the
 * artifact, because the first frame of a video costs a process of a second. One that is stored while its job is deleted
 * is swept within the hour.
 */
export async function readPreview(
  { blobs, makePreview }: PreviewDependencies,
  pool: Pool,
  artifactKey: string,
): Promise<Uint8Array | undefined> {
  const key = previewKey(artifactKey);
  if ((await blobs.size(key)) !== undefined) return buffer(blobs.read(key));
  if ((await blobs.size(artifactKey)) === undefined) return undefined;
  const made = await makePreview(pool, () => buffer(blobs.read(artifactKey))).catch(() => undefined);
  if (made !== undefined) await blobs.put(key, made);
  return made;
}
