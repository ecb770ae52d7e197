import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { type Lease, leaseMs } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { LeaseLost } from '@kinora/worker/server-calls';
import { leaseRequest } from '../support/act-as-worker.ts';

/** The server's responses in order; the last one is repeated. */
let answers: (() => Response)[];
let calls: number;
/** What was sent as JSON. */
let bodies: unknown[];
let atMs: number;

const away = (): Response => {
  throw new TypeError('fetch failed');
};
const status = (code: number) => () => new Response('{}', { status: code });

beforeEach(() => {
  calls = 0;
  bodies = [];
  atMs = 0;
  mock.method(performance, 'now', () => atMs);
  mock.method(globalThis, 'setTimeout', (resume: () => void, pauseMs: number) => {
    atMs += pauseMs;
    setImmediate(resume);
  });
  mock.method(globalThis, 'fetch', async (_url: string, { body }: RequestInit) => {
    if (typeof body === 'string') bodies.push(JSON.parse(body));
    return answers[Math.min(calls++, answers.length - 1)]?.();
  });
});
afterEach(() => mock.restoreAll());

const lease = { job_id: '01900000-0000-7000-8000-000000000000', attempt: 1 } as Lease;
const upload = () =>
  createLeaseClient('http://server', 'token').upload(lease, 'result.png', new Uint8Array([1]));

test('a result is delivered although the server is unreachable for most of a lease', async () => {
  answers = [() => (atMs < leaseMs - 3000 ? away() : status(200)())];
  await upload();
  assert.ok(calls > 10);
});

test('a request with a 5xx response is retried', async () => {
  answers = [status(503), status(500), away, status(200)];
  await upload();
  assert.equal(calls, 4);
});

test('retries stop when the lease has expired', async () => {
  answers = [away];
  await assert.rejects(upload(), /fetch failed/);
  assert.ok(atMs <= leaseMs);
});

test('a request that the server rejects is not retried', async () => {
  answers = [status(400)];
  await assert.rejects(upload(), /returned 400/);
  answers = [status(409)];
  await assert.rejects(upload(), LeaseLost);
  assert.equal(calls, 2);
});

test('an older server, which knows no orders at renderers and no new fields, is served all the same', async () => {
  verifies('DEC-WORKER-29');
  const client = createLeaseClient('http://server', 'token');
  answers = [status(404)];
  assert.deepEqual(await client.order(lease, 'vendor'), { key: lease.job_id, id: null });
  await client.keepOrder(lease, { account: 'vendor', id: 'video_1' });
  const known = { progress: 0, stage: 'render' };
  answers = [status(400), () => Response.json({ cancel: false, lease_ms: leaseMs })];
  calls = 0;
  assert.equal(await client.heartbeat(lease, { ...known, limit_seconds: 3600 }), 'extended');
  assert.deepEqual(bodies.slice(-2), [{ ...known, limit_seconds: 3600 }, known]);
  const fault = { reason: 'x', retryable: true };
  answers = [status(400), () => Response.json({ outcome: 'retry' })];
  calls = 0;
  assert.equal(await client.fail(lease, { ...fault, suspect: 'likely', unsettled: true }), false);
  assert.deepEqual(bodies.at(-1), fault);
  const request = leaseRequest({ preference: 1, probe: true });
  const { operations, ...more } = request.capabilities;
  const capabilities = { ...more, operations: operations.map((can) => ({ ...can, cost_cents: 0.4 })) };
  answers = [status(400), () => new Response(null, { status: 204 })];
  calls = 0;
  assert.equal(await client.lease({ ...request, capabilities }, AbortSignal.timeout(1000)), undefined);
  const { preference: _, probe: __, ...older } = request;
  assert.deepEqual(bodies.at(-1), older);
});
