import { open } from 'node:fs/promises';
import type { Layout } from './layout.ts';

/** What a file holds besides weights: strings by name, and tensors of bytes such as a tokenizer's model. */
export interface Extras {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly bytes?: Readonly<Record<string, Uint8Array>>;
}

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: 'F32' | 'BF16' | 'U8';
  readonly size: number;
  readonly bytes?: Uint8Array;
}

/** Larger tensors are written at half precision. */
const LARGE_ELEMENTS = 2 ** 24;
/** Random numbers are drawn once and repeated, because a text encoder has hundreds of millions. */
const DRAWN = 2 ** 20 + 7;

/** Writes a safetensors file with random weights: eight bytes of length, a JSON header, then the data. */
export async function writeSafetensors(file: string, layout: Layout, extras: Extras = {}): Promise<void> {
  const tensors = [...Object.entries(layout).map(weights), ...Object.entries(extras.bytes ?? {}).map(raw)];
  const entries: Record<string, unknown> = { __metadata__: extras.metadata ?? {} };
  let at = 0;
  for (const { name, shape, dtype, size } of tensors) {
    entries[name] = { dtype, shape, data_offsets: [at, at + size] };
    at += size;
  }
  const json = Buffer.from(JSON.stringify(entries));
  // Padded with spaces, so that the data is aligned.
  const header = Buffer.concat([json, Buffer.alloc((8 - (json.length % 8)) % 8, ' ')]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const output = await open(file, 'w');
  try {
    for (const part of [length, header]) await output.writeFile(part);
    for (const tensor of tensors) {
      for (const chunk of tensor.bytes ? [tensor.bytes] : randomChunks(tensor)) await output.writeFile(chunk);
    }
  } finally {
    await output.close();
  }
}

function weights([name, shape]: readonly [string, readonly number[]]): Tensor {
  const elements = count(shape);
  const dtype = elements > LARGE_ELEMENTS ? 'BF16' : 'F32';
  return { name, shape, dtype, size: elements * (dtype === 'BF16' ? 2 : 4) };
}

function raw([name, bytes]: readonly [string, Uint8Array]): Tensor {
  return { name, shape: [bytes.length], dtype: 'U8', size: bytes.length, bytes };
}

/**
 * Uniform noise that keeps a signal's variance from layer to layer. Scales, which are the only vectors that are no
 * biases, are 1: with random scales every signal would fade.
 */
function* randomChunks({ name, shape, dtype, size }: Tensor): Generator<Uint8Array> {
  const isScale = shape.length === 1 && !name.endsWith('bias') && !name.includes('mean');
  const spread = Math.sqrt(3 / Math.max(1, count(shape.slice(1))));
  const values = new Float32Array(Math.min(DRAWN, count(shape)));
  for (let at = 0; at < values.length; at++) values[at] = isScale ? 1 : (draw() * 2 - 1) * spread;
  const block = dtype === 'BF16' ? upperHalves(values) : new Uint8Array(values.buffer);
  for (let left = size; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

/** BF16 is the upper half of a float. */
function upperHalves(values: Float32Array): Uint8Array {
  const words = new Uint16Array(values.buffer);
  return new Uint8Array(Uint16Array.from(values, (_, at) => words[at * 2 + 1] ?? 0).buffer);
}

function count(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1);
}

let state = 20_260_822;

/** The same numbers in every run, so that a failure can be repeated. Returns a number from 0 to 1 (mulberry32). */
function draw(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
