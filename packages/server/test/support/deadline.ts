import { setTimeout as pause } from 'node:timers/promises';

/** Waits with a deadline. A wait that exceeds it fails its test with a description of what was awaited. */

const MAX_WAIT_MS = 30_000;
/** For rendering and for separate processes, on a busy machine. */
export const SLOW_MS = 100_000;

/** Polls until `condition` holds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = MAX_WAIT_MS,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms for ${condition}`);
    await pause(20);
  }
}

/** The value of `promise`. Rejects after the deadline; `what` describes the awaited value in the error. */
export async function within<Value>(
  what: () => string,
  promise: Promise<Value>,
  limitMs = MAX_WAIT_MS,
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`waited ${limitMs} ms for ${what()}`)), limitMs);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
