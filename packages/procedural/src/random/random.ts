/**
 * A seeded stream of numbers from 0 up to 1 (sfc32). It is the only source of randomness, so a seed
 * reproduces its bytes.
 */
export type Random = () => number;

/** A 32-bit hash of the text (FNV-1a with a final avalanche); the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mixBits(hash);
}

/** Mixes every bit of `value` into all 32. */
export function mixBits(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * Creates an independent stream for each purpose, so that one more draw in one place does not shift the
 * others.
 */
export function createRandom(seed: number, purpose = ''): Random {
  let a = mixBits(seed);
  let b = hashText(purpose) | 0;
  let c = mixBits(seed ^ 0x9e3779b9);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** One of the items; the list must not be empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.min(items.length - 1, Math.floor(random() * items.length))] as T;
}

/** Normal distribution with mean 0 and deviation 1, truncated at 3. */
export function gaussian(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random() * 0.9999));
  return Math.max(-3, Math.min(3, radius * Math.cos(Math.PI * 2 * random())));
}
