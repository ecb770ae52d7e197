import { between, pick, type Random } from '../random/random.ts';
import type { Tone } from './sound-events.ts';

/** A syllable without absolute time and position. */
type Syllable = Omit<Tone, 'gain' | 'pan' | 'atSeconds'> & {
  readonly afterSeconds: number;
  readonly gain: number;
};

/** One phrase of a bird; every call returns a new variation. */
export type Song = (random: Random) => Syllable[];

function syllable(
  afterSeconds: number,
  seconds: number,
  from: number,
  to: number,
  rest: Partial<Syllable> = {},
) {
  return { afterSeconds, seconds, fromHertz: from, toHertz: to, gain: 1, attack: 0.15, decay: 1.2, ...rest };
}

/** Slow, flute-like whistles with vibrato, as of a blackbird. */
const flute: Song = (random) => {
  const root = between(random, 1650, 2200);
  return Array.from({ length: 3 + Math.floor(random() * 3) }, (_, index) => {
    const from = root * pick(random, [0.84, 1, 1.12, 1.26, 1.5]);
    return syllable(
      index * between(random, 0.2, 0.26),
      between(random, 0.14, 0.24),
      from,
      from * between(random, 0.86, 1.18),
      {
        vibratoHertz: between(random, 10, 60),
        vibratoRate: between(random, 18, 32),
        secondHarmonic: 0.12,
      },
    );
  });
};

/** A run that accelerates as it falls and ends in a flourish, as of a chaffinch. */
const trill: Song = (random) => {
  const top = between(random, 4200, 5200);
  const notes: Syllable[] = [];
  let at = 0;
  const count = 9 + Math.floor(random() * 4);
  for (let index = 0; index < count; index++) {
    const from = top * (1 - 0.045 * index);
    notes.push(syllable(at, 0.05, from * 1.1, from * 0.78, { gain: 0.5 + 0.05 * index }));
    at += 0.095 - 0.0035 * index;
  }
  notes.push(syllable(at + 0.02, 0.13, top * 0.5, top * 0.86, { vibratoHertz: 160, vibratoRate: 38 }));
  return notes;
};

/** Two alternating notes, as of a great tit. */
const seesaw: Song = (random) => {
  const high = between(random, 4300, 5200);
  const low = high * between(random, 0.68, 0.78);
  const pairs = 3 + Math.floor(random() * 3);
  return Array.from({ length: pairs * 2 }, (_, index) =>
    syllable(
      Math.floor(index / 2) * 0.33 + (index % 2) * 0.15,
      index % 2 === 0 ? 0.1 : 0.13,
      index % 2 === 0 ? high : low,
      (index % 2 === 0 ? high : low) * 0.98,
      { secondHarmonic: 0.08 },
    ),
  );
};

/** Quick, scratchy sweeps up and down, as of a warbler. */
const warble: Song = (random) => {
  const notes: Syllable[] = [];
  let at = 0;
  for (let index = 0; index < 14; index++) {
    const from = between(random, 2900, 6200);
    const seconds = between(random, 0.035, 0.075);
    notes.push(
      syllable(at, seconds, from, from * between(random, 0.62, 1.55), {
        vibratoHertz: between(random, 0, 260),
        vibratoRate: between(random, 50, 95),
        gain: between(random, 0.5, 1),
      }),
    );
    at += seconds + between(random, 0.012, 0.045);
  }
  return notes;
};

/** Two falling, throaty notes from a distance, as of a dove at dusk. */
const coo: Song = (random) => {
  const root = between(random, 430, 520);
  return [
    syllable(0, 0.2, root * 0.94, root * 1.08, {
      attack: 0.3,
      vibratoHertz: 8,
      vibratoRate: 24,
      secondHarmonic: 0.2,
    }),
    syllable(0.26, 0.42, root * 1.16, root, {
      attack: 0.2,
      vibratoHertz: 10,
      vibratoRate: 24,
      secondHarmonic: 0.2,
    }),
    syllable(0.76, 0.26, root, root * 0.94, {
      attack: 0.3,
      vibratoHertz: 8,
      vibratoRate: 24,
      secondHarmonic: 0.2,
    }),
  ];
};

/** Falling cries, as of a gull. */
const cry: Song = (random) => {
  const top = between(random, 1250, 1650);
  return Array.from({ length: 2 + Math.floor(random() * 3) }, (_, index) =>
    syllable(
      index * between(random, 0.36, 0.44),
      between(random, 0.26, 0.34),
      top * (1.1 - 0.06 * index),
      top * 0.72,
      {
        vibratoHertz: 70,
        vibratoRate: 47,
        secondHarmonic: 0.55,
        attack: 0.2,
      },
    ),
  );
};

export const LAND_SONGS: readonly Song[] = [flute, trill, seesaw, warble, flute, coo];
export const SHORE_SONGS: readonly Song[] = [cry, cry, seesaw];
