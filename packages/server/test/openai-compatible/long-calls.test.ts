import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { IMAGE, openaiClient } from '../support/openai-client.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Calls that last longer than the proxy in between waits for a response, by both packages. */

const LIMIT_SECONDS = 2;
const BALANCE = 1000;
const IMAGE_CENTS = 5;

interface SilenceProxy {
  readonly url: string;
  /** How many requests have come. */
  requests(): number;
  /** Resolves when the head of the next response has come. */
  head(): Promise<void>;
  /** Cuts every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** A proxy as nginx is with `proxy_read_timeout`: it answers 504 when the server is silent for longer. */
async function startSilenceProxy(upstream: string): Promise<SilenceProxy> {
  const { hostname, port, host } = new URL(upstream);
  let requests = 0;
  let heads = Promise.withResolvers<void>();
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    const { method, url: path, headers } = incoming;
    const forwarded = httpRequest(
      { hostname, port, method, path, headers: { ...headers, host, 'x-forwarded-for': '203.0.113.7' } },
      (answer) => {
        heads.resolve();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.setTimeout(LIMIT_SECONDS * 1000, () => {
      if (!outgoing.headersSent) outgoing.writeHead(504).end();
      else outgoing.destroy();
      forwarded.destroy();
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    head: async () => {
      heads = Promise.withResolvers();
      await within(() => 'the head of a response', heads.promise);
    },
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let service: TestApp;
let proxy: SilenceProxy;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({
    environment: {
      KINORA_PROXY_TIMEOUT_SECONDS: String(LIMIT_SECONDS),
      KINORA_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account(BALANCE);
  proxy = await startSilenceProxy(service.url);
});
const closeProxy = () => proxy.close();

async function spent(): Promise<number> {
  return BALANCE - (await balanceOf(service.database, customer.id));
}

/** What a package returns or throws for images; both repeat a request twice by default. */
type Generate = (parameters: object) => Promise<{ readonly images?: number; readonly error?: string }>;

const byNode: Generate = async (parameters) => {
  const client = openaiClient(service, customer, {
    baseURL: `${proxy.url}/openai/v1`,
    maxRetries: 2,
  });
  try {
    const made = await client.images.generate({ ...IMAGE, ...parameters });
    return { images: made.data?.length ?? 0 };
  } catch (error) {
    return { error: (error as Error).name };
  }
};

const PYTHON = `
import json, os, openai
client = openai.OpenAI(base_url=os.environ["BASE"], api_key=os.environ["KEY"])
try:
    made = client.images.generate(**json.loads(os.environ["PARAMETERS"]))
    print(json.dumps({"images": len(made.data)}))
except Exception as error:
    print(json.dumps({"error": type(error).__name__}))
`;

const byPython: Generate = async (parameters) => {
  const environment = { BASE: `${proxy.url}/openai/v1`, KEY: customer.key };
  const child = spawn('python3', ['-W', 'ignore', '-c', PYTHON], {
    env: { ...process.env, ...environment, PARAMETERS: JSON.stringify({ ...IMAGE, ...parameters }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await within(() => 'the end of Python', text(child.stdout), SLOW_MS));
};

const hasPython = spawnSync('python3', ['-c', 'import openai']).status === 0;
const packages = [
  ['Node', byNode, 'SyntaxError', false],
  ['Python', byPython, 'JSONDecodeError', !hasPython && 'python3 has no openai package'],
] as const;

for (const [name, generate, lateError, skip] of packages) {
  describe(`the package for ${name}`, { skip }, () => {
    test('gets images that take longer than the proxy waits, as many as a call may have', async (t) => {
      t.after(closeProxy);
      verifies('DEC-FACADE-15');
      const head = proxy.head();
      const made = generate({ n: 10 });
      const leases = [];
      for (let i = 0; i < 10; i++) leases.push(await takeLease(service.worker));
      await head;
      for (const lease of leases) await deliver(service.worker, lease);
      assert.deepEqual(await made, { images: 10 });
      assert.deepEqual([proxy.requests(), await spent()], [1, 10 * IMAGE_CENTS]);
    });

    test('gets the images of a call that was cut off, as many as a call may have', async (t) => {
      t.after(closeProxy);
      verifies('DEC-FACADE-06', 'DEC-FACADE-08');
      const made = generate({ n: 10 });
      const leases = [];
      for (let i = 0; i < 10; i++) leases.push(await takeLease(service.worker));
      proxy.cut();
      await until(() => proxy.requests() === 2);
      for (const lease of leases) await deliver(service.worker, lease);
      assert.deepEqual(await made, { images: 10 });
      assert.deepEqual([proxy.requests(), await spent()], [2, 10 * IMAGE_CENTS]);
    });

    for (const end of ['fails', 'is blocked'] as const) {
      test(`throws when an image ${end} after the response has begun, and repeats nothing`, async (t) => {
        t.after(closeProxy);
        verifies('DEC-FACADE-15');
        const head = proxy.head();
        const made = generate({ n: 2 });
        const leases = [await takeLease(service.worker), await takeLease(service.worker)];
        await head;
        for (const lease of leases) {
          if (end === 'fails') await service.worker.fail(lease, { reason: 'it broke', retryable: false });
          else await service.worker.block(lease, { category: 'sexual', reason: 'found' });
        }
        assert.deepEqual(await made, { error: lateError });
        assert.deepEqual([proxy.requests(), await spent()], [1, 0]);
        assert.deepEqual(await violations(service.database), []);
      });
    }

    test('sends a blocked prompt once, and throws', async (t) => {
      t.after(closeProxy);
      verifies('DEC-FACADE-10');
      const { error } = await generate({ prompt: 'explicit child pornography' });
      assert.ok(error?.endsWith('Error'), error);
      assert.equal(proxy.requests(), 1);
    });

    test('sends it once if the image is blocked before the response has begun', async (t) => {
      t.after(closeProxy);
      verifies('DEC-FACADE-10');
      const made = generate({});
      await service.worker.block(await takeLease(service.worker), { category: 'sexual', reason: 'found' });
      const { error } = await made;
      assert.ok(error !== undefined && /(API|Status)\w*Error|^Error$/.test(error), error);
      assert.deepEqual([proxy.requests(), await spent()], [1, 0]);
    });
  });
}

test('a response that has begun is kept alive by less than the proxy waits for', async (t) => {
  t.after(closeProxy);
  verifies('DEC-FACADE-15');
  const response = await fetch(`${proxy.url}/openai/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(IMAGE),
  });
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('x-accel-buffering')],
    [200, 'application/json; charset=utf-8', 'no'],
  );
  const lease = await takeLease(service.worker);
  assert.ok(response.body !== null);
  let sent = '';
  let pieces = 0;
  for await (const piece of response.body) {
    sent += Buffer.from(piece).toString();
    pieces += 1;
    // The proxy has waited for longer than its limit by then.
    if (pieces === 5) await deliver(service.worker, lease);
  }
  assert.match(sent, /^ {5,}\{/);
  assert.equal(JSON.parse(sent).data.length, 1);
});

test('the events of a job and the poll of a worker stay within what the proxy waits for', async (t) => {
  t.after(closeProxy);
  verifies('DEC-STORE-11');
  const accepted = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  const stream = await fetch(`${proxy.url}/v1/jobs/${accepted.body.job_id}/events`, {
    headers: { 'x-api-key': customer.key, 'user-agent': 'kinora-tests/1.0' },
  });
  assert.ok(stream.body !== null);
  let sent = '';
  for await (const piece of stream.body) {
    sent += Buffer.from(piece).toString();
    if (sent.split(':\n\n').length === 4) break;
  }
  assert.equal((await customer.delete(`/v1/jobs/${accepted.body.job_id}`)).status, 204);
  const poll = await fetch(`${proxy.url}/worker/v1/leases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.app.workerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(leaseRequest({ wait_ms: 20_000 })),
  });
  assert.equal(poll.status, 204, 'and not 504 of the proxy');
});
