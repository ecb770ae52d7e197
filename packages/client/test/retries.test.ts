import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createKinoraClient, KinoraConnectionError, KinoraError } from '@kinora/client';
import { verifies } from '@kinora/testing/requirements';
import { decideRetry } from '../src/decide-retry.ts';
import {
  cut,
  json,
  type Reply,
  type ScriptedServer,
  silent,
  startScriptedServer,
} from './support/scripted-server.ts';

let server: ScriptedServer;
before(async () => {
  server = await startScriptedServer();
});
afterEach(() => {
  server.received.length = 0;
});
after(() => server.stop());

const client = (retries?: number) =>
  createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret', retries });

const problem = (status: number, code: string, headers?: Record<string, string>): Reply =>
  json(status, { error: `refused: ${code}`, code }, headers);
const accepted = json(200, { job_id: 'j', status: 'queued', kind: 'image', poll_url: '/api/v1/jobs/j' });

const temporary: readonly [name: string, Reply][] = [
  ['a connection that is cut', cut],
  ['429 rate_limited', problem(429, 'rate_limited', { 'retry-after': '0' })],
  ['502 of a proxy', (response) => response.writeHead(502).end('<html>')],
  ['503 workers_unavailable', problem(503, 'workers_unavailable')],
  ['504 of a proxy', (response) => response.writeHead(504).end()],
];
for (const [name, failure] of temporary) {
  test(`an order is sent again after ${name}, with the same Idempotency-Key`, async () => {
    verifies('DEC-CLIENT-02');
    server.script(failure, failure, accepted);
    const job = await client().generateImage({ prompt: 'a boat' });
    assert.equal(job.job_id, 'j');
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys.length, 3);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.equal(new Set(keys).size, 1);
    assert.equal(new Set(server.received.map(({ body }) => body)).size, 1);
  });
}

test('two orders have two keys, and a key of your own is used as it is', async () => {
  verifies('DEC-CLIENT-02');
  server.script(accepted);
  await client().generateImage({ prompt: 'a boat' });
  await client().generateImage({ prompt: 'a boat' });
  await client().generateImage({ prompt: 'a boat' }, { idempotencyKey: 'order-7' });
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], 'order-7');
});

test('onRetry is called before each further attempt, with the reason and the wait', async () => {
  verifies('DEC-CLIENT-02');
  const noticed: (readonly [string, boolean])[] = [];
  const noted = createKinoraClient({
    baseUrl: server.url,
    apiKey: 'kn_secret',
    onRetry: ({ error, waitMs }) => noticed.push([error.message, waitMs >= 1000]),
  });
  server.script(
    problem(503, 'workers_unavailable', { 'retry-after': '1' }),
    problem(429, 'rate_limited'),
    accepted,
  );
  await noted.generateImage({ prompt: 'a boat' });
  assert.deepEqual(noticed, [
    ['refused: workers_unavailable', true],
    ['refused: rate_limited', false],
  ]);
});

test('a retry is not sent before Retry-After', async () => {
  verifies('DEC-CLIENT-02');
  server.script(problem(503, 'workers_unavailable', { 'retry-after': '1' }), accepted);
  await client().generateImage({ prompt: 'a boat' });
  const [first, second] = server.received.map(({ atMs }) => atMs);
  assert.ok((second ?? 0) - (first ?? 0) >= 990);
});

const final: readonly [status: number, code: string][] = [
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [402, 'balance_insufficient'],
  [402, 'payment_required'],
  [403, 'key_suspended'],
  [409, 'idempotency_conflict'],
  [429, 'quota_exhausted'],
  [429, 'monthly_cap_reached'],
  [429, 'storage_quota_reached'],
  [451, 'content_blocked'],
  [500, 'internal_error'],
];
for (const [status, code] of final) {
  test(`${status} ${code} is reported at once`, async () => {
    verifies('DEC-CLIENT-03');
    server.script(problem(status, code), accepted);
    await assert.rejects(client().generateImage({ prompt: 'a boat' }), (error) => {
      assert.ok(error instanceof KinoraError);
      assert.deepEqual([error.status, error.code, error.problem.code], [status, code, code]);
      return true;
    });
    assert.equal(server.received.length, 1);
  });
}

