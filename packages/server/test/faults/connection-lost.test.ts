import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { isDatabaseUnavailable, openDatabase } from '../../src/db/database.ts';
import { until } from '../support/deadline.ts';
import { acceptorOf, balanceOf, jobRequest, newAccount, violations } from '../support/jobs-under-test.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { type CommitDisturbance, startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { send } from '../support/test-app.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

let scene: FaultScene;
let line: TcpProxy;
beforeEach(async () => {
  scene = await setFaultScene();
  line = await startTcpProxy(scene.settings.DATABASE_URL ?? '');
});
afterEach(async () => {
  await line.close();
  await scene.end();
});

const LIMIT = { timeout: 30_000 };

function generate(service: ServiceProcess, key: string) {
  return send(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'user-agent': 'kinora-tests/1.0', 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'x' }),
  });
}

/** The row of an account, held by somebody else until `release` is called. */
async function holdRow(accountId: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = scene.database.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [accountId]);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return async () => {
    released.resolve();
    await holding;
  };
}

async function isSomebodyBlocked(): Promise<boolean> {
  const rows = await scene.database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test(
  'connections lost under load: the service survives, says when to retry, and goes on',
  LIMIT,
  async () => {
    const customer = await scene.customer(1000);
    const service = await scene.start(['--no-worker'], { DATABASE_URL: line.connectionString });
    const release = await holdRow(customer.id);
    const caught = Array.from({ length: 8 }, () => generate(service, customer.apiKey));
    await until(isSomebodyBlocked);
    line.cut();
    for (const answer of [...(await Promise.all(caught)), await generate(service, customer.apiKey)]) {
      assert.equal(answer.status, 503, answer.text);
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    line.restore();
    await release();

    assert.equal((await generate(service, customer.apiKey)).status, 200);
    assert.equal(service.child.exitCode, null);
    assert.deepEqual(await scene.database.query('select count(*) as jobs from jobs'), [{ jobs: 1 }]);
    assert.equal(await balanceOf(scene.database, customer.id), 995);
    assert.deepEqual(await violations(scene.database), []);
  },
);

const disturbances: readonly CommitDisturbance[] = ['answer lost', 'lost'];
for (const disturbance of disturbances) {
  test(`COMMIT unknown (${disturbance}): the answer is 200, with one job and one charge`, LIMIT, async () => {
    const customer = await scene.customer(1000);
    const service = await scene.start(['--no-worker'], { DATABASE_URL: line.connectionString });
    line.disturbCommit(disturbance);
    const answer = await generate(service, customer.apiKey);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await scene.database.query('select id from jobs'), [{ id: answer.body.job_id }]);
    assert.equal(await balanceOf(scene.database, customer.id), 995);
    assert.deepEqual(await violations(scene.database), []);
  });
}

test('a COMMIT answered after the time limit is found to stand', LIMIT, async () => {
  const queryTimeoutMs = 600;
  const database = openDatabase({
    connectionString: line.connectionString,
    queryTimeoutMs,
    onError: () => {},
  });
  const accountId = await newAccount(scene.database, 1000);
  const request = jobRequest(accountId);
  line.disturbCommit(1.5 * queryTimeoutMs);
  const answer = await acceptorOf(database)(request);
  assert.ok(answer.ok);
  assert.equal(answer.value.answer.job_id, request.jobId);
  assert.deepEqual(await scene.database.query('select id from jobs'), [{ id: request.jobId }]);
  assert.equal(await balanceOf(scene.database, accountId), 995);
  assert.deepEqual(await violations(scene.database), []);
  await database.close();
});

test('a connection that hangs is given up, and the next request has another', LIMIT, async () => {
  const database = openDatabase({
    connectionString: line.connectionString,
    queryTimeoutMs: 1000,
    onError: () => {},
  });
  const accountId = await newAccount(scene.database, 1000);
  const accept = acceptorOf(database);
  assert.ok((await accept(jobRequest(accountId))).ok);
  line.hang();
  await assert.rejects(accept(jobRequest(accountId)), isDatabaseUnavailable);
  assert.ok((await accept(jobRequest(accountId))).ok);
  assert.equal(await balanceOf(scene.database, accountId), 990);
  assert.deepEqual(await violations(scene.database), []);
  line.cut();
  await database.close();
});
