import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Engine } from '@kinora/engine/engine';
import { verifies } from '@kinora/testing/requirements';
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
