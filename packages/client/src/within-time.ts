/** The result of `work`, whose signal is aborted as `signal` is, or after `ms`. */
export async function withinTime<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limited = new AbortController();
  const stop = (): void => limited.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    () => limited.abort(new Error(`no response within ${Math.round(ms) / 1000} seconds`)),
    ms,
  );
  try {
    return await work(limited.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
