import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type CompleteRequest, type Lease, leaseSecretHeader } from '@kinora/contract';
import { verifyPng } from '@kinora/media/provenance/credentials/verify-png';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { plain, redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { createFinisher } from '@kinora/worker/finish-media';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { revokeWorkerToken } from '../../src/attempt/requeue.ts';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { violations } from '../support/jobs-under-test.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, storedBlobs, tracesOf } from '../support/untouched.ts';
import {
  completion,
  LEASE_CALLS,
  leasePath,
  type WorkerCalls,
  workerCalls,
} from '../support/worker-calls.ts';

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

const png = ({ task }: Lease): Promise<Uint8Array> => plain(task.width, task.height).png().toBuffer();

/** Asserts that each call with this lease is refused as a lost lease and changes nothing. */
async function assertShutOut(worker: WorkerCalls, lease: Lease): Promise<void> {
  const look = async () => ({
    job: await service.database.query('select * from jobs where id = $1', [lease.job_id]),
    traces: await tracesOf(service, customer),
    blobs: storedBlobs(service),
  });
  const before = await look();
  for (const [name, call] of Object.entries(LEASE_CALLS)) {
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
    await deliver(owner.client, lease, await png(lease));
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
    await deliver(owner.client, lease, await png(lease));
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
    await deliver(second.client, lease, await png(lease));
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
    assertInvalid(answer, leaseSecretHeader, /send the secret/);
    await deliver(service.worker, lease, await png(lease));
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
  await deliver(worker.client, lease, await png(lease));
});

test('a worker of another version of the protocol gets no job', async () => {
  verifies('DEC-WORKER-01');
  const jobId = await order();
  for (const agent of ['kinora-worker/0', 'kinora-worker/2', 'kinora-worker/10']) {
    const answer = await send(`${service.url}/worker/v1/leases`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.app.workerToken}`,
        'content-type': 'application/json',
        'user-agent': agent,
      },
      body: JSON.stringify(leaseRequest()),
    });
    assertInvalid(answer, '', /needs kinora-worker\/1; update the worker/);
  }
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, jobId);
  await deliver(service.worker, lease, await png(lease));
});

describe('a revoked token', () => {
  test('is refused at once, and its jobs go back to the queue without a fault', async () => {
    verifies('DEC-WORKER-02');
    const jobId = await order();
    const worker = await newWorker();
    const lease = await takeLease(worker.client, { worker: worker.name });
    assert.equal(await revokeWorkerToken(service.database, worker.name, new Date()), 1);
    for (const [name, call] of Object.entries(LEASE_CALLS)) {
      assert.equal((await call(worker.calls, lease)).status, 401, name);
    }
    assert.equal((await worker.calls.post('/leases', leaseRequest())).status, 401);
    const [seen] = await service.database.query('select from workers where name = $1', [worker.name]);
    assert.equal(seen, undefined);
    const next = await takeLease(service.worker);
    assert.deepEqual([next.job_id, next.attempt], [jobId, 2]);
    const [job] = await service.database.query('select faults from open_jobs where id = $1', [jobId]);
    assert.deepEqual(job, { faults: 0 });
    await deliver(service.worker, next, await png(next));
    assert.equal(await revokeWorkerToken(service.database, worker.name, new Date()), undefined);
  });

  test('gets no job for a request that already waits, and does not delay the others', async () => {
    verifies('DEC-WORKER-02');
    const [revoked, other] = [await newWorker(), await newWorker()];
    const gone = new AbortController();
    const request = leaseRequest({ worker: revoked.name, wait_ms: 20_000 });
    const waiting = revoked.client.lease(request, gone.signal);
    const isWaiting = 'select from workers where name = $1';
    await until(async () => (await service.database.query(isWaiting, [revoked.name])).length > 0);
    await revokeWorkerToken(service.database, revoked.name, new Date());
    const jobId = await order();
    await pause(1000); // The waiting request may not have been asked yet.
    const [job] = await service.database.query('select state, worker from open_jobs where id = $1', [jobId]);
    assert.deepEqual(job, { state: 'queued', worker: null });
    const lease = await takeLease(other.client, { worker: other.name });
    assert.equal(lease.job_id, jobId);
    await deliver(other.client, lease, await png(lease));
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
    await deliver(worker.client, lease, await png(lease));
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
    await deliver(worker.client, lease, await png(lease));
  });
});

describe('the keys that mark and sign images', () => {
  const request = { prompt: 'a red pear', seed: 7, width: 256, height: 256 };
  const engine = { name: 'test', version: '1', origin: 'rules' } as const;

  async function lease(client: LeaseClient, headers?: Record<string, string>) {
    const answer = customer.post('/v1/images/generate', request, headers);
    return { lease: await takeLease(client), answer };
  }

  async function complete(client: LeaseClient, { lease, bytes }: { lease: Lease; bytes: Uint8Array }) {
    await client.upload(lease, 'result.png', bytes);
    await client.complete(lease, { ...(completion(lease, bytes) as CompleteRequest), origin: engine.origin });
  }

  async function result({ job_id: jobId }: Pick<Lease, 'job_id'>): Promise<Buffer> {
    const { body } = await customer.get(`/v1/jobs/${jobId}`);
    return Buffer.from(await (await fetch(body.result_url)).arrayBuffer());
  }

  test('are not given to a worker with its own token; the server makes the same file', async (t) => {
    verifies('DEC-WORKER-05', 'DEC-JOB-08');
    const bytes = new Uint8Array(await redAndBlue(256, 256).png().toBuffer());
    const finisher = createFinisher(engine, undefined);
    t.after(() => finisher.close());
    const job = await lease(service.worker);
    const media = { bytes, mime: 'image/png', width: 256, height: 256 } as const;
    const task = { ...job.lease.task, operation: 'image' } as const;
    const finished = await finisher.finish(media, task, job.lease, service.worker, AbortSignal.any([]));
    await complete(service.worker, { ...job, bytes: finished.bytes });

    const worker = await newWorker();
    const other = await lease(worker.client);
    assert.equal(other.lease.provenance, null);
    const sign = await worker.calls.send(leasePath(other.lease, 'sign'), 'POST', Buffer.from('a text'));
    assertInvalid(sign, '', /^the server marks and signs/);
    await complete(worker.client, { lease: other.lease, bytes });

    const [byItself, byServer] = [await result(job.lease), await result(other.lease)];
    assert.ok(byItself.equals(byServer));
    const { valid, digitalSourceType } = await verifyPng(byServer);
    assert.deepEqual([valid, digitalSourceType?.split('/').at(-1)], [true, 'algorithmicMedia']);
    const stored = storedBlobs(service).filter((blob) => blob.includes(other.lease.job_id));
    assert.match(stored.join('|'), /^[^|]+\/1\/final-\w+\.png$/);
    assert.deepEqual(await violations(service.database), []);
  });

  test('are not needed by a worker as "kinora worker" starts it', async (t) => {
    verifies('DEC-WORKER-05');
    const { client } = await newWorker();
    const real = startRealWorker({ ...service, worker: client }, createProceduralEngine());
    t.after(() => real.stop());
    const { body } = await customer.post('/v1/images/generate', request);
    const job = async () => (await customer.get(body.poll_url)).body;
    await until(async () => (await job()).status === 'completed');
    const { valid, digitalSourceType } = await verifyPng(await result(body));
    assert.deepEqual([valid, digitalSourceType?.split('/').at(-1)], [true, 'algorithmicMedia']);
  });

  test('sign one manifest per attempt, and the same one again', async () => {
    verifies('DEC-WORKER-06');
    const worker = workerCalls(service);
    const { lease: job } = await lease(service.worker);
    const sign = (text: string) => worker.send(leasePath(job, 'sign'), 'POST', Buffer.from(text));
    assert.equal((await sign('one')).status, 200);
    for (let i = 0; i < 3; i++) assertInvalid(await sign(`text ${i}`), '', /^another manifest/);
    assert.equal((await sign('one')).status, 200);
    await service.worker.release(job);
    const next = await takeLease(service.worker);
    assert.equal((await worker.send(leasePath(next, 'sign'), 'POST', Buffer.from('two'))).status, 200);
    await deliver(service.worker, next, await png(next));
  });

  test('mark the image of a call that stores nothing, in memory', async () => {
    verifies('DEC-WORKER-05', 'DEC-STORE-07');
    const worker = await newWorker();
    const stored = storedBlobs(service);
    const { lease: job, answer } = await lease(worker.client, { 'x-service-store': '0' });
    await complete(worker.client, { lease: job, bytes: await png(job) });
    const { status, headers } = await answer;
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(storedBlobs(service), stored);
  });

  test('mark an image once, however many calls complete it', async () => {
    verifies('DEC-WORKER-05');
    const worker = await newWorker();
    const { lease: job } = await lease(worker.client);
    const image = await png(job);
    await worker.client.upload(job, 'result.png', image);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => worker.calls.post(leasePath(job, 'complete'), completion(job, image))),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
    assert.equal((await verifyPng(await result(job))).valid, true);
  });

  test('mark nothing that is not an image, and nothing is paid for it', async () => {
    verifies('DEC-WORKER-05');
    const worker = await newWorker();
    const { lease: job } = await lease(worker.client);
    const page = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
    await worker.client.upload(job, 'result.png', page);
    const answer = await worker.calls.post(leasePath(job, 'complete'), completion(job, page));
    assertInvalid(answer, 'artifact', /not a PNG/);
    assert.equal((await customer.get(`/v1/jobs/${job.job_id}`)).body.status, 'queued');
    await deliver(worker.client, job, await png(job));
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
