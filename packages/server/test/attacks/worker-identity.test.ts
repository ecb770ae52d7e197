import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { healthSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { revokeWorkerToken } from '../../src/attempt/requeue.ts';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { MAX_WORKERS_OF_TOKEN, recordWorker } from '../../src/workers/record-worker.ts';
import { listWorkerHistory } from '../../src/workers/worker-history.ts';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { manualClock } from '../support/manual-clock.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

/** A token that makes up workers, or uses the names of those of other tokens. */

const clock = manualClock(new Date().toISOString());
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  customer = await service.account();
});
after(() => service.stop());
beforeEach(async () => {
  clock.advance(2000);
  await service.database.query('delete from workers');
});

let tokens = 0;

async function newWorker() {
  const name = `token-${++tokens}`;
  const token = await createWorkerToken(service.database, name, new Date());
  assert.ok(token !== undefined);
  const calls = workerCalls(service, token);
  const [row] = await service.database.query<{ id: string }>(
    'select id from worker_tokens where name = $1 and revoked_at is null',
    [name],
  );
  assert.ok(row !== undefined);
  return {
    name,
    tokenId: row.id,
    client: createLeaseClient(service.url, token),
    ask: (worker: string, more = {}) => calls.post('/leases', leaseRequest({ worker, ...more })),
  };
}

async function health() {
  clock.advance(2000);
  const { status, body } = await send(`${service.url}/api/health`, {});
  assert.equal(status, 200);
  return healthSchema.parse(body);
}

const SMALL = {
  capabilities: {
    engine: 'x',
    engine_version: '1',
    operations: [{ operation: 'image', model: 'image', longest_side: 16 }],
    zero_retention: false,
  },
};

test('a worker that uses the name of another one leaves it its capabilities, its state and its orders', async () => {
  verifies('DEC-WORKER-10');
  const [owner, thief] = [await newWorker(), await newWorker()];
  assert.equal((await owner.ask('gpu-1', { gpu: 'L4' })).status, 204);
  assert.equal((await thief.ask('gpu-1', { ...SMALL, gpu: 'none' })).status, 204);
  clock.advance(2000);
  const order = await customer.post('/v1/videos/generate', { prompt: 'a pear' });
  assert.equal(order.status, 200, order.text);
  const { video_healthy: videos, image_healthy: images, image_workers: described } = await health();
  assert.deepEqual([videos, images], ['1/1', '2/2']);
  assert.deepEqual(Object.keys(described), ['gpu-1', 'gpu-1#2']);
  assert.deepEqual(new Set(Object.values(described).map(({ gpu }) => gpu)), new Set(['L4', 'none']));
  await owner.client.release(await takeLease(owner.client, { worker: 'gpu-1' }));
  await customer.delete(order.body.poll_url);
});

