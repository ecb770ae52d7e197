interface Window {
  readonly startedAt: number;
  calls: number;
}

/**
 * Whether another call of `caller` is within `max` calls per window, which starts with its first call. Callers must be
 * few: each keeps a window in this process.
 */
export function createCallRate(max: number, windowMs: number): (caller: string) => boolean {
  const windows = new Map<string, Window>();
  return (caller) => {
    const now = performance.now();
    let window = windows.get(caller);
    if (window === undefined || now - window.startedAt >= windowMs) {
      window = { startedAt: now, calls: 0 };
      windows.set(caller, window);
    }
    window.calls += 1;
    return window.calls <= max;
  };
}
