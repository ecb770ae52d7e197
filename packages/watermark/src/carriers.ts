import { CODE_BITS } from './extended-bch.ts';
import { createKeystream, type Keystream } from './keystream.ts';
import { TILE } from './tile.ts';

/** Cycles per tile. Lower ones are strong in every image and visible first; JPEG removes the higher ones. */
const LOWEST = 9;
const HIGHEST = 30;
/** Rings of equal numbers of frequencies: an attack removes rings, not single frequencies. */
export const RINGS = 8;
/** Every fourth frequency carries the pilot. */
const PILOT_EVERY = 4;

/**
 * Where the mark is in the spectrum of a tile. A carrier is the real or the imaginary part of one frequency, with a
 * sign. Pilot carriers always send a 1 and show that there is a mark, how it is placed and how much of it survived; each
 * of the others belongs to one bit of the code word.
 */
export interface Carriers {
  readonly count: number;
  /** Cell of the tile's spectrum. */
  readonly cell: Uint16Array;
  /** 0 for the real part, 1 for the imaginary. */
  readonly part: Uint8Array;
  readonly sign: Int8Array;
  readonly ring: Uint8Array;
  /** Bit of the code word, or `PILOT`. */
  readonly bit: Int16Array;
}

export const PILOT = -1;

interface Frequency {
  readonly u: number;
  readonly v: number;
}

export function layCarriers(key: Uint8Array): Carriers {
  const keystream = createKeystream(key);
  const frequencies = listFrequencies();
  const pilots = choosePilots(frequencies.length, keystream);
  const count = 2 * frequencies.length;
  const carriers = {
    count,
    cell: new Uint16Array(count),
    part: new Uint8Array(count),
    sign: new Int8Array(count),
    ring: new Uint8Array(count),
    bit: new Int16Array(count),
  };
  const bits = dealBits(keystream);
  for (const [at, { u, v }] of frequencies.entries()) {
    for (let part = 0; part < 2; part++) {
      const carrier = 2 * at + part;
      carriers.cell[carrier] = ((v + TILE) % TILE) * TILE + u;
      carriers.part[carrier] = part;
      carriers.sign[carrier] = keystream.sign();
      carriers.ring[carrier] = Math.floor((RINGS * at) / frequencies.length);
      carriers.bit[carrier] = pilots.has(at) ? PILOT : bits();
    }
  }
  return carriers;
}

/** Half of the band, since the other half of a real pattern's spectrum follows from it; lowest first. */
function listFrequencies(): readonly Frequency[] {
  const found: Frequency[] = [];
  for (let u = 0; u <= HIGHEST; u++) {
    for (let v = -HIGHEST; v <= HIGHEST; v++) {
      const frequency = Math.hypot(u, v);
      if (frequency >= LOWEST && frequency <= HIGHEST && (u > 0 || v > 0)) found.push({ u, v });
    }
  }
  return found.sort((a, b) => Math.hypot(a.u, a.v) - Math.hypot(b.u, b.v) || a.u - b.u || a.v - b.v);
}

/** One of every few neighbours in frequency, so that the pilot is equally strong in every ring. */
function choosePilots(count: number, keystream: Keystream): ReadonlySet<number> {
  const chosen = new Set<number>();
  for (let first = 0; first < count; first += PILOT_EVERY) {
    chosen.add(first + keystream.below(Math.min(PILOT_EVERY, count - first)));
  }
  return chosen;
}

/** Deals all bits once before any is repeated, so that each has carriers of every frequency. */
function dealBits(keystream: Keystream): () => number {
  let hand: number[] = [];
  return () => {
    if (hand.length === 0) hand = Array.from({ length: CODE_BITS }, (_, at) => at);
    return hand.splice(keystream.below(hand.length), 1)[0] as number;
  };
}
