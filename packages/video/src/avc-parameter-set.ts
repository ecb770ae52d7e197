import { addEscapes, removeEscapes } from '@kinora/media/avc/avc-escape';
import { BitReader } from '@kinora/media/avc/bit-stream';
import { readCodedSize } from '@kinora/media/avc/coded-size';
import type { ColourMatrix } from './read-mp4.ts';

/** Fields of the parameter set that the encoder cannot know or omits. */
export interface AvcCorrections {
  /** The lowest `level_idc` to write. */
  readonly level: number;
  /** The true frame rate, as a multiple of the one the encoder was configured with. */
  readonly rateFactor: number;
  /** How colours are coded: the matrix of BT.709, or that of BT.601. */
  readonly matrix?: ColourMatrix;
}

/** Signal present; unspecified format, limited range, and BT.709 for primaries and transfer. */
const BT709_SIGNAL = `110101${'00000001'.repeat(2)}`;
const MATRIX_BITS = { bt709: '00000001', smpte170m: '00000110' } as const;

/**
 * An AVC decoder configuration record whose sequence parameter set has the colour description, the true frame
 * rate and a sufficient level. Players that trust the stream over the container would otherwise guess the colour
 * matrix from the frame size.
 */
export function correctParameterSet(record: Uint8Array, corrections: AvcCorrections): Uint8Array {
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0);
  const oneSet = ((record[5] ?? 0) & 31) === 1 && record.byteLength >= 8 + length;
  if (!oneSet) throw new Error('The encoder gave a decoder configuration without one parameter set.');
  const corrected = correctUnit(record.subarray(8, 8 + length), corrections);
  const rest = record.subarray(8 + length);
  const result = new Uint8Array(8 + corrected.byteLength + rest.byteLength);
  result.set(record.subarray(0, 6));
  result[3] = corrected[3] ?? 0;
  result[6] = corrected.byteLength >> 8;
  result[7] = corrected.byteLength & 255;
  result.set(corrected, 8);
  result.set(rest, 8 + corrected.byteLength);
  return result;
}

function correctUnit(unit: Uint8Array, { level, rateFactor, matrix = 'bt709' }: AvcCorrections): Uint8Array {
  const payload = removeEscapes(unit);
  payload[3] = Math.max(payload[3] ?? 0, level);
  const found = findUsability(payload);
  if (!found) return addEscapes(payload);
  let bits = Array.from(payload, (byte) => byte.toString(2).padStart(8, '0')).join('');
  if (found.timeScaleAt !== undefined) {
    const at = found.timeScaleAt;
    const rate = Math.round(Number.parseInt(bits.slice(at, at + 32), 2) * rateFactor);
    bits = bits.slice(0, at) + rate.toString(2).padStart(32, '0') + bits.slice(at + 32);
  }
  const signal = BT709_SIGNAL + MATRIX_BITS[matrix];
  bits = bits.slice(0, found.signalAt) + signal + bits.slice(found.signalAt + 1, bits.lastIndexOf('1') + 1);
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return addEscapes(
    Uint8Array.from({ length: padded.length / 8 }, (_, index) =>
      Number.parseInt(padded.slice(index * 8, index * 8 + 8), 2),
    ),
  );
}

interface Usability {
  /** The bit position of `video_signal_type_present_flag`, which is 0. */
  readonly signalAt: number;
  readonly timeScaleAt: number | undefined;
}

/** Undefined where there is no usability section to correct. */
function findUsability(payload: Uint8Array): Usability | undefined {
  const reader = new BitReader(payload);
  readCodedSize(reader);
  return reader.bit() === 0 ? undefined : readUsability(reader);
}

function readUsability(reader: BitReader): Usability | undefined {
  if (reader.bit() === 1 && reader.bits(8) === 255) reader.bits(32);
  if (reader.bit() === 1) reader.bit();
  const signalAt = reader.position;
  if (reader.bit() === 1) return undefined;
  if (reader.bit() === 1) {
    reader.golomb();
    reader.golomb();
  }
  const timed = reader.bit() === 1;
  return { signalAt, timeScaleAt: timed ? reader.position + 32 : undefined };
}
