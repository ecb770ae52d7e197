import { framesPerSecond } from '@kinora/contract';
import type { Size } from '../fit-size.ts';
import { listBoxes, type Mp4Box } from '../mp4-boxes.ts';

/** The index of 11 seconds has 20 KB. It comes first, so that playback starts before all is loaded. */
export const MP4_HEAD_BYTES = 512 * 1024;

export interface OrderedVideo extends Size {
  readonly frames: number;
  readonly sound: boolean;
}

/**
 * What keeps an MP4 of `fileBytes`, of which `head` is the beginning, from being what was ordered; undefined if nothing.
 * Reads the index alone and decodes no frame, so it needs no codec and the memory of the head.
 */
export function findMp4Defect(head: Buffer, fileBytes: number, ordered: OrderedVideo): string | undefined {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return 'is not an MP4';
  try {
    return defectOf(readIndex(head, fileBytes), ordered);
  } catch {
    return 'has no index that can be read, followed by its media and nothing else';
  }
}

function defectOf(index: Mp4Index, ordered: OrderedVideo): string | undefined {
  const [video, ...otherVideos] = index.tracks.filter(({ handler }) => handler === 'vide');
  const sounds = index.tracks.filter(({ handler }) => handler === 'soun');
  if (video === undefined || otherVideos.length > 0 || index.tracks.length !== 1 + sounds.length) {
    return 'has not exactly one video track';
  }
  if (sounds.length !== (ordered.sound ? 1 : 0)) {
    return `has ${sounds.length} sound tracks instead of ${ordered.sound ? 1 : 0}`;
  }
  return (
    videoDefect(video, ordered) ??
    sounds.map((sound) => soundDefect(sound, ordered)).find((defect) => defect !== undefined) ??
    mediaDefect(index)
  );
}

/** Sound may begin a packet before the video and may end a little before it. */
const SOUND_SLACK_SECONDS = 0.25;

function videoDefect(video: Track, { width, height, frames }: OrderedVideo): string | undefined {
  if (video.format !== 'avc1') return 'has no H.264 video';
  const size = { width: video.sampleEntry.readUInt16BE(24), height: video.sampleEntry.readUInt16BE(26) };
  if (size.width !== width || size.height !== height) {
    return `is ${size.width}x${size.height} instead of ${width}x${height}`;
  }
  if (video.sampleSizes.length !== frames)
    return `has ${video.sampleSizes.length} frames instead of ${frames}`;
  const seconds = frames / framesPerSecond;
  if (!(Math.abs(video.seconds - seconds) <= 1 / framesPerSecond)) {
    return `lasts ${video.seconds.toFixed(2)} s instead of ${seconds.toFixed(2)} s`;
  }
  return undefined;
}

function soundDefect(sound: Track, { frames }: OrderedVideo): string | undefined {
  if (sound.format !== 'mp4a') return 'has no AAC sound';
  const isWhole = Math.abs(sound.seconds - frames / framesPerSecond) <= SOUND_SLACK_SECONDS;
  return isWhole ? undefined : `has sound of ${sound.seconds.toFixed(2)} s`;
}

/** Every sample is inside the media: an index alone is not a video. */
function mediaDefect({ tracks, media }: Mp4Index): string | undefined {
  const sizes = tracks.flatMap(({ sampleSizes }) => sampleSizes);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const isInside = tracks
    .flatMap(({ chunkOffsets }) => chunkOffsets)
    .every((offset) => offset >= media.content && offset < media.end);
  const isWhole = sizes.every((bytes) => bytes > 0) && total <= media.end - media.content;
  return isInside && isWhole ? undefined : 'has less media than its index says';
}

interface Track {
  readonly handler: string;
  /** The format of its samples, such as avc1, and the content of its description. */
  readonly format: string;
  readonly sampleEntry: Buffer;
  readonly seconds: number;
  readonly sampleSizes: readonly number[];
  readonly chunkOffsets: readonly number[];
}

interface Mp4Index {
  readonly tracks: readonly Track[];
  readonly media: Mp4Box;
}

/** Throws when the index is not in `head`, or is no valid index. */
function readIndex(head: Buffer, fileBytes: number): Mp4Index {
  const boxes = listBoxes(head, 0, fileBytes);
  const index = only(boxes, 'moov');
  const media = only(boxes, 'mdat');
  if (index.end > head.length || media.start < index.end || media.end !== fileBytes)
    throw new Error('The index is not first, or the media not last.');
  const tracks = listBoxes(head, index.content, index.end).filter(({ type }) => type === 'trak');
  return { media, tracks: tracks.map((track) => readTrack(head, track)) };
}

function readTrack(head: Buffer, track: Mp4Box): Track {
  const inside = (box: Mp4Box, type: string) => only(listBoxes(head, box.content, box.end), type);
  const contentOf = (box: Mp4Box) => head.subarray(box.content, box.end);
  const media = inside(track, 'mdia');
  const table = inside(inside(media, 'minf'), 'stbl');
  const description = inside(table, 'stsd');
  const [entry, ...otherEntries] = listBoxes(head, description.content + 8, description.end);
  if (entry === undefined || otherEntries.length > 0) throw new Error('A track has not one description.');
  const header = contentOf(inside(media, 'mdhd'));
  const ticksPerSecond = header.readUInt32BE(header[0] === 1 ? 20 : 12);
  const durations = readTable(contentOf(inside(table, 'stts')), 4, 8);
  const ticks = durations.reduce((sum, run) => sum + run.readUInt32BE(0) * run.readUInt32BE(4), 0);
  return {
    handler: contentOf(inside(media, 'hdlr')).toString('latin1', 8, 12),
    format: entry.type,
    sampleEntry: contentOf(entry),
    seconds: ticks / ticksPerSecond,
    sampleSizes: readSampleSizes(contentOf(inside(table, 'stsz'))),
    chunkOffsets: readChunkOffsets(listBoxes(head, table.content, table.end), contentOf),
  };
}

/** A box that must exist once. */
function only(boxes: readonly Mp4Box[], type: string): Mp4Box {
  const [box, ...others] = boxes.filter((candidate) => candidate.type === type);
  if (box === undefined || others.length > 0) throw new Error(`The MP4 has not exactly one ${type}.`);
  return box;
}

/** The rows of a table that begins with its number of rows at `at`; throws when the table is longer than its box. */
function readTable(content: Buffer, at: number, rowBytes: number): Buffer[] {
  const count = content.readUInt32BE(at);
  const first = at + 4;
  if (first + count * rowBytes > content.length) throw new Error('A table of the MP4 is cut short.');
  return Array.from({ length: count }, (_, row) => content.subarray(first + row * rowBytes));
}

/** Samples of one common size, as of raw sound, have no table; nothing that is delivered has them. */
function readSampleSizes(content: Buffer): number[] {
  if (content.readUInt32BE(4) !== 0) throw new Error('The samples have one common size.');
  return readTable(content, 8, 4).map((row) => row.readUInt32BE(0));
}

function readChunkOffsets(boxes: readonly Mp4Box[], contentOf: (box: Mp4Box) => Buffer): number[] {
  const wide = boxes.some(({ type }) => type === 'co64');
  const rows = readTable(contentOf(only(boxes, wide ? 'co64' : 'stco')), 4, wide ? 8 : 4);
  return rows.map((row) => (wide ? Number(row.readBigUInt64BE(0)) : row.readUInt32BE(0)));
}
