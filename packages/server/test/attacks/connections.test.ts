import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { SLOW_MS, until, within } from '../support/deadline.ts';
import { send, TEST_USER_AGENT } from '../support/test-app.ts';
import { type AttackedService, startAttackedService } from './attacked-service.ts';

/** Connections that do nothing. */

const CONNECTIONS = 10_000;
const LIMIT = 1_000;
const AT_ONCE = 200;
/** On Linux every address of 127.0.0.0/8 is this machine's, and each is a network of its own. */
const ATTACKER = '127.0.0.2';
const LINUX = { skip: process.platform !== 'linux', timeout: SLOW_MS * 2 };

let service: AttackedService;
before(async () => {
  service = await startAttackedService();
});
after(() => service.stop());

/** Opens a connection, makes it idle by one request, and keeps it; resolves with what the server sent. */
async function openIdle(kept: Set<Socket>): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: ATTACKER });
  kept.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => kept.delete(socket));
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
  return received;
}

test(
  `of ${CONNECTIONS} idle connections from one address ${LIMIT} stay, and others are served`,
  LINUX,
  async () => {
    verifies('DEC-CONNECTION-01');
    const key = await service.key();
    const kept = new Set<Socket>();
    const refusals: string[] = [];
    const growth = await service.growthDuring(async () => {
      for (let opened = 0; opened < CONNECTIONS; opened += AT_ONCE) {
        const answers = await within(
          () => 'the connections',
          Promise.all(Array.from({ length: AT_ONCE }, () => openIdle(kept))),
        );
        refusals.push(...answers.filter((answer) => answer.startsWith('HTTP/1.1 503')));
      }
      await until(() => kept.size <= LIMIT);
      assert.equal(kept.size, LIMIT);
      const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
      const order = await send(`${service.url}/v1/images/generate`, {
        method: 'POST',
        headers,
        body: '{"prompt":"a pear"}',
      });
      assert.equal(order.status, 200, order.text);
    });
    assert.ok(growth < 200, `the memory grew by ${growth} MB`);
    // A reset may overtake the refusal, but not always.
    assert.ok(refusals.length > 0, 'no refusal was seen');
    assert.match(refusals[0] ?? '', /Retry-After: \d+\r\n[\s\S]*"code":"workers_unavailable"/);
    for (const socket of kept) socket.destroy();
    // The places are free again.
    await until(async () => {
      const again = new Set<Socket>();
      const answer = await openIdle(again);
      for (const socket of again) socket.destroy();
      return answer.startsWith('HTTP/1.1 200');
    });
  },
);
