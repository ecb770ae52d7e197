import type { EmbeddedPostgres } from './embedded-postgres.ts';

export interface Interruption {
  readonly hasBegun: () => boolean;
  /** Leaves signals to their default again. */
  readonly ignore: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/**
 * Makes a signal stop the embedded database before it ends this process; PostgreSQL, in a process group of its own, would
 * go on running. A second Ctrl-C ends the process at once.
 */
export function stopWhenInterrupted(starting: Promise<EmbeddedPostgres>): Interruption {
  let begun = false;
  const ignore = () => {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
  };
  const interrupt = async (signal: NodeJS.Signals): Promise<void> => {
    if (begun && signal === 'SIGINT') process.exit(INTERRUPTED);
    if (begun) return;
    begun = true;
    const postgres = await starting.catch(() => undefined);
    await postgres?.stopAtOnce().catch(() => {});
    ignore();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return { hasBegun: () => begun, ignore };
}
