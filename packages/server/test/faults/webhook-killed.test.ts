import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { TEST_USER_AGENT } from '../support/test-app.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

/** The service is killed when an event is committed with what it reports, and not delivered or not recorded yet. */

let scene: FaultScene;
let receiver: WebhookReceiver;
beforeEach(async () => {
  scene = await setFaultScene();
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await scene.end();
  await receiver.stop();
});

const SETTINGS = { KINORA_WEBHOOKS_PRIVATE: '1' };
type Customer = Awaited<ReturnType<FaultScene['customer']>>;

/** Posts as the customer; empty if the service was killed before it answered. */
async function post({ url }: ServiceProcess, { apiKey }: Customer, path: string, body: object) {
  const headers = { 'x-api-key': apiKey, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(url + path, request).catch(() => undefined);
  return (await response?.json()) as { readonly secret: string };
}

async function isDelivered(): Promise<boolean> {
  const [event] = await scene.database.query<{ state: string }>('select state from webhook_events');
  return event?.state === 'delivered';
}

type End = (service: ServiceProcess) => Promise<unknown>;

const lease = async ({ url }: ServiceProcess) => {
  const worker = createLeaseClient(url, WORKER_TOKEN);
  return { worker, leased: await takeLease(worker) };
};
const completed: End = async (service) => {
  const { worker, leased } = await lease(service);
  await deliver(worker, leased);
};
const failed: End = async (service) => {
  const { worker, leased } = await lease(service);
  await worker.fail(leased, { reason: 'broken', retryable: false });
};
const blocked: End = async (service) => {
  const { worker, leased } = await lease(service);
  await worker.block(leased, { category: 'sexual', reason: 'seen' });
};

const cases: readonly (readonly [string, CrashPoint, End | undefined])[] = [
  ['job.completed', 'webhook.after_attempt', completed],
  ['job.failed', 'webhook.before_attempt', failed],
  ['job.completed', 'complete.after_commit', completed],
  ['job.blocked', 'webhook.before_attempt', blocked],
  ['balance.low', 'accept.after_commit', undefined],
];
for (const [type, point, end] of cases.slice(0, EVERY_DRILL ? undefined : 2)) {
  test(`killed at ${point}: ${type} is delivered`, async () => {
    verifies('DEC-WEBHOOK-02');
    const customer = await scene.customer(end === undefined ? 202 : 1000);
    const killed = await scene.start(['--no-worker'], { ...SETTINGS, CRASH_AT: point });
    const { secret } = await post(killed, customer, '/v1/me/webhooks', { url: receiver.url });
    await post(killed, customer, '/v1/images/generate', { prompt: 'a pear' });
    await end?.(killed).catch(() => {});
    assert.equal(await killed.ended(), null);
    const before = receiver.received.length;
    // PostgreSQL notifies before it responds to COMMIT, so on a busy machine a delivery may be ahead of the kill.
    const isAhead = point.endsWith('after_commit') && before === 1;
    if (!isAhead) {
      assert.equal(before, point === 'webhook.after_attempt' ? 1 : 0);
      assert.equal(await isDelivered(), false);
    }

    await scene.restartHere(SETTINGS);
    const event = await receiver.event(isAhead ? 0 : before);
    assert.equal(verified(secret, event).type, type);
    await until(isDelivered);
    assert.deepEqual(new Set(receiver.received.map(({ id }) => id)), new Set([event.id]));
  });
}
