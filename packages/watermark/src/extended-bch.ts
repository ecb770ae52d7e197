/**
 * The extended BCH code (128, 64): 64 bits become 128, any two code words differ in at least 22 places. So up to 21
 * bits may be lost and the rest still fits exactly one word; `soft-decode.ts` finds it.
 * Words are four numbers of 32 bits, the first bit highest: 64 message bits, 63 of the cyclic code, parity.
 */
export const MESSAGE_BITS = 64;
export const CODE_BITS = 128;

/** A code word, or the difference of two. */
export type Word = Uint32Array;

/** x^7 + x^3 + 1, which generates the field of 128 elements. */
const FIELD_POLYNOMIAL = 0b10001001;
const CYCLE = 127;
/** Wrong bits that can be corrected even when all are equally reliable; it sets the roots of the generator. */
const CORRECTABLE = 10;

/** Code words of the messages with a single bit, in order: their sums are all code words. */
export const GENERATORS: readonly Word[] = makeGenerators();

/** The code word of a message of 16 hexadecimal digits. */
export function encode(message: string): Word {
  const bits = BigInt(`0x${message}`);
  const word = new Uint32Array(4);
  for (let at = 0; at < MESSAGE_BITS; at++) {
    if ((bits >> BigInt(MESSAGE_BITS - 1 - at)) & 1n) addWord(word, GENERATORS[at] as Word);
  }
  return word;
}

/** The message of a code word (the code is systematic): 16 hexadecimal digits. */
export function messageOf(word: Word): string {
  return [word[0], word[1]].map((half) => (half as number).toString(16).padStart(8, '0')).join('');
}

export function bitAt(word: Word, at: number): number {
  return ((word[at >> 5] as number) >>> (31 - (at & 31))) & 1;
}

export function addWord(to: Word, word: Word): void {
  for (let part = 0; part < 4; part++) to[part] = (to[part] as number) ^ (word[part] as number);
}

function makeGenerators(): readonly Word[] {
  const generator = generatorPolynomial();
  return Array.from({ length: MESSAGE_BITS }, (_, at) => {
    const message = 1n << BigInt(CYCLE - 1 - at);
    const cyclic = message | remainder(message, generator);
    const whole = (cyclic << 1n) | BigInt(countBits(cyclic) & 1);
    return Uint32Array.from([96n, 64n, 32n, 0n], (shift) => Number((whole >> shift) & 0xffffffffn));
  });
}

/** The product of the least polynomials with the roots a, a^2 ... a^20: of degree 63. */
function generatorPolynomial(): bigint {
  const power = fieldPowers();
  let product = 1n;
  const seen = new Set<number>();
  for (let exponent = 1; exponent <= 2 * CORRECTABLE; exponent++) {
    if (seen.has(exponent)) continue;
    const conjugates: number[] = [];
    for (let one = exponent; !conjugates.includes(one); one = (2 * one) % CYCLE) conjugates.push(one);
    for (const one of conjugates) seen.add(one);
    product = multiply(product, minimalPolynomial(conjugates, power));
  }
  return product;
}

/** The product of (x - a^e) over the conjugates; its coefficients are 0 or 1. */
function minimalPolynomial(conjugates: readonly number[], power: readonly number[]): bigint {
  let coefficients = [1];
  for (const exponent of conjugates) {
    const next = [0, ...coefficients];
    for (const [at, coefficient] of coefficients.entries()) {
      if (coefficient === 0) continue;
      const scaled = power[(power.indexOf(coefficient) + exponent) % CYCLE] as number;
      next[at] = (next[at] as number) ^ scaled;
    }
    coefficients = next;
  }
  return coefficients.reduce((sum, coefficient, at) => sum | (BigInt(coefficient) << BigInt(at)), 0n);
}

/** The powers of a root of the field's polynomial, as numbers of 7 bits. */
function fieldPowers(): readonly number[] {
  const powers = [1];
  while (powers.length < CYCLE) {
    const doubled = (powers.at(-1) as number) << 1;
    powers.push(doubled > CYCLE ? doubled ^ FIELD_POLYNOMIAL : doubled);
  }
  return powers;
}

function multiply(a: bigint, b: bigint): bigint {
  let product = 0n;
  for (let at = 0n; b >> at; at++) if ((b >> at) & 1n) product ^= a << at;
  return product;
}

function remainder(of: bigint, by: bigint): bigint {
  let rest = of;
  const degree = by.toString(2).length;
  for (let length = rest.toString(2).length; length >= degree; length = rest.toString(2).length) {
    rest ^= by << BigInt(length - degree);
  }
  return rest;
}

function countBits(value: bigint): number {
  return value.toString(2).replaceAll('0', '').length;
}
