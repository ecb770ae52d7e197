import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createKinoraClient, type JobStatus } from '@kinora/client';
import { verifies } from '@kinora/testing/requirements';
import { readEventStream, type ServerSentEvent } from '../src/read-event-stream.ts';
import { cut, events, json, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

let server: ScriptedServer;
before(async () => {
  server = await startScriptedServer();
});
afterEach(() => {
  server.received.length = 0;
});
after(() => server.stop());

const status = (more: Partial<JobStatus>): Partial<JobStatus> => ({ job_id: 'j', status: 'queued', ...more });
const event = (id: string, more: Partial<JobStatus>): string =>
  `id: ${id}\nevent: status\ndata: ${JSON.stringify(status(more))}\n\n`;

const watch = async (pollMs = 1) => {
  const seen: (number | string)[] = [];
  const client = createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret' });
  await client.waitFor('j', { pollMs, onStatus: (at) => seen.push(at.progress ?? at.status) });
  return seen;
};
const requests = () =>
  server.received.map(({ path, headers }) => [path, headers['last-event-id']].filter(Boolean).join(' '));

test('a wait follows the events to the final one, without a poll', async () => {
  verifies('DEC-CLIENT-04');
  const stream = [event('1', { progress: 0 }), ': still here\n\n', event('2', { progress: 0.5 })];
  server.script(events([...stream, event('3', { status: 'completed' })].join('')));
  assert.deepEqual(await watch(), [0, 0.5, 'completed']);
  assert.deepEqual(requests(), ['/v1/jobs/j/events']);
  assert.equal(server.received[0]?.headers.accept, 'text/event-stream');
});

test('a stream that ends or breaks is followed by a poll, and resumed after the last event', async () => {
  verifies('DEC-CLIENT-04');
  for (const then of ['end', 'cut'] as const) {
    server.received.length = 0;
    server.script(
      events(event('7', { progress: 0.1 }), then),
      json(200, status({ progress: 0.2 })),
      events(event('9', { status: 'failed' })),
    );
    assert.deepEqual(await watch(), [0.1, 0.2, 'failed']);
    assert.deepEqual(requests(), ['/v1/jobs/j/events', '/v1/jobs/j', '/v1/jobs/j/events 7']);
  }
});

test('where there are no events, the wait polls', async () => {
  verifies('DEC-CLIENT-04');
  for (const none of [
    json(404, { error: 'no such address', code: 'not_found' }),
    json(200, {}),
    events('', 'end'),
    cut,
  ]) {
    server.received.length = 0;
    let polls = 0;
    server.script((response, request) => {
      if (request.path.endsWith('/events')) return none(response, request);
      polls += 1;
      json(200, status({ status: polls < 6 ? 'queued' : 'completed' }))(response, request);
    });
    assert.deepEqual((await watch()).at(-1), 'completed');
    assert.equal(requests().filter((path) => path.endsWith('/events')).length, 3);
  }
});

test('a poll that is refused ends the wait, and so does a signal', async () => {
  verifies('DEC-CLIENT-04', 'DEC-CLIENT-07');
  server.script(json(404, { error: 'no such job', code: 'not_found' }));
  await assert.rejects(watch(), { code: 'not_found' });
  const reason = new Error('the person left');
  const abort = new AbortController();
  server.script(events(event('1', { progress: 0 })));
  const client = createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret' });
  const onStatus = () => abort.abort(reason);
  await assert.rejects(client.waitFor('j', { signal: abort.signal, onStatus }), reason);
});

test('leaving the loop of a watch closes its stream', async () => {
  verifies('DEC-CLIENT-04');
  const closed = Promise.withResolvers<void>();
  server.script((response, request) => {
    response.on('close', closed.resolve);
    events(event('1', { progress: 0 }))(response, request);
  });
  const client = createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret' });
  for await (const { progress } of client.watch({ job_id: 'j' })) {
    assert.equal(progress, 0);
    break;
  }
  await closed.promise;
});

async function eventsOf(...chunks: readonly string[]): Promise<ServerSentEvent[]> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of bytes) controller.enqueue(chunk);
      controller.close();
    },
  });
  const found: ServerSentEvent[] = [];
  for await (const event of readEventStream(stream, () => {})) found.push(event);
  return found;
}

test('events are read by the rules of the standard, however they are cut', async () => {
  verifies('DEC-CLIENT-04');
  const text =
    ': hello\r\n\r\nid: 1\r\nevent: status\r\ndata: a\r\ndata:  b\r\n\r\ndata:ü\r\rid\ndata\n\ndata: cut off';
  const expected = [
    { id: '1', event: 'status', data: 'a\n b' },
    { id: '1', event: 'message', data: 'ü' },
    { id: '', event: 'message', data: '' },
  ];
  assert.deepEqual(await eventsOf(text), expected);
  assert.deepEqual(await eventsOf(...text), expected);
});
