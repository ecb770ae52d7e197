import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  jobStatusSchema,
  type WebhookDelivery,
  webhookDeliveryPageSchema,
  webhookEventSchema,
} from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { addTask } from '../../src/tasks/add-task.ts';
import { recordLowBalances } from '../../src/webhooks/record-event.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import {
  hastenAttempts,
  startWebhookReceiver,
  verified,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

let service: TestApp;
let receiver: WebhookReceiver;
let customer: TestAccount;
let secret: string;
before(async () => {
  service = await startTestApp({ environment: { KINORA_WEBHOOKS_PRIVATE: '1' } });
});
after(() => service.stop());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  customer = await service.account();
  secret = await setUrl(receiver.url);
});
afterEach(() => receiver.stop());

async function setUrl(url: string | null): Promise<string> {
  const { status, body, text } = await customer.post('/v1/me/webhooks', { url });
  assert.equal(status, 200, text);
  return body.secret;
}

async function order(more: object = {}): Promise<string> {
  const { status, body, text } = await customer.post('/v1/images/generate', { prompt: 'a pear', ...more });
  assert.equal(status, 200, text);
  return body.job_id;
}

async function complete(more: object = {}): Promise<string> {
  const jobId = await order(more);
  await deliver(service.worker, await takeLease(service.worker, { pools: ['image'] }));
  return jobId;
}

async function deliveries(query = ''): Promise<readonly WebhookDelivery[]> {
  const { body } = await customer.get(`/v1/me/webhooks/deliveries${query}`);
  return webhookDeliveryPageSchema.parse(body).deliveries;
}

