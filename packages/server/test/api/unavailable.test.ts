import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

test('data that cannot be read in time is a 503 with a specific code, and nothing is charged', async () => {
  verifies('V1-ERROR-23', 'V1-ERROR-10');
  const customer = await service.account(100);
  const calls = {
    usage_unavailable: () => customer.get('/v1/usage'),
    overage_temporarily_unavailable: () => customer.get('/api/v1/me/overage'),
    billing_verification_unavailable: () => customer.post('/v1/images/generate', { prompt: 'a pear' }),
  };
  await service.database.transaction(async (tx) => {
    // Another session locks the tables for longer than a request may wait.
    await tx.query('lock table usage_months, funding_terms in access exclusive mode');
    await Promise.all(
      Object.entries(calls).map(async ([code, call]) => {
        const { status, body, headers } = await call();
        assert.deepEqual([status, body.code], [503, code]);
        assert.ok(Number(headers.get('retry-after')) > 0);
      }),
    );
  });
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, 100);
  for (const call of Object.values(calls)) assert.equal((await call()).status, 200);
});
