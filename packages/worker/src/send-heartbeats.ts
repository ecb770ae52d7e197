import type { Lease } from '@kinora/contract';
import type { Engine } from '@kinora/engine/engine';
import type { ExpectedEnd } from './expect-end.ts';
import type { LeaseClient } from './lease-client.ts';
import { LeaseLost } from './server-calls.ts';

export interface Progressed {
  readonly event: 'progress';
  readonly jobId: string;
  readonly progress: number;
  readonly stage: string;
}

const HEARTBEAT_MS = 1000;
const LOGGED_STEP = 0.02;

interface Sender {
  readonly client: LeaseClient;
  readonly engine: Pick<Engine, 'limitSeconds'>;
  readonly log: (event: Progressed) => void;
}

/**
 * Extends the lease once a second, with what is done of the job, until `stop`. Aborts `abandon` with `LeaseLost` when the lease was lost.
 * `isAhead` if the renderer may still work on another job.
 */
export function sendHeartbeats(
  lease: Lease,
  { expected, isAhead }: { readonly expected: ExpectedEnd; readonly isAhead: boolean },
  { client, engine, log }: Sender,
  abandon: AbortController,
) {
  let progress = 0;
  let logged = 0;
  let stage = 'preparing';
  let startedAt: number | undefined;
  let isSending = false;
  let isOverruled = false;
  const send = () => {
    if (isSending) return;
    isSending = true;
    const report = {
      progress,
      stage,
      ...(startedAt !== undefined && { rendering_ms: performance.now() - startedAt }),
      ...(engine.limitSeconds !== undefined && { limit_seconds: engine.limitSeconds }),
    };
    client
      .heartbeat(lease, report)
      .then(
        (outcome) => {
          if (outcome === 'extended' || isOverruled) return;
          abandon.abort(new LeaseLost('the heartbeat was rejected', outcome === 'over'));
        },
        // The server may be restarting; the lease outlasts many missed heartbeats.
        () => {},
      )
      .finally(() => {
        isSending = false;
      });
  };
  const timer = setInterval(send, HEARTBEAT_MS);
  return {
    hasStarted: () => startedAt !== undefined,
    started() {
      if (startedAt !== undefined) return;
      startedAt = performance.now();
      expected.started();
      // Until then the job is queued for everybody else.
      if (isAhead) send();
    },
    report(fraction: number, stageName: string) {
      progress = Math.min(1, Math.max(progress, fraction));
      stage = stageName;
      expected.progress(fraction);
      if (progress - logged < LOGGED_STEP) return;
      logged = progress;
      log({ event: 'progress', jobId: lease.job_id, progress, stage });
    },
    /**
     * While `complete` runs, its own response says whether the lease is lost: after the completion of the job a heartbeat
     * finds no lease either.
     */
    overruledBy(complete: LeaseClient['complete']): LeaseClient['complete'] {
      return async (...args) => {
        isOverruled = true;
        await complete(...args).finally(() => {
          isOverruled = false;
        });
      };
    },
    stop: () => clearInterval(timer),
  };
}