/** The latest delivery, once it is as expected. */
async function delivery(isExpected: (latest: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
  let latest: WebhookDelivery | undefined;
  await until(async () => {
    [latest] = await deliveries();
    return latest !== undefined && isExpected(latest);
  });
  return latest as WebhookDelivery;
}

const isDelivered = ({ state }: WebhookDelivery) => state === 'delivered';

test('the end of a job is reported with its status, signed, to the address of the account', async () => {
  verifies('DEC-WEBHOOK-01', 'DEC-WEBHOOK-02', 'DEC-WEBHOOK-03');
  const jobId = await complete();
  const event = await receiver.event(0);
  const content = verified(secret, event);
  webhookEventSchema.parse(content);
  const { type, timestamp, data } = content;
  const polled = jobStatusSchema.parse((await customer.get(`/v1/jobs/${jobId}`)).body);
  assert.equal(type, 'job.completed');
  assert.equal(timestamp, polled.completed_at);
  assert.deepEqual({ ...jobStatusSchema.parse(data), result_url: '' }, { ...polled, result_url: '' });
  assert.equal((await fetch(data.result_url)).status, 200);
  assert.equal(event.headers['content-type'], 'application/json');
  const done = await delivery(isDelivered);
  assert.deepEqual(
    [done.id, done.type, done.job_id, done.attempts, done.last_status, done.last_error, done.next_attempt_at],
    [event.id, 'job.completed', jobId, 1, 200, null, null],
  );
  assert.throws(() => verified(secret, { ...event, text: `${event.text} ` }));
});

test('jobs that fail or are blocked are reported', async () => {
  verifies('DEC-WEBHOOK-01');
  const failed = await order();
  await service.worker.fail(await takeLease(service.worker), { reason: 'broken', retryable: false });
  const first = verified(secret, await receiver.event(0));
  assert.deepEqual([first.type, first.data.job_id, first.data.status], ['job.failed', failed, 'failed']);
  assert.doesNotMatch(first.data.error, /broken/);
  const blocked = await order();
  await service.worker.block(await takeLease(service.worker), { category: 'sexual', reason: 'seen' });
  const second = verified(secret, await receiver.event(1));
  assert.deepEqual(
    [second.type, second.data.job_id, second.data.status],
    ['job.blocked', blocked, 'blocked'],
  );
});

test('an order names its own address', async () => {
  verifies('DEC-WEBHOOK-01');
  const jobId = await complete({ webhook_url: `${receiver.url}/own?a=1` });
  const event = await receiver.event(0);
  assert.equal(event.path, '/own?a=1');
  assert.equal(verified(secret, event).data.job_id, jobId);
  await setUrl(null);
  await complete();
  await complete({ webhook_url: `${receiver.url}/again` });
  assert.equal((await receiver.event(1)).path, '/again');
  assert.equal((await deliveries()).length, 2);
});

test('a job that is deleted or has zero retention is reported nowhere', async () => {
  verifies('DEC-WEBHOOK-01');
  await customer.delete(`/v1/jobs/${await order()}`);
  const waiting = customer.post('/v1/images/generate', { prompt: 'a pear' }, { 'x-service-store': '0' });
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal((await waiting).status, 200);
  const { status, body } = await customer.post(
    '/v1/images/generate',
    { prompt: 'a pear', webhook_url: receiver.url },
    { 'x-service-store': '0' },
  );
  assert.deepEqual([status, body.issues[0].path], [400, 'webhook_url']);
  assert.deepEqual(await deliveries(), []);
});

test('a balance that an order takes below 200 cents is reported once', async () => {
  verifies('DEC-WEBHOOK-01');
  customer = await service.account(210);
  secret = await setUrl(receiver.url);
  const jobs = [await order(), await order(), await order(), await order()];
  const content = verified(secret, await receiver.event(0));
  const { type, data } = webhookEventSchema.parse(content);
  assert.deepEqual([type, data], ['balance.low', { balance_cents: 195 }]);
  const [event, ...others] = await deliveries();
  assert.deepEqual([event?.type, event?.job_id, others], ['balance.low', null, []]);
  await setUrl(null);
  for (const id of jobs) await customer.delete(`/v1/jobs/${id}`);
});

test('a receiver that was down for a while gets the event, with the same id', async () => {
  verifies('DEC-WEBHOOK-05');
  receiver.answer(503, { redirectTo: `${receiver.url}/elsewhere` }, 'cut', 204);
  const jobId = await complete();
  for (const [attempts, status, error] of [
    [1, 503, 'the receiver returned 503'],
    [2, 302, 'the receiver returned 302; redirects are not followed'],
    [3, null, 'the connection was closed without a response'],
  ] as const) {
    const failed = await delivery((latest) => latest.attempts === attempts);
    assert.deepEqual([failed.state, failed.last_status, failed.last_error], ['pending', status, error]);
    assert.ok((failed.next_attempt_at ?? '') > (failed.last_attempt_at ?? ''));
    await hastenAttempts(service.database);
  }
  const done = await delivery(isDelivered);
  assert.deepEqual([done.attempts, done.last_status, done.last_error, done.job_id], [4, 204, null, jobId]);
  assert.deepEqual(
    receiver.received.map(({ id, path }) => [id, path]),
    Array.from({ length: 4 }, () => [done.id, '/']),
  );
  for (const event of receiver.received) assert.equal(verified(secret, event).data.job_id, jobId);
});

test('410 ends everything on its way to the address, and its use', async () => {
  verifies('DEC-WEBHOOK-06');
  receiver.answer(500);
  await complete();
  await complete({ webhook_url: `${receiver.url}/other` });
  await until(async () => (await deliveries()).filter(({ attempts }) => attempts === 1).length === 2);
  receiver.answer(410);
  await complete();
  await until(async () => (await deliveries('?state=failed')).length === 2);
  const [last, other, first] = await deliveries();
  assert.deepEqual([last?.state, other?.state, first?.state], ['failed', 'pending', 'failed']);
  assert.match(first?.last_error ?? '', /410/);
  assert.equal(first?.next_attempt_at, null);
  assert.equal((await customer.get('/v1/me/webhooks')).body.url, null);
  const calls = receiver.received.length;
  await hastenAttempts(service.database);
  await until(() => receiver.received.length > calls);
  assert.equal(receiver.received.at(-1)?.path, '/other');
  assert.equal(receiver.received.length, calls + 1);
});

test('a delivery can be replayed, with the present status of the job', async () => {
  verifies('DEC-WEBHOOK-09');
  const jobId = await complete();
  const { id } = await delivery(isDelivered);
  await customer.delete(`/v1/jobs/${jobId}`);
  const replayed = await customer.post(`/v1/me/webhooks/deliveries/${id}/replay`, undefined);
  assert.deepEqual([replayed.status, replayed.body.state, replayed.body.attempts], [200, 'pending', 0]);
  const event = await receiver.event(1);
  const { type, data } = verified(secret, event);
  assert.deepEqual([event.id, type, data.job_id, data.result_url], [id, 'job.completed', jobId, undefined]);
  assert.equal((await delivery(isDelivered)).attempts, 1);

  const stranger = await service.account();
  for (const [who, path] of [
    [stranger, id],
    [customer, jobId],
    [customer, 'x'],
  ] as const) {
    const { status, body } = await who.post(`/v1/me/webhooks/deliveries/${path}/replay`, {});
    assert.deepEqual([status, body.code], [404, 'not_found']);
  }
});

test('receivers that do not answer delay no other background task', async () => {
  verifies('DEC-WEBHOOK-12');
  receiver.answer('silent');
  const customers = await Promise.all(Array.from({ length: 60 }, () => service.account(0)));
  const ids = customers.map(({ id }) => id);
  await service.database.query(
    'insert into webhook_settings (account_id, url) select id, $2 from unnest($1::uuid[]) as id',
    [ids, receiver.url],
  );
  await service.database.transaction((tx) =>
    recordLowBalances(tx, new Map(ids.map((id) => [id, 100])), new Date()),
  );
  // Then everything that may deliver is busy: it looks for work every two seconds. The first attempts end after fifteen.
  await receiver.event(0);
  await pause(6000);
  await addTask(service.database, 'sweep_access', {});
  const waiting = () =>
    service.database.query(`select from graphile_worker.jobs where task_identifier = 'sweep_access'`);
  await until(async () => (await waiting()).length === 0);
  const ended = await service.database.query(
    'select from webhook_events where account_id = any($1::uuid[]) and attempts > 0',
    [ids],
  );
  assert.equal(ended.length, 0, 'every attempt is still in progress');
});

test('after a rotation both secrets sign for a day', async () => {
  verifies('DEC-WEBHOOK-03');
  const { body: rotated } = await customer.post('/v1/me/webhooks/rotate-secret', {});
  assert.notEqual(rotated.secret, secret);
  const hours = (Date.parse(rotated.previous_secrets_until) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24);
  // A second rotation, as after a lost response, breaks neither.
  const { body: again } = await customer.post('/v1/me/webhooks/rotate-secret', {});
  await complete();
  const event = await receiver.event(0);
  const used = [secret, rotated.secret, again.secret];
  assert.equal(new Set(used).size, 3);
  for (const one of used) assert.equal(verified(one, event).type, 'job.completed');

  await service.database.query(
    `update webhook_settings set previous_until = now() - interval '1 second' where account_id = $1`,
    [customer.id],
  );
  await complete();
  const later = await receiver.event(1);
  assert.equal(verified(again.secret, later).type, 'job.completed');
  for (const old of [secret, rotated.secret]) assert.throws(() => verified(old, later));
  assert.equal((await customer.get('/v1/me/webhooks')).body.previous_secrets_until, null);
  for (let rotations = 0; rotations < 7; rotations++)
    await customer.post('/v1/me/webhooks/rotate-secret', {});
  await complete();
  const { headers } = await receiver.event(2);
  assert.equal(String(headers['webhook-signature']).split(' ').length, 5);
});

test('receivers accept the time of an event whatever the test clock is set to', async (context) => {
  verifies('DEC-WEBHOOK-03');
  const environment = { KINORA_WEBHOOKS_PRIVATE: '1' };
  const moved = await startTestApp({ clock: manualClock('2031-03-08T12:00:00Z'), environment });
  context.after(() => moved.stop());
  const owner = await moved.account();
  const { body } = await owner.post('/v1/me/webhooks', { url: receiver.url });
  assert.equal((await owner.post('/v1/images/generate', { prompt: 'a pear' })).status, 200);
  await deliver(moved.worker, await takeLease(moved.worker, { pools: ['image'] }));
  const { type, timestamp } = verified(body.secret, await receiver.event(0));
  assert.deepEqual([type, timestamp], ['job.completed', '2031-03-08T12:00:00.000Z']);
});
