import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { takeLease } from '../support/act-as-worker.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
let service: TestApp;
before(async () => {
  service = await startTestApp({ clock });
});
after(() => service.stop());

test('a suspended key gets 403 with the end of its suspension, and works again afterwards', async () => {
  verifies('V1-AUTH-13', 'DEC-ERROR-15');
  const customer = await service.account();
  await service.database.query('insert into suspensions values ($1, $2, $2)', [
    customer.id,
    '2031-03-06T12:00:00.000Z',
  ]);
  for (const answer of [
    await assertUntouched(service, customer, () => customer.post('/v1/images/generate', { prompt: 'x' })),
    await customer.get('/api/v1/usage'),
  ]) {
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, {
      error:
        'This account is suspended until 2031-03-06 12:00 UTC, because most of its recent requests were rejected.',
      code: 'key_suspended',
      until: '2031-03-06T12:00:00.000Z',
    });
  }
  clock.set('2031-03-06T11:59:59.999Z');
  assert.equal((await customer.get('/v1/usage')).status, 403);
  clock.set('2031-03-06T12:00:00.000Z');
  assert.equal((await customer.get('/v1/usage')).status, 200);
});

test('an account under review cannot generate, and can still read', async () => {
  verifies('V1-ERROR-17');
  const customer = await service.account();
  const { body: job } = await customer.post('/v1/images/generate', { prompt: 'x' });
  await takeLease(service.worker);
  await service.database.query('update accounts set under_review_since = now() where id = $1', [customer.id]);
  for (const kind of ['images', 'videos']) {
    const answer = await assertUntouched(service, customer, () =>
      customer.post(`/v1/${kind}/generate`, { prompt: 'x' }),
    );
    assert.equal(answer.status, 403);
    assert.deepEqual(answer.body, {
      error: 'API payments on this account are paused for review; contact support.',
      code: 'account_review_required',
    });
  }
  for (const path of ['/v1/usage', '/v1/me/balance', job.poll_url]) {
    assert.equal((await customer.get(path)).status, 200);
  }
});

test('a review is reported before a missing payment', async () => {
  verifies('V1-ERROR-17');
  for (const cents of [0, 1]) {
    const customer = await service.account(cents);
    await service.database.query('update accounts set under_review_since = now() where id = $1', [
      customer.id,
    ]);
    const { status, body } = await customer.post('/v1/images/generate', { prompt: 'x' });
    assert.deepEqual([status, body.code], [403, 'account_review_required']);
  }
});

test('a review is reported before a suspension', async () => {
  verifies('DEC-FUNDING-07');
  const customer = await service.account();
  await service.database.query(`insert into suspensions values ($1, '2031-03-01', '2031-04-01')`, [
    customer.id,
  ]);
  const suspended = await customer.post('/v1/images/generate', { prompt: 'x' });
  assert.deepEqual([suspended.status, suspended.body.code], [403, 'key_suspended']);
  await service.database.query('update accounts set under_review_since = now() where id = $1', [customer.id]);
  const reviewed = await customer.post('/v1/images/generate', { prompt: 'x' });
  assert.deepEqual([reviewed.status, reviewed.body.code], [403, 'account_review_required']);
});
