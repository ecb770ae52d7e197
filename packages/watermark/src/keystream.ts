/** Words of keystream, one after the other; the same key always gives the same words. */
export interface Keystream {
  /** An integer from 0 to `limit` - 1, uniformly distributed. */
  below(limit: number): number;
  /** 1 or -1. */
  sign(): number;
}

const KEY_BYTES = 32;

/**
 * ChaCha20 (RFC 8439) from a 32-byte key with a nonce of zeros: where the mark is must not be computable without
 * the key, and a stream cipher's words reveal nothing about each other.
 */
export function createKeystream(key: Uint8Array): Keystream {
  if (key.length !== KEY_BYTES) throw new Error(`a chip key has ${KEY_BYTES} bytes, not ${key.length}`);
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const state = new Uint32Array(16);
  state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let word = 0; word < 8; word++) state[4 + word] = view.getUint32(4 * word, true);
  let block = new Uint32Array(0);
  let used = 0;
  const next = (): number => {
    if (used === block.length) {
      block = chachaBlock(state);
      state[12] = (state[12] as number) + 1;
      used = 0;
    }
    return block[used++] as number;
  };
  return {
    below(limit) {
      // The words above the last whole multiple would make small numbers more likely.
      const end = 2 ** 32 - (2 ** 32 % limit);
      let word = next();
      while (word >= end) word = next();
      return word % limit;
    },
    sign: () => ((next() & 1) === 0 ? 1 : -1),
  };
}

/** One block of 16 words. */
export function chachaBlock(state: Uint32Array): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(state);
  for (let round = 0; round < 10; round++) {
    quarterRound(words, 0, 4, 8, 12);
    quarterRound(words, 1, 5, 9, 13);
    quarterRound(words, 2, 6, 10, 14);
    quarterRound(words, 3, 7, 11, 15);
    quarterRound(words, 0, 5, 10, 15);
    quarterRound(words, 1, 6, 11, 12);
    quarterRound(words, 2, 7, 8, 13);
    quarterRound(words, 3, 4, 9, 14);
  }
  for (let at = 0; at < 16; at++) words[at] = (words[at] as number) + (state[at] as number);
  return words;
}

function quarterRound(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  addThenRotate(words, a, b, d, 16);
  addThenRotate(words, c, d, b, 12);
  addThenRotate(words, a, b, d, 8);
  addThenRotate(words, c, d, b, 7);
}

function addThenRotate(words: Uint32Array, sum: number, term: number, turned: number, bits: number): void {
  words[sum] = (words[sum] as number) + (words[term] as number);
  const mixed = (words[turned] as number) ^ (words[sum] as number);
  words[turned] = (mixed << bits) | (mixed >>> (32 - bits));
}
