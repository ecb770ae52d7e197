import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { reapExpiredLeases } from '../../src/jobs/reaper.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { violations } from '../support/jobs-under-test.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
let worker: LeaseClient;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
  worker = createLeaseClient(service.url, service.app.workerToken);
});
after(() => service.stop());

async function leaseAhead(): Promise<{ readonly lease: Lease; readonly poll: string }> {
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a boat' });
  const lease = await takeLease(worker, { ahead: true });
  assert.equal(lease.job_id, body.job_id);
  return { lease, poll: `/v1/jobs/${body.job_id}` };
}

async function stateOf({ job_id: id }: Lease) {
  const [row] = await service.database.query<{ state: string; faults: number; leased: boolean }>(
    'select state, faults, lease_until is not null as leased from current_jobs where id = $1',
    [id],
  );
  return row;
}

test('a job that is leased ahead is queued until it renders, and nobody else leases it', async () => {
  verifies('DEC-WORKER-12');
  const { lease, poll } = await leaseAhead();
  assert.equal(
    await worker.heartbeat(lease, { progress: 0, stage: 'waiting' }),
    'extended',
    'it keeps its lease while it waits',
  );
  assert.deepEqual(await stateOf(lease), { state: 'queued', faults: 0, leased: true });
  assert.equal((await customer.get(poll)).body.queue_position, 1);
  const other = createLeaseClient(service.url, service.app.workerToken);
  await assert.rejects(takeLease(other, { worker: 'other', wait_ms: 0 }), /no job/);

  await worker.heartbeat(lease, { progress: 0.5, stage: 'drawing', rendering_ms: 60_000 });
  assert.deepEqual(await stateOf(lease), { state: 'running', faults: 0, leased: true });
  const [{ seconds = 0 } = {}] = await service.database.query<{ seconds: number }>(
    'select extract(epoch from now() - started_at)::float8 as seconds from open_jobs where id = $1',
    [lease.job_id],
  );
  assert.ok(seconds >= 60, `${seconds} s since its start`);
  assert.equal((await customer.get(poll)).body.queue_position, undefined);
  await deliver(worker, lease);
  assert.equal((await customer.get(poll)).body.status, 'completed');
  assert.deepEqual(await violations(service.database), []);
});

test('a job that was rendered between two heartbeats is completed', async () => {
  const { lease, poll } = await leaseAhead();
  await deliver(worker, lease);
  assert.equal((await customer.get(poll)).body.status, 'completed');
  assert.deepEqual(await violations(service.database), []);
});

test('a lease ahead that is lost or released is no fault of its job', async () => {
  verifies('DEC-WORKER-12');
  const { lease } = await leaseAhead();
  await service.database.query(
    `update open_jobs set lease_until = now() - interval '1 second' where id = $1`,
    [lease.job_id],
  );
  await reapExpiredLeases({
    database: service.database,
    blobs: noBlobs,
    clock: systemClock,
    wake: () => {},
  });
  assert.deepEqual(await stateOf(lease), { state: 'queued', faults: 0, leased: false });

  const again = await takeLease(worker, { ahead: true });
  await worker.release(again);
  assert.deepEqual(await stateOf(lease), { state: 'queued', faults: 0, leased: false });
  const last = await takeLease(worker);
  assert.deepEqual([last.job_id, last.attempt], [lease.job_id, 3]);
  await deliver(worker, last);
});

test('a job that is deleted before it renders costs nothing, and its worker learns of it', async () => {
  const { lease, poll } = await leaseAhead();
  assert.equal((await customer.delete(poll)).status, 204);
  assert.equal(await worker.heartbeat(lease, { progress: 0, stage: 'waiting' }), 'lost');
  assert.deepEqual(await violations(service.database), []);
});
