import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { BODY_LIMIT_BYTES, UPLOAD_LIMIT_BYTES } from '../../src/http/request/body-limits.ts';
import { receiveBody } from '../../src/http/request/receive-body.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { sendRaw } from '../support/raw-http.ts';

test('headers that never end are refused after the timeout', async () => {
  const server = createHttpServer(pino({ level: 'silent' }), { headersTimeoutMs: 50 });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const answer = await sendRaw(url, ['GET /livez HTTP/1.1\r\nX-Slow: ']);
  assert.equal(answer.status, 400);
  assert.match(answer.body.toString(), /the request did not arrive in time/);
  await server.close();
});

test('the largest upload may take as long as the typed client waits for it', async () => {
  const server = createHttpServer(pino({ level: 'silent' }));
  await server.ready();
  const atKilobitsPerSecond = (UPLOAD_LIMIT_BYTES * 8) / server.server.requestTimeout;
  assert.ok(atKilobitsPerSecond <= 256, `${atKilobitsPerSecond} kbit/s`);
  await server.close();
});

test('a body without an image has a minute, however its bytes are spread', async (context) => {
  verifies('DEC-BODY-07');
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const receive = (bodyLimit: number) => {
    const payload = new PassThrough();
    const request = { headers: {}, ip: '192.0.2.1', routeOptions: { bodyLimit } } as FastifyRequest;
    return { payload, received: receiveBody(request, payload) };
  };
  const small = receive(BODY_LIMIT_BYTES);
  const upload = receive(UPLOAD_LIMIT_BYTES);
  const refused = assert.rejects(small.received, /did not arrive within 62 seconds/);
  for (let second = 0; second < 62; second++) {
    small.payload.write('a');
    upload.payload.write('a');
    await new Promise(setImmediate);
    context.mock.timers.tick(1000);
  }
  context.mock.timers.tick(1000);
  await refused;
  upload.payload.end();
  assert.equal((await upload.received).length, 62);
});
