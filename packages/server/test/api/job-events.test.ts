import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type JobStatus, jobStatusSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type EventStream, readEventStream } from '../support/event-stream.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

interface Following extends EventStream {
  status(): Promise<JobStatus>;
}

function open(path: string, lastEventId?: string): Promise<Response> {
  return fetch(`${service.url}${path}/events`, {
    headers: {
      'x-api-key': customer.key,
      'user-agent': TEST_USER_AGENT,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
}

async function follow(path: string, lastEventId?: string): Promise<Following> {
  const events = readEventStream(await open(path, lastEventId));
  return {
    ...events,
    async status() {
      const event = await events.next();
      assert.equal(event?.name, 'status');
      return jobStatusSchema.parse(JSON.parse(event.data));
    },
  };
}

async function order(): Promise<string> {
  return (await customer.post('/v1/images/generate', { prompt: 'a quiet lake' })).body.poll_url;
}

test('a job is followed from its place in the queue to its end', async () => {
  verifies('DEC-FOLLOW-02');
  const [first, second] = [await order(), await order()];
  const events = await follow(second);
  assert.equal((await events.status()).queue_position, 2);
  const lease = await takeLease(service.worker);
  assert.ok(first.endsWith(lease.job_id));
  assert.equal((await events.status()).queue_position, 1);
  await deliver(service.worker, lease);
  const followed = await takeLease(service.worker);
  const started = await events.status();
  assert.deepEqual([started.queue_position, started.progress], [undefined, 0]);
  await service.worker.heartbeat(followed, { progress: 0.5, stage: 'render' });
  assert.equal((await events.status()).progress, 0.5);
  await deliver(service.worker, followed);
  const end = await events.status();
  assert.equal(end.status, 'completed');
  assert.equal((await fetch(end.result_url ?? '')).status, 200);
  assert.equal(await events.next(), undefined);
});

test('nothing is sent while nothing changes', async () => {
  verifies('DEC-FOLLOW-02');
  const [still, other] = [await order(), await order()];
  const events = await follow(still);
  assert.equal((await events.status()).queue_position, 1);
  // Each event of another stream shows that the jobs were read again meanwhile.
  const moving = await follow(other);
  await moving.status();
  const lease = await takeLease(service.worker);
  assert.ok(still.endsWith(lease.job_id));
  assert.equal((await events.status()).queue_position, undefined);
  const followed = await takeLease(service.worker);
  await moving.status();
  for (const progress of [0.25, 0.5, 0.75]) {
    await service.worker.heartbeat(followed, { progress, stage: 'render' });
    while ((await moving.status()).progress !== progress);
  }
  await deliver(service.worker, followed);
  await deliver(service.worker, lease);
  assert.equal((await events.status()).status, 'completed');
});

test('a client that reconnects gets what it has missed, and not what it has seen', async () => {
  verifies('DEC-FOLLOW-03');
  const path = await order();
  const before = await follow(path);
  const seen = await before.next();
  await before.close();
  const lease = await takeLease(service.worker);
  // The status that it has seen is not the current one.
  const resumed = await follow(path, seen?.id);
  assert.equal((await resumed.status()).queue_position, undefined);
  await resumed.close();
  await service.worker.fail(lease, { reason: 'broken', retryable: false });
  const last = await follow(path, seen?.id);
  const end = await last.next();
  assert.equal(JSON.parse(end?.data ?? '').status, 'failed');
  assert.equal(await last.next(), undefined);
  // So that a browser does not connect forever.
  const again = await open(path, end?.id);
  assert.deepEqual([again.status, await again.text()], [204, '']);
});

test('a deleted job ends its stream', async () => {
  verifies('DEC-FOLLOW-02');
  const path = await order();
  const events = await follow(path);
  await events.status();
  assert.equal((await customer.delete(path)).status, 204);
  assert.equal((await events.next())?.name, 'deleted');
  assert.equal(await events.next(), undefined);
});

test('a revoked key ends its stream instead of the next event', async () => {
  verifies('DEC-FOLLOW-04');
  const path = await order();
  const events = await follow(path);
  await events.status();
  const setRevoked = (at: Date | null) =>
    service.database.query('update api_keys set revoked_at = $2 where account_id = $1', [customer.id, at]);
  await setRevoked(new Date());
  const lease = await takeLease(service.worker);
  assert.equal(await events.next(), undefined);
  await setRevoked(null);
  const again = await follow(path);
  await again.status();
  await setRevoked(new Date());
  await service.database.query('update jobs set deleted_at = now() where id = $1', [lease.job_id]);
  assert.equal(await again.next(), undefined, 'not even that the job is deleted');
  await setRevoked(null);
  assert.equal(lease.job_id, path.split('/').at(-1));
});

test('unknown and foreign jobs are not found, and HEAD opens no stream', async () => {
  verifies('DEC-FOLLOW-02');
  const path = await order();
  const other = await service.account();
  assert.equal((await other.get(`${path}/events`)).status, 404);
  assert.equal((await customer.get('/v1/jobs/nothing/events')).status, 404);
  const headers = { 'x-api-key': customer.key, 'user-agent': TEST_USER_AGENT };
  const head = await fetch(`${service.url}${path}/events`, { method: 'HEAD', headers });
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET']);
  await customer.delete(path);
});

test('a server that stops ends its streams, so that clients connect to another', async () => {
  verifies('DEC-FOLLOW-03');
  const path = await order();
  const events = await follow(path);
  await events.status();
  const stopped = service.app.stop();
  assert.equal(await events.next(), undefined);
  await stopped;
});
