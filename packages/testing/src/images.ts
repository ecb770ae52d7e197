import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Images for uploads: valid ones, and ones that must be rejected. */

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export const RED: Colour = { r: 200, g: 30, b: 40 };
export const BLUE: Colour = { r: 20, g: 40, b: 190 };

export function plain(width = 64, height = 48, background: Colour = RED): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Red on the left and blue on the right, so that a rotation is visible. */
export function redAndBlue(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const { r, g, b } = at % width < width / 2 ? RED : BLUE;
    pixels.set([r, g, b], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The colour of one pixel of an encoded image. */
export async function pixelOf(image: Uint8Array, x: number, y: number): Promise<Colour> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return { r: data[at] ?? -1, g: data[at + 1] ?? -1, b: data[at + 2] ?? -1 };
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const HEADER_END = SIGNATURE.length + 25;

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** A black PNG of one bit per pixel: the file is small whatever its dimensions. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND')]);
}

/** The PNG with additional chunks after its header. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)]);
}

/** The PNG, padded with an ancillary chunk to exactly this many bytes. */
export function paddedPng(png: Buffer, bytes: number): Buffer {
  const emptyChunk = 12;
  return withChunks(png, pngChunk('prVt', Buffer.alloc(bytes - png.length - emptyChunk)));
}

/** A PNG of two frames. */
export function animatedPng(): Buffer {
  const still = blackPng(32, 32);
  const control = (sequence: number): Buffer =>
    pngChunk(
      'fcTL',
      Buffer.concat([...[sequence, 32, 32, 0, 0].map(uint32), Buffer.from('0001000a0000', 'hex')]),
    );
  const frame = Buffer.concat([uint32(2), deflateSync(Buffer.alloc(5 * 32, 255))]);
  const end = still.length - 12;
  return Buffer.concat([
    withChunks(still.subarray(0, end), pngChunk('acTL', Buffer.concat([2, 0].map(uint32))), control(0)),
    control(1),
    pngChunk('fdAT', frame),
    still.subarray(end),
  ]);
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all([RED, BLUE].map((colour) => plain(32, 32, colour).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
