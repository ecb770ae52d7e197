import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fastify from 'fastify';
import { type InlineDependencies, sendResultInline } from '../../src/http/v1/send-result-inline.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { createMemoryBlobs } from '../../src/storage/memory-blobs.ts';
import { jobRequest } from '../support/jobs-under-test.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let scene: TestDatabase;
before(async () => {
  scene = await createTestDatabase();
});
after(() => scene.close());

test('a stop that comes with the end of the job is not said to cost nothing', async () => {
  verifies('DEC-STORE-05');
  const memory = createMemoryBlobs();
  const dependencies = {
    database: scene.database,
    clock: systemClock,
    blobs: memory,
    ephemeralJobs: { ended: async () => ({ state: 'gone' }), forget() {} },
  } as unknown as InlineDependencies;
  const server = fastify();
  // No such job is open, as after the commit of its end.
  const job = jobRequest(newId());
  server.get('/', (_request, reply) => sendResultInline(reply, { job, memory }, dependencies, undefined));
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(url);
  assert.equal(response.status, 503);
  assert.match(((await response.json()) as { error: string }).error, /If it was completed it was charged/);
  await server.close();
});
