/** One file of an archive. Its content is asked for when the archive has got so far. */
export interface ZipEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Beyond it the format needs longer fields. */
export const ZIP_BYTES_MAX = 0xffff_ffff;
/** More than the format adds to one entry. */
export const ZIP_BYTES_PER_ENTRY = 4_096;

const DEFLATED = 8;
/** Sizes and checksum follow the content, and the name is UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const BLOCK_BYTES_MAX = 0xffff;

/**
 * The pieces of a ZIP archive (APPNOTE 6.3) of these files, without compression, because images and videos are compressed already.
 * Each content is in deflate's stored blocks: readers of a stream accept a size that follows the content of a deflated entry only.
 * One piece is in memory at a time. An entry whose content fails before its first byte is left out; a later failure ends the archive.
 */
export async function* zipArchive(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  const count = (piece: Uint8Array): Uint8Array => {
    offset += piece.length;
    return piece;
  };
  for (const entry of entries) {
    const pieces = entry.content()[Symbol.asyncIterator]();
    let next = await pieces.next().catch(() => undefined);
    if (next === undefined) continue;
    const start = offset;
    const name = Buffer.from(entry.name, 'utf8');
    yield count(localHeader(name, entry.modifiedAt));
    const begun = offset;
    let size = 0;
    let crc = 0xffff_ffff;
    while (!next.done) {
      for (const block of blocksOf(next.value)) {
        size += block.length;
        crc = updateCrc(crc, block);
        yield count(blockHeader(block.length, false));
        yield count(block);
      }
      next = await pieces.next();
    }
    yield count(blockHeader(0, true));
    const sizes = { crc: (crc ^ 0xffff_ffff) >>> 0, packed: offset - begun, size };
    yield count(descriptor(sizes));
    directory.push(centralHeader(name, entry.modifiedAt, sizes, start));
  }
  const whole = Buffer.concat(directory);
  yield whole;
  yield endOfDirectory(directory.length, whole.length, offset);
}

function* blocksOf(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += BLOCK_BYTES_MAX) yield piece.subarray(at, at + BLOCK_BYTES_MAX);
}

function blockHeader(length: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(isLast ? 1 : 0, 0);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}

function localHeader(name: Buffer, at: Date): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeKind(header, 6, at);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

interface Sizes {
  readonly crc: number;
  /** Bytes in the archive. */
  readonly packed: number;
  readonly size: number;
}

function descriptor({ crc, packed, size }: Sizes): Buffer {
  const bytes = Buffer.alloc(16);
  [0x0807_4b50, crc, packed, size].forEach((value, at) => {
    bytes.writeUInt32LE(value, at * 4);
  });
  return bytes;
}

function centralHeader(name: Buffer, at: Date, { crc, packed, size }: Sizes, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  writeKind(header, 8, at);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

/** Flags, method, and the time in UTC with a step of two seconds. */
function writeKind(header: Buffer, at: number, time: Date): void {
  header.writeUInt16LE(FLAGS, at);
  header.writeUInt16LE(DEFLATED, at + 2);
  header.writeUInt16LE(
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
    at + 4,
  );
  const years = Math.max(0, time.getUTCFullYear() - 1980) & 0x7f;
  header.writeUInt16LE((years << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), at + 6);
}

function endOfDirectory(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** CRC-32 by a table; `zlib.crc32` is not in every Node 20. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value >>> 0;
});

function updateCrc(crc: number, bytes: Uint8Array): number {
  let value = crc;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return value;
}
