import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('an image is accepted, rendered, downloaded and settled', async () => {
  const customer = await service.account(100);
  const accepted = await customer.post('/api/v1/images/generate', { prompt: 'a red fox in the snow' });
  assert.equal(accepted.status, 200);
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, accepted.body.job_id);
  const image = await deliver(service.worker, lease);
  const job = await customer.get(accepted.body.poll_url);
  assert.equal(job.body.status, 'completed');
  const file = await fetch(job.body.result_url);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), image);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 95);
});
