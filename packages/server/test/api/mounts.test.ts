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

for (const mount of ['', '/api']) {
  test(`the whole interface is served below "${mount}/v1"`, async () => {
    verifies('DEC-ADDRESS-01', 'DEC-ADDRESS-02', 'DEC-ADDRESS-03', 'V1-VERSION-01');
    const customer = await service.account();
    const image = await customer.post(`${mount}/v1/images/generate`, { prompt: 'x' });
    const video = await customer.post(`${mount}/v1/videos/generate`, { prompt: 'x' });
    for (const { status, body } of [image, video]) {
      assert.equal(status, 200);
      // The path is absolute, so it is the same for both base addresses.
      assert.equal(body.poll_url, `/api/v1/jobs/${body.job_id}`);
      assert.equal(new URL(body.poll_url, `${service.url}${mount}/v1/`).origin, service.url);
      assert.equal((await customer.get(body.poll_url)).status, 200);
      assert.equal((await customer.get(`${mount}/v1/jobs/${body.job_id}`)).status, 200);
      await deliver(service.worker, await takeLease(service.worker));
    }
    assert.equal((await customer.get(`${mount}/v1/usage`)).body.balance_cents, 10_000 - 55);
    assert.equal((await customer.get(`${mount}/v1/me/balance`)).body.balance_cents, 10_000 - 55);
    assert.equal((await customer.delete(`${mount}/v1/jobs/${image.body.job_id}`)).status, 204);
    assert.equal((await customer.get(image.body.poll_url)).status, 404);
  });
}

test('links are built from the public address if it is set', async () => {
  verifies('DEC-SETTING-03', 'DEC-ERROR-05');
  const proxied = await startTestApp({
    environment: { KINORA_PUBLIC_URL: 'https://media.example.com/kinora/' },
  });
  try {
    const customer = await proxied.account(5);
    const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
    await deliver(proxied.worker, await takeLease(proxied.worker));
    const job = await customer.get(body.poll_url);
    assert.match(job.body.result_url, /^https:\/\/media\.example\.com\/kinora\/files\/jobs\//);
    const direct = job.body.result_url.replace('https://media.example.com/kinora', proxied.url);
    assert.equal((await fetch(direct)).status, 200);
    const refused = await customer.post('/v1/images/generate', { prompt: 'x' });
    assert.equal(refused.body.top_up, 'https://media.example.com/kinora/account/top-up');
  } finally {
    await proxied.stop();
  }
});
