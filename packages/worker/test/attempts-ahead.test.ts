import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Lease, LeaseRequest } from '@kinora/contract';
import { type Engine, RenderNotStarted } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { until } from '../../server/test/support/deadline.ts';
import type { LeaseClient } from '../src/lease-client.ts';
import { runWorker } from '../src/run-worker.ts';
import { IMAGE_ENGINE } from './image-engine.ts';

/** A worker with an engine that has a queue, and the calls that end its jobs. */
function startWorker(jobs: number, render: Engine['render'], upload: LeaseClient['upload'] = async () => {}) {
  const ends: string[] = [];
  const requests: LeaseRequest[] = [];
  const stop = new AbortController();
  const end = (how: string) => async (lease: Lease) => void ends.push(`${how} ${lease.job_id}`);
  const client = {
    async lease(request: LeaseRequest, signal: AbortSignal) {
      requests.push(request);
      if (requests.length > jobs)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const task = {
        operation: 'image',
        model: 'image',
        width: 1,
        height: 1,
        frames: null,
        init_image_path: null,
      };
      const id = String(requests.length);
      return {
        job_id: id,
        attempt: 1,
        relay_url: null,
        provenance: null,
        task: { ...task, seed: requests.length },
      };
    },
    heartbeat: async () => 'extended',
    upload,
    complete: end('complete'),
    fail: end('fail'),
    release: end('release'),
    stopped: async () => {},
  } as unknown as LeaseClient;
  const engine: Engine = {
    ...IMAGE_ENGINE,
    hasQueue: true,
    render,
  };
  const options = { name: 'w', pools: ['image'], gpu: 'none', engine, finish: encoded, client } as const;
  const working = runWorker({ ...options, log: () => {}, stop: stop.signal });
  return {
    ends,
    requests,
    stop,
    async end() {
      stop.abort();
      await working;
    },
  };
}

const result = { bytes: new Uint8Array(), mime: 'image/png', width: 1, height: 1 } as const;

test('a job that its renderer loses before it began is not a fault of that job only while another one was rendered', async () => {
  verifies('DEC-WORKER-12');
  const present = Promise.withResolvers<typeof result>();
  const worker = startWorker(4, async ({ seed }, { onStarted }) => {
    if (seed === 2 || seed === 4) throw new RenderNotStarted('ComfyUI restarted');
    onStarted?.();
    if (seed === 3) await present.promise;
    return result;
  });
  // The fourth is leased while the third renders, for the first took next to no time.
  await until(() => worker.ends.length === 3);
  assert.deepEqual(worker.ends.toSorted(), ['complete 1', 'fail 2', 'release 4']);
  assert.equal(worker.requests[3]?.ahead, true);
  present.resolve(result);
  await until(() => worker.ends.includes('complete 3'));
  await worker.end();
});

test('a result whose engine did not see its start is delivered although the worker stops', async () => {
  verifies('DEC-WORKER-12');
  const uploaded = Promise.withResolvers<void>();
  let uploads = 0;
  const worker = startWorker(
    1,
    async () => result,
    (_lease, _name, _bytes, patience) => {
      uploads += 1;
      const aborted = new Promise<never>((_, reject) =>
        patience?.signal.addEventListener('abort', () => reject(patience.signal.reason)),
      );
      return Promise.race([uploaded.promise, aborted]);
    },
  );
  await until(() => uploads === 1);
  worker.stop.abort();
  // After what the stop releases at once.
  await setTimeout(1);
  uploaded.resolve();
  await worker.end();
  assert.deepEqual(worker.ends, ['complete 1']);
});

test('a hundred jobs leave no listeners and no jobs behind', async () => {
  const worker = startWorker(100, async (_task, { onStarted, onRendered }) => {
    onStarted?.();
    onRendered?.();
    return result;
  });
  await until(() => worker.ends.length === 100);
  await until(() => worker.requests.length === 101);
  assert.equal(new Set(worker.ends).size, 100);
  // One for the stop of the worker, and one for its open lease request.
  assert.ok(getEventListeners(worker.stop.signal, 'abort').length <= 2);
  assert.ok((worker.requests.at(-1)?.held ?? []).length < 4);
  await worker.end();
});

test('a job that a worker has failed is released when the request that was open brings it back', async () => {
  verifies('DEC-WORKER-19');
  const requeued = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const stop = new AbortController();
  const ends: string[] = [];
  const task = {
    operation: 'image',
    model: 'image',
    width: 1,
    height: 1,
    frames: null,
    init_image_path: null,
  };
  let leases = 0;
  const client = {
    async lease(_request: LeaseRequest, signal: AbortSignal) {
      leases += 1;
      if (leases > 2)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      // The server has queued it again, and its response to the fault is still on its way.
      if (leases === 2) await requeued.promise;
      return { job_id: '1', attempt: leases, relay_url: null, provenance: null, task: { ...task, seed: 1 } };
    },
    heartbeat: async () => 'extended',
    async fail(lease: Lease) {
      ends.push(`fail ${lease.attempt}`);
      requeued.resolve();
      await released.promise;
      return true;
    },
    async release(lease: Lease) {
      ends.push(`release ${lease.attempt}`);
      released.resolve();
    },
    stopped: async () => {},
  } as unknown as LeaseClient;
  const engine: Engine = {
    ...IMAGE_ENGINE,
    async render(_task, { onStarted, onRendered }) {
      // A second render is the bug; the test ends then, too.
      if (leases > 1 && ends.length > 0) released.resolve();
      onStarted?.();
      onRendered?.();
      return result;
    },
  };
  const finish = async (): Promise<never> => {
    throw new Error('the image is one colour');
  };
  const options = { name: 'w', pools: ['image'], gpu: 'none', engine, finish, client } as const;
  const working = runWorker({ ...options, log: () => {}, stop: stop.signal });
  await until(() => ends.length === 2);
  stop.abort();
  await working;
  assert.deepEqual(ends, ['fail 1', 'release 2']);
});
