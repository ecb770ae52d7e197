import type { Engine } from '@kinora/engine/engine';
import { createThreadClassifier } from '@kinora/media/classifier/thread-classifier';
import { createFinisher } from '@kinora/worker/finish-media';
import { runWorker, type WorkerEvent } from '@kinora/worker/run-worker';
import type { TestApp } from './test-app.ts';

/** A worker as `kinora worker` starts it, in this process: it renders, checks, marks, signs and uploads. */
export function startRealWorker(
  service: Pick<TestApp, 'worker'>,
  engine: Engine,
  log: (event: WorkerEvent) => void = () => {},
  name = 'real-worker',
): { stop(): Promise<void> } {
  const stop = new AbortController();
  const finisher = createFinisher(engine, createThreadClassifier());
  const working = runWorker({
    name,
    pools: ['image', 'video'],
    gpu: 'none',
    engine,
    finish: finisher.finish,
    client: service.worker,
    log,
    stop: stop.signal,
  });
  return {
    async stop() {
      stop.abort();
      await working;
      await finisher.close();
    },
  };
}
