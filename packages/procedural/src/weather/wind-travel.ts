import { type Ambience, gustAt } from '../ambience.ts';

/** How far the wind has carried a particle since time 0, in wind-seconds (strength 1 for 1 s). */
export type WindTravel = (tSeconds: number) => number;

const STEPS_PER_SECOND = 48;

/**
 * Integrates the gusts once, in fixed steps, and interpolates: particles accelerate and slow down with the
 * gusts without jumps, and frames can be drawn in any order.
 */
export function createWindTravel(ambience: Ambience): WindTravel {
  const travelled = [0];
  return (tSeconds) => {
    const place = Math.max(0, tSeconds) * STEPS_PER_SECOND;
    const index = Math.floor(place);
    for (let step = travelled.length; step <= index + 1; step++) {
      const middle = (step - 0.5) / STEPS_PER_SECOND;
      travelled.push((travelled[step - 1] as number) + gustAt(ambience, middle) / STEPS_PER_SECOND);
    }
    const before = travelled[index] as number;
    const after = travelled[index + 1] as number;
    // A particle's cycle may have begun before the first frame.
    return tSeconds < 0 ? tSeconds * gustAt(ambience, 0) : before + (after - before) * (place - index);
  };
}
