import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

test('a finished job is there for 7 days to the second, then gone for reading and deleting alike', async () => {
  const customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  clock.advance(7 * 24 * HOUR_MS - 1000);
  assert.equal((await customer.get(body.poll_url)).body.status, 'completed');
  clock.advance(1000);
  assert.equal((await customer.get(body.poll_url)).status, 404);
  assert.equal((await customer.delete(body.poll_url)).status, 404);
});
