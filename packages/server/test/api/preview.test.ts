import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('the owner of a completed image gets a small JPEG of it, and nobody gets one of another job', async () => {
  verifies('DEC-MCP-12');
  const [owner, other] = [await service.account(), await service.account()];
  const { body } = await owner.post('/v1/images/generate', { prompt: 'a pear', width: 1024, height: 768 });
  const preview = `/v1/jobs/${body.job_id}/preview`;
  assert.equal((await owner.get(preview)).body.code, 'not_found', 'it is not completed');
  await deliver(service.worker, await takeLease(service.worker));
  for (const mount of ['', '/api']) {
    const response = await fetch(service.url + mount + preview, {
      headers: { 'x-api-key': owner.key, 'user-agent': TEST_USER_AGENT },
    });
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.match(response.headers.get('cache-control') ?? '', /^private/);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    assert.deepEqual([format, width, height], ['jpeg', 512, 384]);
  }
  for (const path of [preview, `/v1/jobs/${crypto.randomUUID()}/preview`, '/v1/jobs/x/preview']) {
    const { status, body: problem } = await other.get(path);
    assert.deepEqual([status, problem.code], [404, 'not_found'], path);
  }
  await owner.delete(`/v1/jobs/${body.job_id}`);
  assert.equal((await owner.get(preview)).status, 404);
});
