/** Reads single bits and H.264's Exp-Golomb numbers, most significant bit first. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bits read so far. */
  get position(): number {
    return this.#at;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new Error('The bit stream ended early.');
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at++;
    return bit;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + this.bit();
    return value;
  }

  /** Unsigned Exp-Golomb. The signed kind has the same length, so it serves for skipping both. */
  golomb(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros++;
      if (zeros > 31) throw new Error('The bit stream holds no such number.');
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }
}
