import { closeFrame } from './close-frame.ts';
import { createFrameReader, decodeFrames } from './decode-frames.ts';
import type { VideoTrackContent } from './read-mp4.ts';

export interface DecodedImage {
  /** Its index in presentation order, counted from the first frame that was decoded. */
  readonly index: number;
  /** RGBA, of the track's width and height. */
  readonly pixels: Uint8Array;
}

/**
 * Decodes every frame from `first` to before `end` (counted in packets; `first` must be a key frame)
 * and returns how many came out. `keep` picks the frame to return as RGBA.
 */
export async function decodeImages(
  track: VideoTrackContent,
  first = 0,
  end = track.packets.length,
  keep = -1,
): Promise<{ readonly frames: number; readonly kept: Uint8Array | undefined }> {
  const images = decodeChosen(track, new Set([keep - first]), first, end);
  let kept: Uint8Array | undefined;
  for (;;) {
    const next = await images.next();
    if (next.done) return { frames: next.value, kept };
    kept = next.value.pixels;
  }
}

/**
 * Decodes as `decodeImages` does and yields the frames whose indices are `chosen`, one at a time, because each is
 * megabytes and replaces the one before; returns how many frames came out. Decoding ends when the caller ends the generator.
 */
export async function* decodeChosen(
  track: VideoTrackContent,
  chosen: ReadonlySet<number>,
  first = 0,
  end = track.packets.length,
): AsyncGenerator<DecodedImage, number> {
  const readFrame = createFrameReader();
  let index = 0;
  for await (const frame of decodeFrames(track, first, end)) {
    let pixels: Uint8Array | undefined;
    try {
      if (chosen.has(index)) pixels = await readFrame(frame);
    } finally {
      closeFrame(frame);
    }
    if (pixels !== undefined) yield { index, pixels };
    index++;
  }
  return index;
}
