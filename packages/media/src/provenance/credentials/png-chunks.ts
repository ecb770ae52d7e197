import { crc32 } from 'node:zlib';

export interface PngChunk {
  readonly type: string;
  /** Byte offset of the whole chunk, and its size with length and checksum. */
  readonly start: number;
  readonly length: number;
  /** Whether its checksum matches its data. */
  readonly intact: boolean;
}

/** The chunk type of content credentials. */
export const CREDENTIALS_CHUNK = 'caBX';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum. */
const OVERHEAD = 12;

/** The chunks of a PNG; throws when the data is no PNG or is cut short. */
export function listChunks(png: Uint8Array): PngChunk[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('The data is not a PNG.');
  const chunks: PngChunk[] = [];
  let at = SIGNATURE.length;
  while (chunks.at(-1)?.type !== 'IEND') {
    if (at + OVERHEAD > bytes.length) throw new Error('The PNG is cut short.');
    const length = bytes.readUInt32BE(at) + OVERHEAD;
    const end = at + length;
    if (end > bytes.length) throw new Error('The PNG is cut short.');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const intact = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4);
    chunks.push({ type, start: at, length, intact });
    at = end;
  }
  return chunks;
}
