import sharp from 'sharp';
import { decodeFrames, frameToRgba } from './decode-frames.ts';
import { decodeStereo } from './decode-stereo.ts';
import { encodeVideo } from './encode-video.ts';
import { listBoxes } from './mp4-boxes.ts';
import { readMp4, type VideoTrackContent } from './read-mp4.ts';

export interface VideoFit {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  /** With sound, a clip that has none gets a silent track; without, whatever track it has is left out. */
  readonly sound: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** The clip ends so long before the length asked for that holding its last picture would cheat. */
export class VideoTooShort extends Error {}

/** Share of the asked length that a clip may miss; its last picture is held for the rest. */
const MOST_MISSING = 0.1;
const MOST_PIXELS = 4096 * 4096;

/**
 * Any MP4 as one of ours: exactly this size (cut off around the middle), this many frames at this rate, taken by
 * nearest time, and no metadata. Throws `VideoTooShort`, the signal's reason, or an error when it does not decode.
 */
export async function refitVideo(bytes: Uint8Array, fit: VideoFit): Promise<Uint8Array> {
  // The reader takes what is there of a file that was cut, and the missing end would show as a frozen picture.
  listBoxes(bytes);
  const { video, audio } = await readMp4(bytes);
  if (video.width * video.height > MOST_PIXELS) {
    throw new Error(`The picture is ${video.width}x${video.height}, more than can be decoded here.`);
  }
  const lasts = durationOf(video);
  const asked = (fit.frames - 1) / fit.fps;
  if (lasts < asked * (1 - MOST_MISSING)) {
    throw new VideoTooShort(
      `The clip lasts ${lasts.toFixed(2)} s where ${asked.toFixed(2)} s were asked for.`,
    );
  }
  const shown = showByTime(video, fit);
  try {
    return await encodeVideo({
      ...fit,
      drawFrame: (index) => shown.at(index / fit.fps),
      sound: fit.sound && (await decodeStereo(audio)),
    });
  } finally {
    await shown.close();
  }
}

function durationOf({ packets }: VideoTrackContent): number {
  const ends = packets.map(({ startSeconds, seconds }) => startSeconds + seconds);
  return Math.max(0, ...ends) - Math.min(...packets.map(({ startSeconds }) => startSeconds));
}

/** The clip's pictures at the size of the fit, asked for in the order of time. */
function showByTime(video: VideoTrackContent, { width, height }: VideoFit) {
  const frames = decodeFrames(video);
  let start: number | undefined;
  let current: { readonly seconds: number; readonly pixels: Uint8Array } | undefined;
  let next: typeof current;
  let ended = false;

  async function read(): Promise<typeof current> {
    const { value: frame, done } = await frames.next();
    if (done === true) {
      ended = true;
      return undefined;
    }
    try {
      const at = frame.timestamp / 1e6;
      start ??= at;
      const size = { width: frame.displayWidth, height: frame.displayHeight };
      return { seconds: at - start, pixels: await scale(await frameToRgba(frame), size, width, height) };
    } finally {
      frame.close();
    }
  }

  return {
    async at(seconds: number): Promise<Uint8Array> {
      current ??= await read();
      if (current === undefined) throw new Error('The clip shows nothing.');
      for (;;) {
        if (next === undefined && !ended) next = await read();
        if (next === undefined || Math.abs(next.seconds - seconds) > Math.abs(current.seconds - seconds))
          return current.pixels;
        current = next;
        next = undefined;
      }
    },
    async close(): Promise<void> {
      await frames.return(undefined);
    },
  };
}

async function scale(
  rgba: Uint8Array,
  size: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): Promise<Uint8Array> {
  if (size.width === width && size.height === height) return rgba;
  return sharp(rgba, { raw: { ...size, channels: 4 } })
    .resize(width, height, { fit: 'cover', position: 'centre', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}
