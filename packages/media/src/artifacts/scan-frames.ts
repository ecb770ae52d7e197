import type { FilePart } from './mp4-index.ts';

const FIRST_SLICE = 1;
const LAST_SLICE = 5;
const KEY_SLICE = 5;

/** Follows the units of all frames while the bytes of their file pass by. */
export interface FrameScan {
  /** Takes the next bytes of the file. */
  add(chunk: Uint8Array): void;
  /** Whether every frame is a sequence of units (ITU-T H.264, 7.3.1), at least one of which is a slice. */
  isSound(): boolean;
  /** The indices of the frames that need no other frame, ascending. */
  keys(): readonly number[];
}

/**
 * Reads the length and the type of each unit and decodes nothing, so it costs little, and needs the memory of a header.
 * `record` is the decoder configuration record; `frames` do not overlap.
 */
export function createFrameScan({
  record,
  frames,
}: {
  readonly record: Uint8Array;
  readonly frames: readonly FilePart[];
}): FrameScan {
  const lengthBytes = ((record[4] ?? 0) & 3) + 1;
  const header = Buffer.alloc(lengthBytes + 1);
  const order = [...frames.entries()].sort(([, a], [, b]) => a.offset - b.offset);
  const keys: number[] = [];
  let position = 0;
  let isSound = true;
  let current = 0;
  let unitAt = order[0]?.[1].offset ?? 0;
  let read = 0;
  let hasSlice = false;
  let isKey = false;

  function takeUnit(frame: FilePart, index: number): void {
    const end = frame.offset + frame.bytes;
    const length = header.readUIntBE(0, lengthBytes);
    const type = header[lengthBytes] ?? 0;
    const next = unitAt + lengthBytes + length;
    // The first bit of a unit is 0.
    if (length === 0 || type >= 128 || next > end) {
      isSound = false;
      return;
    }
    const kind = type & 31;
    hasSlice ||= kind >= FIRST_SLICE && kind <= LAST_SLICE;
    isKey ||= kind === KEY_SLICE;
    unitAt = next;
    read = 0;
    if (unitAt < end) return;
    if (!hasSlice) isSound = false;
    if (isKey) keys.push(index);
    hasSlice = false;
    isKey = false;
    current += 1;
    unitAt = order[current]?.[1].offset ?? 0;
  }

  return {
    add(chunk) {
      const start = position;
      position += chunk.length;
      for (let next = order[current]; isSound && next !== undefined; next = order[current]) {
        const from = unitAt + read - start;
        if (from >= chunk.length) return;
        const taken = chunk.subarray(from, from + header.length - read);
        header.set(taken, read);
        read += taken.length;
        if (read < header.length) return;
        takeUnit(next[1], next[0]);
      }
    },
    isSound: () => isSound && current === order.length,
    keys: () => keys.toSorted((a, b) => a - b),
  };
}
