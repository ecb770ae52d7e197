import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { pino } from 'pino';
import { createBodyBudget } from '../../src/http/request/body-budget.ts';
import { UPLOAD_LIMIT_BYTES } from '../../src/http/request/body-limits.ts';
import { releaseBody } from '../../src/http/request/receive-body.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { until } from '../support/deadline.ts';
import { type Answer, send } from '../support/test-app.ts';

const KIB = 1024;
const logger = pino({ level: 'silent' });

test('the room of a body is free again after its response, or while its call only waits', async (t) => {
  verifies('DEC-BODY-02', 'DEC-BODY-06');
  const budget = createBodyBudget(1000 * KIB, 1000 * KIB);
  const server = createHttpServer(logger, { bodyBudget: budget });
  t.after(() => server.close());
  let received = 0;
  const finish = Promise.withResolvers<void>();
  for (const path of ['/holds', '/waits']) {
    server.post(path, { bodyLimit: UPLOAD_LIMIT_BYTES }, async (request) => {
      received += 1;
      if (path === '/waits') releaseBody(request);
      await finish.promise;
      return {};
    });
  }
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const body = JSON.stringify({ image: 'A'.repeat(700 * KIB) });
  const post = (path: string) =>
    send(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  const open: Promise<Answer>[] = [];
  for (const path of ['/waits', '/waits', '/holds']) {
    open.push(post(path));
    await until(() => received === open.length);
  }
  const refused = await post('/holds');
  assert.deepEqual([refused.status, refused.body.code], [503, 'workers_unavailable']);
  assert.equal(refused.headers.get('retry-after'), '5');
  finish.resolve();
  for (const answer of await Promise.all(open)) assert.equal(answer.status, 200);
  assert.equal((await post('/holds')).status, 200);
  await until(() => budget.take('all', 1000 * KIB));
});

test('one network has a share of the room, and gets back what it released', () => {
  verifies('DEC-BODY-03');
  const budget = createBodyBudget(100, 25);
  assert.ok(budget.take('a', 25));
  assert.ok(!budget.take('a', 1));
  for (const network of ['b', 'c', 'd']) assert.ok(budget.take(network, 25));
  assert.ok(!budget.take('e', 1));
  budget.release('a', 20);
  assert.ok(!budget.take('a', 21));
  assert.ok(budget.take('e', 20));
});

for (const [trustedProxies, refused] of [
  [[], 3],
  [['127.0.0.0/8'], 0],
] as const) {
  test(`of 5 connections ${refused} are refused with the proxies ${trustedProxies}`, async (t) => {
    verifies('DEC-CONNECTION-01', 'DEC-CONNECTION-02');
    const server = createHttpServer(logger, { trustedProxies, connectionsPerNetwork: 2 });
    t.after(() => server.close());
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    let answers = 0;
    let closed = 0;
    for (let count = 0; count < 5; count++) {
      const socket = connect(Number(port), '127.0.0.1');
      t.after(() => socket.destroy());
      socket.on('error', () => {});
      socket.on('close', () => {
        closed += 1;
      });
      await once(socket, 'connect');
      socket.on('data', (bytes) => {
        if (/^HTTP\/1\.1 200/.test(bytes.toString())) answers += 1;
      });
      socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
    }
    await until(() => answers + closed === 5);
    assert.equal(closed, refused);
  });
}