test('what a worker renders and has done counts for its own token only', async () => {
  verifies('DEC-WORKER-10');
  const [owner, other] = [await newWorker(), await newWorker()];
  await other.ask('gpu-1', SMALL);
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  assert.equal(body.code, 'workers_unavailable');
  await owner.ask('gpu-1');
  clock.advance(2000);
  assert.equal((await customer.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
  const lease = await takeLease(owner.client, { worker: 'gpu-1' });
  const history = async () =>
    (await listWorkerHistory(service.database, clock.now(), 10)).map(
      ({ name, token, running, completed }) => ({
        name,
        token,
        running,
        completed,
      }),
    );
  const idle = { name: 'gpu-1', token: other.name, running: 0, completed: 0 };
  assert.deepEqual(await history(), [{ ...idle, token: owner.name, running: 1 }, idle]);
  // Only the worker that has the lease is seen by it.
  await service.database.query(`update workers set seen_at = now() - interval '5 minutes'`);
  assert.equal((await health()).image_healthy, '1/2');
  await deliver(owner.client, lease);
  assert.deepEqual(await history(), [{ ...idle, token: owner.name, completed: 1 }, idle]);
});

test('a token has a bound of workers, and one that reaches it learns the remedy', async () => {
  verifies('DEC-WORKER-11');
  const [rogue, honest] = [await newWorker(), await newWorker()];
  await honest.ask('honest');
  const answers = await Promise.all(
    Array.from({ length: MAX_WORKERS_OF_TOKEN + 20 }, (_, at) => rogue.ask(`made-up-${at}`, SMALL)),
  );
  const refused = answers.filter(({ status }) => status !== 204);
  assert.equal(refused.length, 20);
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code], [429, 'rate_limited']);
    assert.match(body.error, /^100 workers with this token .*"kinora worker-token create"/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  const accepted = answers.findIndex(({ status }) => status === 204);
  assert.equal((await rogue.ask(`made-up-${accepted}`)).status, 204);
  assert.equal((await honest.ask('honest-2')).status, 204);
  // To stop a worker makes no room for another: its capabilities still count.
  await rogue.client.stopped(`made-up-${accepted}`);
  assert.equal((await rogue.ask('after-a-stop')).status, 429);

  // Workers that were not seen for ten minutes do not count, and only the latest of them are kept.
  const forget = () =>
    service.database.query(`update workers set seen_at = now() - interval '11 minutes' where token_id = $1`, [
      rogue.tokenId,
    ]);
  await forget();
  for (let at = 0; at < 5; at++) assert.equal((await rogue.ask(`new-${at}`, SMALL)).status, 204);
  await forget();
  assert.equal((await rogue.ask('last', SMALL)).status, 204);
  const [row] = await service.database.query<{ count: number }>(
    'select count(*) as count from workers where token_id = $1',
    [rogue.tokenId],
  );
  assert.equal(row?.count, MAX_WORKERS_OF_TOKEN + 1);
});

test('health describes a bounded number of workers and those of every token, and counts all', async () => {
  verifies('DEC-HEALTH-06');
  const rogue = await newWorker();
  const honest = await newWorker();
  for (let at = 0; at < MAX_WORKERS_OF_TOKEN; at++) {
    const worker = `a-${at}-${'x'.repeat(90)}`;
    await recordWorker(service.database, {
      ...leaseRequest({ worker, gpu: 'g'.repeat(100) }),
      tokenId: rogue.tokenId,
    });
  }
  await honest.ask('z-honest');
  const { image_healthy: images, image_workers: described } = await health();
  assert.equal(images, `${MAX_WORKERS_OF_TOKEN + 1}/${MAX_WORKERS_OF_TOKEN + 1}`);
  assert.equal(Object.keys(described).length, 100);
  assert.ok('z-honest' in described);
});

test('a thousand calls of health read the workers once', async () => {
  verifies('DEC-HEALTH-06');
  await (await newWorker()).ask('gpu-1');
  const before = await health();
  await service.database.query('delete from workers');
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () => send(`${service.url}/api/health`, {})),
  );
  for (const { body } of answers) assert.deepEqual(body, before);
});

test('the worker of a token that is revoked meanwhile does not come back', async () => {
  verifies('DEC-WORKER-02');
  const worker = await newWorker();
  await worker.ask('gpu-1');
  await revokeWorkerToken(service.database, worker.name, new Date());
  await recordWorker(service.database, { ...leaseRequest({ worker: 'gpu-1' }), tokenId: worker.tokenId });
  assert.deepEqual(await service.database.query('select name from workers'), []);
});

test('what a worker reports about itself is bounded', async () => {
  verifies('DEC-WORKER-11');
  const worker = await newWorker();
  const { capabilities } = leaseRequest();
  const [declared] = workerCapabilities();
  const long = 'x'.repeat(101);
  for (const report of [
    { worker: long },
    { gpu: long },
    { capabilities: { ...capabilities, engine: long } },
    { capabilities: { ...capabilities, engine_version: long } },
    { capabilities: { ...capabilities, operations: Array.from({ length: 61 }, () => declared) } },
    { slots: 65 },
    { queue_size: 1e9 },
    { vram_free_gb: 1e9 },
    { held: Array.from({ length: 257 }, () => '0199d2a4-7c1e-7b3a-9f58-2d6c1a5e8b40') },
  ]) {
    assert.equal((await worker.ask('gpu-1', report)).status, 400, Object.keys(report).join());
  }
});
