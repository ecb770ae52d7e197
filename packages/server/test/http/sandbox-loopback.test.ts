import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isLoopbackUrl } from '../../src/http/request/loopback.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const services: Record<'unset' | 'sandbox', TestApp | undefined> = { unset: undefined, sandbox: undefined };
before(async () => {
  services.unset = await startTestApp();
  services.sandbox = await startTestApp({ environment: { KINORA_PAYMENTS: 'sandbox' } });
});
after(async () => {
  await services.unset?.stop();
  await services.sandbox?.stop();
});

/** The status of a checkout that does not exist: 404 if the sandbox is open, 403 if not. */
async function checkoutStatus(service: TestApp | undefined, ...headers: string[]): Promise<number> {
  assert.ok(service);
  const lines = ['GET /sandbox/checkout/none HTTP/1.1', ...headers, 'Connection: close', '', ''];
  return (await sendRaw(service.url, [lines.join('\r\n')])).status;
}

test('without KINORA_PAYMENTS the sandbox serves loopback addresses only', async () => {
  verifies('DEC-SETTING-12');
  for (const host of ['127.0.0.1:8787', 'localhost:8787', '[::1]:8787', 'kinora.localhost']) {
    assert.equal(await checkoutStatus(services.unset, `Host: ${host}`), 404, host);
  }
  for (const host of [
    'kinora.example.com',
    '203.0.113.7:8787',
    'localhost.example.com',
    '127.0.0.1.example.com',
  ]) {
    assert.equal(await checkoutStatus(services.unset, `Host: ${host}`), 403, host);
  }
  for (const header of [
    'X-Forwarded-For: 203.0.113.7',
    'Forwarded: for=203.0.113.7',
    'X-Real-IP: 203.0.113.7',
  ]) {
    assert.equal(await checkoutStatus(services.unset, 'Host: localhost', header), 403, header);
  }
});

test('with KINORA_PAYMENTS=sandbox it serves every address', async () => {
  verifies('DEC-SETTING-11');
  assert.equal(
    await checkoutStatus(services.sandbox, 'Host: kinora.example.com', 'X-Forwarded-For: 203.0.113.7'),
    404,
  );
});

test('loopback addresses are distinguished from similar ones', () => {
  for (const url of ['http://127.0.0.1', 'http://127.8.9.1:80', 'http://[::1]:1', 'http://LOCALHOST/']) {
    assert.ok(isLoopbackUrl(url), url);
  }
  for (const url of ['http://127.0.0.1.nip.io', 'http://10.0.0.1', 'http://example.com', 'localhost', '']) {
    assert.ok(!isLoopbackUrl(url), url);
  }
});
