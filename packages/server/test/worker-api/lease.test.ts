import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { leaseSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';
import { leasePath, workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());

async function accept(): Promise<string> {
  return (await customer.post('/v1/images/generate', { prompt: 'a fox', seed: 7 })).body.job_id;
}

/** Resolves when the server has recorded a worker of this name, has found no job for it and keeps its request open. */
async function untilWaiting(name: string): Promise<void> {
  const heard = () => service.database.query('select from workers where name = $1', [name]);
  await until(async () => (await heard()).length > 0);
  await roundTrips();
}

/** After these requests the server has handled every earlier one. */
async function roundTrips(): Promise<void> {
  for (let i = 0; i < 5; i++) await workerCalls(service).post('/leases', leaseRequest({ pools: ['video'] }));
}

test('a lease has everything that a worker needs to render the job', async () => {
  verifies('DEC-JOB-01');
  const jobId = await accept();
  const { status, body } = await workerCalls(service).post('/leases', leaseRequest());
  assert.equal(status, 200);
  const lease = leaseSchema.parse(body);
  assert.deepEqual(body, {
    job_id: jobId,
    attempt: 1,
    secret: lease.secret,
    lease_ms: 30_000,
    provenance: lease.provenance,
    relay_url: null,
    task: {
      operation: 'image',
      model: 'image',
      prompt: 'a fox',
      seed: 7,
      width: 1024,
      height: 1024,
      frames: null,
      sound: false,
      init_image_path: null,
    },
  });
  await deliver(service.worker, lease);
});

test('without a job the response is 204, at once or after the wait', async () => {
  verifies('DEC-JOB-01');
  for (const wait of [0, 30]) {
    const { status, text } = await workerCalls(service).post('/leases', leaseRequest({ wait_ms: wait }));
    assert.deepEqual([status, text], [204, '']);
  }
});

test('jobs are leased oldest first, each to one worker only', async () => {
  verifies('DEC-JOB-01');
  const accepted = [];
  for (let i = 0; i < 12; i++) accepted.push(await accept());
  const first = await takeLease(service.worker);
  assert.equal(first.job_id, accepted[0]);
  const leases = await Promise.all(
    Array.from({ length: 11 }, (_, i) => takeLease(service.worker, { worker: `w${i}` })),
  );
  assert.deepEqual(leases.map(({ job_id: id }) => id).sort(), accepted.slice(1).sort());
  for (const lease of [first, ...leases]) await deliver(service.worker, lease);
});

test('a waiting worker gets the next job, and of two waiting workers one does', async () => {
  verifies('DEC-JOB-01');
  const leases = ['waiting-1', 'waiting-2'].map((worker) =>
    service.worker.lease(leaseRequest({ worker, wait_ms: 20_000 }), AbortSignal.timeout(30_000)),
  );
  await Promise.all([untilWaiting('waiting-1'), untilWaiting('waiting-2')]);
  const one = await accept();
  const winner = await Promise.race(leases);
  assert.equal(winner?.job_id, one);
  const two = await accept();
  const both = await Promise.all(leases);
  assert.deepEqual(both.map((lease) => lease?.job_id).sort(), [one, two].sort());
  for (const lease of both) if (lease !== undefined) await deliver(service.worker, lease);
});

test('a worker that disconnects while it waits gets no job', async () => {
  verifies('DEC-JOB-01');
  const gone = new AbortController();
  const waiting = service.worker.lease(leaseRequest({ worker: 'gone', wait_ms: 20_000 }), gone.signal);
  await untilWaiting('gone');
  gone.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await roundTrips();
  const jobId = await accept();
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, jobId);
  await deliver(service.worker, lease);
});

test('a lease request is also a health report', async () => {
  verifies('DEC-SETTING-08');
  const report = { worker: 'gpu-1', gpu: 'RTX 6000', vram_free_gb: 20.5, queue_size: 3 };
  await workerCalls(service).post('/leases', leaseRequest(report));
  const rows = await service.database.query(
    `select gpu, vram_free_gb, queue_size, pools, engine, capabilities, supports_zero_retention
     from workers where name = $1`,
    ['gpu-1'],
  );
  assert.deepEqual(rows, [
    {
      gpu: 'RTX 6000',
      vram_free_gb: 20.5,
      queue_size: 3,
      pools: ['image', 'video'],
      engine: 'test',
      capabilities: workerCapabilities(),
      supports_zero_retention: true,
    },
  ]);
  const tiny = leaseRequest({ ...report, vram_free_gb: 1e-300 });
  assert.equal((await workerCalls(service).post('/leases', tiny)).status, 204, 'too small for the column');
});

