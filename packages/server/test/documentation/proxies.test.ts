import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { runWorker } from '@kinora/worker/run-worker';
import sharp from 'sharp';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { echoEngine } from '../support/echo-engine.ts';
import { isInstalled, type ProxyName, type RealProxy, startRealProxy } from '../support/real-proxies.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';

/** The files of `deploy/` for proxies, with the real programs where they are installed. */

// The certificates of the proxies are made for the test.
before(() => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
});
after(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});
const MIB = 1024 * 1024;
/** More than a proxy keeps in memory. */
const LARGE = 200 * MIB;
const HALTED_MS = 3000;

const names: readonly ProxyName[] = ['nginx', 'caddy'];

test('the files state what the page promises', () => {
  verifies('DEC-PROXY-01');
  const read = (file: string) =>
    readFileSync(path.join(import.meta.dirname, '../../../../deploy', file), 'utf8');
  const directives = read('nginx.conf').replaceAll(/#.*/g, '').replaceAll(/\s+/g, ' ');
  for (const needed of [
    'ssl_protocols TLSv1.2 TLSv1.3;',
    'proxy_request_buffering off;',
    'proxy_buffering off;',
    'proxy_max_temp_file_size 0;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_read_timeout 15m;',
  ]) {
    assert.ok(directives.includes(needed), needed);
  }
  assert.doesNotMatch(read('Caddyfile').replaceAll(/#.*/g, ''), /flush_interval|header_up|buffer_/);
});

for (const name of names) {
  describe(name, { skip: !isInstalled(name) && `${name} is not installed` }, () => {
    let service: TestApp;
    let customer: TestAccount;
    let proxy: RealProxy;
    let worker: LeaseClient;
    before(async () => {
      service = await startTestApp({ environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1' } });
      customer = await service.account();
      proxy = await startRealProxy(name, new URL(service.url).host);
      worker = createLeaseClient(proxy.url, service.app.workerToken);
    });
    after(async () => {
      await proxy?.stop();
      await service?.stop();
    });

    const call = (address: string, body?: object, more: RequestInit & { headers?: object } = {}) =>
      fetch(proxy.url + address, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        ...more,
        headers: {
          'x-api-key': customer.key,
          'user-agent': TEST_USER_AGENT,
          ...(body && { 'content-type': 'application/json' }),
          ...more.headers,
        },
      });

    test('redirects a browser that begins with http, and refuses a program', async () => {
      verifies('DEC-PROXY-02');
      const plainly = async (path: string, init: RequestInit = {}) => {
        const answer = await fetch(proxy.plainUrl + path, { redirect: 'manual', ...init });
        return [answer.status, answer.headers.get('location')];
      };
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      assert.deepEqual(await plainly('/studio?a=1', { headers: { accept } }), [
        301,
        'https://localhost/studio?a=1',
      ]);
      for (const init of [
        { headers: { accept: '*/*', 'x-api-key': customer.key } },
        { headers: { authorization: 'Bearer abc' } },
        { headers: { accept }, method: 'POST' },
      ]) {
        assert.deepEqual(await plainly('/v1/me/balance', init), [403, null]);
      }
    });

    test('passes a large result of a worker on', { timeout: 2 * SLOW_MS }, async () => {
      verifies('DEC-PROXY-01');
      const order = { prompt: 'a pear', mode: 'cinema', duration: 5, width: 2560, height: 1440 };
      assert.equal((await call('/v1/videos/generate', order)).status, 200);
      const lease = await takeLease(worker);
      await worker.upload(lease, 'result.mp4', Buffer.alloc(LARGE, 'kinora'));
      await worker.release(lease);
      await service.database.query('delete from jobs');
      assert.deepEqual(proxy.created, []);
    });

    test('accepts an order with an image of the largest size, and refuses more', async () => {
      verifies('DEC-PROXY-01');
      const send = (bytes: number) =>
        call('/v1/videos/quote', { prompt: 'x', init_image_base64: 'A'.repeat(bytes) });
      // Only what reaches Kinora has the id of a request. Caddy passes on as much as it allows.
      assert.notEqual((await send(23 * MIB)).headers.get('x-request-id'), null);
      assert.match(String((await send(26 * MIB)).status), /^(400|413)$/);
      assert.deepEqual(proxy.created, []);
    });

    test('passes events on as they happen', async () => {
      verifies('DEC-PROXY-01');
      const { job_id: id } = (await (await call('/v1/images/generate', { prompt: 'a pear' })).json()) as {
        job_id: string;
      };
      const { body } = await call(`/v1/jobs/${id}/events`);
      assert.ok(body !== null);
      const events = body.pipeThrough(new TextDecoderStream()).getReader();
      const next = async () => (await within(() => 'the next event', events.read())).value ?? '';
      assert.match(await next(), /"status":"queued"/);
      await deliver(worker, await takeLease(worker));
      let text = '';
      while (!text.includes('"status":"completed"')) text += await next();
    });

    test('may be restarted in the middle of a job', async () => {
      verifies('DEC-PROXY-01');
      const stop = new AbortController();
      const started = Promise.withResolvers<void>();
      const rendered = Promise.withResolvers<void>();
      const engine = echoEngine(() => {
        started.resolve();
        return rendered.promise;
      });
      const working = runWorker({
        name: 'behind-the-proxy',
        pools: ['image'],
        gpu: 'none',
        engine,
        finish: encoded,
        client: worker,
        log: () => {},
        stop: stop.signal,
      });
      const { poll_url: job } = (await (await call('/v1/images/generate', { prompt: 'a pear' })).json()) as {
        poll_url: string;
      };
      await started.promise;
      await proxy.halt();
      rendered.resolve();
      // The worker meets a closed port, more than once.
      await pause(HALTED_MS);
      await proxy.start();
      await until(async () => {
        const { status } = (await (await call(job)).json()) as { status: string };
        return status === 'completed';
      });
      const [row] = await service.database.query<{ attempt: number }>(
        "select attempt from current_jobs where worker = 'behind-the-proxy'",
      );
      assert.equal(row?.attempt, 1);
      stop.abort();
      await working;
    });

    test('keeps no byte of a call with zero retention, and tells when its customer leaves', async () => {
      verifies('DEC-PROXY-01');
      const image = await uploadableImage();
      const order = { prompt: 'a secret pear', duration: 1, init_image_base64: image };
      const inline = { headers: { 'x-service-store': '0' } };
      const answer = call('/v1/videos/generate', order, inline);
      const result = await deliver(worker, await takeLease(worker));
      assert.deepEqual(Buffer.from(await (await answer).arrayBuffer()), result);
      assert.deepEqual(proxy.created, []);

      const balance = async () => (await customer.get('/v1/me/balance')).body.balance_cents;
      const before = await balance();
      const leaving = new AbortController();
      const left = call('/v1/images/generate', { prompt: 'a pear' }, { ...inline, signal: leaving.signal });
      const lease = await takeLease(worker);
      assert.equal(await balance(), before - 5);
      leaving.abort();
      await assert.rejects(left);
      await until(async () => (await balance()) === before);
      await assert.rejects(deliver(worker, lease), /lease/);
    });

    test('tells Kinora the address of the customer, whatever the customer claims', async () => {
      verifies('DEC-PROXY-01');
      const forged = { headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' } };
      const started = await call('/v1/pay/start', { amount_usd: 10 }, forged);
      assert.equal(started.status, 200);
      const [claim] = await service.database.query<{ network: string }>('select network from key_claims');
      assert.equal(claim?.network, '127.0.0.1');
      const { code } = (await started.json()) as { code: string };
      await call(`/api/v1/pay/claim/${code}`);
      const { result_url: link } = await finishedJob();
      await call(new URL(link).pathname + new URL(link).search);
      const logs = await proxy.logs();
      assert.ok(!logs.includes(code) && !logs.includes('sig='), 'no secret of an address is logged');
    });

    async function finishedJob(): Promise<{ readonly result_url: string }> {
      const { job_id: id } = (await (await call('/v1/images/generate', { prompt: 'a pear' })).json()) as {
        job_id: string;
      };
      await deliver(worker, await takeLease(worker));
      return (await (await call(`/v1/jobs/${id}`)).json()) as { result_url: string };
    }
  });
}

test('nginx gets the script of a page that one server lacks from the other', {
  skip: !isInstalled('nginx') && 'nginx is not installed',
}, async (context) => {
  verifies('DEC-UPGRADE-03');
  const hosts: string[] = [];
  for (const status of [200, 404]) {
    const server = createServer((_request, response) => response.writeHead(status).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    context.after(() => server.close().closeAllConnections());
    hosts.push(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  const proxy = await startRealProxy('nginx', ...hosts);
  context.after(() => proxy.stop());
  const statuses = async (address: string) => {
    const found = new Set<number>();
    for (let time = 0; time < 6; time++) found.add((await fetch(proxy.url + address)).status);
    return [...found].sort();
  };
  assert.deepEqual(await statuses('/assets/main-1.js'), [200]);
  assert.deepEqual(await statuses('/v1/jobs/1'), [200, 404]);
});

/** An image of noise, whose file is large. */
async function uploadableImage(): Promise<string> {
  const raw = { width: 1024, height: 1024, channels: 3 } as const;
  return (
    await sharp(randomBytes(1024 * 1024 * 3), { raw })
      .png()
      .toBuffer()
  ).toString('base64');
}
