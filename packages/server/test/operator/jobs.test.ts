import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AFTER_LOST_RESPONSE } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import type { ConsoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { insertJobs, sql } from '../support/insert-jobs.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { operatorCaller } from '../support/operator.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let operator: ConsoleCaller;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ environment: { KINORA_METRICS_TOKEN: 'a-token-for-prometheus' } });
  operator = await operatorCaller(service, 'boss@example.com');
  customer = await service.account(1_000);
});
after(async () => {
  for (const { rule, violations } of await auditLedger(service.database)) {
    assert.deepEqual(violations, [], rule);
  }
  await service.stop();
});

const reason = 'it is stuck';

async function order(prompt = 'a lighthouse', by = customer): Promise<string> {
  const { body, status, text } = await by.post('/v1/images/generate', { prompt });
  assert.equal(status, 200, text);
  return body.job_id;
}

const balance = async (): Promise<number> => (await customer.get('/v1/me/balance')).body.balance_cents;
const detail = async (id: string) => (await operator.get(`/jobs/${id}`)).body;
const ids = ({ body }: { body: { jobs: readonly { id: string }[] } }): string[] =>
  body.jobs.map(({ id }) => id);

test('a job that waits and one that runs are cancelled: their price is back and their owner reads why', async () => {
  verifies('DEC-OPERATOR-09', 'DEC-OPERATOR-02');
  const before = await balance();
  const running = await order();
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, running);
  const waiting = await order();
  assert.equal(await balance(), before - 10);
  for (const id of [running, waiting]) {
    assert.equal((await operator.post(`/jobs/${id}/cancel`, { reason })).status, 200);
    const status = (await customer.get(`/v1/jobs/${id}`)).body;
    assert.equal(status.status, 'failed');
    assert.match(status.error, /^The operator of this service cancelled the job, and nothing was charged/);
    const job = await detail(id);
    assert.deepEqual(
      [job.state, job.charge.state, job.error],
      ['cancelled', 'reversed', `cancelled by the operator: ${reason}`],
    );
    assert.deepEqual(
      job.transactions.map(({ kind }: { kind: string }) => kind),
      ['hold', 'reversal'],
    );
    const again = await operator.post(`/jobs/${id}/cancel`, { reason });
    assert.deepEqual([again.status, again.body.code], [409, 'changed_meanwhile']);
  }
  assert.equal(await balance(), before);
  await assert.rejects(deliver(service.worker, lease), /lease/i, 'its worker lost the lease');
  const metrics = await fetch(`${service.url}/metrics`, {
    headers: { authorization: 'Bearer a-token-for-prometheus' },
  });
  assert.match(await metrics.text(), /^kinora_jobs_ended_total\{state="cancelled",operation="\w+"\} [12]$/m);
  const { events } = (await operator.get('/log?kind=job_cancelled')).body;
  assert.equal(events.length, 2);
  assert.deepEqual(events[0].details, { job: waiting, reason });
  assert.deepEqual([events[0].account_id, events[0].operator_email], [customer.id, 'boss@example.com']);
});

test('a running job is queued again without a fault, once for each attempt, and another worker completes it', async () => {
  verifies('DEC-OPERATOR-10');
  const before = await balance();
  const id = await order();
  const first = await takeLease(service.worker);
  const requeue = (attempt: number) => operator.post(`/jobs/${id}/requeue`, { attempt, reason });
  const answers = await Promise.all([requeue(1), requeue(1)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await detail(id)).state, 'queued');
  await assert.rejects(deliver(service.worker, first), /lease/i);
  const second = await takeLease(service.worker, { worker: 'other' });
  assert.deepEqual([second.job_id, second.attempt], [id, 2]);
  await deliver(service.worker, second);
  const job = await detail(id);
  assert.deepEqual(
    [job.state, job.faults, job.worker, job.charge.state],
    ['completed', 0, 'other', 'settled'],
  );
  assert.deepEqual(
    job.ended_attempts.map(({ attempt, worker, outcome, reason }: Record<string, unknown>) => [
      attempt,
      worker,
      outcome,
      reason,
    ]),
    [[1, 'test-worker', 'requeued', reason]],
  );
  assert.equal(await balance(), before - 5);
  assert.equal((await requeue(2)).status, 409, 'it has ended');
});