describe('an invalid lease request', () => {
  const { capabilities } = leaseRequest();
  const rows = [
    [{ worker: '' }, 'worker'],
    [{ worker: 'a b' }, 'worker'],
    [{ worker: 'x'.repeat(101) }, 'worker'],
    [{ pools: [] }, 'pools'],
    [{ pools: ['audio'] }, 'pools.0'],
    [{ capabilities: { ...capabilities, operations: [] } }, 'capabilities.operations'],
    [
      {
        capabilities: {
          ...capabilities,
          operations: [{ operation: 'image', model: '', longest_side: 512 }],
        },
      },
      'capabilities.operations.0.model',
    ],
    [{ capabilities: { ...capabilities, engine: '' } }, 'capabilities.engine'],
    [{ vram_free_gb: -1 }, 'vram_free_gb'],
    [{ queue_size: 0.5 }, 'queue_size'],
    [{ wait_ms: 25_001 }, 'wait_ms'],
    [{ wait_ms: '0' }, 'wait_ms'],
    [{ slots: 0 }, 'slots'],
    [{ slots: 65 }, 'slots'],
    [{ held: ['x'] }, 'held.0'],
    [{ more: 1 }, 'more'],
  ] as const;
  for (const [fields, path] of rows) {
    test(JSON.stringify(fields).slice(0, 60), async () => {
      verifies('V1-ERROR-02');
      const answer = await workerCalls(service).post('/leases', { ...leaseRequest(), ...fields });
      assertInvalid(answer, path, /./);
    });
  }
});

test('a job whose lease never reached its worker is leased again when the worker says so', async () => {
  verifies('DEC-FAULT-05');
  const [lost, running] = [await accept(), await accept()];
  const request = leaseRequest({ worker: 'forgetful' });
  const lease = async (query = '') => workerCalls(service).post(`/leases${query}`, request);
  const first = await lease();
  const second = await lease();
  assert.deepEqual([first.body.job_id, second.body.job_id], [lost, running]);
  await workerCalls(service).post(leasePath(second.body, 'heartbeat'), { progress: 0, stage: 'preparing' });
  assert.equal((await lease()).status, 204, 'by itself a request releases nothing');
  const again = await lease('?after=lost-response');
  assert.deepEqual([again.body.job_id, again.body.attempt], [lost, 2]);
  const jobs = 'select faults from current_jobs where id = any($1)';
  assert.deepEqual(await service.database.query(jobs, [[lost, running]]), [{ faults: 0 }, { faults: 0 }]);
  await deliver(service.worker, again.body);
  await deliver(service.worker, second.body);
});

test('a worker that lost a response keeps the jobs that it says it has', async () => {
  verifies('DEC-WORKER-09', 'DEC-FAULT-05');
  const [held, lost] = [await accept(), await accept()];
  const request = { ...leaseRequest({ worker: 'several' }), slots: 3 };
  const lease = async (query = '', more = {}) =>
    workerCalls(service).post(`/leases${query}`, { ...request, ...more });
  const [first, second] = [await lease(), await lease()];
  assert.deepEqual([first.body.job_id, second.body.job_id], [held, lost]);
  const again = await lease('?after=lost-response', { held: [held] });
  assert.deepEqual([again.body.job_id, again.body.attempt], [lost, 2]);
  await deliver(service.worker, first.body);
  await deliver(service.worker, again.body);
});

test('a worker whose lease was lost on the way asks again and says so', async () => {
  verifies('DEC-FAULT-05');
  const proxy = await startTcpProxy(service.url);
  const worker = createLeaseClient(proxy.connectionString, service.app.workerToken);
  const request = leaseRequest({ worker: 'cut-off', wait_ms: 20_000 });
  const unanswered = worker.lease(request, AbortSignal.timeout(60_000));
  await untilWaiting('cut-off');
  proxy.hang();
  const jobId = await accept();
  const isLeased = () =>
    service.database.query(`select from current_jobs where id = $1 and state = 'running'`, [jobId]);
  await until(async () => (await isLeased()).length > 0);
  proxy.cut();
  await assert.rejects(unanswered);
  proxy.restore();
  const lease = await worker.lease(request, AbortSignal.timeout(60_000));
  assert.deepEqual([lease?.job_id, lease?.attempt], [jobId, 2]);
  assert.ok(lease);
  await deliver(worker, lease);
  await proxy.close();
});
