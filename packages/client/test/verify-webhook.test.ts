import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook, WebhookError } from '@kinora/client';
import { verifies } from '@kinora/testing/requirements';

// The example of the specification, https://www.standardwebhooks.com.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const NOW = new Date(1_614_265_330_000);
const OTHER = `whsec_${Buffer.from('another secret, of 24 bytes').toString('base64')}`;

const verify = (
  headers: Record<string, string | undefined> = {},
  options: Partial<Parameters<typeof verifyWebhook>[1]> = {},
  body: string | Uint8Array = BODY,
) => verifyWebhook({ body, headers: { ...HEADERS, ...headers } }, { secrets: SECRET, now: NOW, ...options });

test('the example of the specification is verified', async () => {
  verifies('DEC-CLIENT-08');
  const { id, sentAt, event } = await verify();
  assert.deepEqual([id, sentAt, event], [HEADERS['webhook-id'], NOW, { test: 2432232314 }]);
  await verifyWebhook({ body: BODY, headers: new Headers(HEADERS) }, { secrets: SECRET, now: NOW });
  await verify({}, {}, new TextEncoder().encode(BODY));
});

test('one signature of several by one secret of several is enough', async () => {
  verifies('DEC-CLIENT-08');
  const signed = `${HEADERS['webhook-id']}.${HEADERS['webhook-timestamp']}.${BODY}`;
  const key = Buffer.from(OTHER.slice('whsec_'.length), 'base64');
  const other = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const both = { 'webhook-signature': `v1a,AAAA ${other} ${HEADERS['webhook-signature']}` };
  await verify(both);
  await verify(both, { secrets: [OTHER] });
  await verify({}, { secrets: [OTHER, SECRET] });
  await assert.rejects(verify({}, { secrets: [OTHER] }), WebhookError);
});

const forged: readonly [name: string, headers: Record<string, string | undefined>, body?: string][] = [
  ['another body', {}, '{"test": 2432232315}'],
  ['another id', { 'webhook-id': 'msg_2' }],
  ['another time', { 'webhook-timestamp': '1614265331' }],
  ['a time that is not a number', { 'webhook-timestamp': '1614265330.0' }],
  ['no id', { 'webhook-id': undefined }],
  ['no time', { 'webhook-timestamp': undefined }],
  ['no signature', { 'webhook-signature': undefined }],
  ['an empty signature', { 'webhook-signature': 'v1,' }],
  ['a signature that is not base64', { 'webhook-signature': 'v1,@@@' }],
  ['a signature that is too short', { 'webhook-signature': 'v1,g0hM9SsE' }],
  [
    'a signature of another version',
    { 'webhook-signature': HEADERS['webhook-signature'].replace('v1', 'v2') },
  ],
];
for (const [name, headers, body] of forged) {
  test(`a webhook with ${name} is refused`, async () => {
    verifies('DEC-CLIENT-08');
    await assert.rejects(verify(headers, {}, body), WebhookError);
  });
}

test('a webhook is refused when it is older or newer than the tolerance', async () => {
  verifies('DEC-CLIENT-08');
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  await verify({}, { now: at(300) });
  await verify({}, { now: at(-300) });
  await assert.rejects(verify({}, { now: at(301) }), WebhookError);
  await assert.rejects(verify({}, { now: at(-301) }), WebhookError);
  await verify({}, { now: at(900), toleranceSeconds: 1000 });
});

test('a secret that is none is an error of the program, not of the webhook', async () => {
  await assert.rejects(verify({}, { secrets: 'whsec_' }), TypeError);
  await assert.rejects(verify({}, { secrets: 'not base64!' }), TypeError);
});
