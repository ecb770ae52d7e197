import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { type RotatedService, startRotatedService } from '../support/rotated-service.ts';
import type { TestAccount } from '../support/test-app.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

let rotated: RotatedService;
let receiver: WebhookReceiver;
let customer: TestAccount;
let secret: string;
before(async () => {
  rotated = await startRotatedService({ KINORA_WEBHOOKS_PRIVATE: '1' });
  receiver = await startWebhookReceiver();
  customer = await rotated.service.account();
  ({ secret } = (await customer.post('/v1/me/webhooks', { url: receiver.url })).body);
});
after(async () => {
  await rotated.stop();
  await receiver.stop();
});

/** A secret is shown when it is made, and never again. */
async function newSecret(): Promise<string> {
  ({ secret } = (await customer.post('/v1/me/webhooks/rotate-secret', {})).body);
  return secret;
}

const overlapEnd = async (): Promise<string | null> =>
  (await customer.get('/v1/me/webhooks')).body.previous_secrets_until;

/** The event of a new job. */
async function nextEvent() {
  const index = receiver.received.length;
  await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(rotated.service.worker, await takeLease(rotated.service.worker));
  return receiver.event(index);
}

async function emails(): Promise<string> {
  const folder = path.join(rotated.dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
}

test('for a week events have the signatures of both secrets, and the customer gets an email', async () => {
  verifies('DEC-SECRET-02', 'DEC-SECRET-04', 'DEC-SECRET-08');
  const former = secret;
  verified(former, await nextEvent());
  await rotated.rotate('webhooks');
  const next = await newSecret();
  const until7days = Date.parse((await overlapEnd()) ?? '') - rotated.clock.now().getTime();
  assert.ok(until7days > 6.9 * 86_400_000 && until7days < 7.1 * 86_400_000);
  const event = await nextEvent();
  verified(next, event);
  verified(former, event);
  await until(async () => (await emails()).includes('Your webhook secret is being replaced'));

  await rotated.keepAfter(8);
  assert.equal(await overlapEnd(), null);
  assert.equal((await rotated.versions('webhooks')).length, 1);
  const later = await nextEvent();
  verified(next, later);
  assert.throws(() => verified(former, later));
});

test("an account's own rotation overlaps with that of the installation", async () => {
  verifies('DEC-SECRET-08');
  const first = secret;
  const second = await newSecret();
  await rotated.rotate('webhooks');
  const third = await newSecret();
  const event = await nextEvent();
  for (const one of [first, second, third]) verified(one, event);
  assert.equal(String(event.headers['webhook-signature']).split(' ').length, 6);
});

test('after a leak the former secrets sign nothing', async () => {
  verifies('DEC-SECRET-05', 'DEC-SECRET-08');
  const former = secret;
  await rotated.rotate('webhooks', true);
  const next = await newSecret();
  const event = await nextEvent();
  verified(next, event);
  assert.throws(() => verified(former, event));
});
