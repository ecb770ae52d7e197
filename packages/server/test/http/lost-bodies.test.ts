import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { createHttpServer } from '../../src/http/server.ts';
import { within } from '../support/deadline.ts';

test('a client that disconnects in the middle of a body is not taken for a database that cannot be reached', async () => {
  verifies('DEC-FAULT-06');
  const lines: string[] = [];
  const server = createHttpServer(pino({ level: 'warn' }, { write: (line) => lines.push(line) }));
  const arriving = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<number>();
  server.addHook('preParsing', (_request, _reply, payload, done) => {
    arriving.resolve();
    done(null, payload);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    responded.resolve(reply.statusCode);
    done();
  });
  server.post('/', async () => 'read');
  const url = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await within(() => 'the request', arriving.promise);
  socket.destroy();
  assert.equal(await within(() => 'the end of the request', responded.promise), 400);
  assert.deepEqual(lines, []);
  await server.close();
});
