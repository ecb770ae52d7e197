import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { operatorCaller } from '../support/operator.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { leasePath, workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(1_000);
});
after(() => service.stop());

async function order(): Promise<string> {
  const { body, status, text } = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  assert.equal(status, 200, text);
  return body.job_id;
}

test('the detail of a job has what was ordered for it at renderers that bill, and how often', async () => {
  verifies('DEC-REMOTE-06', 'DEC-OPENAI-20');
  const id = await order();
  const calls = workerCalls(service);
  const account = 'vendor.example 1a2b3c4d';
  const ask = async (lease: Lease, body: object) =>
    (await calls.post(leasePath(lease, 'order'), { account, ...body })).body;
  const first = await takeLease(service.worker);
  const { order: announced } = await ask(first, {});
  assert.equal(announced.id, null);
  // Nobody knows what came of it: the next attempt sends the same key.
  await service.worker.release(first, { unsettled: true });
  const second = await takeLease(service.worker);
  assert.deepEqual(await ask(second, {}), { order: announced });
  assert.deepEqual(await ask(second, { id: 'video_1' }), {});
  await service.worker.release(second, { unsettled: true });
  const third = await takeLease(service.worker);
  assert.deepEqual(await ask(third, {}), { order: { ...announced, id: 'video_1' } }, 'it goes on with that');
  // It delivered nothing: the next one has another key, and another account would have one of its own.
  await service.worker.release(third);
  const last = await takeLease(service.worker);
  const { order: other } = await ask(last, {});
  assert.deepEqual([other.id, other.key === announced.key], [null, false]);
  assert.deepEqual([announced.number, other.number], [1, 2]);
  await deliver(service.worker, last);
  const operator = await operatorCaller(service, 'boss@example.com');
  const { remote_orders: orders } = (await operator.get(`/jobs/${id}`)).body;
  assert.deepEqual(
    orders.map((one: Record<string, unknown>) => [
      one.number,
      one.account,
      one.remote_id,
      one.sent,
      one.attempt,
    ]),
    [
      [1, account, 'video_1', 2, 3],
      [2, account, null, 1, 4],
    ],
  );
  assert.deepEqual(
    orders.map(({ ended_at: ended }: Record<string, unknown>) => ended !== null),
    [true, false],
  );
});

for (const [kept, shown] of [
  ['pred_1 https://me:secret@api.example/v1/jobs/1?token=abc#part', 'pred_1 https://api.example/v1/jobs/1'],
  ['https://api.example?token=a/b@c', 'https://api.example'],
  ['task-1?2', 'task-1?2'],
] as const)
  test(`the operator sees the order ${kept} as ${shown}`, async () => {
    verifies('DEC-REMOTE-06');
    const id = await order();
    const lease = await takeLease(service.worker);
    const { post } = workerCalls(service);
    const account = 'vendor.example 1a2b3c4d';
    await post(leasePath(lease, 'order'), { account });
    await post(leasePath(lease, 'order'), { account, id: kept });
    await deliver(service.worker, lease);
    const operator = await operatorCaller(service, `${shown.length}@example.com`);
    const { remote_orders: orders } = (await operator.get(`/jobs/${id}`)).body;
    assert.equal(orders[0].remote_id, shown);
  });

test('a job is sent twice at most while nobody knows what came of it, whatever the accounts', async () => {
  verifies('DEC-REMOTE-06');
  await order();
  const calls = workerCalls(service);
  const announced: unknown[] = [];
  for (const account of ['one', 'another', 'one']) {
    const lease = await takeLease(service.worker);
    announced.push((await calls.post(leasePath(lease, 'order'), { account })).body.order !== null);
    if (announced.length < 3) await service.worker.release(lease, { unsettled: true });
    else await service.worker.fail(lease, { reason: 'ordered twice', retryable: false, unsettled: true });
  }
  assert.deepEqual(announced, [true, true, false]);
});

test('an order that was certainly not taken, or never sent, ends none that may still come', async () => {
  verifies('DEC-REMOTE-06', 'DEC-WORKER-21');
  await order();
  const calls = workerCalls(service);
  const ask = async (lease: Lease, account: string) =>
    (await calls.post(leasePath(lease, 'order'), { account })).body.order?.key;
  const first = await takeLease(service.worker);
  const key = await ask(first, 'one');
  await service.worker.release(first, { unsettled: true });
  // Without credit, at another account and at the same; and by a worker that does not begin.
  for (const account of ['two', 'one', undefined, 'two']) {
    const lease = await takeLease(service.worker);
    if (account !== undefined) assert.notEqual(await ask(lease, account), undefined);
    await service.worker.release(lease);
  }
  const last = await takeLease(service.worker);
  assert.equal(await ask(last, 'one'), key);
  await deliver(service.worker, last);
});
