import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { redact } from '@kinora/program/outside-text';
import { verifies } from '@kinora/testing/requirements';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { decide } from '../../server/test/support/claims.ts';
import { until, within } from '../../server/test/support/deadline.ts';
import { startPlainProxy } from '../../server/test/support/plain-proxy.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../../server/test/support/test-app.ts';
import { openCredentialsFile } from '../src/access/credentials-file.ts';
import { readConfig } from '../src/config.ts';
import { startAdapter } from './support/adapter-process.ts';

let service: TestApp;
let folder: string;
before(async () => {
  service = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-config-'));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

test('the file is in the folder for settings of the platform', () => {
  verifies('DEC-MCP-04');
  const fileWith = (environment: Record<string, string>) => readConfig(environment, []).credentialsFile;
  assert.equal(fileWith({ XDG_CONFIG_HOME: '/x/config' }), '/x/config/kinora/credentials.json');
  // A relative path is not a valid value.
  assert.match(fileWith({ XDG_CONFIG_HOME: 'config' }), /^\/.*\/kinora\/credentials\.json$/);
});

test('the address of the service may have a path, and may be that of the API', () => {
  verifies('DEC-MCP-02');
  for (const [url, address] of [
    ['https://kinora.example', 'https://kinora.example'],
    ['https://kinora.example/media/', 'https://kinora.example/media'],
    ['https://kinora.example/media/api', 'https://kinora.example/media'],
  ] as const) {
    const config = readConfig({ SERVICE_URL: url }, []);
    assert.deepEqual([config.address, config.origin], [address, 'https://kinora.example']);
  }
  assert.throws(() => readConfig({ SERVICE_URL: 'kinora.example' }, []), /SERVICE_URL must be/);
});

test('the file is replaced as a whole, readable by the user alone, and keeps what is not of this service', async () => {
  verifies('DEC-MCP-04');
  const file = path.join(folder, 'kinora', 'credentials.json');
  await mkdir(path.dirname(file));
  const others = { of: 'another', services: { 'https://other.example': { api_key: 'kn_other' } } };
  await writeFile(file, JSON.stringify(others));
  await chmod(file, 0o644);
  const { ino } = await stat(file);
  const credentials = openCredentialsFile(file, 'https://kinora.example');
  await credentials.write({ api_key: 'kn_mine' });
  assert.deepEqual(await credentials.read(), { api_key: 'kn_mine' });
  const { mode, ino: replaced } = await stat(file);
  assert.equal(mode & 0o777, 0o600);
  assert.notEqual(replaced, ino, 'a reader never sees half of it');
  const { services, ...rest } = JSON.parse(await readFile(file, 'utf8'));
  assert.deepEqual(rest, { of: 'another' });
  assert.deepEqual(services['https://other.example'], { api_key: 'kn_other' });
  assert.deepEqual(await readdir(path.dirname(file)), ['credentials.json'], 'no draft is left');
});

test('a sign-in survives the adapter, and none is started that could not be stored', async () => {
  verifies('V1-MCP-11', 'V1-MCP-12');
  const configHome = path.join(folder, 'home');
  const first = await startAdapter({ origin: service.url, configHome });
  const started = await first.call('service_start_access', { plan: 'pro' });
  await first.stop();
  const second = await startAdapter({ origin: service.url, configHome });
  const again = await second.call('service_start_access');
  assert.equal(again.value.sign_in_url, started.value.sign_in_url);
  const { services } = JSON.parse(await readFile(second.credentialsFile, 'utf8'));
  assert.ok(!second.written().includes(services[service.url].pending_claim.code), 'the code is as secret');
  await second.stop();

  const blocked = path.join(folder, 'blocked');
  await mkdir(blocked);
  await writeFile(path.join(blocked, 'kinora'), 'a file in place of the folder');
  const third = await startAdapter({ origin: service.url, configHome: blocked });
  const refused = await third.call('service_start_access');
  assert.ok(refused.isError);
  assert.match(refused.text, /ENOTDIR|cannot be stored/);
  await third.stop();
  const claims = await service.database.query('select 1 from key_claims');
  assert.equal(claims.length, 1, 'no claim was opened for it');
});

test('a key is stored although the host cancels the call while the service delivers it', async () => {
  verifies('DEC-MCP-16');
  const asked = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  // The way to the service: the response of a poll is late.
  const way = await startPlainProxy(service.url, ({ url = '' }, outgoing) => {
    if (!url.includes('/pay/claim/')) return false;
    void send(service.url + url, { headers: { 'user-agent': TEST_USER_AGENT } }).then(async (answer) => {
      asked.resolve();
      await cancelled.promise;
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
    });
    return true;
  });
  const adapter = await startAdapter({ origin: way.url });
  try {
    const { value } = await adapter.call('service_start_access');
    assert.ok(await decide(service, systemClock, value, (await service.account()).id));
    const stop = new AbortController();
    const finishing = adapter.call('service_finish_access', {}, { signal: stop.signal });
    await within(() => 'the poll', asked.promise);
    stop.abort(new Error('enough'));
    await assert.rejects(finishing, /enough/);
    // The cancellation has arrived when a later message is answered.
    assert.equal((await adapter.call('service_about')).value.access, 'no_key');
    cancelled.resolve();
    await until(async () => (await adapter.call('service_about')).value.access === 'ready');
  } finally {
    await adapter.stop();
    await way.close();
  }
});

test('a secret is hidden wherever it is in a message', () => {
  verifies('V1-MCP-15');
  const secrets = new Set(['kn_secret']);
  const message = { id: 1, ok: true, none: null, list: ['kn_secret', { 'a kn_secret': 'bkn_secretb' }] };
  assert.deepEqual(redact(message, secrets), {
    id: 1,
    ok: true,
    none: null,
    list: ['[hidden]', { 'a [hidden]': 'b[hidden]b' }],
  });
});
