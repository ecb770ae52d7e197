import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Lease, LeaseRequest } from '@kinora/contract';
import type { Engine } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import type { LeaseClient } from '../src/lease-client.ts';
import { runWorker } from '../src/run-worker.ts';
import { IMAGE_ENGINE } from './image-engine.ts';

/** A worker with some jobs, each of which is rendered and finished when the test says so. */
function startJobs(jobs: number, slots = 1, hasQueue = false) {
  const events: string[] = [];
  const stop = new AbortController();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (name: string) => {
    const found = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, found);
    if (stop.signal.aborted) found.resolve();
    return found;
  };
  let leased = 0;
  const client = {
    lease(request: LeaseRequest, signal: AbortSignal) {
      assert.equal(request.slots ?? 1, slots);
      leased += 1;
      events.push(`lease ${leased}${request.ahead === true ? ' ahead' : ''}`);
      if (leased > jobs)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const task = { operation: 'image', init_image_path: null, seed: leased };
      return Promise.resolve({ job_id: String(leased), attempt: 1, relay_url: null, task });
    },
    heartbeat: async () => 'extended',
    fail: async () => {},
    release: async ({ job_id: id }: Lease) => void events.push(`release ${id}`),
    stopped: async () => {},
  } as unknown as LeaseClient;
  let turn: Promise<unknown> = Promise.resolve();
  const engine: Engine = {
    ...IMAGE_ENGINE,
    hasQueue,
    async render({ seed }, { onStarted, signal }) {
      events.push(`render ${seed}`);
      if (hasQueue) {
        const started = turn.then(onStarted);
        turn = started.then(() => gate(`render ${seed}`).promise);
        const aborted = new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
        await Promise.race([turn, aborted]);
      } else await gate(`render ${seed}`).promise;
      return { bytes: new Uint8Array(), mime: 'image/png', width: 1, height: 1 };
    },
  };
  const working = runWorker({
    name: 'w',
    pools: ['image'],
    gpu: 'none',
    slots,
    engine,
    async finish(_media, _task, lease) {
      events.push(`finish ${lease.job_id}`);
      await gate(`finish ${lease.job_id}`).promise;
      throw new Error('the test delivers nothing');
    },
    client,
    log: () => {},
    stop: stop.signal,
  });
  return {
    /** What happened since the last call, when nothing more happens. */
    async happened() {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      return events.splice(0);
    },
    open: (name: string) => gate(name).resolve(),
    stop: () => stop.abort(),
    async end() {
      stop.abort();
      for (const name of gates.keys()) gate(name).resolve();
      await working;
    },
  };
}

test('a worker renders the next job while it delivers results, four at most', async (t) => {
  verifies('DEC-WORKER-08');
  verifies('DEC-WORKER-12');
  const worker = startJobs(9);
  t.after(worker.end);
  assert.deepEqual(await worker.happened(), ['lease 1', 'render 1']);
  worker.open('render 1');
  // From the second job on, the worker knows that the next can be leased.
  assert.deepEqual((await worker.happened()).toSorted(), [
    'finish 1',
    'lease 2',
    'lease 3 ahead',
    'render 2',
  ]);
  worker.open('render 2');
  assert.deepEqual((await worker.happened()).toSorted(), ['finish 2', 'lease 4 ahead', 'render 3']);
  worker.open('render 3');
  assert.deepEqual((await worker.happened()).toSorted(), ['finish 3', 'render 4']);
  worker.open('render 4');
  assert.deepEqual(await worker.happened(), ['finish 4']);
  worker.open('finish 1');
  assert.deepEqual((await worker.happened()).toSorted(), ['lease 5', 'render 5']);
});

test('an engine with a queue gets the next job while it renders, and the worker releases that one when it stops', async (t) => {
  verifies('DEC-WORKER-12');
  const worker = startJobs(9, 1, true);
  t.after(worker.end);
  assert.deepEqual(await worker.happened(), ['lease 1', 'render 1']);
  worker.open('render 1');
  assert.deepEqual((await worker.happened()).toSorted(), [
    'finish 1',
    'lease 2',
    'lease 3 ahead',
    'render 2',
    'render 3',
  ]);
  worker.stop();
  await setTimeout(1);
  assert.deepEqual(await worker.happened(), ['release 3']);
});

test('a worker with two slots renders two jobs at once, and leases the next when one is rendered', async (t) => {
  verifies('DEC-WORKER-09');
  const worker = startJobs(6, 2);
  t.after(worker.end);
  assert.deepEqual((await worker.happened()).toSorted(), ['lease 1', 'lease 2', 'render 1', 'render 2']);
  worker.open('render 1');
  assert.deepEqual((await worker.happened()).toSorted(), ['finish 1', 'lease 3', 'render 3']);
  worker.open('render 2');
  assert.deepEqual((await worker.happened()).toSorted(), ['finish 2', 'lease 4', 'render 4']);
  worker.open('render 3');
  worker.open('render 4');
  assert.deepEqual((await worker.happened()).toSorted(), [
    'finish 3',
    'finish 4',
    'lease 5',
    'lease 6',
    'render 5',
    'render 6',
  ]);
});
