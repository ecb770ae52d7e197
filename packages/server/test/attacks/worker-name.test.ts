import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

async function newToken(name: string): Promise<string> {
  const token = await createWorkerToken(service.database, name, new Date());
  assert.ok(token !== undefined);
  return token;
}

test('a worker can neither stop another one nor take its job by using its name', async () => {
  verifies('DEC-WORKER-07');
  const victim = createLeaseClient(service.url, await newToken('gpu-1'));
  const thief = workerCalls(service, await newToken('gpu-2'));
  const customer = await service.account();
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
  const lease = await takeLease(victim, { worker: 'victim' });
  assert.equal((await thief.post('/stopped', { worker: 'victim' })).status, 200);
  const [worker] = await service.database.query<{ stopped: boolean }>(
    `select stopped_at is not null as stopped from workers where name = 'victim'`,
  );
  assert.equal(worker?.stopped, false);
  const stolen = await thief.post('/leases?after=lost-response', leaseRequest({ worker: 'victim' }));
  assert.equal(stolen.status, 204);
  await deliver(victim, lease);
});
