import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import { ageSessions, type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { startWebhookReceiver, verified } from '../support/webhook-receiver.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_WEBHOOKS_PRIVATE: '1' } });
});
after(() => service.stop());

const PRESENT = ['url', 'previous_secrets_until'];

async function createKey(person: ConsoleCaller): Promise<string> {
  return (await person.call('POST', '/keys', { name: 'orders' })).body.secret;
}

/** An order whose job fails. */
async function failOrder(key: string): Promise<void> {
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'a pear' });
  const accepted = await send(`${service.url}/v1/images/generate`, { method: 'POST', headers, body });
  assert.equal(accepted.status, 200, accepted.text);
  await service.worker.fail(await takeLease(service.worker), { reason: 'a test', retryable: false });
}

test('the address of an account is set, with its secret shown once, and its deliveries are listed and replayed', async () => {
  verifies('DEC-WEBHOOK-20', 'DEC-WEBHOOK-21', 'DEC-KEYS-12');
  const receiver = await startWebhookReceiver();
  const [person, stranger] = await Promise.all([
    newCaller(service, undefined, { balanceCents: 1000 }),
    newCaller(service),
  ]);
  const read = () => person.call('GET', '/webhooks');
  assert.deepEqual((await read()).body, { url: null, previous_secrets_until: null });
  const bad = await person.call('PUT', '/webhooks', { url: 'ftp://example.com' });
  assert.deepEqual([bad.status, bad.body.issues[0].path], [400, 'url']);
  const first = (await person.call('PUT', '/webhooks', { url: receiver.url })).body;
  assert.match(first.secret, /^whsec_/);
  assert.deepEqual(Object.keys((await read()).body), PRESENT, 'the secret is not shown again');
  assert.deepEqual(
    Object.keys((await person.call('PUT', '/webhooks', { url: `${receiver.url}/x` })).body),
    PRESENT,
  );
  await person.call('PUT', '/webhooks', { url: receiver.url });
  const rotated = (await person.call('POST', '/webhooks/rotate-secret', {})).body;
  assert.notEqual(rotated.secret, first.secret);
  assert.ok(Date.parse(rotated.previous_secrets_until) > Date.now());

  receiver.answer(500, 200);
  const key = await createKey(person);
  await failOrder(key);
  // Events of one account may be sent at once.
  await receiver.event(0);
  await failOrder(key);
  const event = await receiver.event(1);
  assert.equal(verified(rotated.secret, event).type, 'job.failed');
  assert.equal(verified(first.secret, event).type, 'job.failed');
  const list = (query = '') => person.call('GET', `/webhooks/deliveries${query}`);
  await until(async () => (await list('?state=delivered')).body.deliveries.length === 1);
  const [page] = [(await list('?limit=1')).body];
  assert.equal(page.deliveries.length, 1);
  const [earlier] = (await list(`?limit=1&cursor=${page.next_cursor}`)).body.deliveries;
  assert.deepEqual([earlier.state, earlier.last_status, earlier.attempts], ['pending', 500, 1]);
  const path = `/webhooks/deliveries/${earlier.id}/replay`;
  assert.equal((await stranger.call('POST', path, {})).status, 404);
  assert.equal((await person.call('POST', path, {})).body.state, 'pending');
  await until(async () => (await list('?state=delivered')).body.deliveries.length === 2);
  assert.deepEqual((await stranger.call('GET', '/webhooks/deliveries')).body, { deliveries: [] });
  await receiver.stop();
});

test('a session older than an hour neither redirects events nor sees a secret', async () => {
  verifies('DEC-WEBHOOK-20');
  const person = await newCaller(service);
  await ageSessions(service, person.accountId, 2);
  for (const [method, path, body] of [
    ['PUT', '/webhooks', { url: 'https://example.com/' }],
    ['POST', '/webhooks/rotate-secret', {}],
  ] as const) {
    const { status, body: answer } = await person.call(method, path, body);
    assert.deepEqual([status, answer.code], [403, 'recent_sign_in_required']);
  }
  assert.equal((await person.call('GET', '/webhooks')).status, 200);
});

test('the set-up of programs has the address of this service', async () => {
  verifies('DEC-CONNECT-01');
  const person = await newCaller(service);
  const { body } = await person.call('GET', '/connect');
  assert.equal(body.base_url, `${service.url}/api`);
  assert.deepEqual(
    [body.mcp.package_name, body.mcp.entry_point],
    ['service-mcp-2.1.3.mcpb', 'server/kinora-mcp.mjs'],
  );
  const downloaded = await fetch(service.url + body.mcp.package_path, { headers: person.headers });
  assert.match(downloaded.headers.get('content-disposition') ?? '', new RegExp(body.mcp.package_name));
});
