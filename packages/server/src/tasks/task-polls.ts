import type { FastifyBaseLogger } from 'fastify';

/** Restarts and lost connections take a few seconds. */
const STALLED_AFTER_MS = 10_000;

/** Whether this process can look for tasks, through all restarts of the library. */
export interface TaskPolls {
  failed(error: unknown): void;
  succeeded(): void;
  /** Whether all have failed for a while. */
  isStalled(): boolean;
  /** Logs that they have stalled, or go on, once each time. */
  logChange(): void;
}

export function watchTaskPolls(logger: Pick<FastifyBaseLogger, 'warn' | 'info'>): TaskPolls {
  let failing: { readonly since: number; readonly error: unknown } | undefined;
  let wasStalled = false;
  const isStalled = () => failing !== undefined && performance.now() - failing.since > STALLED_AFTER_MS;
  return {
    failed(error) {
      failing = { since: failing?.since ?? performance.now(), error };
    },
    succeeded() {
      failing = undefined;
    },
    isStalled,
    logChange() {
      if (isStalled() === wasStalled) return;
      wasStalled = !wasStalled;
      if (wasStalled)
        logger.warn(
          { err: failing?.error },
          'background tasks cannot run: emails, webhooks and recharges wait',
        );
      else logger.info('background tasks run again');
    },
  };
}
