import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type JobApiJobStatus, jobApiJobStatusSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type EventStream, readEventStream } from '../support/event-stream.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let free: JobCaller;
let max: JobCaller;
before(async () => {
  service = await startTestApp();
  [free, max] = [await jobCaller(service), await jobCaller(service, 'max')];
});
after(() => service.stop());

function open({ token }: { token: string }, jobId: string, lastEventId?: string): Promise<Response> {
  return fetch(`${service.url}/api/job/${jobId}/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
}

async function statusOf(events: EventStream): Promise<JobApiJobStatus> {
  const event = await events.next();
  assert.equal(event?.name, 'status');
  return jobApiJobStatusSchema.parse(JSON.parse(event.data));
}

async function order(caller: JobCaller): Promise<string> {
  await resetCallLimit(service, caller.accountId);
  const answer = await caller.generate({ ...ASK, type: 'image' });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.job_id;
}

test('a job is followed from its place in the queue to its public result', async () => {
  verifies('DEC-FRONTEND-09');
  const other = await order(max);
  const jobId = await order(free);
  const events = readEventStream(await open(free, jobId));
  const waiting = await statusOf(events);
  assert.deepEqual([waiting.status, waiting.queue_position], ['queued', 2]);
  const first = await takeLease(service.worker);
  assert.equal(first.job_id, other);
  assert.equal((await statusOf(events)).queue_position, 1);
  await deliver(service.worker, first);
  const lease = await takeLease(service.worker);
  const started = await statusOf(events);
  assert.deepEqual([started.status, started.progress], ['generating', 0]);
  await service.worker.heartbeat(lease, { progress: 0.5, stage: 'render' });
  assert.equal((await statusOf(events)).progress, 0.5);
  await deliver(service.worker, lease);
  const end = await statusOf(events);
  assert.equal(end.status, 'completed');
  assert.deepEqual(end, (await free.job(jobId)).body, 'an event is what a poll returns');
  assert.equal(await events.next(), undefined);
});

test('a ban ends the streams of the account instead of the next event', async () => {
  verifies('DEC-FOLLOW-04');
  const banned = await jobCaller(service);
  const events = readEventStream(await open(banned, await order(banned)));
  await statusOf(events);
  await service.database.query(`update accounts set banned_at = now(), ban_reason = 'a test' where id = $1`, [
    banned.accountId,
  ]);
  const lease = await takeLease(service.worker);
  assert.equal(await events.next(), undefined);
  await deliver(service.worker, lease);
});

test('a stream of a paid tier shows no position', async () => {
  verifies('DEC-FRONTEND-09', 'JOB-STATUS-09');
  const events = readEventStream(await open(max, await order(max)));
  assert.equal((await statusOf(events)).queue_position, undefined);
  await events.close();
  await deliver(service.worker, await takeLease(service.worker));
});

test('a client that reconnects gets what it has missed, and nothing after the end', async () => {
  verifies('DEC-FRONTEND-10');
  const id = await order(free);
  const before = readEventStream(await open(free, id));
  const seen = await before.next();
  await before.close();
  const lease = await takeLease(service.worker);
  const resumed = readEventStream(await open(free, id, seen?.id));
  assert.equal((await statusOf(resumed)).status, 'generating');
  await resumed.close();
  await service.worker.fail(lease, { reason: 'broken', retryable: false });
  const last = readEventStream(await open(free, id, seen?.id));
  const end = await last.next();
  assert.equal(JSON.parse(end?.data ?? '').status, 'failed');
  assert.equal(await last.next(), undefined);
  const again = await open(free, id, end?.id);
  assert.deepEqual([again.status, await again.text()], [204, '']);
});

test('the stream of a deleted job ends; a foreign one, HEAD and a missing token open none', async () => {
  verifies('DEC-FRONTEND-09');
  const id = await order(free);
  const events = readEventStream(await open(free, id));
  await statusOf(events);
  assert.equal((await open(max, id)).status, 404);
  const unknown = { headers: { authorization: `Bearer ${free.token}` } };
  assert.equal((await send(`${service.url}/api/job/nothing/events`, unknown)).status, 404);
  assert.equal((await open({ token: 'none' }, id)).status, 401);
  const headers = { authorization: `Bearer ${free.token}` };
  const path = `${service.url}/api/job/${id}`;
  const head = await fetch(`${path}/events`, { method: 'HEAD', headers });
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET']);
  assert.equal((await fetch(path, { method: 'DELETE', headers })).status, 204);
  assert.equal((await events.next())?.name, 'deleted');
  assert.equal(await events.next(), undefined);
});

test('a server that stops ends its streams', async () => {
  verifies('DEC-FRONTEND-10');
  const events = readEventStream(await open(free, await order(free)));
  await statusOf(events);
  const stopped = service.app.stop();
  assert.equal(await events.next(), undefined);
  await stopped;
});
