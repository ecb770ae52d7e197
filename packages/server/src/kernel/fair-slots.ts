import { createSlots } from './slots.ts';

/**
 * Runs at most `count` pieces of work at once, and one of each owner: an owner with much of it waits for its own, and delays
 * any other by one piece at most for each owner.
 */
export function createFairSlots(
  count: number,
): <Value>(owner: string, work: () => Promise<Value>) => Promise<Value> {
  const inSlot = createSlots(count);
  const latest = new Map<string, Promise<unknown>>();
  return (owner, work) => {
    const earlier = latest.get(owner) ?? Promise.resolve();
    const done = earlier.then(() => inSlot(work));
    const settled = done
      .catch(() => {})
      .then(() => {
        if (latest.get(owner) === settled) latest.delete(owner);
      });
    latest.set(owner, settled);
    return done;
  };
}
