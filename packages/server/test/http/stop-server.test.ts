import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createHttpServer } from '../../src/http/server.ts';
import { startDraining, stopServer } from '../../src/http/stop-server.ts';
import { until } from '../support/deadline.ts';

const LIMIT = { timeout: 30_000 };
/** Longer than any test runs. */
const NEVER_MS = 600_000;

let server: FastifyInstance;
let url: URL;
let requestReceived: PromiseWithResolvers<void>;
let answer: PromiseWithResolvers<void>;
beforeEach(async () => {
  server = createHttpServer(pino({ level: 'silent' }));
  requestReceived = Promise.withResolvers();
  answer = Promise.withResolvers();
  server.get('/slow', async (_request, reply) => {
    requestReceived.resolve();
    await answer.promise;
    return reply.send('at last');
  });
  server.get('/endless', (_request, reply) => {
    requestReceived.resolve();
    return reply.send(Readable.from(endless()));
  });
  url = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}

/** Sends a request and keeps the connection open, as HTTP clients do. */
function ask(path: string): Socket {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

test(
  'a request in progress gets its response, then its connection is closed although the client would keep it',
  LIMIT,
  async () => {
    const socket = ask('/slow');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    const closed = once(socket, 'close');
    await requestReceived.promise;
    const stopped = stopServer(server, NEVER_MS);
    await until(() => !server.server.listening);
    answer.resolve();
    await stopped;
    await closed;
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(received, /at last$/);
  },
);

test('a client that never reads its download to the end is cut', LIMIT, async () => {
  const socket = ask('/endless').pause();
  await requestReceived.promise;
  await stopServer(server, 50);
  socket.destroy();
});

test('a server that stops tells load balancers so', LIMIT, async () => {
  verifies('DEC-STOP-03');
  const ready = async () => {
    const { status, headers } = await fetch(`${url.origin}/readyz`);
    return [status, headers.get('connection')];
  };
  assert.deepEqual(await ready(), [200, 'keep-alive']);
  startDraining(server);
  assert.deepEqual(await ready(), [503, 'close']);
  assert.equal((await fetch(`${url.origin}/livez`)).status, 200);
  await stopServer(server);
});
