import { BitReader } from './bit-stream.ts';

/** Profiles whose parameter sets carry chroma and bit depth fields. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44]);

/** Unspecified format, limited range, and BT.709 for primaries, transfer and matrix. */
const BT709_SIGNAL = `10101${'00000001'.repeat(3)}`;

/**
 * Writes BT.709 into the sequence parameter set of an AVC decoder configuration record. The encoder
 * leaves it out, and players that trust the stream over the container then guess by picture size.
 * Returns the record unchanged when the set already says its colours or has no usability section.
 */
export function tagAvcBt709(record: Uint8Array): Uint8Array {
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0);
  const oneSet = ((record[5] ?? 0) & 31) === 1 && record.byteLength >= 8 + length;
  if (!oneSet) throw new Error('The encoder gave a decoder configuration without one parameter set.');
  const tagged = tagParameterSet(record.subarray(8, 8 + length));
  const rest = record.subarray(8 + length);
  const result = new Uint8Array(8 + tagged.byteLength + rest.byteLength);
  result.set(record.subarray(0, 6));
  result[6] = tagged.byteLength >> 8;
  result[7] = tagged.byteLength & 255;
  result.set(tagged, 8);
  result.set(rest, 8 + tagged.byteLength);
  return result;
}

function tagParameterSet(unit: Uint8Array): Uint8Array {
  const payload = removeEmulation(unit);
  const flagAt = findVideoSignalFlag(payload);
  if (flagAt === undefined) return unit;
  const bits = Array.from(payload, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const end = bits.lastIndexOf('1');
  const content = `${bits.slice(0, flagAt)}1${BT709_SIGNAL}${bits.slice(flagAt + 1, end)}1`;
  const padded = content.padEnd(Math.ceil(content.length / 8) * 8, '0');
  const bytes = Uint8Array.from({ length: padded.length / 8 }, (_, index) =>
    Number.parseInt(padded.slice(index * 8, index * 8 + 8), 2),
  );
  return addEmulation(bytes);
}

/** Position of `video_signal_type_present_flag` (ITU-T H.264, 7.3.2.1.1 and E.1.1) when it is there and 0. */
function findVideoSignalFlag(payload: Uint8Array): number | undefined {
  const reader = new BitReader(payload);
  reader.bits(8);
  const profile = reader.bits(8);
  reader.bits(16);
  reader.golomb();
  if (HIGH_PROFILES.has(profile)) {
    if (reader.golomb() === 3) reader.bit();
    reader.golomb();
    reader.golomb();
    reader.bit();
    // Scaling matrices never come from this encoder; their parsing is not worth its bugs.
    if (reader.bit() === 1) return undefined;
  }
  reader.golomb();
  skipOrderCount(reader);
  reader.golomb();
  reader.bit();
  reader.golomb();
  reader.golomb();
  if (reader.bit() === 0) reader.bit();
  reader.bit();
  if (reader.bit() === 1) for (let edge = 0; edge < 4; edge++) reader.golomb();
  if (reader.bit() === 0) return undefined;
  if (reader.bit() === 1 && reader.bits(8) === 255) reader.bits(32);
  if (reader.bit() === 1) reader.bit();
  const flagAt = reader.position;
  return reader.bit() === 0 ? flagAt : undefined;
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

/** Three zero-ish bytes in a row would look like a start code, so the stream carries a 3 between them. */
function removeEmulation(unit: Uint8Array): Uint8Array {
  const payload: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    payload.push(byte);
  }
  return Uint8Array.from(payload);
}

function addEmulation(payload: Uint8Array): Uint8Array {
  const unit: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    unit.push(byte);
  }
  return Uint8Array.from(unit);
}
