import { listBoxes, type Mp4Box } from '../mp4-boxes.ts';

/** The index of 11 seconds has 20 KB. It comes first, so that playback starts before all is loaded. */
export const MP4_HEAD_BYTES = 512 * 1024;

/** Bytes of a file. */
export interface FilePart {
  readonly offset: number;
  readonly bytes: number;
}

export interface Mp4Track {
  readonly handler: string;
  /** The format of its samples, such as avc1, and the content of its description. */
  readonly format: string;
  readonly sampleEntry: Buffer;
  readonly seconds: number;
  /** The samples in the order in which they are decoded. */
  readonly samples: readonly FilePart[];
}

export interface Mp4Index {
  readonly tracks: readonly Mp4Track[];
  readonly media: Mp4Box;
}

/** The index of a file of `fileBytes`, of which `head` is the beginning. Throws when it is not in `head`, or is not valid. */
export function readMp4Index(head: Buffer, fileBytes: number): Mp4Index {
  const boxes = listBoxes(head, 0, fileBytes);
  const index = onlyBox(boxes, 'moov');
  const media = onlyBox(boxes, 'mdat');
  if (index.end > head.length || media.start < index.end || media.end !== fileBytes)
    throw new Error('The index is not first, or the media not last.');
  const tracks = listBoxes(head, index.content, index.end).filter(({ type }) => type === 'trak');
  return { media, tracks: tracks.map((track) => readTrack(head, track)) };
}

function readTrack(head: Buffer, track: Mp4Box): Mp4Track {
  const inside = (box: Mp4Box, type: string) => onlyBox(listBoxes(head, box.content, box.end), type);
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
  const samples = placeSamples(
    readSampleSizes(contentOf(inside(table, 'stsz'))),
    readChunkOffsets(listBoxes(head, table.content, table.end), contentOf),
    readTable(contentOf(inside(table, 'stsc')), 4, 12),
  );
  if (durations.reduce((sum, run) => sum + run.readUInt32BE(0), 0) !== samples.length)
    throw new Error('The samples have not as many durations.');
  return {
    handler: contentOf(inside(media, 'hdlr')).toString('latin1', 8, 12),
    format: entry.type,
    sampleEntry: contentOf(entry),
    seconds: ticks / ticksPerSecond,
    samples,
  };
}

/** A box that must exist once. */
export function onlyBox(boxes: readonly Mp4Box[], type: string): Mp4Box {
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
  const rows = readTable(contentOf(onlyBox(boxes, wide ? 'co64' : 'stco')), 4, wide ? 8 : 4);
  return rows.map((row) => (wide ? Number(row.readBigUInt64BE(0)) : row.readUInt32BE(0)));
}

/** A row of `runs` says how many samples each chunk has, from its first chunk to that of the next row. */
function placeSamples(
  sizes: readonly number[],
  chunks: readonly number[],
  runs: readonly Buffer[],
): FilePart[] {
  const samples: FilePart[] = [];
  let run = -1;
  for (const [at, chunk] of chunks.entries()) {
    while ((runs[run + 1]?.readUInt32BE(0) ?? Number.POSITIVE_INFINITY) <= at + 1) run++;
    let offset = chunk;
    for (let left = runs[run]?.readUInt32BE(4) ?? 0; left > 0 && samples.length < sizes.length; left--) {
      const bytes = sizes[samples.length] ?? 0;
      samples.push({ offset, bytes });
      offset += bytes;
    }
  }
  if (samples.length !== sizes.length) throw new Error('Some samples are in no chunk.');
  return samples;
}
