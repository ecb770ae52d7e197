import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Responses that few tests cause. `send` asserts that the reference describes each. */

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

/** The statuses for a client that has the file, for one that has another, and for a range that it does not have. */
async function conditionalStatuses(url: string): Promise<number[]> {
  const { headers } = await send(url, {});
  const etag = headers.get('etag') ?? '';
  const conditions = [{ 'if-none-match': etag }, { 'if-match': '"other"' }, { range: 'bytes=99999999-' }];
  const answers = await Promise.all(conditions.map((condition) => send(url, { headers: condition })));
  return answers.map(({ status }) => status);
}

test('the reference describes conditional downloads', async () => {
  verifies('DEC-ADDRESS-04');
  const ordered = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker));
  const { result_url: signed } = (await customer.get(ordered.body.poll_url)).body;
  assert.deepEqual(await conditionalStatuses(signed), [304, 412, 416]);

  const caller = await jobCaller(service);
  const { body } = await caller.generate({ type: 'image', ...ASK });
  await deliver(service.worker, await takeLease(service.worker));
  const [result] = (await caller.job(body.job_id)).body.results;
  assert.deepEqual(await conditionalStatuses(result.url), [304, 412, 416]);

  const { headers } = await customer.get('/v1/me/mcp-package');
  const again = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await customer.get('/v1/me/mcp-package', again)).status, 304);
});

test('the reference describes bodies that are too large', async () => {
  verifies('DEC-ADDRESS-04');
  const { token } = await jobCaller(service);
  const body = ' '.repeat(24 * 2 ** 20 + 1);
  for (const path of ['/generate', '/quote']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await send(service.url + path, { method: 'POST', headers, body });
    assert.equal(answer.status, 413, path);
  }
});
