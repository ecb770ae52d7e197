import type { Size } from '../fit-size.ts';
import { removeEscapes } from './avc-escape.ts';
import { BitReader } from './bit-stream.ts';

const PARAMETER_SET = 7;
/** Profiles whose parameter sets have chroma, bit depth and scaling fields. */
const HIGH_PROFILES = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);
const MACROBLOCK = 16;

/** The size in pixels of the images that a sequence parameter set describes, as far as they are not padding. Throws if it is none. */
export function codedSizeOf(unit: Uint8Array): Size {
  return readCodedSize(new BitReader(removeEscapes(unit)));
}

/**
 * Reads a sequence parameter set up to its usability section (ITU-T H.264, 7.3.2.1.1), which says how large its images
 * are. A decoder allocates by this size, whatever the container says.
 */
export function readCodedSize(reader: BitReader): Size {
  if ((reader.bits(8) & 31) !== PARAMETER_SET) throw new Error('This is no sequence parameter set.');
  const profile = reader.bits(8);
  reader.bits(16);
  reader.golomb();
  const chroma = HIGH_PROFILES.has(profile) ? readHighFields(reader) : 1;
  reader.golomb();
  skipOrderCount(reader);
  reader.golomb();
  reader.bit();
  const columns = reader.golomb() + 1;
  const rows = reader.golomb() + 1;
  const rowsPerUnit = 2 - reader.bit();
  if (rowsPerUnit === 2) reader.bit();
  reader.bit();
  const [left, right, top, bottom] = reader.bit() === 1 ? readCropping(reader) : [0, 0, 0, 0];
  const cutX = (left + right) * (chroma === 1 || chroma === 2 ? 2 : 1);
  const cutY = (top + bottom) * (chroma === 1 ? 2 : 1) * rowsPerUnit;
  const [width, height] = [columns * MACROBLOCK, rows * rowsPerUnit * MACROBLOCK];
  // A decoder allocates what it then cuts off. Encoders cut what fills the last macroblock, and nothing else.
  const isPadding = cutX < MACROBLOCK && cutY < MACROBLOCK * rowsPerUnit;
  return isPadding ? { width: width - cutX, height: height - cutY } : { width, height };
}

/** Returns the chroma format. */
function readHighFields(reader: BitReader): number {
  const chroma = reader.golomb();
  if (chroma === 3) reader.bit();
  reader.golomb();
  reader.golomb();
  reader.bit();
  if (reader.bit() === 1) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) {
      if (reader.bit() === 1) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return chroma;
}

function skipScalingList(reader: BitReader, length: number): void {
  let last = 8;
  let next = 8;
  for (let index = 0; index < length; index++) {
    if (next !== 0) next = (last + signed(reader.golomb()) + 256) % 256;
    if (next !== 0) last = next;
  }
}

/** The signed number that is coded as this unsigned one. */
function signed(code: number): number {
  return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
}

function readCropping(reader: BitReader): [number, number, number, number] {
  return [reader.golomb(), reader.golomb(), reader.golomb(), reader.golomb()];
}

function skipOrderCount(reader: BitReader): void {
  const kind = reader.golomb();
  if (kind === 0) reader.golomb();
  if (kind !== 1) return;
  reader.bit();
  reader.golomb();
  reader.golomb();
  const cycle = reader.golomb();
  for (let index = 0; index < cycle; index++) reader.golomb();
}
