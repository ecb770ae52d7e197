import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('every response has a unique request id', async () => {
  verifies('DEC-REQUEST-10');
  const customer = await service.account();
  const { key } = customer;
  const accepted = await customer.post('/v1/images/generate', { prompt: 'x' });
  await deliver(service.worker, await takeLease(service.worker));
  const job = await customer.get(accepted.body.poll_url);
  const link: string = job.body.result_url;
  const call = async (status: number, path: string, init: RequestInit = {}) => {
    const url = path.startsWith('http') ? path : service.url + path;
    const headers = { 'user-agent': 'kinora-tests/1', 'x-api-key': key, ...init.headers };
    const answer = await fetch(url, { ...init, headers });
    await answer.arrayBuffer();
    assert.equal(answer.status, status, path);
    return answer.headers;
  };
  const answers = [
    accepted.headers,
    job.headers,
    await call(200, '/v1/usage'),
    await call(200, '/v1/usage', { method: 'HEAD' }),
    await call(200, link),
    await call(206, link, { headers: { range: 'bytes=0-0' } }),
    await call(416, link, { headers: { range: 'bytes=9999999-' } }),
    await call(404, `${link}x`),
    await call(204, accepted.body.poll_url, { method: 'DELETE' }),
    await call(404, accepted.body.poll_url),
    await call(404, '/nowhere'),
    await call(400, '/v1/jobs/%ff'),
    await call(400, '/v1/images/generate', { method: 'POST' }),
    await call(401, '/v1/usage', { headers: { 'x-api-key': '' } }),
    await call(403, '/v1/usage', { headers: { 'user-agent': 'node' } }),
    await call(401, '/worker/v1/leases', { method: 'POST' }),
    await call(200, '/livez'),
  ];
  const ids = answers.map((headers) => headers.get('x-request-id') ?? '');
  for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/);
  assert.equal(new Set(ids).size, ids.length);
});
