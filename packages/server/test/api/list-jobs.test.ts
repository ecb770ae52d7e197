import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jobPageSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

async function order(customer: TestAccount, kind: 'images' | 'videos' = 'images'): Promise<string> {
  return (await customer.post(`/v1/${kind}/generate`, { prompt: 'a pear' })).body.job_id;
}

async function page(customer: TestAccount, query = '') {
  const { body, headers } = await customer.get(`/v1/jobs${query}`);
  assert.equal(headers.get('cache-control'), 'no-store');
  const { jobs, next_cursor } = jobPageSchema.parse(body);
  return { jobs, ids: jobs.map(({ job_id }) => job_id), next: next_cursor };
}

test('the jobs of an account are listed newest first, in pages that miss and repeat none', async () => {
  verifies('DEC-LIST-01');
  const customer = await service.account();
  assert.deepEqual(await page(customer), { jobs: [], ids: [], next: undefined });
  const ids: string[] = [];
  for (let count = 0; count < 7; count++) ids.unshift(await order(customer));
  const first = await page(customer, '?limit=3');
  // A job that is accepted between two pages moves nothing.
  const later = await order(customer);
  const second = await page(customer, `?limit=3&cursor=${first.next}`);
  const third = await page(customer, `?limit=3&cursor=${second.next}`);
  assert.deepEqual([...first.ids, ...second.ids, ...third.ids], ids);
  assert.deepEqual([third.ids.length, third.next], [1, undefined]);
  const whole = await page(customer);
  assert.deepEqual(whole.ids, [later, ...ids]);
  const { body } = await customer.get(`/v1/jobs/${later}`);
  assert.deepEqual({ ...whole.jobs[0], estimated_wait_seconds: 0 }, { ...body, estimated_wait_seconds: 0 });
  for (const id of whole.ids) await customer.delete(`/v1/jobs/${id}`);
});

test('a list can be limited to a status or a kind', async () => {
  verifies('DEC-LIST-02');
  const customer = await service.account();
  const done = await order(customer);
  await deliver(service.worker, await takeLease(service.worker));
  const video = await order(customer, 'videos');
  const failed = await order(customer);
  const lease = await takeLease(service.worker, { pools: ['image'] });
  await service.worker.fail(lease, { reason: 'broken', retryable: false });
  const running = await order(customer);
  await takeLease(service.worker, { pools: ['image'] });
  assert.deepEqual((await page(customer, '?status=queued')).ids, [running, video]);
  assert.deepEqual((await page(customer, '?status=completed')).ids, [done]);
  assert.deepEqual((await page(customer, '?status=failed&kind=image')).ids, [failed]);
  assert.deepEqual((await page(customer, '?kind=video')).ids, [video]);
  assert.deepEqual((await page(customer, '?kind=video&status=blocked')).ids, []);
  const [first] = (await page(customer, '?status=completed')).jobs;
  assert.equal((await fetch(first?.result_url ?? '')).status, 200);
  for (const id of [video, running]) await customer.delete(`/v1/jobs/${id}`);
});

test('jobs of others, deleted and expired jobs and those of the job API are not listed', async () => {
  verifies('DEC-LIST-01');
  const [customer, other] = [await service.account(), await service.account()];
  await order(other);
  const deleted = await order(customer);
  await customer.delete(`/v1/jobs/${deleted}`);
  const caller = await jobCaller(service);
  await caller.generate({ ...ASK, type: 'image' });
  await service.database.query(`update jobs set account_id = $1 where interface = 'job_api'`, [customer.id]);
  assert.deepEqual((await page(customer)).ids, []);
  const [listed] = (await page(other)).ids;
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, listed);
  await deliver(service.worker, lease);
  clock.advance(7 * 86_400_000 + 60_000);
  assert.deepEqual((await page(other)).ids, []);
});

test('an invalid query is a 400 that names the parameter', async () => {
  verifies('DEC-LIST-02');
  const customer = await service.account();
  assertInvalid(await customer.get('/v1/jobs?limit=101'), 'limit', /1 to 100/);
  assertInvalid(await customer.get('/v1/jobs?limit=1&limit=2'), 'limit', /^is given twice/);
  assertInvalid(await customer.get('/v1/jobs?cursor=1'), 'cursor', /next_cursor/);
  assertInvalid(await customer.get('/v1/jobs?status=running'), 'status', /queued/);
  assertInvalid(await customer.get('/v1/jobs?kind=sound'), 'kind', /image/);
  assertInvalid(await customer.get('/v1/jobs?page=2'), 'page', /the fields are limit, cursor/);
});
