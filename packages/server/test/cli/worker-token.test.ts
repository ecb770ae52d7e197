import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { leaseRequest } from '../support/act-as-worker.ts';
import { kinora } from '../support/service-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';

let service: TestApp;
let settings: Record<string, string>;
before(async () => {
  service = await startTestApp();
  settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
});
after(() => service.stop());

const run = (...args: string[]) => kinora(['worker-token', ...args], settings);

test('a token is created, listed and revoked, and is valid on a running server in between', async () => {
  verifies('DEC-WORKER-02');
  const created = JSON.parse((await run('create', '--name', 'gpu-1', '--json')).output);
  assert.deepEqual(Object.keys(created), ['name', 'token']);
  assert.match(created.token, /^kw_[\w-]{43}$/);
  const lease = () => workerCalls(service, created.token).post('/leases', leaseRequest({ worker: 'a' }));
  assert.equal((await lease()).status, 204);
  assert.match((await run('list')).output, /^gpu-1 +created \S+, last used \S+$/);

  const again = await run('create', '--name', 'gpu-1');
  assert.equal(again.code, 1);
  assert.match(again.output, /there is a token named gpu-1/);

  assert.match((await run('revoke', '--name', 'gpu-1')).output, /0 jobs go back to the queue/);
  assert.equal((await lease()).status, 401);
  assert.match((await run('list')).output, /^gpu-1 .*, revoked \S+$/);
  const unknown = await run('revoke', '--name', 'gpu-1');
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /there is no valid token named gpu-1/);
  assert.equal((await run('create', '--name', 'gpu-1')).code, 0);
  const log = (await kinora(['security-log', '--json'], settings)).output;
  const commands = [...log.matchAll(/"worker-token (create|revoke)"/g)].map(([, action]) => action);
  assert.deepEqual(commands.sort(), ['create', 'create', 'revoke']);
});

test('doctor names the workers elsewhere that use the shared token, and what is sold below their costs', async () => {
  verifies('DEC-WORKER-02', 'DEC-MARGIN-04');
  const { capabilities } = leaseRequest();
  const operations = capabilities.operations.map((one) => ({ ...one, cost_cents: 10.5 }));
  const dear = { worker: 'gpu-2', slots: 5, capabilities: { ...capabilities, operations } };
  await workerCalls(service).post('/leases', leaseRequest(dear));
  const { output } = await kinora(['doctor'], settings);
  assert.match(output, /gpu-2.*kinora worker-token create/);
  const [, atOnce] = /^workers .* (\d+) jobs? at once/m.exec(output) ?? [];
  const [healthy] = await service.database.query<{ slots: number }>(
    'select sum(slots) as slots from workers',
  );
  assert.equal(Number(atOnce), healthy?.slots);
  assert.ok(Number(atOnce) >= 5);
  assert.match(
    output,
    /^prices +WARNING: Image \(image\): an image is sold from 5 cents and costs 10\.5 cents with the worker gpu-2\./m,
  );
  assert.match(output, /^ +WARNING: Fast \(fast\): a second is sold from 10 cents/m);
  assert.doesNotMatch(output, /Cinema \(cinema\)/);
});

for (const args of [[], ['create'], ['create', '--name', 'a b'], ['list', 'x'], ['revoke'], ['drop']]) {
  test(`"kinora worker-token ${args.join(' ')}" is refused with the remedy and status 2`, async () => {
    const { code, output } = await run(...args);
    assert.equal(code, 2);
    assert.match(output, /--name needs|the actions are/);
  });
}
