import { createHash } from 'node:crypto';
import type { CompleteRequest, RequestIssue } from '@kinora/contract';
import { findMp4Defect, MP4_HEAD_BYTES } from '@kinora/media/artifacts/find-mp4-defect';
import { findPngDefect } from '@kinora/media/artifacts/find-png-defect';
import { createMemoryBudget } from '@kinora/media/decoding-memory';
import type { Blobs } from '../../storage/blobs.ts';
import { type OrderedArtifact, rawBytesOf } from './ordered-artifact.ts';

/** Room for the largest image with its pixels, even if a worker sends it with 16 bits a channel. */
const memory = createMemoryBudget(300e6);

type Reported = Pick<CompleteRequest, 'bytes' | 'sha256'>;

/**
 * Reads all of an artifact and returns the issue of one that is not what its worker reported, or not what was ordered;
 * undefined if it is both. Of an image all bytes are decoded, of a video the index is. Throws what reading the store throws.
 */
export async function probeArtifact(
  blobs: Blobs,
  key: string,
  reported: Reported,
  ordered: OrderedArtifact,
): Promise<RequestIssue | undefined> {
  const { frames, sound, ...size } = ordered;
  if (frames !== null) {
    const { issue, head } = await readReported(blobs, key, reported, MP4_HEAD_BYTES);
    return issue ?? issueOf(findMp4Defect(head, reported.bytes, { ...size, frames, sound }));
  }
  return memory.spend(reported.bytes + 2 * rawBytesOf(size), async () => {
    const { issue, head } = await readReported(blobs, key, reported, reported.bytes);
    return issue ?? issueOf(await findPngDefect(head, size));
  });
}

function issueOf(defect: string | undefined): RequestIssue | undefined {
  return defect === undefined ? undefined : { path: 'artifact', message: defect };
}

/** Compares a blob with what was reported; keeps the first `headBytes` of it. Reads no more than was reported. */
async function readReported(
  blobs: Blobs,
  key: string,
  reported: Reported,
  headBytes: number,
): Promise<{ readonly issue: RequestIssue | undefined; readonly head: Buffer }> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of blobs.read(key) as AsyncIterable<Uint8Array>) {
    if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes));
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > reported.bytes) break;
  }
  if (bytes !== reported.bytes) return { issue: notAsReported('bytes'), head: Buffer.alloc(0) };
  const issue = hash.digest('hex') === reported.sha256 ? undefined : notAsReported('sha256');
  return { issue, head: Buffer.concat(head) };
}

/** A worker that gets this issue uploads the artifact again. */
function notAsReported(path: 'bytes' | 'sha256'): RequestIssue {
  return { path, message: 'is not that of what is stored; upload the artifact again' };
}
