import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { blocksFor } from '@kinora/testing/documents';
import { verifies } from '@kinora/testing/requirements';
import { systemClock } from '../../src/kernel/clock.ts';
import { decide } from '../support/claims.ts';
import { type Customer, createCustomer, type Ended } from '../support/customer.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** How a customer gets, keeps and deletes a key at a terminal. */

let service: TestApp;
let customer: Customer;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  customer = await createCustomer(service.url);
  await service.database.query('delete from key_claims');
});
afterEach(() => customer.leave());

const stored = async () => JSON.parse(await readFile(customer.credentialsFile, 'utf8'));

/** Starts a login and decides its claim as the person who opened its link. */
async function logIn(decision: 'approved' | 'denied', args: readonly string[] = []): Promise<Ended> {
  const running = customer.start(['login', ...args]);
  const [, userCode = ''] = await running.says(/user_code=(\w+)/);
  const owner = await service.account();
  assert.ok(await decide(service, systemClock, { user_code: userCode }, owner.id, decision));
  return running.ended;
}

test('login waits for the approval and keeps the key for its owner alone, without showing it', async () => {
  verifies('DEC-CLI-01', 'DEC-CLI-02');
  const missing = await customer.run(['usage']);
  assert.equal(missing.code, 4);
  assert.match(missing.stderr, /run "kinora login --server http/);
  const { code, stdout, stderr } = await logIn('approved', ['--amount-usd', '25']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Signed in to http:\S+\. Balance: 100\.00 USD\n$/);
  assert.match(stderr, /:\n\n {2}http\S+\n\nWaiting/, 'the link has lines of its own');
  const key = (await stored()).services[service.url].api_key;
  assert.match(key, /^kn_/);
  assert.equal((await stat(customer.credentialsFile)).mode & 0o777, 0o600);
  assert.equal((await stat(path.dirname(customer.credentialsFile))).mode & 0o777, 0o700);
  assert.match((await customer.run(['usage'])).stdout, /^Balance +100\.00 USD$/m);
  // A second claim would replace the key.
  const again = await customer.run(['login']);
  assert.deepEqual([again.code, again.stdout], [0, '']);
  assert.match(again.stderr, /You are signed in/);
  assert.equal((await stored()).services[service.url].api_key, key);
  const [claim] = await service.database.query<{ amount_usd: number }>('select amount_usd from key_claims');
  assert.equal(claim?.amount_usd, 25);
  for (const text of [stdout, stderr, again.stderr]) assert.ok(!text.includes(key));
});

test('the login of the manual asks for the key of the service that it names', async () => {
  verifies('DEC-CLI-01', 'DEC-DOCS-04');
  const [block] = blocksFor('docs/command-line.md', 'cli/customer-access');
  const [, ...args] = block?.text.replace(/ +#.*/, '').trim().split(' ') ?? [];
  assert.deepEqual(args, ['login', '--server', 'https://kinora.example']);
  const { code, stderr } = await logIn('approved', ['--server', service.url]);
  assert.equal(code, 0, stderr);
});

test('login asks for no key that KINORA_API_KEY would hide', async () => {
  verifies('DEC-CLI-01');
  const { code, stderr } = await customer.run(['login'], { env: { KINORA_API_KEY: 'kn_wrong' } });
  assert.equal(code, 2);
  assert.match(stderr, /KINORA_API_KEY/);
  assert.deepEqual(await service.database.query('select from key_claims'), []);
  const { key } = await service.account();
  const valid = await customer.run(['login'], { env: { KINORA_API_KEY: key } });
  assert.equal(valid.code, 0);
  assert.match(valid.stderr, /unset KINORA_API_KEY/);
});

test('a login that is denied leaves nothing behind', async () => {
  verifies('DEC-CLI-01');
  const { code, stderr } = await logIn('denied');
  assert.equal(code, 1);
  assert.match(stderr, /Not signed in: the request is denied/);
  assert.deepEqual(await stored(), { services: {} });
});

test('login checks that a key can be kept before it asks for one', async () => {
  verifies('DEC-CLI-02');
  await writeFile(path.join(customer.folder, 'config'), 'a file in place of the folder');
  const { code, stderr } = await customer.run(['login']);
  assert.equal(code, 1);
  assert.match(stderr, /EEXIST|ENOTDIR/);
  assert.deepEqual(await service.database.query('select from key_claims'), []);
});

test('a key of the account page is read from standard input, and checked', async () => {
  verifies('DEC-CLI-01');
  const { key } = await service.account();
  const wrong = await customer.run(['login', '--with-key'], { input: 'kn_wrong\n' });
  assert.equal(wrong.code, 4);
  assert.equal((await customer.run(['login', '--with-key'], { input: 'two words' })).code, 4);
  const right = await customer.run(['login', '--with-key', '--json'], { input: `${key}\n` });
  assert.deepEqual(JSON.parse(right.stdout), { server: service.url, balance_cents: 10_000 });
  assert.equal((await stored()).services[service.url].api_key, key);
});

test('logout deletes the key of this service and nothing else', async () => {
  verifies('DEC-CLI-02');
  const { key } = await service.account();
  const others = { 'https://other.example': { api_key: 'kn_other', pending_claim: { code: 'c' } } };
  const credentials = { [service.url]: { api_key: key, pending_claim: { code: 'd' } } };
  await mkdir(path.dirname(customer.credentialsFile), { recursive: true });
  await writeFile(
    customer.credentialsFile,
    JSON.stringify({ version: 1, services: { ...others, ...credentials } }),
  );
  assert.equal((await customer.run(['usage'])).code, 0);
  const { code, stderr } = await customer.run(['logout']);
  assert.equal(code, 0);
  assert.match(stderr, /Signed out of http/);
  const left = { ...others, [service.url]: { pending_claim: { code: 'd' } } };
  assert.deepEqual(await stored(), { version: 1, services: left });
  assert.equal((await customer.run(['usage'])).code, 4);
  assert.match((await customer.run(['logout'])).stderr, /You are not signed in/);
});

test('the service is that of --server, of KINORA_SERVER, or the only one with a key', async () => {
  verifies('DEC-CLI-03');
  const { key } = await service.account();
  await customer.run(['login', '--with-key'], { input: key });
  const none = { KINORA_SERVER: '' };
  assert.equal((await customer.run(['usage'], { env: none })).code, 0);
  for (const address of [`${service.url}/api`, `${service.url}/api/v1`, `${service.url}/`]) {
    assert.equal((await customer.run(['usage', '--server', address], { env: none })).code, 0);
  }
  // For an address with a path, that path is called.
  const below = await customer.run(['usage', '--server', `${service.url}/kinora`], { env: none });
  assert.deepEqual([below.code, below.stdout], [1, '']);
  // A key is sent to its own service only.
  const elsewhere = await customer.run(['usage', '--server', 'http://127.0.0.1:1']);
  assert.equal(elsewhere.code, 4);
  const settings = { KINORA_API_KEY: key, KINORA_SERVER: 'http://127.0.0.1:1' };
  const unreachable = await customer.run(['usage'], { env: settings });
  assert.equal(unreachable.code, 6);
  assert.match(unreachable.stderr, /127\.0\.0\.1:1 could not be reached/);
  await writeFile(
    customer.credentialsFile,
    JSON.stringify({
      services: { 'http://a.example': { api_key: 'a' }, 'http://b.example': { api_key: 'b' } },
    }),
  );
  const several = await customer.run(['usage'], { env: none });
  assert.equal(several.code, 2);
  assert.match(several.stderr, /choose a service with --server or KINORA_SERVER: http:\/\/a\.example, http:/);
  assert.equal((await customer.run(['usage', '--server', 'kinora.example'])).code, 2);
  await writeFile(customer.credentialsFile, '{"services": kn_secret');
  const broken = await customer.run(['usage']);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /credentials\.json is not valid JSON/);
  assert.ok(!broken.stderr.includes('kn_secret'));
});

test('a file of keys that is damaged, no file, or out of reach is reported, and not needed with both settings', async () => {
  verifies('DEC-CLI-02', 'DEC-CLI-03');
  const { key } = await service.account();
  const file = customer.credentialsFile;
  await mkdir(path.dirname(file), { recursive: true });
  const storedAs = (value: unknown) => JSON.stringify({ services: { [service.url]: value } });
  await writeFile(file, `\uFEFF${storedAs({ api_key: key })}`);
  assert.equal((await customer.run(['usage'])).code, 0);
  const wrong = [
    storedAs(null),
    storedAs(key),
    storedAs({ api_key: 5 }),
    storedAs({ api_key: '' }),
    '[]',
    '5',
    '{"services": []}',
  ];
  for (const text of [...wrong, '{"services": {"kinora": {"api_key": "kn_1"}}}']) {
    await writeFile(file, text);
    const { code, stderr } = await customer.run(['usage'], { env: { KINORA_SERVER: '' } });
    assert.equal(code, 1, text);
    assert.match(stderr, /credentials\.json must be like \{"services": .*sign in again/, text);
    assert.ok(!stderr.includes(key));
  }
  const settings = { KINORA_API_KEY: key };
  assert.equal((await customer.run(['usage'], { env: settings })).code, 0);
  await rm(file);
  await mkdir(file);
  assert.match((await customer.run(['usage'])).stderr, /credentials\.json is not a file/);
  const nowhere = { XDG_CONFIG_HOME: '/dev/null' };
  assert.equal((await customer.run(['usage'], { env: nowhere })).code, 4);
  assert.equal((await customer.run(['usage'], { env: { ...nowhere, ...settings } })).code, 0);
});
