import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { describeExposure } from '../../src/settings/describe-exposure.ts';
import { type PlainProxy, startPlainProxy } from '../support/plain-proxy.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** What a stranger gets from a proxy that hides where he is, and what the operator learns about it. */

const PUBLIC_URL = 'https://media.example.com';

interface Logged {
  readonly msg: string;
  readonly peer?: string;
}

/** A service whose log can be read. */
async function startLogged(
  environment: Record<string, string>,
): Promise<{ service: TestApp; log: Logged[] }> {
  const log: Logged[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      log.push(JSON.parse(String(line)) as Logged);
      done();
    },
  });
  return { service: await startTestApp({ environment, logger: pino({ level: 'warn' }, stream) }), log };
}

for (const payments of [{}, { KINORA_PAYMENTS: 'sandbox' }]) {
  describe(`behind a plain proxy with a public URL and ${JSON.stringify(payments)}`, () => {
    let service: TestApp;
    let log: Logged[];
    let proxy: PlainProxy;
    before(async () => {
      ({ service, log } = await startLogged({ KINORA_PUBLIC_URL: PUBLIC_URL, ...payments }));
      proxy = await startPlainProxy(service.url);
    });
    after(async () => {
      await proxy.close();
      await service.stop();
    });

    test('a stranger buys nothing with a test card', async () => {
      verifies('DEC-SETTING-12');
      const submit = (path: string, fields: Record<string, string>, cookie = '') =>
        fetch(proxy.url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin: PUBLIC_URL, cookie },
          body: new URLSearchParams(fields),
        });
      const person = {
        mode: 'up',
        email: 'mallory@example.com',
        password: 'correct horse battery',
        age: 'yes',
      };
      const signedUp = await submit('/signin', { ...person, next: '/activate' });
      const cookies = signedUp.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
      const started = await submit('/account/top-up', { amount: '100' }, cookies.join('; '));
      const { pathname } = new URL(started.headers.get('location') ?? '');
      assert.match(pathname, /^\/sandbox\/checkout\//);
      assert.equal((await fetch(proxy.url + pathname)).status, 403);
      const paid = await submit(`${pathname}/pay`, {
        number: '4242424242424242',
        expiry: '12/99',
        cvc: '123',
      });
      assert.equal(paid.status, 403);
      assert.deepEqual(await service.database.query('select from purchases'), []);
    });

    test('the log says at the start that the sandbox is closed, that no proxy is trusted, and that there is no contact', () => {
      verifies('DEC-EXPOSURE-01');
      const messages = log.map(({ msg }) => msg);
      assert.ok(
        messages.some((msg) => /sandbox is closed.+KINORA_PAYMENTS=stripe/.test(msg)),
        String(messages),
      );
      assert.ok(
        messages.some((msg) => /^KINORA_TRUSTED_PROXIES is not set/.test(msg)),
        String(messages),
      );
      assert.ok(
        messages.some((msg) => /^KINORA_SECURITY_CONTACT is not set/.test(msg)),
        String(messages),
      );
    });

    test('browsers get the request to use https only, with every kind of response', async () => {
      verifies('DEC-CONNECTION-04');
      for (const path of ['/livez', '/api/docs', '/v1/usage', '/none', '/v1/jobs/%ff', '/signin']) {
        const { headers } = await send(service.url + path, {});
        assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', path);
      }
    });
  });
}

test('a peer that forwards without being trusted is logged once', async (t) => {
  verifies('DEC-CONNECTION-03', 'DEC-CONNECTION-04');
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  const peersAfterTwoRequests = async (environment: Record<string, string>) => {
    const { service, log } = await startLogged(environment);
    t.after(() => service.stop());
    for (let call = 0; call < 2; call++) {
      const { headers } = await send(`${service.url}/livez`, forwarded);
      assert.equal(headers.get('strict-transport-security'), null);
    }
    return log.filter(({ msg }) => /KINORA_TRUSTED_PROXIES/.test(msg)).map(({ peer }) => peer);
  };
  assert.deepEqual(await peersAfterTwoRequests({}), ['127.0.0.1']);
  assert.deepEqual(await peersAfterTwoRequests({ KINORA_TRUSTED_PROXIES: '127.0.0.0/8' }), []);
});

test('the operator learns of every dangerous way to expose the service', () => {
  verifies('DEC-EXPOSURE-01');
  const subjects = (environment: Record<string, string>) =>
    describeExposure(readConfig(environment)).map((warning) => /KINORA_\w+/.exec(warning)?.[0]);
  const stripe = {
    KINORA_PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  assert.deepEqual(subjects({}), []);
  assert.deepEqual(subjects({ KINORA_PUBLIC_URL: 'http://localhost:8787' }), []);
  assert.deepEqual(subjects({ KINORA_TEST_CLOCK: '1' }), ['KINORA_TEST_CLOCK']);
  assert.deepEqual(subjects({ KINORA_PUBLIC_URL: PUBLIC_URL }), [
    'KINORA_PUBLIC_URL',
    'KINORA_TRUSTED_PROXIES',
    'KINORA_PROXY_TIMEOUT_SECONDS',
    'KINORA_SECURITY_CONTACT',
  ]);
  const contact = {
    KINORA_SECURITY_CONTACT: 'security@example.com',
    KINORA_PROXY_TIMEOUT_SECONDS: '900',
  };
  assert.deepEqual(subjects({ ...stripe, KINORA_PUBLIC_URL: PUBLIC_URL }), [
    'KINORA_TRUSTED_PROXIES',
    'KINORA_PROXY_TIMEOUT_SECONDS',
    'KINORA_SECURITY_CONTACT',
  ]);
  const behind = { ...stripe, ...contact, KINORA_PUBLIC_URL: PUBLIC_URL };
  assert.deepEqual(subjects(behind), ['KINORA_TRUSTED_PROXIES']);
  assert.deepEqual(subjects({ ...behind, KINORA_TRUSTED_PROXIES: '10.0.0.0/8' }), []);
  const plain = {
    ...stripe,
    ...contact,
    KINORA_PUBLIC_URL: 'http://media.example.com',
    KINORA_HOST: '0.0.0.0',
  };
  assert.deepEqual(subjects(plain), ['KINORA_PUBLIC_URL']);
});
