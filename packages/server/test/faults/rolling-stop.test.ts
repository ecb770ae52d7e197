import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { runWorker } from '@kinora/worker/run-worker';
import { addTask } from '../../src/tasks/add-task.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { echoEngine } from '../support/echo-engine.ts';
import { freePort } from '../support/free-port.ts';
import { violations } from '../support/jobs-under-test.ts';
import { startTcpBalancer, type TcpBalancer } from '../support/tcp-balancer.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

/** One of two nodes behind a balancer stops while customers poll, order and wait for results. */

const KINORA_WORKER_TOKEN = 'a-token-for-tests-only';
const RENDER_MS = 700;
const POLLERS = 12;
const WAITERS = 4;
/** Longer than any pause of a client, so that each uses its connection in that time. */
const LINGER_SECONDS = 4;

const engine = echoEngine(() => pause(RENDER_MS));

let stays: TestApp;
let stops: TestApp;
let balancer: TcpBalancer;
let customer: TestAccount;
const endWork = new AbortController();
let working: Promise<unknown>;

before(async () => {
  const start = async (environment: Record<string, string>) => {
    const port = String(await freePort());
    const nodeUrl = `http://127.0.0.1:${port}`;
    return startTestApp({
      environment: { KINORA_PORT: port, KINORA_NODE_URL: nodeUrl, KINORA_WORKER_TOKEN, ...environment },
    });
  };
  stays = await start({});
  stops = await start({
    DATABASE_URL: stays.connectionString,
    KINORA_STOP_LINGER_SECONDS: String(LINGER_SECONDS),
  });
  balancer = await startTcpBalancer([stays.url, stops.url]);
  customer = await stays.account(100_000);
  const workers = Array.from({ length: WAITERS }, (_, index) =>
    runWorker({
      name: `worker-${index}`,
      pools: ['image'],
      gpu: 'none',
      engine,
      finish: encoded,
      client: stays.worker,
      log: () => {},
      stop: endWork.signal,
    }),
  );
  working = Promise.all(workers);
});
after(async () => {
  endWork.abort();
  await working;
  await balancer.close();
  await stops.stop();
  await stays.stop();
});

test('no request fails while another node is up, not even with zero retention', {
  timeout: SLOW_MS * 2,
}, async () => {
  verifies('DEC-STOP-01', 'DEC-STOP-02', 'DEC-STOP-04');
  const headers = { 'x-api-key': customer.key, 'user-agent': TEST_USER_AGENT };
  const failures: string[] = [];
  let answered = 0;
  let delivered = 0;
  let ended = false;
  const record = async (what: string, answer: Promise<Response>) => {
    try {
      const response = await within(() => what, answer);
      const text = await response.text();
      if (response.status !== 200) failures.push(`${what}: ${response.status} ${text}`);
    } catch (error) {
      failures.push(`${what}: ${(error as Error).message} ${(error as { cause?: unknown }).cause}`);
    }
  };
  // From one that asks without a pause to one that asks every 1.5 seconds.
  const poll = async (_: unknown, index: number) => {
    while (!ended) {
      await record('poll', fetch(`${balancer.url}/v1/usage`, { headers }));
      answered += 1;
      await pause((1500 * index) / POLLERS);
    }
  };
  const wait = async () => {
    while (!ended) {
      const order = fetch(`${balancer.url}/v1/images/generate`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-service-store': '0' },
        body: '{"prompt":"a pear"}',
      });
      await record('zero retention', order);
      delivered += 1;
    }
  };
  const clients = [...Array.from({ length: POLLERS }, poll), ...Array.from({ length: WAITERS }, wait)];
  await until(() => answered > 50 && delivered >= WAITERS);
  const stopped = stops.app.stop();
  await until(async () => {
    const ready = await send(`${stops.url}/readyz`, {}).catch(() => undefined);
    return ready === undefined || (ready.status === 503 && ready.headers.get('connection') === 'close');
  });
  await within(() => 'the stop', stopped, SLOW_MS);
  const atStop = delivered;
  await until(() => delivered >= atStop + WAITERS);
  ended = true;
  await within(() => 'the clients', Promise.all(clients), SLOW_MS);
  assert.deepEqual(failures, []);
  assert.deepEqual(await violations(stays.database), []);
});

test('the port is closed before background tasks have ended, so that no call is taken and then left', async (context) => {
  verifies('DEC-STOP-04');
  // A mail server that says nothing, so that the task which sends an email lasts for half a minute.
  const sockets: Socket[] = [];
  const mailServer = createServer((socket) => sockets.push(socket));
  await once(mailServer.listen(0, '127.0.0.1'), 'listening');
  const { port } = mailServer.address() as AddressInfo;
  const service = await startTestApp({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const email = { to: 'ann@example.com', name: 'refund_failed', data: { cents: 100 } } as const;
  await addTask(service.database, 'send_email', email);
  await until(() => sockets.length > 0);
  const stopped = service.stop();
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    mailServer.close();
    await stopped;
  });
  const answers = () =>
    send(`${service.url}/livez`, {}).then(
      () => true,
      () => false,
    );
  await until(async () => !(await answers()), 10_000);
});
