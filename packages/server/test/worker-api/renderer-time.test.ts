import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { RendererTime } from '@kinora/contract';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { runWorker } from '@kinora/worker/run-worker';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { listWorkerHistory } from '../../src/workers/worker-history.ts';
import { leaseRequest, rendererReport, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { echoEngine } from '../support/echo-engine.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

const OTHER_RUN = '00000000-0000-4000-8000-000000000002';
const clock = manualClock(new Date().toISOString());
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
});
after(() => service.stop());
beforeEach(async () => {
  await service.database.query('delete from workers');
  await service.database.query('delete from worker_minutes');
});

/** A worker that is known, with the calls of its token. */
async function knownWorker(slots = 1, calls = workerCalls(service)) {
  const request = leaseRequest({ worker: 'gpu-1', slots });
  assert.equal((await calls.post('/leases', request)).status, 204);
  return async (ms: Partial<RendererTime>, run?: string) => {
    const answer = await calls.post('/renderer-time', rendererReport('gpu-1', ms, run));
    assert.equal(answer.status, 200, answer.text);
  };
}

/** What is not 0, of the first worker. */
async function shown() {
  const [worker] = await listWorkerHistory(service.database, clock.now(), 10);
  assert.ok(worker !== undefined);
  const spent = (time: RendererTime) => Object.fromEntries(Object.entries(time).filter(([, ms]) => ms > 0));
  return { recent: spent(worker.rendererOfTenMinutes), day: spent(worker.rendererOfDay) };
}

test('reports are totals, so what is lost or repeated changes nothing, and another run begins at 0', async () => {
  verifies('DEC-WORKER-14');
  const report = await knownWorker();
  assert.deepEqual(await shown(), { recent: {}, day: {} });
  await report({ rendering: 5000, leasing: 20 });
  clock.advance(30_000);
  // One of 15,000 was lost.
  await report({ rendering: 25_000, leasing: 40, preparing: 3.5 });
  await report({ rendering: 25_000, leasing: 40, preparing: 3.5 });
  assert.deepEqual((await shown()).recent, { rendering: 25_000, leasing: 40, preparing: 3 });
  await report({ rendering: 1000, waiting_for_jobs: 2000 }, OTHER_RUN);
  const all = { rendering: 26_000, leasing: 40, preparing: 3, waiting_for_jobs: 2000 };
  assert.deepEqual(await shown(), { recent: all, day: all });
  clock.advance(20 * 60_000);
  assert.deepEqual(await shown(), { recent: {}, day: all });
  clock.advance(25 * 3_600_000);
  assert.deepEqual((await shown()).day, {});
});

test('no more time is counted than has passed for the slots of a worker', async () => {
  verifies('DEC-WORKER-15');
  const report = await knownWorker(2);
  await report({ rendering: 1e13 });
  assert.deepEqual((await shown()).recent, { rendering: 120_000 });
  // All parts are reduced alike, in any number of runs.
  clock.advance(10_000);
  await report({ rendering: 3e6, loading: 1e6 }, OTHER_RUN);
  await report({ rendering: 1e9 });
  assert.deepEqual((await shown()).recent, { rendering: 135_000, loading: 5000 });
  // After a silence, as while the server was away, what passed is counted.
  clock.advance(120_000);
  await report({ rendering: 1e9, server_unreachable: 240_000 });
  assert.deepEqual((await shown()).recent, {
    rendering: 135_000,
    loading: 5000,
    server_unreachable: 240_000,
  });
  clock.advance(1e9);
  await report({ rendering: 1e13 });
  assert.deepEqual((await shown()).recent, { rendering: 7_200_000 });
});

test('only the worker of this name and token is counted, and what is malformed is refused', async () => {
  verifies('DEC-WORKER-10', 'DEC-WORKER-14');
  await knownWorker();
  const token = await createWorkerToken(service.database, 'other', new Date());
  assert.ok(token !== undefined);
  const other = workerCalls(service, token);
  assert.equal(
    (await other.post('/renderer-time', rendererReport('gpu-1', { rendering: 5000 }))).status,
    200,
  );
  assert.deepEqual(await service.database.query('select from worker_minutes'), []);
  for (const ms of [{ rendering: -1 }, { rendering: 'x' }, { sleeping: 1 }]) {
    const body = { ...rendererReport('gpu-1', {}), ms: { ...rendererReport('gpu-1', {}).ms, ...ms } };
    assert.equal((await other.post('/renderer-time', body)).status, 400, JSON.stringify(ms));
  }
  const { rendering: _, ...incomplete } = rendererReport('gpu-1', {}).ms;
  const answer = await other.post('/renderer-time', { ...rendererReport('gpu-1', {}), ms: incomplete });
  assert.deepEqual([answer.status, answer.body.issues[0].path], [400, 'ms.rendering']);
});

test('a lease says for how long there was no job, and a worker reports what its renderer did', async () => {
  verifies('DEC-WORKER-14');
  const customer = await service.account(10_000);
  const order = (prompt: string) => customer.post('/v1/images/generate', { prompt });
  const waiting = takeLease(service.worker, { worker: 'gpu-1' });
  await until(async () => {
    clock.advance(2000);
    return (await order('a pear')).status === 200;
  });
  const lease = await waiting;
  assert.ok((lease.waited_ms ?? 0) > 0);
  await service.worker.release(lease);

  const stop = new AbortController();
  const rendered = Promise.withResolvers<void>();
  const working = runWorker({
    name: 'gpu-1',
    pools: ['image'],
    gpu: 'none',
    engine: echoEngine(() => new Promise((resolve) => setTimeout(resolve, 20))),
    finish: encoded,
    client: service.worker,
    log: ({ event }) => event === 'completed' && rendered.resolve(),
    stop: stop.signal,
  });
  await rendered.promise;
  stop.abort();
  await working;
  const { rendering = 0, leasing = 0 } = (await shown()).recent;
  assert.ok(rendering >= 19 && leasing > 0, JSON.stringify({ rendering, leasing }));
});
