import { buffer } from 'node:stream/consumers';
import type { Pool } from '@kinora/contract';
import { previewKey } from '../../storage/blob-keys.ts';
import { BlobGone, type Blobs } from '../../storage/blobs.ts';

/** Makes a small JPEG of a result; undefined if this server cannot decode such results. */
export type MakePreview = (pool: Pool, read: () => Promise<Uint8Array>) => Promise<Uint8Array | undefined>;

export interface PreviewDependencies {
  readonly blobs: Blobs;
  readonly makePreview: MakePreview;
}

/**
 * The preview of an artifact; undefined if it cannot be decoded or is gone. It is made once and stored beside the
 * artifact, because the first frame of a video costs a process of a second. One that is stored while its job is deleted
 * is swept within the hour, and one that cannot be stored now is made again.
 */
export async function readPreview(
  { blobs, makePreview }: PreviewDependencies,
  pool: Pool,
  artifactKey: string,
): Promise<Uint8Array | undefined> {
  const key = previewKey(artifactKey);
  const stored = await readWhole(blobs, key);
  if (stored !== undefined) return stored;
  if ((await blobs.size(artifactKey)) === undefined) return undefined;
  const made = await makePreview(pool, () => buffer(blobs.read(artifactKey))).catch(() => undefined);
  if (made !== undefined) await blobs.put(key, made).catch(() => undefined);
  return made;
}

async function readWhole(blobs: Blobs, key: string): Promise<Uint8Array | undefined> {
  try {
    return await buffer(blobs.read(key));
  } catch (error) {
    if (error instanceof BlobGone) return undefined;
    throw error;
  }
}
