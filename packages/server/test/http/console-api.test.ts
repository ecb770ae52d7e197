import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { readBundle } from '@kinora/console/bundle';
import { readBuilt } from '@kinora/program/built-file';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { consolePages } from '../../src/http/console/console-pages.ts';
import { html } from '../../src/http/html.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { signUp } from '../support/signed-in.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('the session route says who is signed in, and others need a session', async () => {
  const { headers, accountId } = await signUp(service, 'ann@example.com');
  const mine = await send(`${service.url}/api/console/session`, { headers });
  assert.deepEqual(mine.body, {
    signed_in: true,
    account_id: accountId,
    email: 'ann@example.com',
    operator: false,
    second_factor: false,
    age_confirmed: true,
  });
  const nobody = await send(`${service.url}/api/console/session`, {});
  assert.deepEqual(nobody.body, { signed_in: false });
  assert.equal(nobody.headers.get('cache-control'), 'no-store');
});

test('a page that shows one account changes nothing of the person who has signed in since', async () => {
  const ann = await signUp(service, 'ann-before@example.com');
  const bob = await signUp(service, 'bob-since@example.com');
  const keys = `${service.url}/api/console/keys`;
  const from = (accountId: string) => ({
    headers: {
      ...bob.headers,
      'Content-Type': 'application/json',
      Origin: service.url,
      'X-Kinora-Account': accountId,
    },
  });
  const change = { method: 'POST', body: JSON.stringify({ name: 'of the page' }) };
  for (const refused of [
    await send(keys, { ...change, ...from(ann.accountId) }),
    await send(keys, from(ann.accountId)),
  ]) {
    assert.equal(refused.status, 409);
    assert.equal((refused.body as { code: string }).code, 'changed_meanwhile');
  }
  const answer = await send(keys, from(bob.accountId));
  assert.equal(answer.status, 200);
  assert.doesNotMatch(answer.text, /of the page/);
});

test('pages of the console allow their own scripts alone, and its assets are cached permanently', async () => {
  verifies('DEC-CONSOLE-03', 'DEC-ADDRESS-07');
  const nonces = new Set<string>();
  for (const path of ['/', '/studio', '/explore', '/account', '/account/keys', '/operator/jobs/1']) {
    const { status, headers, text } = await send(service.url + path, {});
    assert.equal(status, 200, path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.match(policy, /base-uri 'none';.*frame-ancestors 'none'/);
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';
    assert.ok(text.includes(`<style nonce="${nonce}">`));
    nonces.add(nonce);
    assert.doesNotMatch(text, /<script(?![^>]* src=)/, 'no inline script');
  }
  assert.equal(nonces.size, 6, 'a nonce of its own in each response');
  const { text } = await send(`${service.url}/`, {});
  const script = / src="([^"]+)"/.exec(text)?.[1] ?? '';
  const asset = await send(service.url + script, { headers: { 'accept-encoding': 'br' } });
  assert.equal(asset.status, 200);
  assert.equal(asset.headers.get('content-encoding'), 'br');
  assert.match(asset.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
  assert.match(asset.headers.get('content-type') ?? '', /^(text|application)\/javascript/);
  for (const path of ['/assets/missing.js', '/assets/../bundle.json', '/assets/%2e%2e/bundle.json']) {
    assert.equal((await send(service.url + path, {})).status, 404, path);
  }
});

const noHead = async () => html``;

test('a console that is built while the server runs is sent from then on', async () => {
  let build = 0;
  const server = createHttpServer(pino({ level: 'silent' }) as FastifyBaseLogger);
  consolePages(server, noHead, () => {
    build += 1;
    return { script: `/assets/main-${build}.js`, style: `/assets/main-${build}.css` };
  });
  for (const name of ['main-1', 'main-2']) {
    const { body } = await server.inject('/studio');
    assert.ok(body.includes(`src="/assets/${name}.js"`) && body.includes(`href="/assets/${name}.css"`), name);
  }
  await server.close();
});

test('what is not built is refused with the remedy, to people too, and sent once it is there', async () => {
  verifies('DEC-INSTALL-03');
  const server = createHttpServer(pino({ level: 'silent' }) as FastifyBaseLogger);
  let bundle: ReturnType<typeof readBundle>;
  consolePages(server, noHead, () => bundle);
  const open = () => server.inject({ url: '/studio', headers: { accept: 'text/html' } });
  const { statusCode, headers, body } = await open();
  assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
  assert.match(JSON.parse(body).error, /^The console is not built\. .*run "npm run build"\.$/);
  await assert.rejects(readBuilt(new URL('file:///none/kinora.mjs')), /^Error: kinora\.mjs is not built\. /);
  bundle = { script: '/assets/main.js', style: '/assets/main.css' };
  assert.equal((await open()).statusCode, 200);
  await server.close();
});
