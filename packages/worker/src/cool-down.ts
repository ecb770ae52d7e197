import { type FailRequest, failedJobsMax, type Trouble } from '@kinora/contract';
import { RendererBroken } from '@kinora/engine/engine';
import { pauseUnless } from './pause.ts';
import { withoutSecrets } from './remote/without-secrets.ts';

/**
 * What a worker does after jobs that its renderer failed: it leaves them to others for a while, takes no other ones either, and
 * then one at a time until one is rendered, so that a broken renderer does not burn the attempts of job after job.
 */
export interface CoolDown {
  /** What the report of a fault says of the renderer. */
  suspects(error: unknown): Pick<FailRequest, 'suspect'>;
  /** The fault of a job is being reported. The request that is open meanwhile may bring it back before the response is here. */
  reporting(jobId: string): void;
  /** A job failed; `isElsewhere` if another worker is to try it first. `prompt` is in no report. */
  failed(jobId: string, error: unknown, prompt: string, isElsewhere: boolean): void;
  /** A job was released, because the renderer renders nothing. */
  released(jobId: string, trouble: Trouble): void;
  /** A job was delivered, which the renderer had done with at a time of `performance.now()`. */
  succeeded(renderedAt: number): void;
  /** The jobs that are left to others. */
  leftToOthers(): readonly string[];
  /** Whether a job that was leased is released at once: its request was open before the last fault. */
  refuses(jobId: string): boolean;
  /** Whether no job was rendered since the last pause. */
  isProving(): boolean;
  /** Settles when the worker takes jobs again, or stops. `isWorking` says whether it still has some. */
  over(stop: AbortSignal, waits: (trouble: Trouble) => void, isWorking: () => boolean): Promise<void>;
}

/** Idle workers take the job at once; one that is busy for longer would keep its caller waiting. */
const LEFT_MS = 15_000;
/** A worker that has rendered nothing since leaves it to those that are busy, too. */
const LEFT_BY_SUSPECT_MS = 10 * 60_000;
/** One fault may be the job's own, and so may those of two jobs that nobody else can try. */
const FAULTS = 2;
const JOBS_IF_ALONE = 3;
const PAUSES = { first: 5_000, max: 40_000 };
/** An engine waits for its renderer itself; this bounds how often it is mistaken. */
const PAUSES_IF_RELEASED = { first: 1_000, max: 40_000 };
/** A broken renderer needs somebody who restarts it. */
const PAUSES_IF_BROKEN = { first: 30_000, max: 10 * 60_000 };
/** A result that comes meanwhile ends a pause. */
const LOOK_MS = 500;
const MAX_LENGTH = 400;

export function createCoolDown(log: (event: CoolingDown) => void, now = () => performance.now()): CoolDown {
  const left = new Map<string, number>();
  const failedJobs = new Set<string>();
  let inARow = 0;
  let pauses = 0;
  let until = 0;
  let lastFaultAt = 0;
  let trouble: Trouble | undefined;

  function pause(found: Trouble, { first, max }: typeof PAUSES): void {
    trouble = found;
    // Jobs of several slots fail together, which is one trouble.
    if (until > now()) return;
    const pauseMs = Math.min(max, first * 2 ** pauses);
    pauses += 1;
    until = now() + pauseMs;
    log({ event: 'cooling_down', faults: inARow, seconds: pauseMs / 1000, trouble: found.sentence });
  }

  return {
    suspects: (error) =>
      error instanceof RendererBroken ? { suspect: 'broken' } : inARow > 0 ? { suspect: 'likely' } : {},
    reporting: (jobId) => void left.set(jobId, now() + LEFT_MS),
    failed(jobId, error, prompt, isElsewhere) {
      inARow += 1;
      lastFaultAt = now();
      if (failedJobs.size < JOBS_IF_ALONE) failedJobs.add(jobId);
      const isBroken = error instanceof RendererBroken;
      if (isElsewhere) left.set(jobId, now() + (isBroken || inARow >= FAULTS ? LEFT_BY_SUSPECT_MS : LEFT_MS));
      else left.delete(jobId);
      const said = isBroken ? error.sentence : error instanceof Error ? error.message : '';
      const words = withoutSecrets(said, [prompt]).slice(0, MAX_LENGTH) || 'see the log of the worker';
      if (isBroken) pause({ kind: 'broken', sentence: words }, PAUSES_IF_BROKEN);
      else if (isElsewhere ? inARow >= FAULTS : failedJobs.size === JOBS_IF_ALONE)
        pause({ kind: 'faults', sentence: `${inARow} jobs in a row failed. The last one: ${words}` }, PAUSES);
    },
    released(jobId, found) {
      pause(found, PAUSES_IF_RELEASED);
      left.set(jobId, until);
    },
    succeeded(renderedAt) {
      // It was rendered before the renderer broke.
      if (renderedAt < lastFaultAt) return;
      inARow = 0;
      pauses = 0;
      until = 0;
      trouble = undefined;
      failedJobs.clear();
      for (const [job, end] of left) left.set(job, Math.min(end, now() + LEFT_MS));
    },
    leftToOthers() {
      for (const [jobId, end] of left) if (end <= now()) left.delete(jobId);
      return [...left.keys()].slice(-failedJobsMax);
    },
    refuses: (jobId) => until > now() || (left.get(jobId) ?? 0) > now(),
    isProving: () => trouble !== undefined,
    async over(stop, waits, isWorking) {
      for (;;) {
        const leftMs = until - now();
        if (stop.aborted || (leftMs <= 0 && !(trouble !== undefined && isWorking()))) return;
        if (trouble !== undefined && leftMs > 0) waits(trouble);
        await pauseUnless(stop, leftMs > 0 ? Math.min(LOOK_MS, leftMs) : LOOK_MS);
      }
    },
  };
}

/** The worker takes no job for a while, after so many faults in a row. */
export interface CoolingDown {
  readonly event: 'cooling_down';
  readonly faults: number;
  readonly seconds: number;
  readonly trouble: string;
}
