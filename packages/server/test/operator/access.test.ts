import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { ageSessions, consoleCaller } from '../support/console-caller.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { operatorCaller } from '../support/operator.ts';
import { signUp } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const ID = '01890000-0000-7000-8000-000000000000';
const READS = [
  '/overview',
  '/queue',
  '/workers',
  '/jobs',
  `/jobs/${ID}`,
  `/jobs/${ID}/blurred`,
  '/accounts',
  `/accounts/${ID}`,
  `/accounts/${ID}/ledger`,
  '/reports',
  '/blocked',
  '/prices',
  '/log',
  '/mails',
  '/mails/new_key',
  '/mails/new_key/html',
];
const reason = 'a test of it';
const CHANGES: Readonly<Record<string, object>> = {
  '/worker-tokens': { name: 'gpu-1' },
  '/worker-tokens/revoke': { name: 'gpu-1', reason },
  [`/jobs/${ID}/cancel`]: { reason },
  [`/jobs/${ID}/requeue`]: { attempt: 1, reason },
  [`/jobs/${ID}/reveal`]: {},
  [`/accounts/${ID}/ban`]: { banned: true, reason },
  [`/accounts/${ID}/review`]: { in_review: true, reason },
  [`/accounts/${ID}/lift-suspension`]: { suspended_until: '2026-03-01T12:00:00Z', reason },
  [`/accounts/${ID}/limits`]: {
    calls_per_minute: 1,
    jobs_at_once: null,
    videos_per_day: null,
    images_per_day: null,
    stored_gib: null,
    reason,
  },
  [`/accounts/${ID}/credit`]: { credit_id: ID, amount_cents: 100, reason },
  [`/accounts/${ID}/plan`]: { plan: 'pro', reason },
  [`/reports/${ID}/resolve`]: { resolution: 'kept', reason },
  '/prices': { base_version: 100, document: JSON.stringify(catalogue.document), starts_at: null, reason },
  '/prices/withdraw': { base_version: 1, reason },
  [`/blocked/${ID}/review`]: { decision: 'upheld', reason },
};

test('nobody and no customer reads or changes anything, on any route', async () => {
  verifies('DEC-OPERATOR-01');
  const nobody = consoleCaller(service, null, '/api/console/operator');
  const customer = consoleCaller(service, await signUp(service, 'ann@example.com'), '/api/console/operator');
  for (const [caller, status, code] of [
    [nobody, 401, 'sign_in_required'],
    [customer, 403, 'operator_only'],
  ] as const) {
    for (const path of READS) {
      const answer = await caller.get(path);
      assert.deepEqual([answer.status, answer.body.code], [status, code], path);
    }
    for (const [path, body] of Object.entries({ ...CHANGES, '/prices/preview': {} })) {
      const answer = await caller.post(path, body);
      assert.deepEqual([answer.status, answer.body.code], [status, code], path);
    }
  }
  const tokens = await service.database.query('select from worker_tokens');
  assert.equal(tokens.length, 0);
});

test('an operator reads every list, and gets a sentence for what is not there or not whole', async () => {
  verifies('DEC-OPERATOR-01', 'DEC-OPERATOR-02');
  const operator = await operatorCaller(service);
  for (const path of READS) {
    const { status, body, headers } = await operator.get(path);
    assert.equal(status, path.includes(ID) && !path.endsWith('/ledger') ? 404 : 200, path);
    if (status === 404) assert.match(body.error, /^There is no such /);
    assert.equal(headers.get('cache-control'), 'no-store', path);
  }
  for (const [path, body] of Object.entries(CHANGES)) {
    if (path === '/worker-tokens') continue;
    const answer = await operator.post(path, body);
    assert.ok([404, 409].includes(answer.status), `${path}: ${answer.text}`);
    assert.doesNotMatch(answer.text, /internal/);
    if (!path.endsWith('/reveal')) {
      const { reason: _, ...unexplained } = body as { reason: string };
      const refused = await operator.post(path, { ...unexplained, reason: ' ' });
      assert.equal(refused.status, 400, `${path}: ${refused.text}`);
      assert.equal(refused.body.issues[0].path, 'reason', refused.text);
    }
  }
  for (const path of [
    '/jobs?limit=0',
    '/jobs?state=lost',
    '/log?cursor=x',
    '/accounts?only=all',
    '/log?from=now',
  ]) {
    assert.equal((await operator.get(path)).status, 400, path);
  }
  const { length } = await service.database.query(
    'select from security_events where operator_id is not null',
  );
  assert.equal(length, 0, 'what changed nothing is not in the log');
});

test('a console that an operator left open changes and reveals nothing', async () => {
  verifies('DEC-OPERATOR-18');
  const operator = await operatorCaller(service);
  await ageSessions(service, operator.accountId, 2);
  for (const [path, body] of Object.entries(CHANGES)) {
    const { status, body: answer } = await operator.post(path, body);
    assert.deepEqual([status, answer.code], [403, 'second_factor_required'], path);
  }
  assert.deepEqual(await service.database.query('select from worker_tokens'), []);
});