test('the detail of a job has its attempts with their faults, and its money', async () => {
  verifies('DEC-OPERATOR-08');
  const id = await order();
  for (const reason of ['out of memory', 'the model is missing']) {
    await service.worker.fail(await takeLease(service.worker), { reason, retryable: true });
  }
  const open = await detail(id);
  assert.ok(open.queue_position >= 1);
  assert.ok(open.expected_seconds >= 1);
  assert.deepEqual(
    open.ended_attempts.map(({ attempt, outcome, reason }: Record<string, unknown>) => [
      attempt,
      outcome,
      reason,
    ]),
    [
      [1, 'fault', 'out of memory'],
      [2, 'fault', 'the model is missing'],
    ],
  );
  await service.worker.fail(await takeLease(service.worker), { reason: 'again', retryable: true });
  const job = await detail(id);
  assert.deepEqual([job.state, job.faults, job.error, job.charge.state], ['failed', 3, 'again', 'reversed']);
  const caller = await jobCaller(service, 'pro');
  const { body } = await caller.generate({ ...ASK, type: 'image_1080p' });
  await takeLease(service.worker);
  const paidInCredits = await detail(body.job_id);
  assert.deepEqual(
    [paidInCredits.charge, paidInCredits.credits.state, paidInCredits.state],
    [null, 'held', 'running'],
  );
});

test('the detail of a job has the attempts that its workers did not end, each with why it ended', async () => {
  verifies('DEC-OPERATOR-22');
  const id = await order();
  const { token, name } = (await operator.post('/worker-tokens', { name: 'revoked-later' })).body;
  assert.equal(name, 'revoked-later');
  const mallory = workerCalls(service, token);
  // Its first response is lost, so it names no job that it has.
  await service.worker.lease(leaseRequest({ worker: 'lossy' }), AbortSignal.timeout(30_000));
  const again = leaseRequest({ worker: 'lossy', pools: ['video'] });
  await workerCalls(service).post(`/leases?after=${AFTER_LOST_RESPONSE}`, again);
  const released = await takeLease(service.worker, { worker: 'stops' });
  await service.worker.release(released);
  const { status } = await mallory.post('/leases', leaseRequest({ worker: 'mallory' }));
  assert.equal(status, 200);
  await operator.post('/worker-tokens/revoke', { name, reason });
  const last = await takeLease(service.worker);
  assert.deepEqual([last.job_id, last.attempt], [id, 4]);
  await deliver(service.worker, last);
  const job = await detail(id);
  assert.deepEqual([job.state, job.faults], ['completed', 0]);
  assert.deepEqual(
    job.ended_attempts.map(({ attempt, worker, worker_token, outcome, reason }: Record<string, unknown>) => [
      attempt,
      worker,
      worker_token,
      outcome,
      reason,
    ]),
    [
      [1, 'lossy', null, 'lost', 'the lease did not reach the worker'],
      [2, 'stops', null, 'requeued', 'the worker released it'],
      [3, 'mallory', name, 'requeued', 'the token of the worker was revoked'],
    ],
  );
});

test('of a job that its workers release over and over the first hundred attempts are recorded', async () => {
  verifies('DEC-OPERATOR-22');
  const id = await order();
  await service.database.query('update open_jobs set attempt = 98 where id = $1', [id]);
  for (let attempt = 99; attempt <= 102; attempt++) {
    const lease = await takeLease(service.worker);
    assert.deepEqual([lease.job_id, lease.attempt], [id, attempt]);
    await service.worker.release(lease);
  }
  const { ended_attempts: recorded } = await detail(id);
  assert.deepEqual(
    recorded.map(({ attempt }: { attempt: number }) => attempt),
    [99, 100],
  );
  await deliver(service.worker, await takeLease(service.worker));
});

