import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Lease } from '@kinora/contract';
import type { Engine } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
import { describeWorker } from '../src/describe-worker.ts';
import type { LeaseClient } from '../src/lease-client.ts';
import { runWorker } from '../src/run-worker.ts';

test('a worker leases no job before its engine is ready, and stops while it waits', async () => {
  verifies('DEC-COMFY-11');
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const leased = Promise.withResolvers<void>();
  let leases = 0;
  let readyCalls = 0;
  const engine: Engine = {
    name: 'test',
    version: '1',
    origin: 'rules',
    capabilities: [{ kind: 'image', mode: null, longestSide: 1024 }],
    supportsZeroRetention: true,
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
    finish: async (media) => media,
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
    { kind: 'image', mode: null, longestSide: 1024 },
    { kind: 'video', mode: 'fast', longestSide: 1280 },
  ],
  supportsZeroRetention: true,
  render: () => Promise.reject(new Error('it cannot render')),
};

test('a worker declares the capabilities of its pools only', () => {
  verifies('DEC-CAPACITY-01');
  const kindsOf = (pools: readonly ('image' | 'video')[]) =>
    describeWorker({ name: 'w', pools, gpu: 'none', engine: drawing }).capabilities.abilities.map(
      ({ kind }) => kind,
    );
  assert.deepEqual(kindsOf(['image']), ['image']);
  assert.deepEqual(kindsOf(['video']), ['video']);
  assert.deepEqual(kindsOf(['image', 'video']), ['image', 'video']);
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
    finish: async (media) => media,
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
  const task = { kind: 'image', init_image_path: null };
  const lease = { job_id: 'j', attempt: 1, relay_url: null, task } as unknown as Lease;
  assert.deepEqual(await callsOf(stop, async () => lease), ['stopped w', 'fail']);
});
