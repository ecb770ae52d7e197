import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Lease, LeaseRequest } from '@kinora/contract';
import type { Engine, RenderedFile } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { describeWorker } from '../src/describe-worker.ts';
import type { LeaseClient } from '../src/lease-client.ts';
import { runWorker, type WorkerEvent, type WorkerOptions } from '../src/run-worker.ts';
import type { Patience } from '../src/server-calls.ts';
import { IMAGE_ENGINE } from './image-engine.ts';

test('a worker leases no job before its engine is ready, and stops while it waits', async () => {
  verifies('DEC-COMFY-11');
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const leased = Promise.withResolvers<void>();
  let leases = 0;
  let readyCalls = 0;
  const engine: Engine = {
    ...IMAGE_ENGINE,
    untilReady(signal) {
      readyCalls++;
      if (readyCalls === 1) return ready.promise;
      leased.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    render: () => Promise.reject(new Error('there is no job')),
  };
  const client = {
    async lease() {
      leases++;
      await setImmediate();
      return undefined;
    },
    stopped: async () => {},
  } as unknown as LeaseClient;
  const log = () => {};
  const working = runWorker({
    name: 'w',
    pools: ['image'],
    gpu: 'none',
    engine,
    finish: encoded,
    client,
    log,
    stop: stop.signal,
  });
  try {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    assert.deepEqual([readyCalls, leases], [1, 0]);
    ready.resolve();
    await leased.promise;
    assert.equal(leases, 1);
  } finally {
    stop.abort();
    await working;
  }
});

const drawing: Engine = {
  name: 'test',
  version: '1',
  origin: 'rules',
  capabilities: [
    { operation: 'image', model: 'image', longestSide: 1024 },
    { operation: 'video', model: 'fast', longestSide: 1280 },
  ],
  zeroRetention: true,
  render: () => Promise.reject(new Error('it cannot render')),
};

test('a worker declares the capabilities of its pools only', () => {
  verifies('DEC-CAPACITY-01');
  const operationsOf = (pools: readonly ('image' | 'video')[]) =>
    describeWorker({ name: 'w', pools, gpu: 'none', engine: drawing }).capabilities.operations.map(
      ({ operation }) => operation,
    );
  assert.deepEqual(operationsOf(['image']), ['image']);
  assert.deepEqual(operationsOf(['video']), ['video']);
  assert.deepEqual(operationsOf(['image', 'video']), ['image', 'video']);
});

/** Runs a worker until it has stopped, and returns its calls. */
async function callsOf(stop: AbortController, lease: LeaseClient['lease']): Promise<readonly string[]> {
  const calls: string[] = [];
  const reported = Promise.withResolvers<void>();
  const recorded = {
    lease,
    /** Ends the job only after the worker has reported that it stops. */
    async fail() {
      stop.abort();
      await reported.promise;
      calls.push('fail');
    },
    async stopped(name: string) {
      calls.push(`stopped ${name}`);
      reported.resolve();
    },
  } as unknown as LeaseClient;
  await runWorker({
    name: 'w',
    pools: ['image'],
    gpu: 'none',
    engine: drawing,
    finish: encoded,
    client: recorded,
    log: () => {},
    stop: stop.signal,
  });
  return calls;
}

test('a worker that stops while it waits for a job reports it', async () => {
  verifies('DEC-HEALTH-01');
  const stop = new AbortController();
  const calls = await callsOf(stop, (_request, signal) => {
    stop.abort();
    return Promise.reject(signal.reason);
  });
  assert.deepEqual(calls, ['stopped w']);
});

test('a worker that stops while it renders reports it at once, and ends its job', async () => {
  verifies('DEC-HEALTH-01');
  const stop = new AbortController();
  const task = { operation: 'image', init_image_path: null };
  const lease = { job_id: 'j', attempt: 1, relay_url: null, task } as unknown as Lease;
  let leased = 0;
  const once: LeaseClient['lease'] = (_request, signal) => {
    leased += 1;
    if (leased === 1) return Promise.resolve(lease);
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  assert.deepEqual(await callsOf(stop, once), ['stopped w', 'fail']);
});

test('a worker with slots requests one lease at a time, and names the jobs that it has', async () => {
  verifies('DEC-WORKER-09');
  const stop = new AbortController();
  const held: (readonly string[] | undefined)[] = [];
  let open = 0;
  let maxOpen = 0;
  const client = {
    async lease(request: LeaseRequest) {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      held.push(request.held);
      await setImmediate();
      open -= 1;
      if (held.length === 4) stop.abort();
      const task = { operation: 'image', init_image_path: null };
      return { job_id: String(held.length), attempt: 1, relay_url: null, task };
    },
    heartbeat: async () => 'extended',
    fail: async () => {},
    stopped: async () => {},
  } as unknown as LeaseClient;
  const engine: Engine = {
    ...drawing,
    render: () =>
      stop.signal.aborted
        ? Promise.reject(new Error('it stops'))
        : new Promise((_, reject) => stop.signal.addEventListener('abort', reject)),
  };
  const finish = encoded;
  const options = { name: 'w', pools: ['image'], gpu: 'none', slots: 4, engine, finish, client } as const;
  await runWorker({ ...options, log: () => {}, stop: stop.signal });
  assert.equal(maxOpen, 1);
  assert.deepEqual(held, [[], ['1'], ['1', '2'], ['1', '2', '3']]);
});

test('a heartbeat that meets the completion of its job does not abandon it', async () => {
  const lease = { job_id: 'j', attempt: 1, relay_url: null, task: { operation: 'image', frames: null } };
  const stop = new AbortController();
  const beaten = Promise.withResolvers<void>();
  const events: WorkerEvent[] = [];
  let leased = false;
  const client = {
    async lease() {
      if (leased) stop.abort();
      leased = true;
      return stop.signal.aborted ? undefined : lease;
    },
    // The server has completed the job, and its response is still on the way.
    async heartbeat() {
      beaten.resolve();
      return 'lost';
    },
    upload: async () => {},
    async complete(_lease: unknown, _result: unknown, patience: Patience) {
      await beaten.promise;
      await setImmediate();
      patience.signal.throwIfAborted();
    },
    stopped: async () => {},
  } as unknown as LeaseClient;
  await runWorker({
    name: 'w',
    pools: ['image'],
    gpu: 'none',
    engine: {
      ...drawing,
      render: async () => ({ bytes: new Uint8Array(), mime: 'image/png', width: 1, height: 1 }),
    },
    finish: encoded,
    client,
    log: (event) => events.push(event),
    stop: stop.signal,
  });
  assert.deepEqual(
    events.map(({ event }) => event).filter((event) => event !== 'progress'),
    ['started', 'completed'],
  );
});

test('a failure says whether the engine or a step after it failed, and quotes no error', async () => {
  const media: RenderedFile = { bytes: new Uint8Array(), mime: 'image/png', width: 1, height: 1 };
  const quoting = () => Promise.reject(new Error('no node for "a secret prompt"'));
  const reasonOf = async (steps: Partial<Pick<WorkerOptions, 'finish'> & Pick<Engine, 'render'>>) => {
    const stop = new AbortController();
    const reasons: string[] = [];
    const client = {
      lease: async () => {
        if (reasons.length > 0) stop.abort();
        stop.signal.throwIfAborted();
        return {
          job_id: 'j',
          attempt: 1,
          relay_url: null,
          task: { operation: 'image', init_image_path: null },
        };
      },
      heartbeat: async () => 'extended',
      fail: async (_lease: unknown, { reason }: { reason: string }) => void reasons.push(reason),
      stopped: async () => {},
    } as unknown as LeaseClient;
    const { finish = encoded, render = async () => media } = steps;
    const engine: Engine = { ...drawing, render };
    const options = { name: 'w', pools: ['image'], gpu: 'none', engine, finish, client } as const;
    await runWorker({ ...options, log: () => {}, stop: stop.signal });
    return reasons[0];
  };
  assert.equal(await reasonOf({ render: quoting }), 'the engine could not render this');
  assert.equal(await reasonOf({ finish: quoting }), 'the result could not be checked or marked');
});

test('a worker keeps no buffer of a result whose job has ended', async () => {
  const stop = new AbortController();
  const buffersMb = () => process.memoryUsage().arrayBuffers / 1e6;
  const before = buffersMb();
  let whileDelivering = 0;
  let leased = 0;
  const client = {
    async lease() {
      leased += 1;
      if (leased === 2) stop.abort();
      return { job_id: 'j', attempt: 1, relay_url: null, task: { operation: 'image', frames: null } };
    },
    heartbeat: async () => 'extended',
    async upload() {
      whileDelivering = buffersMb();
    },
    complete: async () => {},
    fail: async () => {},
    stopped: async () => {},
  } as unknown as LeaseClient;
  const engine: Engine = {
    ...drawing,
    async render() {
      if (stop.signal.aborted) throw new Error('it stops');
      return { bytes: new Uint8Array(64e6), mime: 'image/png', width: 1, height: 1 };
    },
  };
  const finish = encoded;
  const options = { name: 'w', pools: ['image'], gpu: 'none', engine, finish, client } as const;
  await runWorker({ ...options, log: () => {}, stop: stop.signal });
  assert.ok(whileDelivering > before + 60, `${whileDelivering} MB while it is delivered`);
  assert.ok(buffersMb() < before + 32, `${buffersMb()} MB afterwards, ${before} before`);
});
