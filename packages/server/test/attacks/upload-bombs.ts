import { constants, deflateRawSync } from 'node:zlib';
import { plain } from '@kinora/testing/images';

/** Uploads that are small to send and expensive to read. */

/** A grey progressive JPEG that refines one coefficient after the other, in up to 883 scans. */
export function jpegOfScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const frame = [8, ...uint16(side), ...uint16(side), 1, 1, 0x11, 0];
  const parts = [
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, frame),
    // Each Huffman table has one code: "no difference", and "no coefficient in the next 16,384 blocks and more".
    segment(0xc4, [0x00, 1, ...Array(15).fill(0), 0x00]),
    segment(0xc4, [0x10, 1, ...Array(15).fill(0), 0xe0]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  const nothing = emptyRuns(blocks);
  for (let scan = 1; scan < scans; scan++) {
    const coefficient = Math.ceil(scan / 14);
    const bit = 13 - ((scan - 1) % 14);
    const precision = bit === 13 ? bit : ((bit + 1) << 4) | bit;
    parts.push(segment(0xda, [1, 1, 0, coefficient, coefficient, precision]), nothing);
  }
  return Buffer.concat([...parts, Buffer.from('ffd9', 'hex')]);
}

function emptyRuns(blocks: number): Buffer {
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767));
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? [];
  // In the data of a scan a byte FF is followed by 00.
  return Buffer.from(bytes.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : [Number.parseInt(byte, 2)])));
}

export function segment(marker: number, data: Iterable<number>): Buffer {
  const bytes = Buffer.from([...data]);
  return Buffer.concat([Buffer.from([0xff, marker, ...uint16(bytes.length + 2)]), bytes]);
}

/** About 1 KB for each MiB of zeros that it unpacks to. */
export function zlibBomb(mib: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from('789c', 'hex'), ...Array(mib).fill(one), Buffer.from('0300', 'hex')]);
}

/** A small JPEG whose header claims 65,500 by 65,500 pixels. */
export async function hugeJpeg(): Promise<Buffer> {
  const jpeg = await plain().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  jpeg.writeUInt16BE(65_500, frame + 5);
  jpeg.writeUInt16BE(65_500, frame + 7);
  return jpeg;
}

/** A small WebP whose header claims 16,383 by 16,383 pixels, the most of the format. */
export async function hugeWebp(): Promise<Buffer> {
  const webp = await plain().webp().toBuffer();
  webp.writeUInt16LE(16_383, 26);
  webp.writeUInt16LE(16_383, 28);
  return webp;
}

function uint16(value: number): readonly number[] {
  return [value >> 8, value & 255];
}
