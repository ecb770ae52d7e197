/** A value that is read when it is asked for, and kept for a while. */
export interface Kept<Value> {
  /** The last reading if it is not older than this, or a new one. */
  (maxAgeMs?: number): Promise<Value>;
  /** A reading that began after `earlier` did: another caller may have begun it. */
  after(earlier: Promise<Value>): Promise<Value>;
}

/**
 * Reads at most once in `freshMs`, however many ask: those in between share the last reading. One that fails is not kept, so the
 * next caller reads again.
 */
export function keepFresh<Value>(
  read: () => Promise<Value>,
  freshMs: number,
  nowMs: () => number = () => performance.now(),
): Kept<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined;

  function readAgain(): Promise<Value> {
    const reading = { at: nowMs(), value: read() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = undefined;
    });
    return reading.value;
  }

  // After the clock was set back, a reading may have a time in the future.
  const latest = (maxAgeMs = freshMs) =>
    last !== undefined && Math.abs(nowMs() - last.at) < maxAgeMs ? last.value : readAgain();
  const after = (earlier: Promise<Value>) =>
    last === undefined || last.value === earlier ? readAgain() : last.value;
  return Object.assign(latest, { after });
}
