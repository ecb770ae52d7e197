import { codedSizeOf } from '../avc/coded-size.ts';
import type { Size } from '../fit-size.ts';
import { listBoxes } from '../mp4-boxes.ts';
import { type FilePart, type Mp4Track, onlyBox } from './mp4-index.ts';

/** Offset of the boxes in the description of a track of video. */
const BOXES_AT = 78;

/** A track of H.264, with what a decoder needs. */
export interface VideoTrack {
  /** The size that the index names. */
  readonly size: Size;
  /** Those of the parameter sets: a decoder allocates by these, whatever the index says. At least one. */
  readonly codedSizes: readonly Size[];
  /** The AVC decoder configuration record. */
  readonly record: Buffer;
  readonly frames: readonly FilePart[];
}

/** Throws when the track does not say how its video is coded. */
export function readVideoTrack({ format, sampleEntry, samples }: Mp4Track): VideoTrack {
  if (format !== 'avc1') throw new Error('The video is not coded as H.264.');
  const { content, end } = onlyBox(listBoxes(sampleEntry, BOXES_AT), 'avcC');
  const record = sampleEntry.subarray(content, end);
  const codedSizes = parameterSetsOf(record).map(codedSizeOf);
  if (codedSizes.length === 0) throw new Error('The video has no parameter set.');
  return { size: sizeInIndex(sampleEntry), codedSizes, record, frames: samples };
}

export function sizeInIndex(sampleEntry: Buffer): Size {
  return { width: sampleEntry.readUInt16BE(24), height: sampleEntry.readUInt16BE(26) };
}

/** A parameter set of another size than that of the index; undefined if there is none. */
export function otherSizeOf({ size, codedSizes }: VideoTrack): Size | undefined {
  return codedSizes.find(({ width, height }) => width !== size.width || height !== size.height);
}

/** A frame that is not compressed has 1.5. */
const BYTES_PER_PIXEL = 3;
const MIN_LIMIT = 64 * 1024;

/** The most bytes that a frame of this size can have. */
export function maxFrameBytes({ width, height }: Size): number {
  return width * height * BYTES_PER_PIXEL + MIN_LIMIT;
}

const SEQUENCE_SET = 7;

/**
 * The sequence parameter sets of a decoder configuration record. It has two lists, and decoders take what they find in
 * either. Throws when a unit is cut short.
 */
function parameterSetsOf(record: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let at = 5;
  for (const maxUnits of [31, 255]) {
    const count = record.readUInt8(at) & maxUnits;
    at += 1;
    for (let left = count; left > 0; left--) {
      const end = at + 2 + record.readUInt16BE(at);
      if (end > record.length) throw new Error('A parameter set is cut short.');
      units.push(record.subarray(at + 2, end));
      at = end;
    }
  }
  return units.filter((unit) => ((unit[0] ?? 0) & 31) === SEQUENCE_SET);
}
