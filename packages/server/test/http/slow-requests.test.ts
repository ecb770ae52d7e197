import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { UPLOAD_LIMIT_BYTES } from '../../src/http/request/body-limits.ts';
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
