/** The person pressed Ctrl-C; the message says what becomes of the work. */
export class Interrupted extends Error {}

/** Runs `work` with a signal that the first Ctrl-C aborts; a second one ends the process at once. */
export async function interruptible<Value>(
  consequence: () => string,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  const stop = (): void => abort.abort(new Interrupted(consequence()));
  process.once('SIGINT', stop);
  try {
    return await work(abort.signal);
  } finally {
    process.removeListener('SIGINT', stop);
  }
}
