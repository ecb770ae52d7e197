import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createAccount } from '../../src/accounts/create-account.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { UNLIMITED } from '../support/jobs-under-test.ts';
import { type ServiceProcess, startKinora, startService } from '../support/service-process.ts';
import { TEST_USER_AGENT } from '../support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** `kinora serve` with several processes on one port, and its own worker. */

const PROCESSES = 3;
/** Each on a connection of its own, which the kernel gives to any of the processes. */
const CALLS = 2 * PROCESSES;
const METRICS_TOKEN = 'a-token-for-prometheus';

let books: TestDatabase;
let dataDir: string;
let service: ServiceProcess;
let key: string;
before(async () => {
  books = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-processes-'));
  service = await startService({
    DATABASE_URL: books.connectionString,
    KINORA_DATA_DIR: dataDir,
    KINORA_PORT: String(await freePort()),
    KINORA_PROCESSES: String(PROCESSES),
    KINORA_METRICS_TOKEN: METRICS_TOKEN,
  });
  const order = { email: 'several@example.com', balanceCents: 10_000, operator: false };
  const account = await createAccount(books.database, systemClock, order);
  assert.ok(account !== undefined);
  await setLimits(books.database, account.accountId, UNLIMITED);
  key = account.apiKey;
});
after(async () => {
  service.child.kill('SIGKILL');
  await books.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Asks for a small image without retention, so that the response is the image. */
async function orderImage(): Promise<number> {
  const response = await fetch(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'user-agent': TEST_USER_AGENT,
      'content-type': 'application/json',
      'x-service-store': '0',
      connection: 'close',
    },
    body: JSON.stringify({ prompt: 'a lighthouse', width: 256, height: 256 }),
  });
  const { length } = Buffer.from(await response.arrayBuffer());
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.ok(length > 1000);
  return response.status;
}

/** The server processes that run, from the kernel. */
function serverProcesses(): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      return Number(parent) === service.child.pid && command.includes('--process') ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

test('calls on every process get their result, also those whose job is in the memory of one', async () => {
  verifies('DEC-PROCESS-01');
  assert.equal(serverProcesses().length, PROCESSES);
  const statuses = await within(
    () => `the images:\n${service.output()}`,
    Promise.all(Array.from({ length: CALLS }, orderImage)),
    SLOW_MS,
  );
  assert.deepEqual(statuses, Array(CALLS).fill(200));
  const owners = async () => books.database.query('select distinct owning_node_id from jobs');
  await until(async () => (await orderImage()) === 200 && (await owners()).length === PROCESSES, SLOW_MS);
});

test('each process gives its metrics at its own port, and none at the one that they share', async () => {
  verifies('DEC-METRICS-04');
  const headers = { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' };
  const shared = new URL(service.url);
  const refused = await fetch(`${shared.origin}/metrics`, { headers });
  assert.equal(refused.status, 421);
  assert.match(await refused.text(), /port of each; this one has \d+/);
  const counts = new Set<string>();
  for (let index = 1; index <= PROCESSES; index++) {
    const separate = new URL(shared);
    separate.port = String(Number(shared.port) + index);
    const text = await (await fetch(`${separate.origin}/metrics`, { headers })).text();
    assert.match(text, /^kinora_service_readable 1$/m);
    counts.add(
      /^process_start_time_seconds .*$/m.exec(text)?.[0] + (/^process_resident.*$/m.exec(text)?.[0] ?? ''),
    );
  }
  assert.equal(counts.size, PROCESSES);
});

test('a process that is killed is started again, and the others answer meanwhile', async () => {
  verifies('DEC-PROCESS-02');
  const [victim] = serverProcesses();
  assert.ok(victim !== undefined);
  process.kill(victim, 'SIGKILL');
  // Then the kernel has closed its sockets too.
  await service.lineMatching(/a server process exited/);
  for (let call = 0; call < CALLS; call++) {
    const response = await fetch(`${service.url}/livez`, { headers: { connection: 'close' } });
    assert.equal(response.status, 200);
  }
  await until(() => serverProcesses().length === PROCESSES, SLOW_MS);
  assert.equal(await orderImage(), 200);
});

test('a port that another program would share is refused', async () => {
  verifies('DEC-PROCESS-04');
  const other = createServer().listen({ port: 0, host: '127.0.0.1', reusePort: true });
  await once(other, 'listening');
  const second = startKinora(['serve', '--no-worker'], {
    DATABASE_URL: books.connectionString,
    KINORA_DATA_DIR: dataDir,
    KINORA_PROCESSES: '2',
    KINORA_PORT: String((other.address() as AddressInfo).port),
  });
  try {
    assert.equal(await second.ended(SLOW_MS), 1);
    assert.match(second.output(), /EADDRINUSE/);
  } finally {
    second.child.kill('SIGKILL');
    other.close();
  }
});

test('a port is refused that the system would choose, or that has too few after it', () => {
  verifies('DEC-PROCESS-05');
  const portOf = (port: number) => readConfig({ KINORA_PORT: String(port), KINORA_PROCESSES: '2' }).port;
  for (const port of [0, 65_534]) assert.throws(() => portOf(port), /KINORA_PORT must be from 1 to 65533 /);
  assert.deepEqual([1, 65_533].map(portOf), [1, 65_533]);
});

test('the others end when one cannot listen at its own port', async () => {
  const shared = await freePort();
  const port = shared + 1;
  const other = createServer().listen({ port, host: '127.0.0.1' });
  await once(other, 'listening');
  const second = startKinora(['serve', '--no-worker'], {
    DATABASE_URL: books.connectionString,
    KINORA_DATA_DIR: dataDir,
    KINORA_PROCESSES: '2',
    KINORA_PORT: String(shared),
  });
  try {
    assert.equal(await second.ended(SLOW_MS), 1);
    assert.match(second.output(), new RegExp(`KINORA_PORT: another program listens at port ${port} `));
  } finally {
    second.child.kill('SIGKILL');
    other.close();
  }
});

test('signals to all of them, as of Ctrl-C and a closed terminal, end them after the work in progress', async () => {
  verifies('DEC-PROCESS-03');
  const image = orderImage();
  await until(async () => (await books.database.query(`select from jobs where ended_at is null`)).length > 0);
  for (const pid of serverProcesses()) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(pid, signal);
  }
  assert.equal(await service.end('SIGTERM'), 0, service.output());
  assert.equal(await image, 200);
  assert.deepEqual(serverProcesses(), []);
});