test('jobs are found by id, account, state, kind, worker and time, page by page', async () => {
  verifies('DEC-OPERATOR-08', 'DEC-OPERATOR-11');
  const account = await service.account(1_000);
  const [{ email }] = (await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [account.id],
  )) as [{ email: string }];
  const mine: string[] = [];
  for (let n = 0; n < 5; n++) mine.unshift(await order(`number ${n}`, account));
  for (const text of [email, email.toUpperCase(), account.id]) {
    assert.deepEqual(ids(await operator.get(`/jobs?search=${encodeURIComponent(text)}`)), mine, text);
  }
  assert.deepEqual(ids(await operator.get(`/jobs?search=${mine[3]}`)), [mine[3]]);
  assert.deepEqual(ids(await operator.get('/jobs?search=nobody@example.com')), []);
  assert.deepEqual(ids(await operator.get('/jobs?search=anything')), []);
  for (const query of [`search=${account.id}&`, '', 'state=queued&', 'kind=image&']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const answer = await operator.get(`/jobs?${query}limit=2${cursor}`);
      seen.push(...ids(answer));
      cursor = answer.body.next_cursor === undefined ? '' : `&cursor=${answer.body.next_cursor}`;
    } while (cursor !== '');
    assert.equal(new Set(seen).size, seen.length, `${query}: each job once`);
    assert.deepEqual(
      seen.filter((id) => mine.includes(id)),
      mine,
      query,
    );
  }
  assert.deepEqual(ids(await operator.get('/jobs?kind=video')), []);
  const cancelled = (await operator.get('/jobs?state=cancelled')).body.jobs;
  assert.ok(
    cancelled.length >= 2 && cancelled.every(({ error }: { error: string }) => /^cancelled/.test(error)),
  );
  const failed = (await operator.get('/jobs?state=failed')).body.jobs;
  assert.ok(failed.length >= 1 && failed.every(({ state }: { state: string }) => state === 'failed'));
  const byOther = (await operator.get('/jobs?worker=other')).body.jobs;
  assert.ok(byOther.length === 1 && byOther[0].state === 'completed');
  const soon = new Date(Date.now() + 60_000).toISOString();
  const ago = new Date(Date.now() - 600_000).toISOString();
  assert.deepEqual(ids(await operator.get(`/jobs?search=${account.id}&from=${soon}`)), []);
  assert.deepEqual(ids(await operator.get(`/jobs?search=${account.id}&to=${ago}`)), []);
  assert.equal(ids(await operator.get(`/jobs?search=${account.id}&from=${ago}&to=${soon}`)).length, 5);
});

test('a search reads 20,000 jobs at most, says how far it came, and the next page goes on from there', async () => {
  verifies('DEC-OPERATOR-11');
  const { id: accountId } = await service.account(0);
  // Behind all others, by their ids.
  const columns = {
    id: sql(`('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`),
    state: 'completed',
    created_at: sql(`'2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => n)`),
    worker: sql(`case when n = 1 then 'needle' end`),
  };
  await insertJobs(service.database, accountId, columns, 20_100);
  try {
    for (const query of ['worker=needle', `search=${accountId}&worker=needle`]) {
      const first = await operator.get(`/jobs?${query}`);
      assert.deepEqual(ids(first), [], query);
      assert.match(first.body.searched_to, /^2026-01-01T00:0/, query);
      const next = await operator.get(`/jobs?${query}&cursor=${first.body.next_cursor}`);
      assert.equal(next.body.jobs.length, 1, query);
      assert.equal(next.body.searched_to, undefined, query);
      assert.equal(next.body.next_cursor, undefined, query);
    }
  } finally {
    await service.database.query(`delete from jobs where account_id = $1`, [accountId]);
  }
});

