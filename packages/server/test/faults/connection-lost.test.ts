import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { LeaseLost } from '@kinora/worker/server-calls';
import { isDatabaseUnavailable, openDatabase } from '../../src/db/database.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until, within } from '../support/deadline.ts';
import { acceptorOf, balanceOf, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import { type CommitDisturbance, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { send } from '../support/test-app.ts';
import { untilBlocked } from '../support/test-database.ts';
import { type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

let scene: FaultScene;
let proxy: TcpProxy;
beforeEach(async () => {
  scene = await setFaultScene();
  proxy = await startTcpProxy(scene.settings.DATABASE_URL ?? '');
});
afterEach(async () => {
  await scene.end();
  await proxy.close();
});

const LIMIT = { timeout: 120_000 };

function generate(...args: Parameters<typeof generation>) {
  return send(...generation(...args));
}

function generation(
  service: { readonly url: string },
  key: string,
  more: Readonly<Record<string, string>> = {},
) {
  const init = {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'user-agent': 'kinora-tests/1.0',
      'content-type': 'application/json',
      ...more,
    },
    body: JSON.stringify({ prompt: 'x' }),
  };
  return [`${service.url}/v1/images/generate`, init] as const;
}

/** Locks the row of an account until the returned function is called. */
async function lockRow(accountId: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const unlocked = Promise.withResolvers<void>();
  const transaction = scene.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [accountId]);
    locked.resolve();
    await unlocked.promise;
  });
  await locked.promise;
  return async () => {
    unlocked.resolve();
    await transaction;
  };
}

