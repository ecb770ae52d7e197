import { createThreadClassifier } from '@kinora/media/classifier/thread-classifier';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { limitGarbage } from '@kinora/program/heap';
import { createFinisher } from '@kinora/worker/finish-media';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { runWorker, type WorkerEvent } from '@kinora/worker/run-worker';
import { answerParent } from '../child.ts';

/** A worker as `kinora worker` starts it, with the built-in engine. Answers when the next `jobs` jobs are completed. */

export interface Finishing {
  readonly url: string;
  readonly workerToken: string;
  readonly jobs: number;
}

export interface Finished {
  /** From each lease to its completion. */
  readonly jobsMs: readonly number[];
  /** From the first lease to the last completion. */
  readonly allMs: number;
}

let onEvent: (event: WorkerEvent) => void = () => {};
let isRunning = false;

answerParent(async ({ url, workerToken, jobs }: Finishing): Promise<Finished> => {
  const finished = awaitJobs(jobs);
  if (!isRunning) start(url, workerToken);
  return finished;
});

function start(url: string, workerToken: string): void {
  limitGarbage();
  isRunning = true;
  const engine = createProceduralEngine();
  void runWorker({
    name: 'finishing-worker',
    pools: ['image'],
    gpu: 'none',
    engine,
    finish: createFinisher(engine, createThreadClassifier()).finish,
    client: createLeaseClient(url, workerToken),
    log: (event) => onEvent(event),
    stop: new AbortController().signal,
  });
}

function awaitJobs(jobs: number): Promise<Finished> {
  const leasedAt = new Map<string, number>();
  const jobsMs: number[] = [];
  return new Promise((resolve, reject) => {
    onEvent = (event) => {
      const now = performance.now();
      if (event.event === 'started') leasedAt.set(event.jobId, now);
      if (event.event === 'failed') reject(event.error);
      if (event.event !== 'completed') return;
      jobsMs.push(now - (leasedAt.get(event.jobId) ?? now));
      if (jobsMs.length === jobs) resolve({ jobsMs, allMs: now - Math.min(...leasedAt.values()) });
    };
  });
}
