import { listBoxes } from '../mp4-boxes.ts';
import { onlyBox } from './mp4-index.ts';

/** How a track of sound is coded. */
export interface SoundConfig {
  readonly sampleRate: number;
  readonly channels: number;
  /** The AudioSpecificConfig. */
  readonly description: Buffer;
}

/** Offset of the boxes in the description of a track of sound. */
const BOXES_AT = 28;

/** Reads the description of a track of AAC (ISO/IEC 14496-12 and -14). Throws when it is not whole. */
export function readSoundConfig(sampleEntry: Buffer): SoundConfig {
  const { content, end } = onlyBox(listBoxes(sampleEntry, BOXES_AT), 'esds');
  const stream = readDescriptor(sampleEntry.subarray(content + 4, end), 3);
  const flags = stream.readUInt8(2);
  let at = 3;
  if (flags & 0x80) at += 2;
  if (flags & 0x40) at += 1 + stream.readUInt8(at);
  if (flags & 0x20) at += 2;
  const decoder = readDescriptor(stream.subarray(at), 4);
  return {
    channels: sampleEntry.readUInt16BE(16),
    sampleRate: sampleEntry.readUInt16BE(24),
    description: readDescriptor(decoder.subarray(13), 5),
  };
}

/** The content of a descriptor; its length has seven bits in each of up to four bytes. */
function readDescriptor(bytes: Buffer, tag: number): Buffer {
  if (bytes.readUInt8(0) !== tag) throw new Error(`The sound has no descriptor ${tag}.`);
  let length = 0;
  for (let at = 1; at <= 4; at++) {
    const byte = bytes.readUInt8(at);
    length = length * 128 + (byte & 127);
    if (byte < 128) {
      if (at + 1 + length > bytes.length) throw new Error('A descriptor of the sound is cut short.');
      return bytes.subarray(at + 1, at + 1 + length);
    }
  }
  throw new Error('A descriptor of the sound has no length.');
}