test(
  'connections lost under load: the service returns 503 with Retry-After, and recovers',
  LIMIT,
  async () => {
    const customer = await scene.customer(1000);
    const service = await scene.start(['--no-worker'], { DATABASE_URL: proxy.connectionString });
    const unlock = await lockRow(customer.id);
    const blocked = Array.from({ length: 8 }, () => generate(service, customer.apiKey));
    await untilBlocked(scene.database);
    proxy.cut();
    for (const response of [...(await Promise.all(blocked)), await generate(service, customer.apiKey)]) {
      assert.equal(response.status, 503, response.text);
      assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    proxy.restore();
    await unlock();

    assert.equal((await generate(service, customer.apiKey)).status, 200);
    assert.equal(service.child.exitCode, null);
    assert.deepEqual(await scene.database.query('select count(*) as jobs from jobs'), [{ jobs: 1 }]);
    assert.equal(await balanceOf(scene.database, customer.id), 995);
    assert.deepEqual(await violations(scene.database), []);
  },
);

test('a database that is away for a while is not logged as an error', LIMIT, async () => {
  verifies('DEC-FAULT-06');
  const service = await scene.start(['--no-worker'], { DATABASE_URL: proxy.connectionString });
  proxy.cut();
  // Longer than everything in the background waits before it tries again.
  await pause(12_000);
  proxy.restore();
  await until(async () => (await fetch(`${service.url}/health`)).ok);
  await service.end('SIGTERM');
  const errors = service.output().match(/^\{"level":50.*$/gm);
  assert.equal(errors, null);
  assert.match(service.output(), /^\{"level":40.*background work/m);
});

const disturbances: readonly CommitDisturbance[] = ['response lost', 'lost'];
for (const disturbance of disturbances) {
  test(
    `unknown COMMIT (${disturbance}): the response is 200, with one job and one charge`,
    LIMIT,
    async () => {
      const customer = await scene.customer(1000);
      const service = await scene.startHere({ DATABASE_URL: proxy.connectionString });
      void proxy.disturbCommit(disturbance);
      const response = await generate(service, customer.apiKey);
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(await scene.database.query('select id from jobs'), [{ id: response.body.job_id }]);
      assert.equal(await balanceOf(scene.database, customer.id), 995);
      assert.deepEqual(await violations(scene.database), []);
    },
  );
}

test('a DELETE whose COMMIT got no response is answered, and the bytes are deleted', LIMIT, async () => {
  verifies('DEC-FAULT-04');
  const customer = await scene.customer(1000);
  const service = await scene.startHere({ DATABASE_URL: proxy.connectionString });
  const { body } = await generate(service, customer.apiKey);
  const worker = createLeaseClient(service.url, WORKER_TOKEN);
  await deliver(worker, await takeLease(worker));
  const folder = path.join(scene.settings.KINORA_DATA_DIR ?? '', 'blobs/jobs', body.job_id);
  assert.ok(existsSync(folder));
  const lost = proxy.disturbCommit('response lost', 'update jobs set deleted_at');
  const headers = { 'x-api-key': customer.apiKey, 'user-agent': 'kinora-tests/1.0' };
  const response = await send(`${service.url}/v1/jobs/${body.job_id}`, { method: 'DELETE', headers });
  await lost;
  assert.equal(response.status, 204, response.text);
  assert.equal(existsSync(folder), false);
});

test('a zero-retention result is sent although the COMMIT of its job got no response', LIMIT, async () => {
  verifies('DEC-FAULT-04');
  const customer = await scene.customer(1000);
  const service = await scene.startHere({ DATABASE_URL: proxy.connectionString });
  const answer = generate(service, customer.apiKey, { 'x-service-store': '0' });
  const worker = createLeaseClient(service.url, WORKER_TOKEN);
  const lease = await takeLease(worker);
  const lost = proxy.disturbCommit('response lost', "update jobs set state = 'completed'");
  await deliver(worker, lease);
  await lost;
  assert.equal((await answer).status, 200);
  assert.equal(await balanceOf(scene.database, customer.id), 995);
});

test(
  'a zero-retention result is sent although nobody could say for long whether its job is completed',
  LIMIT,
  async () => {
    verifies('DEC-FAULT-04');
    const customer = await scene.customer(1000);
    const service = await scene.start(['--no-worker'], { DATABASE_URL: proxy.connectionString });
    const answer = fetch(...generation(service, customer.apiKey, { 'x-service-store': '0' }));
    const worker = createLeaseClient(service.url, WORKER_TOKEN);
    const lease = await takeLease(worker);
    const lost = proxy.disturbCommit('response lost', "update jobs set state = 'completed'");
    const delivery = deliver(worker, lease);
    await lost;
    proxy.cut();
    // The service stops asking for the outcome.
    await service.lineMatching(/COMMIT got no response/);
    proxy.restore();
    // The job has ended, and with it the lease.
    await assert.rejects(delivery, LeaseLost);
    assert.equal((await within(() => 'the answer', answer)).status, 200);
    assert.equal(await balanceOf(scene.database, customer.id), 995);
    assert.deepEqual(await violations(scene.database), []);
  },
);

test('a COMMIT whose response arrives after the timeout is found to be committed', LIMIT, async () => {
  const queryTimeoutMs = 600;
  const database = openDatabase({
    connectionString: proxy.connectionString,
    queryTimeoutMs,
    onError: () => {},
  });
  const accountId = await newAccount(scene.database, 1000);
  const request = jobRequest(accountId);
  void proxy.disturbCommit(1.5 * queryTimeoutMs);
  const accepted = await acceptorOf(database)(request);
  assert.ok(accepted.ok);
  assert.equal(accepted.value.answer.job_id, request.jobId);
  assert.deepEqual(await scene.database.query('select id from jobs'), [{ id: request.jobId }]);
  assert.equal(await balanceOf(scene.database, accountId), 995);
  assert.deepEqual(await violations(scene.database), []);
  await database.close();
});

test('a hanging connection times out, and the next request uses another one', LIMIT, async () => {
  const database = openDatabase({
    connectionString: proxy.connectionString,
    queryTimeoutMs: 1000,
    onError: () => {},
  });
  const accountId = await newAccount(scene.database, 1000);
  const accept = acceptorOf(database);
  assert.ok((await accept(jobRequest(accountId))).ok);
  proxy.hang();
  await assert.rejects(accept(jobRequest(accountId)), isDatabaseUnavailable);
  assert.ok((await accept(jobRequest(accountId))).ok);
  assert.equal(await balanceOf(scene.database, accountId), 990);
  assert.deepEqual(await violations(scene.database), []);
  proxy.cut();
  await database.close();
});
