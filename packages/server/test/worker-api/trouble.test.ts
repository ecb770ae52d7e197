import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Trouble } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { reportTrouble } from '@kinora/worker/report-trouble';
import { sendTroubleNotice } from '../../src/notifications/trouble-notice.ts';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { listWorkerHistory } from '../../src/workers/worker-history.ts';
import { leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { manualClock } from '../support/manual-clock.ts';
import { operatorCaller } from '../support/operator.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

const clock = manualClock(new Date().toISOString());
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  customer = await service.account(100_000);
});
after(() => service.stop());
beforeEach(async () => {
  await service.database.query('delete from workers');
});

const NO_CREDIT: Trouble = { kind: 'no_credit', sentence: 'it has no credit left' };
const BROKEN: Trouble = { kind: 'broken', sentence: 'Restart ComfyUI' };

const asks = (worker: string, probe = false) =>
  service.worker.lease(leaseRequest({ worker, probe }), AbortSignal.timeout(10_000));

const inTrouble = (worker: string, trouble: Trouble = NO_CREDIT) =>
  service.worker.trouble({ worker, ...trouble });

/** The troubles that workers report began so much earlier. */
const lasts = (minutes: number) =>
  service.database.query(
    `update workers set trouble_since = trouble_since - make_interval(mins => $1),
       trouble_ended_at = trouble_ended_at - make_interval(mins => $1)`,
    [minutes],
  );

async function health() {
  clock.advance(1000);
  return (await send(`${service.url}/api/health`, {})).body;
}

async function shown(): Promise<readonly (string | undefined)[]> {
  const workers = await listWorkerHistory(service.database, clock.now(), 10);
  return workers.map(({ name, state, trouble }) => [name, state, trouble?.sentence].join(' '));
}

const order = () => customer.post('/v1/images/generate', { prompt: 'a fox' });

test('a worker in trouble is not healthy until it takes jobs, and only operators read why', async () => {
  verifies('DEC-WORKER-24', 'DEC-WORKER-25');
  await asks('vendor');
  await asks('other');
  await inTrouble('vendor');
  const { image_healthy: healthy, image_workers: workers, status } = await health();
  assert.deepEqual(
    [status, healthy, workers.vendor.healthy, workers.other.healthy],
    ['ok', '1/2', false, true],
  );
  assert.doesNotMatch(JSON.stringify(await health()), /credit|trouble/);
  assert.deepEqual(await shown(), ['other healthy ', 'vendor troubled it has no credit left']);
  const operator = await operatorCaller(service);
  const { body, text } = await operator.get('/workers');
  assert.equal(body.workers[1]?.trouble.kind, 'no_credit', text);
  assert.equal((await operator.get('/overview')).body.workers.troubled, 1);
  // A job to try its renderer with does not end the trouble; the next request does.
  await asks('vendor', true);
  assert.deepEqual(await shown(), ['other healthy ', 'vendor troubled it has no credit left']);
  await asks('vendor');
  assert.deepEqual(await shown(), ['other healthy ', 'vendor healthy ']);
});

test('no order counts for long on a worker in trouble, unless it asks for a job to try its renderer with', async () => {
  verifies('DEC-WORKER-24');
  await asks('vendor');
  await inTrouble('vendor');
  const waiting = await order();
  assert.equal(waiting.status, 200, 'a short trouble only makes it wait');
  await lasts(2);
  await inTrouble('vendor');
  clock.advance(5000);
  const refused = await order();
  assert.equal(refused.status, 503, refused.text);
  assert.match(refused.body.error, /Nothing was charged/);
  const lease = await takeLease(service.worker, { worker: 'vendor', probe: true });
  assert.equal(lease.job_id, waiting.body.job_id);
  clock.advance(5000);
  assert.equal((await order()).status, 200, 'the one that tries it may be this');
  await service.worker.release(lease);
  const [job] = await service.database.query('select faults, state from open_jobs where id = $1', [
    lease.job_id,
  ]);
  assert.deepEqual(job, { faults: 0, state: 'queued' });
  await service.database.query('delete from open_jobs');
});

