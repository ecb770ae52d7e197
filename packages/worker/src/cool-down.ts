import { failedJobsMax } from '@kinora/contract';
import { pauseUnless } from './pause.ts';

/**
 * What a worker does after it has failed jobs that others could render: it leaves them to those for a while, and after several
 * in a row it takes no other ones either, so that a broken renderer does not burn the attempts of job after job.
 */
export interface CoolDown {
  /** A job failed that another worker is to try first. */
  failed(jobId: string): void;
  /** A job was rendered. */
  succeeded(): void;
  /** The jobs that are left to others. */
  leftToOthers(): readonly string[];
  /** Settles when the worker takes jobs again, or stops. */
  over(stop: AbortSignal): Promise<void>;
}

/** Idle workers take the job at once; one that is busy for longer would keep its caller waiting. */
const LEFT_MS = 15_000;
const FIRST_PAUSE_MS = 5_000;
/** Less than the minute after which the server takes a worker that asks for nothing as gone. */
const MAX_PAUSE_MS = 40_000;
/** A result that comes meanwhile ends a pause. */
const LOOK_MS = 1_000;

export function createCoolDown(log: (event: CoolingDown) => void, now = () => performance.now()): CoolDown {
  const left = new Map<string, number>();
  let inARow = 0;
  let until = 0;
  return {
    failed(jobId) {
      left.set(jobId, now() + LEFT_MS);
      inARow += 1;
      // One fault may be the job's own.
      if (inARow < 2) return;
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inARow - 2));
      until = now() + pauseMs;
      log({ event: 'cooling_down', faults: inARow, seconds: pauseMs / 1000 });
    },
    succeeded() {
      inARow = 0;
      until = 0;
    },
    leftToOthers() {
      for (const [jobId, end] of left) if (end <= now()) left.delete(jobId);
      return [...left.keys()].slice(-failedJobsMax);
    },
    async over(stop) {
      while (!stop.aborted && until > now()) await pauseUnless(stop, Math.min(LOOK_MS, until - now()));
    },
  };
}

/** The worker takes no job for a while, after so many faults in a row. */
export interface CoolingDown {
  readonly event: 'cooling_down';
  readonly faults: number;
  readonly seconds: number;
}
