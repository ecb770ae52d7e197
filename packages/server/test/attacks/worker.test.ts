import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Lease, leaseSecretHeader } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { createWorkerToken, revokeWorkerToken } from '../../src/jobs/worker-tokens/change-worker-tokens.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, storedBlobs, tracesOf } from '../support/untouched.ts';
import { completion, leasePath, type WorkerCalls, workerCalls } from '../support/worker-calls.ts';

/** What a worker that has turned against its operator can and cannot do with its token. */

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account();
});

let names = 0;

/** A worker with a token of its own. */
async function newWorker() {
  const name = `gpu-${++names}`;
  const token = await createWorkerToken(service.database, name, new Date());
  assert.ok(token !== undefined);
  return { name, token, client: createLeaseClient(service.url, token), calls: workerCalls(service, token) };
}

async function order(prompt = 'a pear'): Promise<string> {
  const { status, body } = await customer.post('/v1/images/generate', { prompt });
  assert.equal(status, 200);
  return body.job_id;
}

/** Every call for a lease. */
const CALLS: Readonly<Record<string, (worker: WorkerCalls, lease: Lease) => ReturnType<WorkerCalls['get']>>> =
  {
    prompt: (worker, lease) => worker.get(leasePath(lease, '').replace('/#', '#')),
    heartbeat: (worker, lease) => worker.post(leasePath(lease, 'heartbeat'), { progress: 1, stage: 'x' }),
    input: (worker, lease) => worker.get(leasePath(lease, 'init-image')),
    upload: (worker, lease) => worker.put(leasePath(lease, 'artifacts/result.png'), new Uint8Array([6])),
    complete: (worker, lease) => worker.post(leasePath(lease, 'complete'), completion(lease)),
    fail: (worker, lease) => worker.post(leasePath(lease, 'fail'), { reason: 'x', retryable: false }),
    block: (worker, lease) => worker.post(leasePath(lease, 'block'), { category: 'x', reason: 'x' }),
    release: (worker, lease) => worker.post(leasePath(lease, 'release'), {}),
  };

/** Asserts that each call with this lease is refused as a lost lease and changes nothing. */
async function assertShutOut(worker: WorkerCalls, lease: Lease): Promise<void> {
  const look = async () => ({
    job: await service.database.query('select * from jobs where id = $1', [lease.job_id]),
    traces: await tracesOf(service, customer),
    blobs: storedBlobs(service),
  });
  const before = await look();
  for (const [name, call] of Object.entries(CALLS)) {
    const { status, body, text } = await call(worker, lease);
    assert.deepEqual([status, body.code], [409, 'lease_lost'], name);
    assert.ok(!text.includes('pear'), name);
    assert.deepEqual(await look(), before, name);
  }
}

describe("another worker's lease", () => {
  test('is closed to a worker that knows its job and attempt, but not its secret', async () => {
    verifies('DEC-WORKER-01');
    await order();
    const [owner, rogue] = [await newWorker(), await newWorker()];
    const lease = await takeLease(owner.client);
    assert.match(lease.secret, /^[\w-]{43}$/);
    await assertShutOut(rogue.calls, { ...lease, secret: 'A'.repeat(43) });
    await assertShutOut(owner.calls, { ...lease, secret: 'A'.repeat(43) });
    await deliver(owner.client, lease);
    const { body } = await customer.get(`/v1/jobs/${lease.job_id}`);
    assert.equal(body.status, 'completed');
  });

  test('is closed to a worker with its secret and another token', async () => {
    verifies('DEC-WORKER-01', 'DEC-WORKER-02');
    await order();
    const [owner, rogue] = [await newWorker(), await newWorker()];
    const lease = await takeLease(owner.client);
    await assertShutOut(rogue.calls, lease);
    await assertShutOut(workerCalls(service), lease);
    await deliver(owner.client, lease);
  });

  test('is closed to the worker of an earlier attempt', async () => {
    verifies('DEC-WORKER-01');
    await order();
    const [first, second] = [await newWorker(), await newWorker()];
    const lost = await takeLease(first.client);
    await first.client.release(lost);
    const lease = await takeLease(second.client);
    assert.equal(lease.attempt, 2);
    assert.notEqual(lease.secret, lost.secret);
    await assertShutOut(first.calls, lost);
    await assertShutOut(first.calls, { ...lost, attempt: 2 });
    await deliver(second.client, lease);
  });

  test('needs its secret, and the answer names the header and the remedy', async () => {
    verifies('DEC-WORKER-01');
    await order();
    const lease = await takeLease(service.worker);
    const answer = await send(`${service.url}/worker/v1/leases/${lease.job_id}/1/heartbeat`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.app.workerToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ progress: 0, stage: 'x' }),
    });
    assertInvalid(answer, leaseSecretHeader, /update it$/);
    await deliver(service.worker, lease);
  });
});

test('only the hash of a secret and of a token is stored', async () => {
  verifies('DEC-WORKER-01', 'DEC-WORKER-02');
  await order();
  const worker = await newWorker();
  const lease = await takeLease(worker.client);
  const rows = await service.database.query<{ text: string }>(
    `select jobs::text as text from jobs where id = $1
     union all select worker_tokens::text from worker_tokens union all select workers::text from workers`,
    [lease.job_id],
  );
  for (const { text } of rows) {
    assert.ok(!text.includes(lease.secret) && !text.includes(worker.token));
  }
  await deliver(worker.client, lease);
});