test('a worker reports no trouble of another token, and of none that is unknown', async () => {
  verifies('DEC-WORKER-10', 'DEC-WORKER-25');
  await asks('gpu-1');
  const token = await createWorkerToken(service.database, 'thief', clock.now());
  assert.ok(token !== undefined);
  const thief = workerCalls(service, token);
  assert.equal((await thief.post('/trouble', { worker: 'gpu-1', ...BROKEN })).status, 200);
  assert.deepEqual(await shown(), ['gpu-1 healthy ']);
  assert.equal(
    (await workerCalls(service, 'kw_wrong').post('/trouble', { worker: 'gpu-1', ...BROKEN })).status,
    401,
  );
});

test('reports of trouble are bounded in length and number', async () => {
  verifies('DEC-WORKER-25');
  await asks('gpu-1');
  const token = await createWorkerToken(service.database, 'loud', clock.now());
  assert.ok(token !== undefined);
  const { post } = workerCalls(service, token);
  const long = { worker: 'gpu-1', kind: 'broken', sentence: 'x'.repeat(501) };
  for (const wrong of [long, { ...long, sentence: '' }, { ...long, sentence: 'x', kind: 'other' }])
    assert.equal((await post('/trouble', wrong)).status, 400);
  // The worker cuts what is too long.
  const reporting = reportTrouble(service.worker, 'gpu-1');
  reporting.tell({ kind: 'broken', sentence: `in\u202e two\u0000 ${'x'.repeat(900)}` });
  await reporting.end();
  const [row] = await service.database.query<{ trouble: string }>('select trouble from workers');
  assert.ok(row !== undefined && row.trouble.length <= 500 && !/[\u202e]/.test(row.trouble));
  let answered = 200;
  for (let at = 0; at < 700 && answered === 200; at++)
    ({ status: answered } = await post('/trouble', { worker: 'gpu-1', kind: 'broken', sentence: 'x' }));
  assert.equal(answered, 429);
});

test('operators get one email of a trouble that lasts, and no other until the worker was well for an hour', async () => {
  verifies('DEC-WORKER-26');
  await operatorCaller(service, 'first-operator@example.com');
  const told = async () => {
    await sendTroubleNotice(service.database);
    const mails = 'select count(*)::int as n from graphile_worker.jobs where task_identifier = $1';
    await until(async () => (await service.database.query<{ n: number }>(mails, ['send_email']))[0]?.n === 0);
    const emails = await emailsIn(service.dataDir);
    return emails.filter(
      ({ to, subject }) => to === 'first-operator@example.com' && /takes? no jobs/.test(subject),
    );
  };
  for (const name of ['vendor', 'gpu-1']) await asks(name);
  await inTrouble('gpu-1', BROKEN);
  assert.equal((await told()).length, 0, 'it may pass by itself');
  await inTrouble('vendor');
  const [atOnce] = await told();
  assert.match(atOnce?.subject ?? '', /^The worker vendor takes no jobs$/);
  assert.match(atOnce?.text ?? '', /it has no credit left/);
  await lasts(2);
  assert.equal((await told()).length, 2);
  assert.equal((await told()).length, 2, 'once each');
  // Well for less than an hour, then for more.
  await asks('vendor');
  await lasts(50);
  await inTrouble('vendor');
  assert.equal((await told()).length, 2);
  await asks('vendor');
  await lasts(61);
  await inTrouble('vendor');
  assert.equal((await told()).length, 3);
});

test('a new worker of the same name begins without trouble', async () => {
  await recordWorker(service.database, leaseRequest({ worker: 'gpu-1', probe: true }));
  assert.deepEqual(await shown(), ['gpu-1 healthy ']);
});