test('a Retry-After that is longer than the caller waits is reported', async () => {
  verifies('DEC-CLIENT-02');
  server.script(problem(429, 'rate_limited', { 'retry-after': '3600' }));
  await assert.rejects(client().usage(), { code: 'rate_limited', retryAfterSeconds: 3600 });
  assert.equal(server.received.length, 1);
});

test('a call without stored responses and the start of a claim are not repeated blindly', async () => {
  verifies('DEC-CLIENT-02');
  server.script(cut);
  await assert.rejects(client().generateImageInline({ prompt: 'a boat' }), KinoraConnectionError);
  await assert.rejects(client().startClaim(), KinoraConnectionError);
  assert.equal(server.received.length, 2);
  assert.equal(server.received[0]?.headers['idempotency-key'], undefined);
  server.script(problem(503, 'workers_unavailable'), (response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'x-job-id': 'j', 'x-seed': '7' }).end('bytes'),
  );
  const { jobId, seed, bytes } = await client().generateImageInline({ prompt: 'a boat' });
  assert.deepEqual([jobId, seed, new TextDecoder().decode(bytes)], ['j', 7, 'bytes']);
});

test('a service that cannot be reached is named, with the reason', async () => {
  verifies('DEC-CLIENT-02');
  const stopped = await startScriptedServer();
  await stopped.stop();
  const { host } = new URL(stopped.url);
  await assert.rejects(createKinoraClient({ baseUrl: stopped.url, retries: 1 }).usage(), {
    name: 'KinoraConnectionError',
    message: new RegExp(`^${host} could not be reached: .*ECONNREFUSED`),
  });
});

test('an attempt without a whole response in time counts as lost, and is sent again', async () => {
  verifies('DEC-CLIENT-12');
  const impatient = createKinoraClient({
    baseUrl: server.url,
    apiKey: 'kn_secret',
    retries: 2,
    timeoutMs: 100,
  });
  const half: Reply = (response) => response.writeHead(200).write('{"job_id":');
  server.script(silent, half, accepted);
  const signal = AbortSignal.timeout(30_000);
  assert.equal((await impatient.generateImage({ prompt: 'a boat' }, { signal })).job_id, 'j');
  assert.equal(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size, 1);
  server.script(silent);
  await assert.rejects(impatient.usage({ signal }), {
    name: 'KinoraConnectionError',
    message: /could not be reached: no response within 0\.1 seconds/,
  });
  assert.equal(server.received.length, 6);
});

test('an upload has more time', async () => {
  verifies('DEC-CLIENT-12');
  const impatient = createKinoraClient({
    baseUrl: server.url,
    apiKey: 'kn_secret',
    timeoutMs: 10,
    retries: 0,
  });
  server.script((response, request) => setTimeout(() => accepted(response, request), 500));
  const image = 'A'.repeat(32 * 30_000);
  const job = await impatient.generateVideo({ prompt: 'a boat', init_image_base64: image });
  assert.equal(job.job_id, 'j');
});

test('a call that lasts as long as a job has no time limit', async () => {
  verifies('DEC-CLIENT-12');
  const impatient = createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret', timeoutMs: 20 });
  server.script((response) => setTimeout(() => response.writeHead(200).end('bytes'), 200));
  const { bytes } = await impatient.generateImageInline({ prompt: 'a boat' });
  assert.equal(new TextDecoder().decode(bytes), 'bytes');
});

