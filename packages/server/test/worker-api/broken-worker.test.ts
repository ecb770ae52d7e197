import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FailResponse, Lease, LeaseRequest } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());
beforeEach(async () => {
  await service.database.query('delete from workers');
});

const FAULT = { reason: 'the renderer is broken', retryable: true } as const;

async function order(): Promise<string> {
  const { status, body, text } = await customer.post('/v1/images/generate', { prompt: 'a fox' });
  assert.equal(status, 200, text);
  return body.job_id;
}

const lives = (worker: string, more: Partial<LeaseRequest> = {}) =>
  recordWorker(service.database, leaseRequest({ worker, ...more }));

const lease = (worker: string, failed?: string[]) =>
  takeLease(service.worker, { worker, ...(failed && { failed }) });

async function stateOf(jobId: string): Promise<{ state: string; faults: number }> {
  const [job] = await service.database.query<{ state: string; faults: number }>(
    'select state, faults from current_jobs where id = $1',
    [jobId],
  );
  assert.ok(job !== undefined);
  return job;
}

const fail = (job: Lease): Promise<FailResponse['elsewhere']> => service.worker.fail(job, FAULT);

test('a job that a worker failed goes to another first', async () => {
  verifies('DEC-WORKER-19');
  await Promise.all([lives('broken'), lives('good')]);
  const id = await order();
  assert.equal(await fail(await lease('broken')), true);
  assert.deepEqual(await stateOf(id), { state: 'queued', faults: 1 });
  // Left to others, it is not leased again by the one that failed it.
  const none = leaseRequest({ worker: 'broken', failed: [id] });
  assert.equal(await service.worker.lease(none, AbortSignal.timeout(10_000)), undefined);
  const other = await lease('good', [FIRST]);
  assert.equal(other.job_id, id);
  // Now every live worker has failed it once.
  assert.equal(await fail(other), false);
  assert.equal(await fail(await lease('broken')), false);
  assert.deepEqual(await stateOf(id), { state: 'failed', faults: 3 });
});

const FIRST = '00000000-0000-4000-8000-000000000000';

test('a worker that nobody can stand in for is asked again at once, and its faults count', async () => {
  verifies('DEC-WORKER-19');
  await lives('broken');
  // Neither renders an image of this size.
  const only = (operations: LeaseRequest['capabilities']['operations']) => ({
    capabilities: { ...leaseRequest().capabilities, operations },
  });
  await lives('small', only(workerCapabilities({ longestSide: 512 })));
  await lives('videos', only(workerCapabilities({ operations: ['video'] })));
  const id = await order();
  for (const faults of [1, 2]) {
    assert.equal(await fail(await lease('broken')), false);
    assert.deepEqual(await stateOf(id), { state: 'queued', faults });
  }
  await fail(await lease('broken'));
  assert.equal((await stateOf(id)).state, 'failed');
});

test('a fault of a renderer that is at fault does not count, up to five times', async () => {
  verifies('DEC-WORKER-23');
  const names = ['1', '2', '3', '4', '5', '6', '7', 'good'];
  await Promise.all(names.map((name) => lives(name)));
  const id = await order();
  for (const [at, name] of names.slice(0, 7).entries()) {
    const job = await lease(name);
    await service.worker.fail(job, { ...FAULT, suspect: 'likely' });
    assert.equal((await stateOf(id)).faults, Math.max(0, at + 1 - 5), name);
  }
  // The good one renders it, or it ends.
  const last = await lease('good');
  await service.worker.fail(last, { ...FAULT, suspect: 'likely' });
  assert.deepEqual(await stateOf(id), { state: 'failed', faults: 3 });
});

test('of a worker that nobody can stand in for, only that it is broken excuses a fault', async () => {
  verifies('DEC-WORKER-23');
  await lives('alone');
  const id = await order();
  const fault = async (suspect: 'broken' | 'likely') => {
    await service.worker.fail(await lease('alone'), { ...FAULT, suspect });
    return stateOf(id);
  };
  assert.equal((await fault('likely')).faults, 1);
  for (let at = 0; at < 5; at++) assert.equal((await fault('broken')).faults, 1);
  assert.equal((await fault('broken')).faults, 2);
  assert.equal((await fault('broken')).state, 'failed');
});

test('a worker tries its renderer with the cheapest of the first jobs', async () => {
  verifies('DEC-WORKER-22');
  await lives('w');
  const sizes = [1024, 256, 512];
  for (const size of sizes) {
    const { status, text } = await customer.post('/v1/images/generate', {
      prompt: 'a fox',
      width: size,
      height: size,
    });
    assert.equal(status, 200, text);
  }
  const next = async (probe: boolean) => (await takeLease(service.worker, { worker: 'w', probe })).task.width;
  assert.deepEqual([await next(true), await next(false), await next(true)], [256, 1024, 512]);
  assert.equal(
    await service.worker.lease(leaseRequest({ probe: true }), AbortSignal.timeout(10_000)),
    undefined,
  );
});