test('workers are listed with what they did, and a lost lease counts as lost', async () => {
  verifies('DEC-OPERATOR-12', 'DEC-OPERATOR-17');
  for (const worker of ['steady', 'steady', 'shaky']) {
    await order();
    const lease = await takeLease(service.worker, { worker });
    if (worker === 'shaky') {
      await service.database.query(
        `update open_jobs set lease_until = now() - interval '1 second' where id = $1`,
        [lease.job_id],
      );
    } else await deliver(service.worker, lease);
  }
  const find = async (name: string) =>
    (await operator.get('/workers')).body.workers.find((worker: { name: string }) => worker.name === name);
  await until(async () => (await find('shaky'))?.last_day.lost === 1);
  const [steady, shaky] = [await find('steady'), await find('shaky')];
  assert.deepEqual(steady.last_day, { completed: 2, blocked: 0, faults: 0, lost: 0 });
  assert.deepEqual(shaky.last_day, { completed: 0, blocked: 0, faults: 0, lost: 1 });
  assert.deepEqual([steady.state, steady.token, steady.pools], ['healthy', null, ['image', 'video']]);
});

test('a token is shown once, works for a worker, is named with it, and is revoked at once', async () => {
  verifies('DEC-OPERATOR-13', 'DEC-OPERATOR-02');
  const created = await operator.post('/worker-tokens', { name: 'gpu-7' });
  assert.match(created.body.token, /^kw_[\w-]{43}$/);
  const taken = await operator.post('/worker-tokens', { name: 'gpu-7' });
  assert.deepEqual([taken.status, taken.body.issues[0].path], [400, 'name']);
  assert.equal((await operator.post('/worker-tokens', { name: 'a b' })).status, 400);
  const calls = workerCalls(service, created.body.token);
  assert.ok((await calls.post('/leases', leaseRequest({ worker: 'seven' }))).status < 300);
  const list = await operator.get('/workers');
  assert.ok(!list.text.includes(created.body.token));
  assert.equal(list.body.workers.find(({ name }: { name: string }) => name === 'seven').token, 'gpu-7');
  const revoked = await operator.post('/worker-tokens/revoke', { name: 'gpu-7', reason });
  assert.equal(revoked.status, 200, revoked.text);
  assert.equal((await calls.post('/leases', leaseRequest({ worker: 'seven' }))).status, 401);
  assert.equal((await operator.post('/worker-tokens/revoke', { name: 'gpu-7', reason })).status, 409);
  const log = await operator.get('/log');
  assert.ok(!log.text.includes(created.body.token));
  assert.deepEqual(
    log.body.events.slice(0, 2).map(({ kind }: { kind: string }) => kind),
    ['worker_token_revoked', 'worker_token_created'],
  );
});

test('prompt and result are shown only by revealing them, which is in the log', async () => {
  verifies('DEC-OPERATOR-14');
  const id = await order('a very private prompt');
  for (let lease = await takeLease(service.worker); ; lease = await takeLease(service.worker)) {
    await deliver(service.worker, lease);
    if (lease.job_id === id) break;
  }
  const job = await operator.get(`/jobs/${id}`);
  assert.ok(!job.text.includes('private') && job.body.has_prompt && job.body.has_result);
  const blurred = await send(`${service.url}/api/console/operator/jobs/${id}/blurred`, {});
  assert.equal(blurred.status, 401);
  assert.equal((await operator.get('/log?kind=content_revealed')).body.events.length, 0);
  const small = await operator.get(`/jobs/${id}/blurred`);
  assert.equal(small.headers.get('content-type'), 'image/jpeg');
  const { body } = await operator.post(`/jobs/${id}/reveal`, {});
  assert.equal(body.prompt, 'a very private prompt');
  assert.equal(body.result.mime, 'image/png');
  assert.equal((await fetch(service.url + body.result.url)).status, 200);
  const { events } = (await operator.get('/log?kind=content_revealed')).body;
  assert.deepEqual([events.length, events[0].details, events[0].account_id], [1, { job: id }, customer.id]);
});