test('a worker that is older than the server gets no job', async () => {
  verifies('DEC-WORKER-01');
  const jobId = await order();
  const answer = await send(`${service.url}/worker/v1/leases`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.app.workerToken}`,
      'content-type': 'application/json',
      'user-agent': 'kinora-worker/1',
    },
    body: JSON.stringify(leaseRequest()),
  });
  assertInvalid(answer, '', /update it/);
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, jobId);
  await deliver(service.worker, lease);
});

describe('a revoked token', () => {
  test('is refused at once, and its jobs go back to the queue without a fault', async () => {
    verifies('DEC-WORKER-02');
    const jobId = await order();
    const worker = await newWorker();
    const lease = await takeLease(worker.client, { worker: worker.name });
    assert.equal(await revokeWorkerToken(service.database, worker.name, new Date()), 1);
    for (const [name, call] of Object.entries(CALLS)) {
      assert.equal((await call(worker.calls, lease)).status, 401, name);
    }
    assert.equal((await worker.calls.post('/leases', leaseRequest())).status, 401);
    const [seen] = await service.database.query('select from workers where name = $1', [worker.name]);
    assert.equal(seen, undefined);
    const next = await takeLease(service.worker);
    assert.deepEqual([next.job_id, next.attempt], [jobId, 2]);
    const [job] = await service.database.query('select faults from jobs where id = $1', [jobId]);
    assert.deepEqual(job, { faults: 0 });
    await deliver(service.worker, next);
    assert.equal(await revokeWorkerToken(service.database, worker.name, new Date()), undefined);
  });

  test('gets no job for a request that already waits, and does not delay the others', async () => {
    verifies('DEC-WORKER-02');
    const [revoked, other] = [await newWorker(), await newWorker()];
    const gone = new AbortController();
    const waiting = revoked.client.lease(
      leaseRequest({ worker: revoked.name, wait_ms: 20_000 }),
      gone.signal,
    );
    const isWaiting = 'select from workers where name = $1';
    await until(async () => (await service.database.query(isWaiting, [revoked.name])).length > 0);
    await revokeWorkerToken(service.database, revoked.name, new Date());
    const jobId = await order();
    const lease = await takeLease(other.client, { worker: other.name });
    assert.equal(lease.job_id, jobId);
    await deliver(other.client, lease);
    gone.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});

describe('an attempt', () => {
  test('stores one file, however many names a worker sends', async () => {
    verifies('DEC-WORKER-03');
    await order();
    const worker = await newWorker();
    const lease = await takeLease(worker.client);
    const put = (name: string) => worker.calls.put(leasePath(lease, `artifacts/${name}`), Buffer.alloc(1000));
    const stored = storedBlobs(service);
    for (const name of ['a.png', 'result.mp4', 'result-2.png', 'x.mp4']) {
      assertInvalid(await put(name), 'name', /^must be result\.png$/);
    }
    assert.deepEqual(storedBlobs(service), stored);
    for (let i = 0; i < 3; i++) assert.equal((await put('result.png')).status, 200);
    assert.deepEqual(
      storedBlobs(service).filter((blob) => !stored.includes(blob)),
      [`jobs/${lease.job_id}/1/result.png`],
    );
    await deliver(worker.client, lease);
  });

  test('writes one upload at a time: twenty unfinished ones leave one temporary file', async () => {
    verifies('DEC-WORKER-03');
    await order();
    const worker = await newWorker();
    const lease = await takeLease(worker.client);
    const { hostname, port } = new URL(service.url);
    const head = [
      `PUT /worker/v1/leases/${lease.job_id}/1/artifacts/result.png HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${worker.token}`,
      `${leaseSecretHeader}: ${lease.secret}`,
      'Content-Type: application/octet-stream',
      'Content-Length: 1000000',
    ];
    let cut = 0;
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('close', () => cut++);
      socket.on('error', () => {});
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(Buffer.alloc(100_000));
      return socket;
    });
    const parts = () => storedBlobs(service).filter((blob) => blob.endsWith('.part'));
    await until(() => cut === 19 && parts().length === 1);
    for (const socket of sockets) socket.destroy();
    await until(() => parts().length === 0);
    await deliver(worker.client, lease);
  });
});

describe('a customer', () => {
  async function blockAll(workers: readonly Awaited<ReturnType<typeof newWorker>>[], jobs: number) {
    for (let i = 0; i < jobs; i++) {
      await order();
      const worker = workers[i % workers.length];
      assert.ok(worker !== undefined);
      const lease = await takeLease(worker.client);
      await worker.client.block(lease, { category: 'sexual', reason: 'stopped' });
    }
  }
  const usage = async () => (await customer.get('/v1/usage')).status;

  test('is not suspended by one worker that blocks everything', async () => {
    verifies('DEC-WORKER-04');
    await blockAll([await newWorker()], 14);
    assert.equal(await usage(), 200);
  });

  test('is suspended when two workers report that most results are blocked', async () => {
    verifies('DEC-WORKER-04', 'V1-AUTH-11');
    await blockAll([await newWorker(), await newWorker()], 9);
    assert.equal(await usage(), 200);
    await blockAll([await newWorker()], 1);
    assert.equal(await usage(), 403);
  });
});
