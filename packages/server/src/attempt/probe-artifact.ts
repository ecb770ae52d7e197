import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { CompleteRequest, RequestIssue } from '@kinora/contract';
import { checkMp4, type OrderedTracks, type OrderedVideo } from '@kinora/media/artifacts/check-mp4';
import { findPngDefect } from '@kinora/media/artifacts/find-png-defect';
import { MP4_HEAD_BYTES } from '@kinora/media/artifacts/mp4-index';
import { createFrameScan } from '@kinora/media/artifacts/scan-frames';
import { createMemoryBudget } from '@kinora/media/decoding-memory';
import type { Blobs, ByteRange } from '../storage/blobs.ts';
import { type OrderedArtifact, rawBytesOf } from './ordered-artifact.ts';

/** Room for the largest image with its pixels, even if a worker sends it with 16 bits a channel. */
const memory = createMemoryBudget(300e6);

type Reported = Pick<CompleteRequest, 'bytes' | 'sha256'>;

/** A video whose index is that of what was ordered. */
export interface VideoToDecode {
  readonly tracks: OrderedTracks;
  /** The indices of its key frames. */
  readonly keys: readonly number[];
  readonly read: (range: ByteRange) => ReturnType<Blobs['read']>;
}

/** Whether a sample of the video decodes. The videos of one worker wait for each other. */
export type DecodeVideo = (tokenId: string | null, video: VideoToDecode) => Promise<boolean>;

interface ProbeDependencies {
  readonly blobs: Blobs;
  readonly decodeVideo: DecodeVideo;
  /** The worker's token; null for the shared one. */
  readonly workerTokenId: string | null;
}

/**
 * Reads all of an artifact and returns the issue of one that is not what its worker reported, or not what was ordered;
 * undefined if it is both. Of an image all bytes are decoded; of a video the index and the units of all frames are read, and
 * a sample of frames and sound is decoded. Throws what reading the store throws.
 */
export async function probeArtifact(
  dependencies: ProbeDependencies,
  key: string,
  reported: Reported,
  ordered: OrderedArtifact,
): Promise<RequestIssue | undefined> {
  const { frames, framesPerSecond, sound, ...size } = ordered;
  if (frames !== null && framesPerSecond !== null) {
    return probeVideo(dependencies, key, reported, { ...size, frames, framesPerSecond, sound });
  }
  return memory.spend(reported.bytes + 2 * rawBytesOf(size), async () => {
    const chunks: Uint8Array[] = [];
    const issue = await readReported(dependencies.blobs, key, reported, (chunk) => chunks.push(chunk));
    return issue ?? issueOf(await findPngDefect(Buffer.concat(chunks), size));
  });
}

async function probeVideo(
  { blobs, decodeVideo, workerTokenId }: ProbeDependencies,
  key: string,
  reported: Reported,
  ordered: OrderedVideo,
): Promise<RequestIssue | undefined> {
  const read = (range: ByteRange) => blobs.read(key, range);
  const headBytes = Math.min(reported.bytes, MP4_HEAD_BYTES);
  const mp4 = checkMp4(await buffer(read({ first: 0, last: headBytes - 1 })), reported.bytes, ordered);
  const scan = mp4.ok ? createFrameScan(mp4.value.video) : undefined;
  const issue = await readReported(blobs, key, reported, (chunk) => scan?.add(chunk));
  if (issue !== undefined) return issue;
  if (!mp4.ok) return issueOf(mp4.problem);
  const decodes =
    scan?.isSound() === true &&
    (await decodeVideo(workerTokenId, { tracks: mp4.value, keys: scan.keys(), read }));
  return issueOf(decodes ? undefined : 'does not decode');
}

function issueOf(defect: string | undefined): RequestIssue | undefined {
  return defect === undefined ? undefined : { path: 'artifact', message: defect };
}

/** Compares a blob with what was reported, and shows each of its pieces. Reads no more than was reported. */
async function readReported(
  blobs: Blobs,
  key: string,
  reported: Reported,
  show: (chunk: Uint8Array) => void,
): Promise<RequestIssue | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of blobs.read(key) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    bytes += chunk.length;
    if (bytes > reported.bytes) break;
    show(chunk);
  }
  if (bytes !== reported.bytes) return notAsReported('bytes');
  return hash.digest('hex') === reported.sha256 ? undefined : notAsReported('sha256');
}

/** A worker that gets this issue uploads the artifact again. */
function notAsReported(path: 'bytes' | 'sha256'): RequestIssue {
  return { path, message: 'is not that of what is stored; upload the artifact again' };
}
