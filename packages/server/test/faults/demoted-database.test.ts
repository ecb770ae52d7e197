import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { healthSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { type DemotablePostgres, startDemotablePostgres } from '../support/demotable-postgres.ts';
import { violations } from '../support/jobs-under-test.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { send, TEST_USER_AGENT } from '../support/test-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

/** The primary is demoted, and its connections stay open, as behind a balancer that only sends new ones to the new primary. */

const METRICS_TOKEN = 'a-token-for-metrics';

let server: DemotablePostgres;
let receiver: WebhookReceiver;
before(async () => {
  server = await startDemotablePostgres();
  receiver = await startWebhookReceiver();
});
after(async () => {
  await receiver.stop();
  await server.stop();
});

let scene: FaultScene;
let service: ServiceProcess;
beforeEach(async () => {
  const { connectionString } = server;
  const database = openDatabase({ connectionString, onError: () => {} });
  await migrate(database);
  scene = await setFaultScene({ database, connectionString, close: () => database.close() });
  const settings = { KINORA_WEBHOOKS_PRIVATE: '1', KINORA_METRICS_TOKEN: METRICS_TOKEN };
  service = await scene.start(['--no-worker'], settings);
});
afterEach(async () => {
  await server.promote();
  await scene.end();
});

const LIMIT = { timeout: 120_000 };

type Customer = Awaited<ReturnType<FaultScene['customer']>>;

function post({ apiKey }: Customer, path: string, body: object) {
  const headers = { 'x-api-key': apiKey, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  return send(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

const health = async () => healthSchema.parse((await send(`${service.url}/health`, {})).body);

async function metric(name: string): Promise<string | undefined> {
  const response = await fetch(`${service.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  return new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1];
}

test(
  'orders, results and webhooks go on with the new primary, and nothing stays with the old one',
  LIMIT,
  async () => {
    verifies('DEC-FAULT-07', 'DEC-TASK-02');
    const customer = await scene.customer(1000);
    await post(customer, '/v1/me/webhooks', { url: receiver.url });
    await server.demote();
    const { status, body } = await post(customer, '/v1/images/generate', { prompt: 'x' });
    assert.equal(status, 200);
    const poll = await send(`${service.url}/v1/jobs/${body.job_id}`, {
      headers: { 'x-api-key': customer.apiKey, 'user-agent': TEST_USER_AGENT },
    });
    assert.equal(poll.status, 200);
    const worker = createLeaseClient(service.url, WORKER_TOKEN);
    await deliver(worker, await takeLease(worker));
    assert.match((await receiver.event(0)).text, /job\.completed/);
    await until(async () => (await server.oldSessions()) === 0);
    assert.equal((await health()).tasks, 'ok');
    assert.deepEqual(await violations(scene.database), []);
  },
);

test(
  'while nobody takes writes, orders are 503, and log, metric and health say that tasks wait',
  LIMIT,
  async () => {
    verifies('DEC-FAULT-07', 'DEC-TASK-03', 'JOB-HEALTH-06');
    const customer = await scene.customer(1000);
    assert.equal(await metric('kinora_tasks_stalled'), '0');
    await server.demote({ forNewSessions: true });
    const refused = await post(customer, '/v1/images/generate', { prompt: 'x' });
    assert.equal(refused.status, 503, refused.text);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    await until(async () => (await health()).tasks === 'stalled');
    assert.equal(await metric('kinora_tasks_stalled'), '1');
    await service.lineMatching(/"level":40.*background tasks cannot run/);
    await server.promote();
    await until(async () => (await health()).tasks === 'ok');
    await service.lineMatching(/background tasks run again/);
    assert.equal((await post(customer, '/v1/images/generate', { prompt: 'x' })).status, 200);
  },
);
