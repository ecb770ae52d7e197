import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { cancelJob } from '../../src/attempt/cancel-job.ts';
import { reapExpiredLeases } from '../../src/jobs/reaper.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { violations } from '../support/jobs-under-test.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { leasePath, workerCalls } from '../support/worker-calls.ts';

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

/** Moves the claim, from which an attempt counts until it begins, into the past. */
async function claimedAgo({ job_id: id }: Lease, seconds: number): Promise<void> {
  await service.database.query(
    'update open_jobs set started_at = now() - make_interval(secs => $2) where id = $1',
    [id, seconds],
  );
}

async function secondsSinceStart({ job_id: id }: Lease): Promise<number> {
  const [row] = await service.database.query<{ seconds: number }>(
    'select extract(epoch from now() - started_at)::float8 as seconds from open_jobs where id = $1',
    [id],
  );
  return row?.seconds ?? Number.NaN;
}

/** As after half a minute without a heartbeat. */
async function loseLeases(): Promise<void> {
  const { database } = service;
  await database.query(
    `update open_jobs set lease_until = lease_until - interval '30 seconds' where lease_until is not null`,
  );
  await reapExpiredLeases({ database, blobs: noBlobs, clock: systemClock, wake: () => {} });
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

  await claimedAgo(lease, 90);
  await worker.heartbeat(lease, { progress: 0.5, stage: 'drawing', rendering_ms: 60_000 });
  assert.deepEqual(await stateOf(lease), { state: 'running', faults: 0, leased: true });
  const seconds = await secondsSinceStart(lease);
  assert.ok(seconds >= 60 && seconds < 90, `${seconds} s since its start`);
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

test('a lease ahead that is lost or released is not a fault of its job', async () => {
  verifies('DEC-WORKER-12');
  const { lease } = await leaseAhead();
  await loseLeases();
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
  assert.equal(await worker.heartbeat(lease, { progress: 0, stage: 'waiting' }), 'over');
  assert.deepEqual(await violations(service.database), []);
});

test('a worker that is silent for half a minute: what it renders is a fault, what it has ahead is not, and both keep their places', async () => {
  verifies('DEC-WORKER-12');
  const order = async () =>
    (await customer.post('/v1/images/generate', { prompt: 'a boat' })).body.job_id as string;
  const [present, ahead, last] = [await order(), await order(), await order()];
  const silent = await takeLease(worker);
  const next = await takeLease(worker, { ahead: true });
  assert.deepEqual([silent.job_id, next.job_id], [present, ahead]);
  await worker.heartbeat(silent, { progress: 0.5, stage: 'drawing', rendering_ms: 1000 });
  await worker.heartbeat(next, { progress: 0, stage: 'waiting' });

  await loseLeases();
  assert.deepEqual(await stateOf(silent), { state: 'queued', faults: 1, leased: false });
  assert.deepEqual(await stateOf(next), { state: 'queued', faults: 0, leased: false });
  assert.equal((await customer.get(`/v1/jobs/${ahead}`)).body.queue_position, 2);
  for (const id of [present, ahead, last]) {
    const lease = await takeLease(worker, { worker: 'another' });
    assert.equal(lease.job_id, id);
    await deliver(worker, lease);
  }
  assert.deepEqual(await violations(service.database), []);
});

test('a job that its worker does not begin with within a minute is leased to another, without a fault', async () => {
  verifies('DEC-WORKER-12');
  const { lease } = await leaseAhead();
  await claimedAgo(lease, 55);
  assert.equal(await worker.heartbeat(lease, { progress: 0, stage: 'waiting' }), 'extended');
  await claimedAgo(lease, 61);
  assert.equal(await worker.heartbeat(lease, { progress: 0, stage: 'waiting' }), 'lost');
  await loseLeases();
  const other = await takeLease(worker, { worker: 'another' });
  assert.equal(other.job_id, lease.job_id);
  assert.equal((await stateOf(lease))?.faults, 0);
  await deliver(worker, other);
});

test('a worker cannot say that it began before it had the job', async () => {
  verifies('DEC-WORKER-12');
  const { lease } = await leaseAhead();
  const calls = workerCalls(service);
  for (const rendering_ms of [-1, 86_400_001, null]) {
    const report = { progress: 0.5, stage: 'drawing', rendering_ms };
    assert.equal((await calls.post(leasePath(lease, 'heartbeat'), report)).status, 400);
  }
  await worker.heartbeat(lease, { progress: 0.5, stage: 'drawing', rendering_ms: 86_400_000 });
  assert.ok((await secondsSinceStart(lease)) < 60);
  assert.equal(await worker.heartbeat(lease, { progress: 0.6, stage: 'drawing' }), 'extended');
  await deliver(worker, lease);
});

test('a job that ends before it renders takes nothing of the share of its account, although it was leased ahead', async () => {
  verifies('DEC-WORKER-12');
  const finish = async () => {
    const [row] = await service.database.query<{ finish: number }>(
      `select image_virtual_finish as finish from account_activity where account_id = $1 and interface = 'v1'`,
      [customer.id],
    );
    return row?.finish ?? Number.NaN;
  };
  const isReturned = async (begins: boolean, end: (lease: Lease) => Promise<unknown>) => {
    const { lease } = await leaseAhead();
    if (begins) await worker.heartbeat(lease, { progress: 0, stage: 'drawing', rendering_ms: 0 });
    const before = await finish();
    await end(lease);
    return (await finish()) < before;
  };
  const remove = ({ job_id: id }: Lease) => customer.delete(`/v1/jobs/${id}`);
  const cancel = ({ job_id: id }: Lease) =>
    service.database.transaction((tx) => cancelJob(tx, id, { by: 'operator', reason: 'a test' }, new Date()));
  assert.deepEqual([await isReturned(false, remove), await isReturned(false, cancel)], [true, true]);
  assert.deepEqual([await isReturned(true, remove), await isReturned(true, cancel)], [false, false]);
});

test('a worker with the most slots names all of its jobs', async () => {
  verifies('DEC-WORKER-09');
  const held = Array.from({ length: 4 * 64 }, () => crypto.randomUUID());
  const calls = workerCalls(service);
  const { status } = await calls.post('/leases?after=lost-response', leaseRequest({ slots: 64, held }));
  assert.equal(status, 204);
});
