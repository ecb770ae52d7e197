import { setTimeout as pause } from 'node:timers/promises';

/** Waits of tests, each with an end: what does not come in time fails its test and says what it was. */

const LONGEST_WAIT_MS = 30_000;
/** For what renders, or is a process of its own, on a machine that has other things to do. */
export const SLOW_MS = 100_000;

/** Polls until `condition` holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = LONGEST_WAIT_MS,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms for ${condition}`);
    await pause(20);
  }
}

/** The value of `promise`; when it does not come in time, `what` says what it was. */
export async function within<Value>(
  what: () => string,
  promise: Promise<Value>,
  limitMs = LONGEST_WAIT_MS,
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`waited ${limitMs} ms for ${what()}`)), limitMs);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
