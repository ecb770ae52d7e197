/** Numbers that are the same in every run of a seed (mulberry32). */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Exponentially distributed: the time to the next event at a rate of `perSecond`. */
  wait(perSecond: number): number;
  /** Normally distributed about 0. */
  normal(): number;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    wait: (perSecond) => -Math.log(1 - next()) / perSecond,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
