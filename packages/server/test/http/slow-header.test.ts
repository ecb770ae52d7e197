import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
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
