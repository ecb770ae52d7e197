import { setTimeout as pause } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '../db/database.ts';
import { OPEN_JOB, type OpenJob } from '../queue/queue-view.ts';

/**
 * Everything in this process that waits for a job: streams of events, and calls that keep their connection open until the
 * end. One statement per reading serves all of them, however many there are.
 */
export interface JobWatch {
  /**
   * Calls `listener` at each reading, at least every `everyMs`, with what has become of the job: undefined once it is no longer
   * open. A listener that is still busy is left out. Returns a function that ends it.
   */
  watch(jobId: string, everyMs: number, listener: Listener): () => void;
  /**
   * For a call that waits: what `readEnd` returns once the job has ended, also if it had ended before; `left` when this
   * server stops, or `signal` is aborted, before that. While the database is unavailable the job continues without it.
   */
  untilEnd<End>(jobId: string, readEnd: ReadEnd<End>, signal: AbortSignal): Promise<End | 'left'>;
  /** False when this server will stop before a new call would have its result. */
  takesCalls(): boolean;
  /** Resolves when no call waits, or after `limitMs`. For the second half of that time, it takes no calls. */
  finish(limitMs: number): Promise<void>;
  /** Ends the waits of calls; streams end at their next reading. */
  close(): void;
}

type Listener = (job: OpenJob | undefined) => Promise<void>;
/** Undefined while the job has not ended. */
type ReadEnd<End> = () => Promise<End | undefined>;

interface Watcher {
  readonly jobId: string;
  readonly everyMs: number;
  readonly listener: Listener;
  isBusy: boolean;
}

/** How often an end is looked for; the intervals of other watchers are multiples of it. */
const END_MS = 250;
const FINISH_POLL_MS = 50;

export function createJobWatch(database: Database, onError: (error: unknown) => void): JobWatch {
  const watch = createReadings(database, onError);
  const closing = new AbortController();
  let calls = 0;
  let takesCalls = true;
  return {
    watch,
    async untilEnd<End>(jobId: string, readEnd: ReadEnd<End>, signal: AbortSignal) {
      const left = AbortSignal.any([signal, closing.signal]);
      const { promise, resolve, reject } = Promise.withResolvers<End | 'left'>();
      left.addEventListener('abort', () => resolve('left'));
      if (left.aborted) resolve('left');
      const look = async (job: OpenJob | undefined) => {
        if (job !== undefined) return;
        const end = await readEnd().catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) reject(error);
          return undefined;
        });
        if (end !== undefined) resolve(end);
      };
      const unwatch = watch(jobId, END_MS, look);
      calls += 1;
      void look(undefined);
      return promise.finally(() => {
        unwatch();
        calls -= 1;
      });
    },
    takesCalls: () => takesCalls,
    async finish(limitMs) {
      const start = performance.now();
      for (let waited = 0; calls > 0 && waited < limitMs; waited = performance.now() - start) {
        takesCalls = waited < limitMs / 2;
        await pause(FINISH_POLL_MS);
      }
    },
    close() {
      takesCalls = false;
      closing.abort();
    },
  };
}

/** Readings are at multiples of the intervals, so that watchers that came at different times share them. */
function createReadings(database: Database, onError: (error: unknown) => void): JobWatch['watch'] {
  const watchers = new Set<Watcher>();
  let readAt = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || watchers.size === 0) return;
    isScheduled = true;
    setTimeout(read, END_MS - (performance.now() % END_MS)).unref();
  }

  async function read(): Promise<void> {
    const now = performance.now();
    const due = [...watchers].filter(
      ({ everyMs, isBusy }) => !isBusy && Math.floor(now / everyMs) > Math.floor(readAt / everyMs),
    );
    readAt = now;
    if (due.length > 0) await callAll(due).catch(onError);
    isScheduled = false;
    schedule();
  }

  async function callAll(due: readonly Watcher[]): Promise<void> {
    const rows = await database.query<OpenJob>(
      `select ${OPEN_JOB} from open_jobs where id = any($1::uuid[])`,
      [[...new Set(due.map(({ jobId }) => jobId))]],
    );
    const open = new Map(rows.map((job) => [job.id, job]));
    for (const watcher of due) {
      if (!watchers.has(watcher)) continue;
      watcher.isBusy = true;
      const heard = watcher.listener(open.get(watcher.jobId)).catch(onError);
      void heard.finally(() => {
        watcher.isBusy = false;
      });
    }
  }

  return (jobId, everyMs, listener) => {
    const watcher = { jobId, everyMs, listener, isBusy: false };
    watchers.add(watcher);
    schedule();
    return () => watchers.delete(watcher);
  };
}
