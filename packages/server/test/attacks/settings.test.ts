import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { mayNotifySoon } from '../../src/access/settings-notice-limit.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { sendSettingsNotice } from '../../src/notifications/settings-notice.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { newCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { recordRoutes } from '../support/served-routes.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

/** What a key that leaked can do to where results go and what is spent: nothing that its owner does not hear of. */

let service: TestApp;
let configs: Awaited<ReturnType<typeof recordRoutes>>['configs'];
before(async () => {
  const environment = { KINORA_WEBHOOKS_PRIVATE: '1' };
  const recorded = await recordRoutes(() => startTestApp({ environment }));
  service = recorded.started;
  configs = recorded.configs;
});
after(() => service.stop());

interface Recorded {
  readonly kind: string;
  readonly network: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const eventsOf = (accountId: string) =>
  service.database.query<Recorded>(
    `select kind, network, details from security_events
     where account_id = $1 and kind in ('setting_changed', 'key_changed') order by id`,
    [accountId],
  );

async function noticesTo(accountId: string): Promise<string[]> {
  const [row] = await service.database.query<{ email: string }>('select email from accounts where id = $1', [
    accountId,
  ]);
  const emails = await emailsIn(service.dataDir);
  return emails
    .filter(({ to, subject }) => to === row?.email && subject === 'Settings of your account were changed')
    .map(({ text }) => text.replaceAll('=\r\n', '').replaceAll('=E2=80=A6', '…').split('text/html')[0] ?? '');
}

/** Lets the notice that waits be sent now. */
async function hasteNotice(accountId: string): Promise<void> {
  await sendSettingsNotice(service.database, accountId, (tx) =>
    mayNotifySoon(tx, accountId, systemClock.now()),
  );
}

const settingsOf = (events: readonly Recorded[]) =>
  events.map(({ details: { setting, value, by } }) => [setting, value, by]);

test('a key that redirects results is in the log and in the mailbox of its owner, and reads no secret', async () => {
  verifies('DEC-CHANGE-01', 'DEC-CHANGE-02', 'DEC-NOTICE-02');
  const customer = await service.account();
  const first = await customer.post('/v1/me/webhooks', { url: 'https://thief.example/take?token=s3cret' });
  assert.match(first.body.secret, /^whsec_/);
  await until(async () => (await noticesTo(customer.id)).length === 1);
  assert.equal((await customer.get('/v1/me/webhooks')).body.secret, undefined);
  await customer.post('/v1/me/webhooks', { url: null });
  const again = await customer.post('/v1/me/webhooks', { url: 'https://thief.example/again' });
  assert.equal(again.body.secret, undefined, 'the secret in use is not shown to who sets the address anew');
  await customer.post('/v1/me/webhooks', { url: 'https://thief.example/again' });
  const rotated = await customer.post('/v1/me/webhooks/rotate-secret', {});
  assert.notEqual(rotated.body.secret, first.body.secret);
  const events = await eventsOf(customer.id);
  assert.deepEqual(settingsOf(events), [
    ['webhook_address', 'thief.example', 'api_key'],
    ['webhook_secret', 'shown', 'api_key'],
    ['webhook_address', 'none', 'api_key'],
    ['webhook_address', 'thief.example', 'api_key'],
    ['webhook_secret', 'replaced by a new one', 'api_key'],
  ]);
  for (const { details, network } of events) {
    assert.equal(details.key, customer.key.slice(0, 11));
    assert.equal(network, '127.0.0.1');
  }
  assert.doesNotMatch(JSON.stringify(events), /s3cret|whsec_/);
  await hasteNotice(customer.id);
  await until(async () => (await noticesTo(customer.id)).length === 2);
  const [earlier = '', later = ''] = await noticesTo(customer.id);
  assert.match(
    earlier,
    new RegExp(`Webhook address: thief\\.example; with the key ${customer.key.slice(0, 11)}…, from 127`),
  );
  assert.match(earlier, /Webhook secret: shown/);
  assert.match(
    later,
    /Webhook address: none[\s\S]*Webhook address: thief[\s\S]*Webhook secret: replaced by a new one/,
  );
});

test('every change of a key that needs manage is a setting that is reported, or changes nothing of that kind', async () => {
  verifies('DEC-CHANGE-01');
  const reported: Readonly<Record<string, object>> = {
    'POST /v1/me/balance/auto-recharge': { enabled: true, amount_usd: 10 },
    'POST /v1/me/overage/cap': { cap_cents: 3000 },
    'POST /v1/me/overage/toggle': { enabled: true },
    'POST /v1/me/webhooks': { url: 'https://receiver.example/' },
    'POST /v1/me/webhooks/rotate-secret': {},
  };
  // The results of the account are deleted, or an event is sent again to where it went.
  const others = [
    'DELETE /v1/jobs/:jobId',
    'DELETE /openai/v1/videos/:id',
    'POST /v1/me/webhooks/deliveries/:id/replay',
  ];
  const keyless = ['POST /v1/pay/start'];
  const found = [...configs]
    .filter(([route, { scope }]) => / \/(openai\/)?v1\//.test(route) && (scope ?? 'manage') === 'manage')
    .map(([route]) => route)
    .filter((route) => !route.startsWith('GET '));
  assert.deepEqual(found.sort(), [...Object.keys(reported), ...others, ...keyless].sort());
  const customer = await service.account(5000);
  for (const [route, body] of Object.entries(reported)) {
    const before = (await eventsOf(customer.id)).length;
    const { status, text } = await customer.post(route.split(' ')[1] ?? '', body);
    assert.equal(status, 200, `${route}: ${text}`);
    assert.ok((await eventsOf(customer.id)).length > before, route);
    const after = (await eventsOf(customer.id)).length;
    if (route.endsWith('rotate-secret')) continue;
    await customer.post(route.split(' ')[1] ?? '', body);
    assert.equal(
      (await eventsOf(customer.id)).length,
      after,
      `${route}: what changes nothing is not recorded`,
    );
  }
});

test('a change in the console is reported too, also that of a key', async () => {
  verifies('DEC-CHANGE-01', 'DEC-NOTICE-02');
  const person = await newCaller(service, undefined, { balanceCents: 5000 });
  for (const [method, path, body] of [
    ['PUT', '/webhooks', { url: 'https://receiver.example/' }],
    ['POST', '/webhooks/rotate-secret', {}],
    ['POST', '/billing/cap', { cap_cents: 3000 }],
    ['POST', '/billing/auto-recharge', { enabled: true, amount_usd: 10 }],
    ['POST', '/billing/pay-per-use', { enabled: true }],
  ] as const) {
    const { status, text } = await person.call(method, path, body);
    assert.equal(status, 200, `${path}: ${text}`);
  }
  const { key } = (await person.post('/keys', { name: 'one', scopes: ['generate'] })).body;
  assert.equal(
    (await person.call('PATCH', `/keys/${key.id}`, { scopes: ['generate', 'manage'] })).status,
    200,
  );
  const events = await eventsOf(person.accountId);
  assert.deepEqual(settingsOf(events.slice(0, -1)), [
    ['webhook_address', 'receiver.example', 'session'],
    ['webhook_secret', 'shown', 'session'],
    ['webhook_secret', 'replaced by a new one', 'session'],
    ['monthly_cap', '30.00 USD', 'session'],
    ['auto_recharge', 'adds 10.00 USD each time', 'session'],
    ['pay_per_use', 'on', 'session'],
  ]);
  assert.equal(events.at(-1)?.kind, 'key_changed');
  await hasteNotice(person.accountId);
  const all = async () => (await noticesTo(person.accountId)).join('\n');
  await until(async () => (await all()).includes('scopes: generate manage'));
  assert.match(await all(), /Auto-recharge: adds 10\.00 USD each time; in the console, from 127\.0\.0\.1/);
});

test('a receiver that clears the address with a 410 is recorded', async () => {
  verifies('DEC-CHANGE-01', 'DEC-WEBHOOK-06');
  const receiver = await startWebhookReceiver();
  receiver.answer(410);
  const customer = await service.account();
  await customer.post('/v1/me/webhooks', { url: receiver.url });
  await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  await until(async () => (await customer.get('/v1/me/webhooks')).body.url === null);
  const last = (await eventsOf(customer.id)).at(-1);
  assert.deepEqual(
    [last?.details, last?.network],
    [{ setting: 'webhook_address', value: 'none', by: 'receiver' }, null],
  );
  await receiver.stop();
});

const count = (texts: readonly string[], pattern: RegExp) => texts.join('\n').match(pattern)?.length ?? 0;

test('changes at the same moment are each named in one email', async () => {
  verifies('DEC-NOTICE-03');
  const customer = await service.account(5000);
  const cap = (cents: number) => customer.post('/v1/me/overage/cap', { cap_cents: cents });
  const set = (n: number) => customer.post('/v1/me/webhooks', { url: `https://receiver-${n}.example/` });
  const changes = Array.from({ length: 8 }, (_, n) => [cap(2000 + n), set(n)]).flat();
  await Promise.all([...changes, hasteNotice(customer.id), hasteNotice(customer.id)]);
  await hasteNotice(customer.id);
  const events = await eventsOf(customer.id);
  await until(async () => count(await noticesTo(customer.id), /; with the key/g) >= events.length);
  assert.equal(count(await noticesTo(customer.id), /; with the key/g), events.length);
});

/** Changes a setting, and sends its email. */
async function changeAndReport(customer: TestAccount, cents: number): Promise<boolean> {
  await customer.post('/v1/me/overage/cap', { cap_cents: cents });
  await hasteNotice(customer.id);
  const [row] = await service.database.query<{ isLong: boolean }>(
    `select next_at > now() + interval '30 minutes' as "isLong" from settings_notices where account_id = $1`,
    [customer.id],
  );
  return row?.isLong ?? false;
}

test('after ten emails in a day the next waits for an hour, and none is dropped', async () => {
  verifies('DEC-NOTICE-03');
  const customer = await service.account(5000);
  const waits: boolean[] = [];
  for (let change = 0; change < 12; change++) waits.push(await changeAndReport(customer, 1000 + change));
  assert.deepEqual([waits.slice(0, 10).includes(true), waits.slice(10)], [false, [true, true]]);
  await until(async () => count(await noticesTo(customer.id), /Monthly cap: /g) === 12);
});
