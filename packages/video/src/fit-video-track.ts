import { fitSize, type SizeFit } from '@kinora/media/fit-size';
import sharp from 'sharp';
import { type DecodedImage, decodeChosen } from './decode-images.ts';
import { encodeVideo } from './encode-video.ts';
import { readMp4, type Turn, type VideoTrackContent } from './read-mp4.ts';

export interface VideoTrackFit extends SizeFit {
  readonly frames: number;
  readonly fps: number;
  /**
   * Share of the length that may be missing at the end; the last frame is repeated there. A server that rounds lengths
   * may deliver a little less than was requested. Default 0.
   */
  readonly missingShare?: number;
  readonly signal: AbortSignal;
  /** From 0 to 1, never decreasing. */
  readonly onProgress?: (fraction: number) => void;
}

/** The video is too short: repeating its last frame would not be acceptable for that long. */
export class VideoTooShort extends Error {}

/** A tick of the coarsest clock that files use. */
const TICK_SECONDS = 1 / 1000;
const MAX_PIXELS = 4096 * 4096;

/** The track at the size, rate and number of frames of the fit: the same track when it has them already and `mayCopy`. */
export async function fitVideoTrack(
  source: VideoTrackContent,
  fit: VideoTrackFit,
  mayCopy: boolean,
): Promise<VideoTrackContent> {
  if (mayCopy && fits(source, fit)) return source;
  if (source.width * source.height > MAX_PIXELS) {
    throw new Error(`The video is ${source.width}x${source.height}, more than can be decoded here.`);
  }
  assertLength(source, fit);
  return recode(source, fit);
}

function fits(source: VideoTrackContent, { width, height, frames, fps }: VideoTrackFit): boolean {
  // Baseline, Main and High: 4:2:0 with 8 bits, which every player supports.
  const isPlain = /^avc1\.(42|4d|64)/i.test(source.codec);
  if (!isPlain || source.turn !== undefined) return false;
  if (source.width !== width || source.height !== height) return false;
  const starts = frameStarts(source);
  return (
    starts.length === frames && starts.every((start, index) => Math.abs(start - index / fps) < TICK_SECONDS)
  );
}

function assertLength(
  { packets }: VideoTrackContent,
  { frames, fps, missingShare = 0 }: VideoTrackFit,
): void {
  const ends = packets.map(({ startSeconds, seconds }) => startSeconds + seconds);
  const endSeconds = Math.max(0, ...ends);
  const neededSeconds = ((frames - 1) / fps) * (1 - missingShare);
  if (endSeconds - TICK_SECONDS < neededSeconds) {
    throw new VideoTooShort(
      `The video ends after ${endSeconds.toFixed(2)} s where ${neededSeconds.toFixed(2)} s are needed.`,
    );
  }
}

async function recode(source: VideoTrackContent, fit: VideoTrackFit): Promise<VideoTrackContent> {
  const nearest = nearestFrames(source, fit);
  const decoded = decodeChosen(source, new Set(nearest));
  let shown: DecodedImage | undefined;
  async function drawFrame(index: number): Promise<Uint8Array> {
    while (shown === undefined || shown.index !== nearest[index]) {
      const next = await decoded.next();
      if (next.done === true) throw new Error(`Of ${source.packets.length} frames ${next.value} decode.`);
      shown = { ...next.value, pixels: await fitPixels(next.value.pixels, source, fit) };
    }
    return shown.pixels;
  }
  try {
    return (await readMp4(await encodeVideo({ ...fit, sound: false, drawFrame }))).video;
  } finally {
    await decoded.return(0);
  }
}

/** The frame of the source that is nearest in time to each frame to deliver, by its index in presentation order. */
function nearestFrames(source: VideoTrackContent, { frames, fps }: VideoTrackFit): readonly number[] {
  const starts = frameStarts(source);
  let at = 0;
  return Array.from({ length: frames }, (_, index) => {
    const distance = (candidate: number) => Math.abs((starts[candidate] as number) - index / fps);
    while (at + 1 < starts.length && distance(at + 1) <= distance(at)) at++;
    return at;
  });
}

/** Sorts by presentation order, which is not that of the packets. */
function frameStarts({ packets }: VideoTrackContent): readonly number[] {
  return packets.map(({ startSeconds }) => startSeconds).sort((a, b) => a - b);
}

async function fitPixels(
  coded: Uint8Array,
  source: VideoTrackContent,
  fit: VideoTrackFit,
): Promise<Uint8Array> {
  const { pixels, width, height } = await asShown(coded, source, source.turn);
  if (width === fit.width && height === fit.height) return pixels;
  const raw = { width, height, channels: 4 } as const;
  return fitSize(sharp(pixels, { raw }), { width, height }, fit).raw().toBuffer();
}

/** The frame as a player shows it. */
async function asShown(
  pixels: Uint8Array,
  { width, height }: Pick<VideoTrackContent, 'width' | 'height'>,
  turn: Turn | undefined,
): Promise<{ readonly pixels: Uint8Array; readonly width: number; readonly height: number }> {
  if (turn === undefined) return { pixels, width, height };
  const { degrees, isMirrored } = turn;
  // The library mirrors before it turns, which is as mirroring after a turn the other way round.
  const turned = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flop(isMirrored)
    .rotate(isMirrored ? 360 - degrees : degrees)
    .raw()
    .toBuffer();
  return degrees % 180 === 0
    ? { pixels: turned, width, height }
    : { pixels: turned, width: height, height: width };
}
