import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newCaller } from '../support/console-caller.ts';
import { jobCaller } from '../support/job-api.ts';
import { operatorCaller } from '../support/operator.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';

/** A query parameter that is given twice: each interface says so in its own format, instead of choosing one. */

const TWICE = /^is given twice; send it once$/;

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('v1 names the parameter, and not the others', async () => {
  verifies('DEC-REQUEST-12');
  const customer = await service.account();
  for (const path of ['/v1/jobs?limit=1&limit=2', '/v1/jobs?kind=image&limit=1&limit=1']) {
    assertInvalid(await customer.get(path), 'limit', TWICE);
  }
  assertInvalid(await customer.get('/v1/jobs?kind=image&kind=video&kind=image'), 'kind', TWICE);
  const both = await customer.get('/v1/jobs?limit=1&limit=2&page=1&page=2');
  assert.deepEqual(
    both.body.issues.map(({ path }: { path: string }) => path),
    ['limit', 'page'],
  );
  assertInvalid(await customer.get('/v1/me/webhooks/deliveries?state=failed&state=failed'), 'state', TWICE);
});

test('so do the job API and the OpenAI-compatible routes', async () => {
  verifies('DEC-REQUEST-12');
  const { token } = await jobCaller(service);
  const headers = { authorization: `Bearer ${token}` };
  const jobs = await send(`${service.url}/jobs?limit=1&limit=2`, { headers });
  assert.deepEqual([jobs.status, jobs.body], [400, { error: 'limit: is given twice; send it once' }]);
  const { key } = await service.account();
  for (const path of ['/videos?after=x&after=y', '/videos/x/content?variant=video&variant=video']) {
    const answer = await send(`${service.url}/openai/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(answer.status, 400, path);
    const { param, message } = answer.body.error;
    assert.deepEqual([param, message], [/\?(\w+)/.exec(path)?.[1], `${param}: is given twice; send it once`]);
  }
});

test("so do the console's lists and those of operators", async () => {
  verifies('DEC-REQUEST-12');
  const person = await newCaller(service);
  for (const [path, name] of [
    ['/works?kind=image&kind=video', 'kind'],
    ['/usage?month=2031-01&month=2031-01', 'month'],
    ['/usage/jobs?limit=7&limit=7', 'limit'],
    ['/usage/jobs.csv?kind=image&kind=image', 'kind'],
    ['/billing/payments?limit=1&limit=1', 'limit'],
    ['/security-events?cursor=1&cursor=2', 'cursor'],
    ['/webhooks/deliveries?limit=1&limit=1', 'limit'],
  ] as const) {
    assertInvalid(await person.get(path), name, TWICE);
  }
  const operator = await operatorCaller(service);
  for (const [path, name] of [
    ['/jobs?limit=1&limit=2', 'limit'],
    ['/accounts?q=a&q=b', 'q'],
    [`/accounts/${person.accountId}/ledger?limit=1&limit=2`, 'limit'],
    ['/log?kind=a&kind=b', 'kind'],
    ['/blocked?cursor=1&cursor=2', 'cursor'],
  ] as const) {
    assertInvalid(await operator.get(path), name, TWICE);
  }
});

test('a page of the browser reads the first one', async () => {
  const { headers } = await newCaller(service);
  const page = await fetch(`${service.url}/activate?user_code=BCDFGHJK&user_code=x`, { headers });
  assert.equal(page.status, 404);
  assert.match(await page.text(), /No open request has this code/);
});
