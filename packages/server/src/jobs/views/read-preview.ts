import { buffer } from 'node:stream/consumers';
import type { Medium } from '@kinora/contract';
import { previewKey } from '../../storage/blob-keys.ts';
import { BlobGone, type Blobs, type ByteRange, StoreUnavailable } from '../../storage/blobs.ts';

/** A result to make a preview of, and the account that asked for it. */
export interface PreviewSource {
  readonly viewerId: string;
  readonly medium: Medium;
  readonly bytes: number;
  readonly read: (range?: ByteRange) => ReturnType<Blobs['read']>;
}

/**
 * Makes a small JPEG of a result; null if it cannot be decoded, and undefined if this server decodes no such results. One
 * account has one made at a time.
 */
export type MakePreview = (source: PreviewSource) => Promise<Uint8Array | null | undefined>;

/** The preview of a result; undefined if it cannot be decoded or is gone. */
export type ReadPreview = (result: {
  readonly viewerId: string;
  readonly medium: Medium;
  readonly artifactKey: string;
}) => Promise<Uint8Array | undefined>;

export interface PreviewDependencies {
  readonly readPreview: ReadPreview;
}

/** What is stored for a result that cannot be decoded, so that it is tried once. */
const NO_PREVIEW = new Uint8Array(0);

/**
 * Reads previews. Each is made once, however many ask for it at once, and stored beside the artifact, because the first
 * frame of a video costs a process of a second. One that is stored while its job is deleted is swept within the hour, and
 * one that cannot be stored now is made again.
 */
export function createReadPreview(blobs: Blobs, makePreview: MakePreview): ReadPreview {
  const inProgress = new Map<string, Promise<Uint8Array | undefined>>();

  async function make({ viewerId, medium, artifactKey }: Parameters<ReadPreview>[0]) {
    const key = previewKey(artifactKey);
    const stored = await readWhole(blobs, key);
    if (stored !== undefined) return stored.length === 0 ? undefined : stored;
    const bytes = await blobs.size(artifactKey);
    if (bytes === undefined) return undefined;
    const read = (range?: ByteRange) => blobs.read(artifactKey, range);
    const made = await makePreview({ viewerId, medium, bytes, read }).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      return undefined;
    });
    if (made === undefined) return undefined;
    await blobs.put(key, made ?? NO_PREVIEW).catch(() => undefined);
    return made ?? undefined;
  }

  return async (result) => {
    // Nothing is read while it is stored here: not every store shows an object only when it is whole.
    const shared = inProgress.get(result.artifactKey);
    if (shared !== undefined) return shared;
    const made = make(result).finally(() => inProgress.delete(result.artifactKey));
    inProgress.set(result.artifactKey, made);
    return made;
  };
}

async function readWhole(blobs: Blobs, key: string): Promise<Uint8Array | undefined> {
  try {
    return await buffer(blobs.read(key));
  } catch (error) {
    if (error instanceof BlobGone) return undefined;
    throw error;
  }
}
