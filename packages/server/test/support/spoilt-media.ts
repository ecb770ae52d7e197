import { addEscapes } from '@kinora/media/avc/avc-escape';

/** Videos whose outside is right and whose media is not. */

/** Bytes without a pattern, the same in every run. */
export function rubbish(length: number): Buffer {
  let state = 7;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state >> 16;
    }),
  );
}

/** The file with other bytes in some of its frames or packets, from a byte of each on. */
export function spoilt(
  mp4: Buffer,
  parts: readonly { readonly offset: number; readonly bytes: number }[],
  from = 0,
): Buffer {
  const copy = Buffer.from(mp4);
  for (const { offset, bytes } of parts) rubbish(bytes - from).copy(copy, offset + from);
  return copy;
}

/** The file with other bytes in the slices of some of its frames; the length and the type of all units are as they were. */
export function spoiltSlices(
  mp4: Buffer,
  frames: readonly { readonly offset: number; readonly bytes: number }[],
): Buffer {
  const copy = Buffer.from(mp4);
  for (const { offset, bytes } of frames) {
    for (let at = offset; at < offset + bytes; at += 4 + mp4.readUInt32BE(at)) {
      const isSlice = [1, 5].includes(mp4.readUInt8(at + 4) & 31);
      if (isSlice) rubbish(mp4.readUInt32BE(at) - 1).copy(copy, at + 5);
    }
  }
  return copy;
}

/** The file with frames of another size, by the parameter set of its index. */
export function resized(
  mp4: Buffer,
  width: number,
  height: number,
  shown?: readonly [number, number],
): Buffer {
  const copy = Buffer.from(mp4);
  const recordAt = mp4.indexOf('avcC') + 4;
  const length = mp4.readUInt16BE(recordAt + 6);
  const set = parameterSet(width, height, shown);
  // What follows the bits of a parameter set does not matter.
  Buffer.concat([set, Buffer.alloc(length, 0xff)]).copy(copy, recordAt + 8, 0, length);
  return copy;
}

/**
 * A sequence parameter set of the Baseline profile; the sides are multiples of 16. All but `shown` of its images is cut off.
 */
export function parameterSet(width: number, height: number, shown?: readonly [number, number]): Buffer {
  const head = [0x67, 66, 0, 51].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const size = golomb(width / 16 - 1) + golomb(height / 16 - 1);
  const bits = `${head}${golomb(0)}${golomb(0)}${golomb(2)}${golomb(1)}0${size}11${shown === undefined ? '0' : `1${cropping([width, height], shown)}`}01`;
  const whole = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const bytes = whole.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return Buffer.from(addEscapes(Uint8Array.from(bytes)));
}

/** In units of two pixels: left, right, top, bottom. */
function cropping(whole: readonly [number, number], shown: readonly [number, number]): string {
  const [right, bottom] = [(whole[0] - shown[0]) / 2, (whole[1] - shown[1]) / 2];
  return golomb(0) + golomb(right) + golomb(0) + golomb(bottom);
}

/** The bits of an unsigned number in H.264. */
function golomb(value: number): string {
  const bits = (value + 1).toString(2);
  return '0'.repeat(bits.length - 1) + bits;
}
