import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { UsageError } from '@kinora/program/command';
import { verifies } from '@kinora/testing/requirements';
import { tryAccess } from '@kinora/worker/setup/choose-access';
import { revokeWorkerToken } from '../../src/attempt/requeue.ts';
import { createWorkerToken } from '../../src/workers/change-worker-tokens.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const { signal } = new AbortController();
const access = (token: string, server = service.url) => ({
  KINORA_SERVER_URL: server,
  KINORA_WORKER_TOKEN: token,
});

test('the setup of a worker tries its token at the server, which gives it no job', async () => {
  verifies('DEC-SETUP-07');
  const customer = await service.account(1_000);
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  const created = await createWorkerToken(service.database, 'gpu-7', new Date());
  assert.ok(created !== undefined);
  assert.equal(await tryAccess(access(created), signal), `${service.url}, which accepts the token`);
  const { body: job } = await customer.get(`/v1/jobs/${body.job_id}`);
  assert.equal(job.status, 'queued');

  await service.database.transaction((tx) => revokeWorkerToken(tx, 'gpu-7', new Date()));
  for (const token of [created, 'kw_0123456789abcdef'])
    await assert.rejects(tryAccess(access(token), signal), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(
        error.message,
        /wrong or was revoked\. Create one on the server with "kinora worker-token/,
      );
      assert.ok(!error.message.includes(token));
      return true;
    });
});

test('a server of another version is named with the remedy', async (t) => {
  verifies('DEC-SETUP-07');
  const server = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const init = { method: 'POST', body: await text(request) };
    const headers = { authorization, 'content-type': type, 'user-agent': 'kinora-worker/0' };
    const answer = await fetch(`${service.url}${request.url}`, { ...init, headers });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(
    tryAccess(access(service.app.workerToken, url), signal),
    /needs kinora-worker\/1, .* bring this clone to the version of the server/,
  );
});

test('a server that cannot be asked is a warning', async (t) => {
  verifies('DEC-SETUP-07');
  const token = service.app.workerToken;
  assert.match(
    await tryAccess(access(token, 'http://127.0.0.1:9'), signal),
    /^WARNING: .*9 cannot be reached/,
  );
  const server = createServer((_request, response) => void response.writeHead(404).end('no'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  assert.match(
    await tryAccess(access(token, url), signal),
    /^WARNING: .*not as a Kinora server does \(404\)/,
  );
});
