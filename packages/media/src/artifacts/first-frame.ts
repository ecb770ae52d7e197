import { maxResultSide } from '@kinora/contract';
import type { Size } from '../fit-size.ts';
import { type FilePart, readMp4Index } from './mp4-index.ts';
import { maxFrameBytes, otherSizeOf, readVideoTrack } from './video-track.ts';

/** The first frame of a video, with what a decoder needs. */
export interface FirstFrame {
  readonly size: Size;
  /** The AVC decoder configuration record. */
  readonly record: Buffer;
  readonly frame: FilePart;
}

/**
 * The first frame of an MP4 of `fileBytes`, of which `head` is the beginning; undefined if its index cannot be read, or a
 * decoder would need more for it than for one of the size in the index, which is none of ours if it is too large.
 */
export function findFirstFrame(head: Buffer, fileBytes: number): FirstFrame | undefined {
  try {
    const { tracks } = readMp4Index(head, fileBytes);
    const found = tracks.find(({ handler }) => handler === 'vide');
    const track = found && readVideoTrack(found);
    const frame = track?.frames[0];
    if (track === undefined || frame === undefined || otherSizeOf(track) !== undefined) return undefined;
    const { size, record } = track;
    const isPossible =
      Math.max(size.width, size.height) <= maxResultSide && frame.bytes <= maxFrameBytes(size);
    return isPossible && frame.offset + frame.bytes <= fileBytes ? { size, record, frame } : undefined;
  } catch {
    return undefined;
  }
}
