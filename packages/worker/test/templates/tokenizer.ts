/**
 * The smallest SentencePiece model that reads any text: the control words and one word per byte. Its format is a
 * protocol buffer: a repeated piece (field 1) of text, score and type, and the trainer's settings (field 2).
 */
export function byteTokenizer(): Uint8Array {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  const pieces = [
    piece('<pad>', CONTROL),
    piece('<eos>', CONTROL),
    piece('<bos>', CONTROL),
    piece('<unk>', UNKNOWN),
    ...bytes.map((text) => piece(text, BYTE)),
    piece('▁', NORMAL),
  ];
  const ids = [number(40, 3), number(41, 2), number(42, 1), number(43, 0)];
  const names = ['<unk>', '<bos>', '<eos>', '<pad>'].map((text, at) => field(45 + at, text));
  const trainer = [number(3, BYTE_PAIRS), number(35, 1), ...ids, ...names];
  return Buffer.concat([...pieces, message(2, trainer)]);
}

const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const BYTE = 6;
const BYTE_PAIRS = 2;

function piece(text: string, type: number): Buffer {
  const score = Buffer.alloc(5);
  score[0] = (2 << 3) | 5;
  return message(1, [field(1, text), score, number(3, type)]);
}

function message(id: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([varint((id << 3) | 2), varint(body.length), body]);
}

function field(id: number, text: string): Buffer {
  return message(id, [Buffer.from(text)]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id << 3), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  return Buffer.from([...bytes, left]);
}
