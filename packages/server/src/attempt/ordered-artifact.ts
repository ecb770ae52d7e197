import type { CompleteRequest, RequestIssue } from '@kinora/contract';

/** What a job has to deliver. */
export interface OrderedArtifact {
  readonly width: number;
  readonly height: number;
  /** Null for an image. */
  readonly frames: number | null;
  /** Null for an image. */
  readonly framesPerSecond: number | null;
  readonly sound: boolean;
}

const MIB = 1024 * 1024;
/** Bytes per pixel of an 8-bit image with transparency. */
const BYTES_PER_PIXEL = 4;
/** White noise takes 0.48 with the built-in encoder. It is 88 Mbit/s at 1280x720. */
const VIDEO_BYTES_PER_PIXEL = 1 / 2;
/** Reached only by ten seconds of the largest size. */
const MAX_ARTIFACT_BYTES = 512 * MIB;

export function rawBytesOf({ width, height }: Pick<OrderedArtifact, 'width' | 'height'>): number {
  return BYTES_PER_PIXEL * width * height;
}

/** The most bytes that the artifact can need: an image that does not compress, or a video of a very high bit rate. */
export function maxArtifactBytes(ordered: OrderedArtifact): number {
  const { width, height, frames } = ordered;
  const media = frames === null ? rawBytesOf(ordered) : width * height * frames * VIDEO_BYTES_PER_PIXEL;
  // The rest is for sound, index and content credentials.
  return Math.min(Math.ceil(media) + MIB, MAX_ARTIFACT_BYTES);
}

const IMAGE_NAME = 'result.png';
const VIDEO_NAME = 'result.mp4';
/** The names under which artifacts are uploaded. */
export const ARTIFACT_NAMES = [IMAGE_NAME, VIDEO_NAME];

/** The name of the only artifact of an attempt. */
export function artifactNameOf({ frames }: Pick<OrderedArtifact, 'frames'>): string {
  return frames === null ? IMAGE_NAME : VIDEO_NAME;
}

/** The issue of an artifact with more than `maxBytes`. */
export function artifactTooLarge(path: string, maxBytes: number): RequestIssue {
  return { path, message: `this artifact may have at most ${(maxBytes / MIB).toFixed(1)} MiB` };
}

/** The issue of a report whose medium, size or length is not what was ordered; undefined when all are. */
export function checkReport(
  result: Pick<CompleteRequest, 'mime' | 'artifact' | 'width' | 'height' | 'duration_seconds' | 'bytes'>,
  ordered: OrderedArtifact,
): RequestIssue | undefined {
  const { frames } = ordered;
  const mime = frames === null ? 'image/png' : 'video/mp4';
  const name = artifactNameOf(ordered);
  if (result.mime !== mime) return { path: 'mime', message: `must be ${mime}` };
  if (result.artifact !== name) return { path: 'artifact', message: `must be ${name}` };
  if (result.width !== ordered.width) return { path: 'width', message: `must be ${ordered.width}` };
  if (result.height !== ordered.height) return { path: 'height', message: `must be ${ordered.height}` };
  const maxBytes = maxArtifactBytes(ordered);
  if (result.bytes > maxBytes) return artifactTooLarge('bytes', maxBytes);
  return checkDuration(result.duration_seconds, ordered);
}

function checkDuration(
  seconds: number | null,
  { frames, framesPerSecond }: Pick<OrderedArtifact, 'frames' | 'framesPerSecond'>,
): RequestIssue | undefined {
  const path = 'duration_seconds';
  if (frames === null || framesPerSecond === null)
    return seconds === null ? undefined : { path, message: 'must be null for an image' };
  const expected = frames / framesPerSecond;
  // The last frame may count or not.
  const isRight = seconds !== null && Math.abs(seconds - expected) < 1.001 / framesPerSecond;
  return isRight ? undefined : { path, message: `must be ${expected.toFixed(2)}` };
}
