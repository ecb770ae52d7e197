import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jobStatusSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { LeaseLost } from '@kinora/worker/server-calls';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

/** Accepts a job and leases it, so that a test can end it. */
async function running(kind: 'images' | 'videos' = 'images') {
  const accepted = await customer.post(`/api/v1/${kind}/generate`, { prompt: 'a quiet lake' });
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, accepted.body.job_id);
  return { jobId: lease.job_id, pollUrl: accepted.body.poll_url as string, lease };
}

async function balance(): Promise<number> {
  return (await customer.get('/v1/me/balance')).body.balance_cents;
}

test('a job is queued while it waits and while it runs, with its position, progress and expected end', async () => {
  verifies(
    'V1-STATE-02',
    'V1-JOB-01',
    'V1-JOB-02',
    'V1-JOB-04',
    'DEC-JOB-01',
    'V1-STATE-01',
    'DEC-FOLLOW-01',
  );
  const sent = Date.now();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a quiet lake', seed: 7 });
  const read = async () => {
    const { body: status, headers } = await customer.get(body.poll_url);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { estimated_wait_seconds: wait, created_at: created, ...rest } = jobStatusSchema.parse(status);
    assert.ok(wait !== undefined && wait >= 1);
    assert.ok(Math.abs(Date.parse(created) - sent) < 10_000, created);
    return rest;
  };
  const queued = {
    job_id: body.job_id,
    status: 'queued',
    kind: 'image',
    progress: 0,
    seed: 7,
    price_cents: 5,
    completed_at: null,
  };
  assert.deepEqual(await read(), { ...queued, queue_position: 1 });
  const lease = await takeLease(service.worker);
  await service.worker.heartbeat(lease, { progress: 0.5, stage: 'render' });
  assert.deepEqual(await read(), { ...queued, progress: 0.5 });
  const [row] = await service.database.query('select state from current_jobs where id = $1', [body.job_id]);
  assert.deepEqual(row, { state: 'running' });
  await service.worker.release(lease);
  assert.equal((await read()).status, 'queued');
  await deliver(service.worker, await takeLease(service.worker));
});

/** The status of an ended job without the fields that every status has, which are checked. */
function endOf(body: Answer['body'], priceCents: number): object {
  const { seed, price_cents, created_at, completed_at, ...end } = jobStatusSchema.parse(body);
  assert.ok(seed >= 0);
  assert.equal(price_cents, priceCents);
  assert.ok(Date.parse(completed_at ?? '') >= Date.parse(created_at), completed_at ?? '');
  return end;
}

for (const medium of ['image', 'video'] as const) {
  test(`a completed ${medium} has a result_url for 86400 seconds`, async () => {
    verifies('V1-JOB-01', 'V1-JOB-02', 'V1-JOB-04', 'V1-JOB-07', 'V1-SERVICE-05', 'DEC-JOB-01');
    const { jobId, pollUrl, lease } = await running(`${medium}s`);
    const bytes = await deliver(service.worker, lease);
    const { status, body } = await customer.get(pollUrl);
    assert.equal(status, 200);
    assert.deepEqual(endOf(body, medium === 'image' ? 5 : 50), {
      job_id: jobId,
      status: 'completed',
      kind: medium,
      result_url: body.result_url,
      expires_in: 86_400,
    });
    const file = await fetch(body.result_url);
    assert.equal(file.headers.get('content-type'), medium === 'image' ? 'image/png' : 'video/mp4');
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
  });
}

test('a failed job has a reason, which is not the words of the worker, and its price is released', async () => {
  verifies('DEC-ERROR-18', 'V1-JOB-06', 'V1-STATE-05', 'DEC-JOB-01', 'DEC-FUNDING-03');
  const before = await balance();
  const { jobId, pollUrl, lease } = await running('videos');
  assert.equal(await balance(), before - 50);
  await service.worker.fail(lease, { reason: 'the engine broke', retryable: false });
  assert.deepEqual(endOf((await customer.get(pollUrl)).body, 50), {
    job_id: jobId,
    status: 'failed',
    kind: 'video',
    error:
      'The job could not be rendered, and nothing was charged. Send it again; if it fails again, change the request.',
  });
  assert.equal(await balance(), before);
});

test('a blocked job has a reason, and its price is released', async () => {
  verifies('V1-JOB-05', 'V1-STATE-05', 'DEC-JOB-01', 'DEC-FUNDING-03');
  const before = await balance();
  const { jobId, pollUrl, lease } = await running();
  await service.worker.block(lease, { category: 'violence', reason: 'The image shows violence.' });
  assert.deepEqual(endOf((await customer.get(pollUrl)).body, 5), {
    job_id: jobId,
    status: 'blocked',
    kind: 'image',
    error:
      'The safety check rejected the result, so it is not delivered and costs nothing. Change the prompt and send it again.',
  });
  assert.equal(await balance(), before);
});

test('a job that was tried again and then completed shows no error', async () => {
  verifies('V1-JOB-06', 'V1-JOB-02');
  const { pollUrl, lease } = await running();
  await service.worker.fail(lease, { reason: 'out of memory', retryable: true });
  assert.equal((await customer.get(pollUrl)).body.error, undefined);
  await deliver(service.worker, await takeLease(service.worker));
  const { body } = await customer.get(pollUrl);
  assert.equal(body.status, 'completed');
  assert.equal('error' in body, false);
});

test('every poll of a finished job signs a link that works', async () => {
  verifies('V1-SERVICE-05', 'V1-JOB-07');
  const { pollUrl, lease } = await running();
  await deliver(service.worker, lease);
  for (const mount of ['', '/api']) {
    const { body } = await customer.get(`${mount}${pollUrl.replace('/api', '')}`);
    assert.equal((await fetch(body.result_url)).status, 200);
  }
});

test('many concurrent polls each return their own job', async () => {
  verifies('V1-SERVICE-05');
  const jobs = [];
  for (let i = 0; i < 20; i++) jobs.push((await running()).jobId);
  const answers = await Promise.all(jobs.map((jobId) => customer.get(`/v1/jobs/${jobId}`)));
  assert.deepEqual(
    answers.map(({ body }) => body.job_id),
    jobs,
  );
});

test('a terminal status never changes', async () => {
  verifies('V1-STATE-06');
  const ends = {
    completed: (lease: Awaited<ReturnType<typeof running>>['lease']) => deliver(service.worker, lease),
    failed: (lease: Awaited<ReturnType<typeof running>>['lease']) =>
      service.worker.fail(lease, { reason: 'broken', retryable: false }),
    blocked: (lease: Awaited<ReturnType<typeof running>>['lease']) =>
      service.worker.block(lease, { category: 'x', reason: 'no' }),
  };
  for (const [status, end] of Object.entries(ends)) {
    const { pollUrl, lease } = await running();
    await end(lease);
    const before = await balance();
    for (const again of Object.values(ends)) {
      await assert.rejects(again(lease), LeaseLost);
      assert.equal((await customer.get(pollUrl)).body.status, status);
    }
    assert.equal(await balance(), before);
  }
});
