import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { addTask } from '../../src/tasks/add-task.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';
import { storedBlobs } from '../support/untouched.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

test('a finished job can be read and deleted for exactly 7 days', async () => {
  verifies('V1-STATE-09', 'DEC-JOB-15');
  const customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  clock.advance(7 * 24 * HOUR_MS - 1000);
  assert.equal((await customer.get(body.poll_url)).body.status, 'completed');
  clock.advance(1000);
  assert.equal((await customer.get(body.poll_url)).status, 404);
  assert.equal((await customer.delete(body.poll_url)).status, 404);
});

test('after 7 days the service itself deletes bytes and prompt, and the ledger stays', async () => {
  verifies('V1-STATE-10', 'DEC-JOB-15');
  const operated = await startTestApp({ environment: { KINORA_TEST_CLOCK: '1' } });
  try {
    const customer = await operated.account();
    const { body } = await customer.post('/v1/images/generate', { prompt: 'a secret wish' });
    await deliver(operated.worker, await takeLease(operated.worker));
    const { result_url: url } = (await customer.get(body.poll_url)).body;
    const setTime = (daysAhead: number) =>
      send(`${operated.url}/operator/test-clock`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ now: new Date(Date.now() + daysAhead * 24 * HOUR_MS).toISOString() }),
      });
    assert.equal(storedBlobs(operated).length, 1);
    assert.equal((await setTime(7.1)).status, 200);
    await until(async () => storedBlobs(operated).length === 0);
    const kept = () => operated.database.query('select prompt from jobs where prompt is not null');
    await until(async () => (await kept()).length === 0);
    assert.equal((await fetch(url)).status, 404);
    assert.equal((await customer.get(body.poll_url)).status, 404);
    assert.deepEqual(await violations(operated.database), []);
    assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 10_000 - 5);
  } finally {
    await operated.stop();
  }
});

test('the hourly sweep deletes the blobs of a deleted job', async () => {
  verifies('DEC-STORAGE-05');
  const customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await customer.delete(body.poll_url)).status, 204);
  const late = path.join(service.dataDir, 'blobs/jobs', body.job_id, '1/result.png');
  mkdirSync(path.dirname(late), { recursive: true });
  writeFileSync(late, 'late');
  await addTask(service.database, 'sweep_storage', {});
  await until(async () => storedBlobs(service).every((key) => !key.includes(body.job_id)));
});

test('an uploaded image is deleted as soon as its job ends, even by a lost worker', async () => {
  verifies('DEC-STORAGE-04');
  const customer = await service.account();
  const image = (await plain(512, 288).png().toBuffer()).toString('base64');
  const { body } = await customer.post('/v1/videos/generate', { prompt: 'x', init_image_base64: image });
  const mine = () => storedBlobs(service).filter((key) => key.includes(body.job_id));
  for (let attempt = 1; attempt <= 3; attempt++) {
    await takeLease(service.worker);
    assert.deepEqual(mine(), [`jobs/${body.job_id}/input.png`]);
    await service.database.query(
      `update open_jobs set lease_until = now() - interval '1 second' where state = 'running'`,
    );
  }
  await until(async () => mine().length === 0);
  assert.equal((await customer.get(body.poll_url)).body.status, 'failed');
});
