import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** A collector that the test reads: OTLP over HTTP in JSON. */

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

const SECRET_PROMPT = 'a crimson zeppelin over Lisbon';
const IMAGE = { prompt: SECRET_PROMPT, width: 256, height: 256 };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

let collector: JsonEndpoint;
let receiver: WebhookReceiver;
let service: TestApp;
let account: TestAccount;
before(async () => {
  collector = await startJsonEndpoint();
  collector.respondWith({ status: 200, body: {} });
  receiver = await startWebhookReceiver();
  service = await startTestApp({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, KINORA_WEBHOOKS_PRIVATE: '1' },
  });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await receiver.stop();
  await collector.stop();
});

const exports = () => collector.requests.map(({ body }) => body as Export);
const spansOf = (traceId: string): ReceivedSpan[] =>
  exports()
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .filter((span) => span.traceId === traceId);

/** The spans of a trace by name, once all of these have arrived. */
async function trace(traceId: string, names: readonly string[]): Promise<ReadonlyMap<string, ReceivedSpan>> {
  const has = (name: string) => spansOf(traceId).some((span) => span.name === name);
  await until(() => names.every(has), SLOW_MS);
  const spans = spansOf(traceId);
  assert.deepEqual(spans.map(({ name }) => name).sort(), [...names].sort());
  return new Map(spans.map((span) => [span.name, span]));
}

function attribute(span: ReceivedSpan | undefined, key: string): unknown {
  const found = span?.attributes.find((one) => one.key === key)?.value;
  return found && Object.values(found)[0];
}

const POST = 'POST /v1/images/generate';

test('a job is one trace, from the call of a traced client through the worker to its webhook', async () => {
  verifies('DEC-TRACE-01', 'DEC-TRACE-02');
  const worker = startRealWorker(service, createProceduralEngine());
  const { body } = await account.post(
    '/v1/images/generate',
    { ...IMAGE, webhook_url: `${receiver.url}/hook` },
    { traceparent: `00-${TRACE}-${CALLER}-01` },
  );
  await receiver.event(0);
  await worker.stop();
  const spans = await trace(TRACE, [
    POST,
    'accept',
    'queue',
    'attempt',
    'render',
    'finish',
    'upload',
    'complete',
    'webhook',
  ]);
  const root = spans.get(POST);
  assert.equal(root?.parentSpanId, CALLER);
  for (const name of ['accept', 'queue', 'attempt', 'webhook']) {
    assert.equal(spans.get(name)?.parentSpanId, root?.spanId, name);
  }
  const attempt = spans.get('attempt');
  for (const name of ['render', 'finish', 'upload', 'complete']) {
    assert.equal(spans.get(name)?.parentSpanId, attempt?.spanId, name);
  }
  assert.equal(attribute(attempt, 'kinora.job_id'), body.job_id);
  assert.equal(attribute(attempt, 'kinora.worker'), 'real-worker');
  assert.equal(attribute(attempt, 'kinora.outcome'), 'completed');
  assert.equal(attribute(root, 'http.response.status_code'), 200);
  const times = ['render', 'finish', 'upload', 'complete'].map((name) =>
    BigInt(spans.get(name)?.startTimeUnixNano ?? 0),
  );
  assert.deepEqual(
    times,
    times.toSorted((a, b) => (a < b ? -1 : 1)),
    'the stages are in their order',
  );
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of spans.values())
    assert.ok(BigInt(to) >= BigInt(from));
  const [exported] = exports();
  assert.deepEqual(exported?.resourceSpans[0]?.resource.attributes[0], {
    key: 'service.name',
    value: { stringValue: 'kinora' },
  });
});

test('a fault is an attempt of its own, and a call without a valid traceparent begins a trace', async () => {
  verifies('DEC-TRACE-01');
  const invalid = [undefined, 'x', `00-${'0'.repeat(32)}-${CALLER}-01`, `ff-${TRACE}-${CALLER}-01`];
  const ids: string[] = [];
  for (const traceparent of invalid) {
    const answer = await account.post(
      '/v1/images/generate',
      IMAGE,
      traceparent === undefined ? {} : { traceparent },
    );
    ids.push(answer.body.job_id);
  }
  const [first = '', ...others] = ids;
  for (const id of others) await account.delete(`/v1/jobs/${id}`);
  const failed = await takeLease(service.worker);
  const traceId = failed.traceparent?.split('-')[1] ?? '';
  assert.match(failed.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  assert.notEqual(traceId, TRACE);
  await service.worker.fail(failed, { reason: 'a test', retryable: true });
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal(failed.job_id, first);
  const spans = await until(
    () => spansOf(traceId).filter(({ name }) => name === 'attempt').length === 2,
    SLOW_MS,
  ).then(() => spansOf(traceId).filter(({ name }) => name === 'attempt'));
  assert.deepEqual(spans.map((span) => attribute(span, 'kinora.outcome')).sort(), ['completed', 'retry']);
  assert.equal(spans.find(({ status }) => status.code === 2)?.status.message, 'retry');
});

test('no span has anything of the content, with zero retention neither', async () => {
  verifies('DEC-TRACE-03');
  const worker = startRealWorker(service, createProceduralEngine());
  const traceId = 'b'.repeat(32);
  const answer = await account.post('/v1/images/generate', IMAGE, {
    'x-service-store': '0',
    traceparent: `00-${traceId}-${CALLER}-01`,
  });
  await worker.stop();
  assert.equal(answer.headers.get('content-type'), 'image/png');
  await trace(traceId, [POST, 'accept', 'queue', 'attempt', 'render', 'finish', 'upload', 'complete']);
  const everything = JSON.stringify(collector.requests);
  for (const secret of ['zeppelin', 'Lisbon', account.key, receiver.url, service.app.workerToken]) {
    assert.ok(!everything.includes(secret), secret);
  }
});

test('without a collector nothing is traced', async () => {
  verifies('DEC-TRACE-04');
  const untraced = await startTestApp();
  const owner = await untraced.account();
  await owner.post('/v1/images/generate', IMAGE, { traceparent: `00-${TRACE}-${CALLER}-01` });
  const lease = await takeLease(untraced.worker);
  assert.equal(lease.traceparent, undefined);
  assert.deepEqual(await untraced.database.query('select from jobs where traceparent is not null'), []);
  await untraced.stop();
});
