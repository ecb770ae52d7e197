import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { superviseWorker } from '../src/wiring/embedded-worker.ts';

test('a worker process that cannot be started is reported and can be stopped', async () => {
  const program = mock.property(process, 'execPath', '/nowhere/node');
  const warned = Promise.withResolvers<{ err?: NodeJS.ErrnoException }>();
  const logger = pino({ level: 'silent' });
  mock.method(logger, 'warn', warned.resolve);
  const app = { url: 'http://127.0.0.1:1', workerToken: 'a-token-for-tests-only' };
  const worker = superviseWorker('main.ts', app, readConfig({}), logger);
  assert.equal((await warned.promise).err?.code, 'ENOENT');
  await worker.stop();
  program.mock.restore();
});
