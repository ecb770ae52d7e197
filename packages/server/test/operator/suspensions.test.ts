import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import type { ConsoleCaller } from '../support/console-caller.ts';
import { jobCaller, resetCallLimit } from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { operatorCaller } from '../support/operator.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const REFUSED = 'explicit hardcore porn';
const reason = 'a misunderstanding';
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
let operator: ConsoleCaller;
before(async () => {
  service = await startTestApp({ clock });
  operator = await operatorCaller(service, 'boss@example.com');
});
after(() => service.stop());

const order = (account: TestAccount, prompt = 'a pear'): Promise<Answer> =>
  account.post('/v1/images/generate', { prompt, width: 256, height: 256 });

async function reject(account: TestAccount, times: number): Promise<void> {
  for (let i = 0; i < times; i++) assert.equal((await order(account, REFUSED)).status, 451);
}

async function suspended(): Promise<{ readonly account: TestAccount; readonly until: string }> {
  const account = await service.account();
  await reject(account, 10);
  const { body } = await order(account);
  assert.equal(body.code, 'key_suspended');
  return { account, until: body.until };
}

const lift = ({ id }: TestAccount, until: string) =>
  operator.post(`/accounts/${id}/lift-suspension`, { suspended_until: until, reason });

const lifted = async ({ id }: TestAccount): Promise<Answer['body'][]> =>
  (await operator.get(`/log?kind=suspension_lifted&account=${id}`)).body.events;

test('a suspension is shown, and after it is lifted the next call is accepted, on both interfaces', async () => {
  verifies('DEC-OPERATOR-20', 'DEC-OPERATOR-02');
  const { account, until } = await suspended();
  const bystander = await service.account();
  const { accounts } = (await operator.get('/accounts?only=suspended')).body;
  assert.deepEqual(
    accounts.map(({ id, suspended }: { id: string; suspended: boolean }) => [id, suspended]),
    [[account.id, true]],
  );
  assert.equal((await operator.get(`/accounts/${bystander.id}`)).body.suspended, false);
  const detail = (await operator.get(`/accounts/${account.id}`)).body;
  assert.deepEqual([detail.suspended, detail.suspended_until], [true, until]);

  const unexplained = { suspended_until: until, reason: ' ' };
  const refused = await operator.post(`/accounts/${account.id}/lift-suspension`, unexplained);
  assert.equal(refused.body.issues[0].path, 'reason');
  assert.equal((await order(account)).status, 403);

  assert.equal((await lift(account, until)).status, 200);
  assert.equal((await order(account)).status, 200);
  const after = (await operator.get(`/accounts/${account.id}`)).body;
  assert.deepEqual([after.suspended, after.suspended_until], [false, null]);
  assert.deepEqual((await operator.get('/accounts?only=suspended')).body.accounts, []);
  const [event, ...more] = await lifted(account);
  assert.deepEqual(more, []);
  assert.equal(event.operator_email, 'boss@example.com');
  assert.deepEqual(event.details, { reason, suspended_until: until });
});

test('a token of the job API is served again too', async () => {
  verifies('DEC-OPERATOR-20');
  const caller = await jobCaller(service);
  const ask = (prompt: string) =>
    caller.generate({ type: 'image', prompt, width: 256, height: 256, age_verified: true });
  for (let i = 0; i < 10; i++) {
    await resetCallLimit(service, caller.accountId);
    assert.equal((await ask(REFUSED)).status, 451);
  }
  await resetCallLimit(service, caller.accountId);
  assert.equal((await ask('a pear')).status, 403);
  const { suspended_until: until } = (await operator.get(`/accounts/${caller.accountId}`)).body;
  const path = `/accounts/${caller.accountId}/lift-suspension`;
  assert.equal((await operator.post(path, { suspended_until: until, reason })).status, 200);
  assert.equal((await ask('a pear')).status, 200);
});

test('of two tabs one lifts it, and neither lifts the suspension that follows', async () => {
  verifies('DEC-OPERATOR-20');
  const { account, until } = await suspended();
  const answers = await Promise.all(Array.from({ length: 4 }, () => lift(account, until)));
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.equal((await lifted(account)).length, 1);
  clock.advance(60_000);
  await reject(account, 10);
  assert.equal((await order(account)).status, 403);
  const stale = await lift(account, until);
  assert.deepEqual([stale.status, stale.body.code], [409, 'changed_meanwhile']);
  assert.equal((await order(account)).status, 403);
  assert.equal((await lifted(account)).length, 1);
});

test('what was rejected before the lifting suspends nobody again; ten new attempts do', async () => {
  verifies('DEC-OPERATOR-19');
  const { account, until } = await suspended();
  await lift(account, until);
  clock.advance(1_000);
  await reject(account, 9);
  assert.equal((await account.get('/v1/usage')).status, 200, 'nine are not ten');
  await reject(account, 1);
  assert.equal((await account.get('/v1/usage')).status, 403);
});

test('a job from before the lifting that is blocked after it does not count', async () => {
  verifies('DEC-OPERATOR-19');
  const account = await service.account();
  const jobs = new Set<string>();
  for (let i = 0; i < 10; i++) jobs.add((await order(account)).body.job_id);
  clock.advance(1_000);
  await reject(account, 11);
  const { until } = (await account.get('/v1/usage')).body;
  await lift(account, until);
  clock.advance(1_000);
  while (jobs.size > 0) {
    const lease = await takeLease(service.worker);
    const ours = jobs.delete(lease.job_id);
    if (ours) await service.worker.block(lease, { category: 'test', reason: 'stopped' });
    else await service.worker.fail(lease, { reason: 'broke', retryable: false });
  }
  assert.equal((await account.get('/v1/usage')).status, 200);
});
