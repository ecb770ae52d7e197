import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isLoopbackUrl } from '../../src/kernel/loopback-url.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const services: Record<'unset' | 'sandbox' | 'local' | 'public', TestApp | undefined> = {
  unset: undefined,
  sandbox: undefined,
  local: undefined,
  public: undefined,
};
before(async () => {
  const start = (environment: Record<string, string>) => startTestApp({ environment });
  services.unset = await start({});
  services.sandbox = await start({ KINORA_PAYMENTS: 'sandbox' });
  services.local = await start({ KINORA_PUBLIC_URL: 'http://localhost:8787' });
  services.public = await start({
    KINORA_PAYMENTS: 'sandbox',
    KINORA_PUBLIC_URL: 'https://media.example.com',
  });
});
after(async () => {
  for (const service of Object.values(services)) await service?.stop();
});

/** The status of a checkout that does not exist: 404 if the sandbox is open, 403 if not. */
async function checkoutStatus(service: TestApp | undefined, ...headers: string[]): Promise<number> {
  assert.ok(service);
  const lines = ['GET /sandbox/checkout/none HTTP/1.1', ...headers, 'Connection: close', '', ''];
  return (await sendRaw(service.url, [lines.join('\r\n')])).status;
}

test('the sandbox serves this machine only, whatever KINORA_PAYMENTS is', async () => {
  verifies('DEC-SETTING-11', 'DEC-SETTING-12');
  for (const service of [services.unset, services.sandbox, services.local]) {
    for (const host of ['127.0.0.1:8787', 'localhost:8787', '[::1]:8787', 'kinora.localhost']) {
      assert.equal(await checkoutStatus(service, `Host: ${host}`), 404, host);
    }
    for (const host of [
      'kinora.example.com',
      '203.0.113.7:8787',
      'localhost.example.com',
      '127.0.0.1.example.com',
    ]) {
      assert.equal(await checkoutStatus(service, `Host: ${host}`), 403, host);
    }
    for (const header of [
      'X-Forwarded-For: 203.0.113.7',
      'Forwarded: for=203.0.113.7',
      'X-Real-IP: 203.0.113.7',
    ]) {
      assert.equal(await checkoutStatus(service, 'Host: localhost', header), 403, header);
    }
  }
});

test('with a public URL the sandbox serves nobody, not even this machine', async () => {
  verifies('DEC-SETTING-12');
  assert.equal(await checkoutStatus(services.public, 'Host: localhost'), 403);
});

test('an address of no checkout is 404, also one with a NUL', async () => {
  for (const id of ['none', '%00', 'a%00b']) {
    const answer = await fetch(`${services.unset?.url}/sandbox/checkout/${id}`);
    assert.equal(answer.status, 404, id);
  }
});

test('loopback addresses are distinguished from similar ones', () => {
  for (const url of ['http://127.0.0.1', 'http://127.8.9.1:80', 'http://[::1]:1', 'http://LOCALHOST/']) {
    assert.ok(isLoopbackUrl(url), url);
  }
  for (const url of ['http://127.0.0.1.nip.io', 'http://10.0.0.1', 'http://example.com', 'localhost', '']) {
    assert.ok(!isLoopbackUrl(url), url);
  }
});
