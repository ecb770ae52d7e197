import type { RequestIssue } from '@kinora/contract';
import { findMp4Defect, MP4_HEAD_BYTES } from '@kinora/media/artifacts/find-mp4-defect';
import { findPngDefect } from '@kinora/media/artifacts/find-png-defect';
import { createMemoryBudget } from '@kinora/media/decoding-memory';
import type { Blobs, ByteRange } from '../../storage/blobs.ts';
import { type OrderedArtifact, rawBytesOf } from './ordered-artifact.ts';

/** Room for the largest image with its pixels, even if a worker sends it with 16 bits a channel. */
const memory = createMemoryBudget(300e6);

/**
 * Reads what a worker uploaded and returns the issue of a file that is not what was ordered; undefined if it is. Of an
 * image all bytes are decoded, of a video the index is read. Throws what reading the store throws.
 */
export async function probeArtifact(
  blobs: Blobs,
  { key, bytes }: { readonly key: string; readonly bytes: number },
  ordered: OrderedArtifact,
): Promise<RequestIssue | undefined> {
  const { frames, sound, ...size } = ordered;
  const read = async (range?: ByteRange) => Buffer.concat(await blobs.read(key, range).toArray());
  const defect =
    frames === null
      ? await memory.spend(bytes + 2 * rawBytesOf(size), async () => findPngDefect(await read(), size))
      : findMp4Defect(await read(beginningOf(bytes)), bytes, { ...size, frames, sound });
  return defect === undefined ? undefined : { path: 'artifact', message: defect };
}

function beginningOf(bytes: number): ByteRange {
  return { first: 0, last: Math.min(bytes, MP4_HEAD_BYTES) - 1 };
}
