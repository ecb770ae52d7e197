import { setImmediate } from 'node:timers/promises';
import { isFrame, type Segment, START_OF_SCAN, segmentsOf } from './jpeg-segments.ts';
import { type ScanBits, scanBits } from './scan-bits.ts';

/** Blocks of 8 by 8 samples; they take a few milliseconds. */
const PIECE = 20_000;

interface Component {
  readonly id: number;
  /** Blocks of a unit, across and down. */
  readonly across: number;
  readonly down: number;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
}

/** What each 16 bits begin with: the length of a code in the upper byte, its symbol in the lower; 0 for none. */
type Codes = Uint16Array;

/**
 * Whether the data of a sequential JPEG with Huffman codes suffice for all of its pixels. Decoders fill what is missing
 * with grey, and do not say so reliably. Nothing is decoded but the lengths of codes, in pieces, which leave the event
 * loop free.
 */
export async function hasEveryPixel(jpeg: Buffer): Promise<boolean> {
  const codes = new Map<number, Codes>();
  const missing = new Set<number>();
  let frame: Frame | undefined;
  let restartAfter = Number.POSITIVE_INFINITY;
  for (const segment of segmentsOf(jpeg)) {
    const data = jpeg.subarray(segment.at, segment.end);
    if (segment.marker === 0xc4) readCodes(data, codes);
    if (segment.marker === 0xdd) restartAfter = data.readUInt16BE(0) || Number.POSITIVE_INFINITY;
    if (isFrame(segment.marker) && frame === undefined) {
      frame = readFrame(data);
      for (const { id } of frame.components) missing.add(id);
    }
    if (segment.marker !== START_OF_SCAN) continue;
    if (frame === undefined || !(await isComplete(jpeg, segment, { frame, codes, restartAfter, missing }))) {
      return false;
    }
  }
  return frame !== undefined && missing.size === 0;
}

function readFrame(data: Buffer): Frame {
  const components = Array.from({ length: data[5] ?? 0 }, (_, index) => {
    const factors = data[7 + 3 * index] ?? 0;
    return { id: data[6 + 3 * index] ?? 0, across: factors >> 4, down: factors & 15 };
  });
  return { height: data.readUInt16BE(1), width: data.readUInt16BE(3), components };
}

/** A table has the number of codes of each length, then their symbols; the codes follow one another. */
function readCodes(data: Buffer, codes: Map<number, Codes>): void {
  for (let at = 0; at + 17 <= data.length; ) {
    const table = new Uint16Array(65_536);
    let symbol = at + 17;
    let filled = 0;
    for (let length = 1; length <= 16; length++) {
      for (let count = data[at + length] ?? 0; count > 0; count--) {
        const next = filled + 2 ** (16 - length);
        table.fill((length << 8) | (data[symbol] ?? 0), filled, next);
        filled = next;
        symbol += 1;
      }
    }
    codes.set(data[at] ?? 0, table);
    at = symbol;
  }
}

interface Coding {
  readonly frame: Frame;
  readonly codes: ReadonlyMap<number, Codes>;
  /** Units. */
  readonly restartAfter: number;
  /** The components that no scan had yet. */
  readonly missing: Set<number>;
}

async function isComplete(
  jpeg: Buffer,
  { at, end }: Segment,
  { frame, codes, restartAfter, missing }: Coding,
): Promise<boolean> {
  const scanned: Component[] = [];
  const blocks: { readonly dc: Codes; readonly ac: Codes }[] = [];
  const count = jpeg[at] ?? 0;
  for (let index = 0; index < count; index++) {
    const id = jpeg[at + 1 + 2 * index];
    const tables = jpeg[at + 2 + 2 * index] ?? 0;
    const component = frame.components.find((one) => one.id === id);
    const dc = codes.get(tables >> 4);
    const ac = codes.get(0x10 | (tables & 15));
    if (component === undefined || dc === undefined || ac === undefined) return false;
    // No sequential JPEG has one twice; so the work is bounded by the pixels.
    if (!missing.delete(component.id)) return false;
    scanned.push(component);
    const each = count === 1 ? 1 : component.across * component.down;
    for (let block = 0; block < each; block++) blocks.push({ dc, ac });
  }
  const bits = scanBits(jpeg, end);
  const units = countUnits(frame, scanned);
  let read = 0;
  for (let unit = 0; unit < units; unit++) {
    if (unit > 0 && unit % restartAfter === 0 && !bits.restart()) return false;
    for (const { dc, ac } of blocks) if (!skipBlock(bits, dc, ac)) return false;
    read += blocks.length;
    if (read < PIECE) continue;
    read = 0;
    await setImmediate();
  }
  return true;
}

/** A scan of one component has just the blocks that its samples fill; one of several, whole units of all of them. */
function countUnits({ width, height, components }: Frame, scanned: readonly Component[]): number {
  const across = Math.max(...components.map((one) => one.across));
  const down = Math.max(...components.map((one) => one.down));
  const [first] = scanned;
  const [ownAcross, ownDown] =
    scanned.length === 1 && first !== undefined ? [first.across, first.down] : [1, 1];
  return Math.ceil((width * ownAcross) / (8 * across)) * Math.ceil((height * ownDown) / (8 * down));
}

/** Skips the code and the bits of each coefficient; false where data are missing. */
function skipBlock(bits: ScanBits, dc: Codes, ac: Codes): boolean {
  const category = bits.symbol(dc);
  if (category < 0 || !bits.skip(category)) return false;
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    const symbol = bits.symbol(ac);
    if (symbol < 0) return false;
    const length = symbol & 15;
    const zeros = symbol >> 4;
    if (length === 0 && zeros !== 15) return true;
    if (!bits.skip(length)) return false;
    coefficient += zeros;
  }
  return true;
}
