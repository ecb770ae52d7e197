import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newId } from '../../src/kernel/ids.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const TOKEN = 'a-token-that-the-operator-chose';
let service: TestApp;
before(async () => {
  service = await startTestApp({ environment: { KINORA_WORKER_TOKEN: TOKEN } });
});
after(() => service.stop());

const LEASE = `/worker/v1/leases/${newId()}/1`;
const ROUTES = [
  ['POST', '/worker/v1/leases'],
  ['POST', '/worker/v1/stopped'],
  ['POST', '/worker/v1/renderer-time'],
  ['POST', `${LEASE}/heartbeat`],
  ['POST', `${LEASE}/release`],
  ['GET', `${LEASE}/init-image`],
  ['PUT', `${LEASE}/artifacts/result.png`],
  ['POST', `${LEASE}/complete`],
  ['POST', `${LEASE}/fail`],
  ['POST', `${LEASE}/block`],
] as const;

function call(method: string, path: string, authorization?: string) {
  return send(service.url + path, {
    method,
    headers: {
      'content-type': method === 'PUT' ? 'application/octet-stream' : 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(leaseRequest()) }),
  });
}

test('every call of a worker needs the token', async () => {
  verifies('DEC-SETTING-08');
  const { key } = await service.account();
  for (const [method, path] of ROUTES) {
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      `Bearer ${TOKEN}x`,
      TOKEN,
      `Basic ${TOKEN}`,
      `Bearer ${key}`,
    ]) {
      const { status, body, headers } = await call(method, path, wrong);
      assert.equal(status, 401, `${method} ${path} with ${wrong}`);
      assert.deepEqual(body, {
        error: 'Send the token of this worker: Authorization: Bearer <KINORA_WORKER_TOKEN>.',
        code: 'unauthorized',
      });
      assert.match(headers.get('www-authenticate') ?? '', /^Bearer /);
    }
  }
});

test('a worker may use the token that the operator set', async () => {
  verifies('DEC-SETTING-08');
  assert.equal(service.app.workerToken, TOKEN);
  assert.equal((await call('POST', '/worker/v1/leases', `Bearer ${TOKEN}`)).status, 204);
});

test('the worker token gives no access to v1', async () => {
  verifies('V1-AUTH-01');
  const answer = await send(`${service.url}/v1/usage`, {
    headers: { authorization: `Bearer ${TOKEN}`, 'x-api-key': TOKEN, 'user-agent': 'kinora-tests/1' },
  });
  assert.equal(answer.status, 401);
});
