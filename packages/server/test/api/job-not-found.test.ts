import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newId } from '../../src/kernel/ids.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
/** Ids of jobs that the customer may not see, by the reason. */
const hidden: Record<string, string> = {};

before(async () => {
  service = await startTestApp();
  customer = await service.account();
  const stranger = await service.account();
  const accept = async (account: TestAccount): Promise<string> =>
    (await account.post('/v1/images/generate', { prompt: 'x' })).body.job_id;
  hidden['foreign, finished'] = await accept(stranger);
  await deliver(service.worker, await takeLease(service.worker));
  hidden['foreign, waiting'] = await accept(stranger);
  hidden['own, deleted'] = await accept(customer);
  assert.equal((await customer.delete(`/v1/jobs/${hidden['own, deleted']}`)).status, 204);
  hidden['foreign, deleted'] = await accept(stranger);
  assert.equal((await stranger.delete(`/v1/jobs/${hidden['foreign, deleted']}`)).status, 204);
  hidden.unknown = newId();
  hidden['of another version'] = '3b241101-e2bb-4255-8caf-4136c566a962';
  hidden['in upper case'] = hidden['foreign, finished'].toUpperCase();
  hidden['no uuid'] = 'nope';
  hidden.empty = '';
  hidden['with NUL'] = '%00';
  hidden['with quotes'] = "'%20or%20true%20--";
  hidden['very long'] = 'a'.repeat(900);
});
after(() => service.stop());

/** Everything that could distinguish two responses. */
function visible({ status, headers, text }: Answer): unknown {
  const named = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status, headers: named, text };
}

for (const method of ['get', 'delete'] as const) {
  test(`${method.toUpperCase()} of an unknown, foreign or deleted job has one response, byte for byte`, async () => {
    verifies('V1-ENDPOINT-03', 'V1-ENDPOINT-04', 'DEC-JOB-05', 'DEC-ERROR-07');
    const expected = visible(await customer[method](`/v1/jobs/${newId()}`));
    for (const [why, id] of Object.entries(hidden)) {
      const answer = await customer[method](`/v1/jobs/${id}`);
      assert.equal(answer.status, 404, why);
      assert.deepEqual(answer.body, {
        error: 'There is no such job, or it is not yours.',
        code: 'not_found',
      });
      assert.deepEqual(visible(answer), expected, why);
    }
  });
}

test('an id is accepted in upper case, on both interfaces', async () => {
  verifies('DEC-JOB-17');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  const answer = await customer.get(`/v1/jobs/${body.job_id.toUpperCase()}`);
  assert.deepEqual([answer.status, answer.body.job_id], [200, body.job_id]);
  assert.equal((await customer.delete(`/v1/jobs/${body.job_id.toUpperCase()}`)).status, 204);
  const caller = await jobCaller(service);
  const accepted = await caller.generate({ ...ASK, type: 'image' });
  const job = await caller.job(accepted.body.job_id.toUpperCase());
  assert.deepEqual([job.status, job.body.job_id], [200, accepted.body.job_id]);
});

test("a DELETE by another account changes neither the job nor its owner's money", async () => {
  verifies('V1-ENDPOINT-03');
  const owner = await service.account();
  const { body } = await owner.post('/v1/images/generate', { prompt: 'x' });
  assert.equal((await customer.delete(body.poll_url)).status, 404);
  assert.equal((await owner.get(body.poll_url)).body.status, 'queued');
  assert.equal((await owner.get('/v1/me/balance')).body.balance_cents, 9995);
});

test('an unknown path is a 404 that names it', async () => {
  verifies('DEC-ERROR-07', 'DEC-REQUEST-10', 'DEC-ERROR-01');
  for (const path of ['/v1/job', '/v1/nothing', '/api/v1/', '/v2/usage', '/api/v1/V1/usage']) {
    const { status, body, headers } = await customer.get(path);
    assert.equal(status, 404);
    const error = `There is no GET ${path}; the reference is at /api/docs.`;
    assert.deepEqual(body, path === '/v2/usage' ? { error } : { error, code: 'not_found' });
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  }
});
