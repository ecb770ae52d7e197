import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { webhookDeliveryPageSchema, webhookSettingsSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { newId } from '../../src/kernel/ids.ts';
import { describeExposure } from '../../src/settings/describe-exposure.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

/** This server calls public addresses only. */
let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const URL = 'https://receiver.example/hook';

test('each account has an address and a secret of its own', async () => {
  verifies('DEC-WEBHOOK-02', 'DEC-WEBHOOK-03');
  const [customer, other] = [await service.account(), await service.account()];
  const read = async (account: TestAccount) => {
    const { body, headers } = await account.get('/v1/me/webhooks');
    assert.equal(headers.get('cache-control'), 'no-store');
    return webhookSettingsSchema.parse(body);
  };
  const none = await read(customer);
  assert.deepEqual(none, { url: null, previous_secrets_until: null });
  const set = async (account: TestAccount, url: string | null) =>
    webhookSettingsSchema.parse((await account.post('/v1/me/webhooks', { url })).body);
  assert.deepEqual(await set(customer, null), none, 'the first address is none');
  const { secret = '', ...first } = await set(customer, URL);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(first, { ...none, url: URL });
  assert.notEqual((await set(other, URL)).secret, secret);
  assert.deepEqual(await read(customer), first, 'the secret is shown once');
  assert.deepEqual(await set(customer, null), none);
  assert.deepEqual(await set(customer, URL), first, 'also not after the address was removed');
  const stored = await service.database.query('select * from webhook_settings');
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret.slice(6).replaceAll('+', '\\+')));
});

test('a bad address is a 400 that names the field, where it is set and where it is ordered', async () => {
  verifies('DEC-WEBHOOK-07');
  const customer = await service.account();
  for (const [url, message] of [
    ['http://receiver.example/', /https/],
    ['https://127.0.0.1/', /public Internet/],
    ['https://[::ffff:10.0.0.1]/', /public Internet/],
    ['receiver.example', /complete URL/],
    [`https://receiver.example/${'x'.repeat(2048)}`, /2048/],
  ] as const) {
    assertInvalid(await customer.post('/v1/me/webhooks', { url }), 'url', message);
    for (const path of ['images/generate', 'videos/generate', 'images/quote', 'videos/quote']) {
      const body = { prompt: 'a pear', webhook_url: url };
      const answer = await assertUntouched(service, customer, () => customer.post(`/v1/${path}`, body));
      assertInvalid(answer, 'webhook_url', message);
    }
  }
  assertInvalid(await customer.post('/v1/me/webhooks', {}), 'url', /required/);
  assertInvalid(await customer.post('/v1/me/webhooks', { url: 7 }), 'url', /string/);
  assertInvalid(await customer.post('/v1/me/webhooks/rotate-secret', { x: 1 }), 'x', /not a field/);
  const replay = `/v1/me/webhooks/deliveries/${newId()}/replay`;
  assertInvalid(await customer.post(replay, { x: 1 }), 'x', /not a field/);
  assert.equal((await customer.get('/v1/me/webhooks')).body.url, null);
});

test('an order with an address is quoted like one without, and is another request', async () => {
  verifies('DEC-WEBHOOK-07');
  const customer = await service.account();
  const [plain, named] = [{ prompt: 'a pear' }, { prompt: 'a pear', webhook_url: URL }];
  const quote = async (body: object) => (await customer.post('/v1/images/quote', body)).body;
  assert.deepEqual(await quote(named), await quote(plain));
  const order = (body: object) => customer.post('/v1/images/generate', body, { 'idempotency-key': 'k' });
  const { body } = await order(named);
  assert.equal((await order(named)).body.job_id, body.job_id);
  assert.equal((await order(plain)).body.code, 'idempotency_conflict');
  await customer.delete(`/v1/jobs/${body.job_id}`);
});

test('an address that is private when it is called is not called', async () => {
  verifies('DEC-WEBHOOK-08');
  const receiver = await startWebhookReceiver();
  const customer = await service.account();
  await customer.post('/v1/me/webhooks', { url: URL });
  // As if the setting that allowed it had been removed.
  await service.database.query('update webhook_settings set url = $2 where account_id = $1', [
    customer.id,
    receiver.url,
  ]);
  await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  await until(async () => {
    const { body } = await customer.get('/v1/me/webhooks/deliveries');
    return body.deliveries[0]?.last_error === 'the address is not one that this server may call';
  });
  assert.deepEqual(receiver.received, []);
  await receiver.stop();
});

test('deliveries are listed newest first, in pages, for 30 days', async () => {
  verifies('DEC-WEBHOOK-09', 'DEC-WEBHOOK-10');
  const customer = await service.account();
  const ids = Array.from({ length: 5 }, () => newId()).reverse();
  for (const [index, id] of ids.entries()) {
    await service.database.query(
      `insert into webhook_events (id, account_id, url, type, facts, created_at, state)
       values ($1, $2, $3, 'balance.low', '{}', now() - make_interval(days => $4, mins => 1), $5)`,
      [id, customer.id, URL, index === 4 ? 30 : index, index === 1 ? 'failed' : 'delivered'],
    );
  }
  const page = async (query: string) => {
    const { body } = await customer.get(`/v1/me/webhooks/deliveries${query}`);
    const { deliveries, next_cursor: next } = webhookDeliveryPageSchema.parse(body);
    return { ids: deliveries.map(({ id }) => id), next };
  };
  const first = await page('?limit=2');
  const second = await page(`?limit=2&cursor=${first.next}`);
  const third = await page(`?limit=2&cursor=${second.next}`);
  assert.deepEqual([...first.ids, ...second.ids, ...third.ids], ids);
  assert.equal(third.next, undefined);
  assert.deepEqual((await page('?state=failed')).ids, [ids[1]]);
  await addTask(service.database, 'sweep_storage', {});
  await until(async () => (await page('')).ids.length === 4);
  const stranger = await service.account();
  assert.deepEqual((await stranger.get('/v1/me/webhooks/deliveries')).body, { deliveries: [] });
  assertInvalid(await customer.get('/v1/me/webhooks/deliveries?limit=0'), 'limit', /1 to 100/);
  assertInvalid(await customer.get('/v1/me/webhooks/deliveries?state=lost'), 'state', /pending/);
});

test('private addresses are allowed by the operator alone, who is warned if others can order', () => {
  verifies('DEC-WEBHOOK-11');
  const settings = { KINORA_WEBHOOKS_PRIVATE: '1' };
  assert.equal(readConfig({}).allowsPrivateWebhooks, false);
  const warned = (environment: Record<string, string>) =>
    describeExposure(readConfig(environment)).some((warning) => warning.includes('KINORA_WEBHOOKS_PRIVATE'));
  assert.equal(warned(settings), false);
  assert.equal(warned({ ...settings, KINORA_PUBLIC_URL: 'https://media.example.com' }), true);
  assert.equal(warned({ KINORA_PUBLIC_URL: 'https://media.example.com' }), false);
});