test('no error quotes a key that cannot be sent', () => {
  verifies('DEC-CLIENT-13');
  for (const apiKey of ['kn_first\nsecond', 'kn_sécret']) {
    assert.throws(() => createKinoraClient({ baseUrl: server.url, apiKey }), {
      name: 'TypeError',
      message: 'apiKey has characters that no key has, such as a line break.',
    });
  }
  // The line break at the end of a file is not sent.
  createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret\n' });
});

test('an address that is none is refused by the name of the option', () => {
  verifies('DEC-CLIENT-02');
  for (const baseUrl of ['kinora.example', 'localhost:8787', '', undefined as unknown as string]) {
    assert.throws(() => createKinoraClient({ baseUrl }), /baseUrl must be .*such as https:/);
  }
});

test('an address that is not a service is reported as such', async () => {
  server.script((response) => response.end('<html>welcome</html>'));
  await assert.rejects(client().usage(), { code: 'not_json', message: /address of a Kinora service/ });
  server.script((response) => response.writeHead(404).end('<html>nothing here</html>'));
  await assert.rejects(client().usage(), (error) => {
    assert.ok(error instanceof KinoraError);
    const { problem } = error;
    assert.ok(problem.code === 'unknown');
    assert.equal(
      problem.error,
      'The service returned a page with status 404, not JSON. Check its address, and the proxy before it.',
    );
    return true;
  });
});

test('the page of a proxy is reported by its title, and its text as it is', async () => {
  const page = '<html>\r\n<head><title>504 Gateway\r\n Time-out</title></head>\r\n<body>nginx</body></html>';
  const heading = '<html><body><h1>504 Gateway Time-out</h1>\nThe server was slow.\n</body></html>\n';
  for (const text of [page, heading]) {
    server.script((response) => response.writeHead(504, { 'content-type': 'text/html' }).end(text));
    await assert.rejects(client(0).usage(), {
      status: 504,
      code: 'unknown',
      message:
        'The service returned a page, not JSON: 504 Gateway Time-out. Check its address, and the proxy before it.',
    });
  }
  server.script((response) => response.writeHead(503).end('no healthy upstream\n'));
  await assert.rejects(client(0).usage(), { status: 503, message: 'no healthy upstream' });
});

test('the key is not sent to where the service redirects', async () => {
  verifies('DEC-CLIENT-10');
  const other = await startScriptedServer();
  other.script(json(200, {}));
  server.script((response) => response.writeHead(307, { location: `${other.url}/v1/usage` }).end());
  await assert.rejects(client().usage(), { code: 'redirected', message: new RegExp(other.url) });
  assert.equal(other.received.length, 0);
  await other.stop();
});

test('an aborted call ends with the reason of its signal: before, during and between attempts', async () => {
  verifies('DEC-CLIENT-07');
  const reason = new Error('the person left');
  await assert.rejects(client().usage({ signal: AbortSignal.abort(reason) }), reason);
  assert.equal(server.received.length, 0);
  for (const reply of [silent, problem(503, 'workers_unavailable', { 'retry-after': '50' })]) {
    const abort = new AbortController();
    server.script((response, request) => {
      reply(response, request);
      setTimeout(() => abort.abort(reason), 50);
    });
    await assert.rejects(client().generateVideo({ prompt: 'surf' }, { signal: abort.signal }), reason);
  }
});

test('the wait grows with the attempts, is spread, and ends after the last', () => {
  const rules = { retries: 4, maxWaitMs: 60_000 };
  const wait = (failed: number, random: number) => decideRetry({}, failed, rules, true, random);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((failed) => wait(failed, 1)),
    [250, 500, 1000, 2000, undefined],
  );
  assert.equal(wait(1, 0), 125);
  assert.equal(decideRetry({}, 12, { ...rules, retries: 20 }, true, 1), 8_000);
  assert.equal(decideRetry({ status: 503, code: 'unknown' }, 1, rules, false, 1), undefined);
  assert.equal(
    decideRetry({ status: 503, code: 'claims_busy', retryAfterSeconds: 30 }, 1, rules, false, 1),
    30_000,
  );
});
