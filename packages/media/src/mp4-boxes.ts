/** A reader of MP4's nested boxes: enough to check the order of a file and to make it reproducible. */
export interface Mp4Box {
  readonly type: string;
  /** Byte offsets of the box, of its content and of its end. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'udta']);

/** The sibling boxes between two offsets; throws on a box that exceeds its parent. */
export function listBoxes(bytes: Uint8Array, start = 0, end = bytes.byteLength): Mp4Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Mp4Box[] = [];
  let at = start;
  while (at < end) {
    if (end - at < 8) throw new Error('The MP4 ends in the middle of a box header.');
    const shortSize = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const long = shortSize === 1;
    if (long && end - at < 16) throw new Error('The MP4 ends in the middle of a box header.');
    const size = long ? Number(view.getBigUint64(at + 8)) : shortSize === 0 ? end - at : shortSize;
    const content = at + (long ? 16 : 8);
    if (at + size > end || content > at + size) throw new Error(`The MP4 box ${type} is cut short.`);
    boxes.push({ type, start: at, content, end: at + size });
    at += size;
  }
  return boxes;
}

/** Every box of this type, inside containers too. */
export function findBoxes(bytes: Uint8Array, type: string): Mp4Box[] {
  const found: Mp4Box[] = [];
  const search = (boxes: readonly Mp4Box[]): void => {
    for (const box of boxes) {
      if (box.type === type) found.push(box);
      if (CONTAINERS.has(box.type)) search(listBoxes(bytes, box.content, box.end));
    }
  };
  search(listBoxes(bytes));
  return found;
}

/**
 * Zeroes creation and modification times in place: the muxer writes the clock there, and a job
 * rendered again must give the same bytes.
 */
export function clearTimes(bytes: Uint8Array): void {
  for (const type of ['mvhd', 'tkhd', 'mdhd']) {
    for (const box of findBoxes(bytes, type)) {
      const wide = bytes[box.content] === 1;
      bytes.fill(0, box.content + 4, box.content + 4 + (wide ? 16 : 8));
    }
  }
}
