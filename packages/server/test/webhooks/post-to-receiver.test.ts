import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createPostToReceiver, type ReceiverAccess } from '../../src/webhooks/post-to-receiver.ts';
import { isPublicAddress } from '../../src/webhooks/public-address.ts';
import { within } from '../support/deadline.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** 127.0.0.2 stands for the public Internet, 127.0.0.1 for the private network. */
let outside: WebhookReceiver;
let inside: WebhookReceiver;
beforeEach(async () => {
  outside = await startWebhookReceiver('127.0.0.2');
  inside = await startWebhookReceiver('127.0.0.1', Number(new URL(outside.url).port));
});
afterEach(async () => {
  await outside.stop();
  await inside.stop();
});

const never = new AbortController().signal;
const isAllowed = (address: string) => address === '127.0.0.2';

function send(url: string, access: Partial<ReceiverAccess> = {}, timeoutMs = 10_000, stopped = never) {
  const resolveHost = async () => assert.fail('a literal address is not resolved');
  const post = createPostToReceiver({ resolveHost, isAllowed, ...access }, timeoutMs);
  const headers = { 'content-type': 'application/json' };
  return within(() => url, post({ url, headers, body: '{"a":1}' }, stopped));
}

/** Resolves to each of these in turn; the last one repeats. */
function names(...turns: readonly (readonly string[])[]) {
  let calls = 0;
  const resolveHost = async () => {
    const addresses = turns[Math.min(calls, turns.length - 1)] ?? [];
    calls += 1;
    return addresses.map((address) => ({ address, family: 4 }));
  };
  return { resolveHost, calls: () => calls };
}

const named = () => outside.url.replace('127.0.0.2', 'receiver.example');
const REFUSED = { status: null, error: 'the address is not one that this server may call' };

test('a message is posted, and its status returned', async () => {
  verifies('DEC-WEBHOOK-04');
  assert.deepEqual(await send(`${outside.url}/hook?a=b`), { status: 200 });
  const [event] = outside.received;
  assert.deepEqual([event?.path, event?.text], ['/hook?a=b', '{"a":1}']);
  assert.equal(event?.headers['content-length'], '7');
});

test('the status counts when the rest of the response does not come in time', async () => {
  verifies('DEC-WEBHOOK-04');
  outside.answer('half');
  assert.deepEqual(await send(outside.url, {}, 300), { status: 200 });
});

test('a name that changes between check and use changes nothing', async () => {
  verifies('DEC-WEBHOOK-08');
  const { resolveHost, calls } = names(['127.0.0.2'], ['127.0.0.1']);
  assert.deepEqual(await send(named(), { resolveHost }), { status: 200 });
  assert.equal(calls(), 1);
  assert.deepEqual([outside.received.length, inside.received.length], [1, 0]);
  assert.equal(outside.received[0]?.headers.host, new URL(named()).host);
  // The next attempt resolves anew.
  assert.deepEqual(await send(named(), { resolveHost }), REFUSED);
});

test('a name with one private address among others is refused, as is a private literal', async () => {
  verifies('DEC-WEBHOOK-08');
  const { resolveHost } = names(['127.0.0.2', '127.0.0.1']);
  assert.deepEqual(await send(named(), { resolveHost }), REFUSED);
  assert.deepEqual(await send(inside.url), REFUSED);
  for (const url of ['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'https://169.254.169.254/', inside.url]) {
    assert.deepEqual(await send(url, { isAllowed: isPublicAddress }), REFUSED, url);
  }
  assert.deepEqual([outside.received.length, inside.received.length], [0, 0]);
});

test('redirects are not followed, to wherever they lead', async () => {
  verifies('DEC-WEBHOOK-08');
  for (const redirectTo of [inside.url, outside.url]) {
    outside.answer({ redirectTo });
    assert.deepEqual(await send(outside.url), { status: 302 });
  }
  assert.deepEqual([outside.received.length, inside.received.length], [2, 0]);
});

test('a receiver that is slow, endless, cut, absent or changes the protocol has a bounded attempt', async () => {
  verifies('DEC-WEBHOOK-04');
  outside.answer('silent');
  assert.deepEqual(await send(outside.url, {}, 300), {
    status: null,
    error: 'no response within 0.3 seconds',
  });
  outside.answer('endless');
  assert.deepEqual(await send(outside.url), { status: 200 });
  for (const answer of ['cut', 'upgrade'] as const) {
    outside.answer(answer);
    assert.deepEqual(await send(outside.url), {
      status: null,
      error: 'the connection was closed without a response',
    });
  }
  await outside.stop();
  assert.deepEqual(await send(outside.url), { status: null, error: 'the connection was refused' });
  const unknown = async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
  assert.deepEqual(await send(named(), { resolveHost: unknown }), {
    status: null,
    error: 'the host name does not exist',
  });
  const hangs = () => new Promise<never>(() => {});
  assert.deepEqual(await send(named(), { resolveHost: hangs }, 300), {
    status: null,
    error: 'no response within 0.3 seconds',
  });
});

test('an attempt that the process interrupts has no outcome', async () => {
  outside.answer('silent');
  const stopping = new AbortController();
  const attempt = send(outside.url, {}, 10_000, stopping.signal);
  await outside.event(0);
  stopping.abort();
  await assert.rejects(attempt);
});

test('an attempt of a process that is stopping resolves no name, whose failure nobody would await', async () => {
  let lookups = 0;
  const resolveHost = async () => {
    lookups += 1;
    throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  const stopped = AbortSignal.abort(new Error('the server stops'));
  await assert.rejects(send('http://shop.example/', { resolveHost }, 10_000, stopped), /the server stops/);
  assert.equal(lookups, 0);
});
