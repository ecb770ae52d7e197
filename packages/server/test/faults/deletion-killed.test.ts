import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { until } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { TEST_USER_AGENT } from '../support/test-app.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

/** The service is killed when an account is closed and not erased, or in the middle of erasing it. */

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

const PASSWORD = 'correct horse battery';

async function withBalance(email: string, cents: number): Promise<{ id: string; key: string }> {
  const [account] = await scene.database.query<{ id: string }>('select id from accounts where email = $1', [
    email,
  ]);
  const id = account?.id ?? '';
  const at = systemClock.now();
  return scene.database.transaction(async (tx) => {
    await grantBalance(tx, id, cents, at);
    return { id, key: (await rotateKey(tx, id, { by: 'operator', network: null }, at)).key };
  });
}

const points: readonly CrashPoint[] = ['deletion.after_job', 'deletion.after_commit'];
for (const point of points.slice(0, EVERY_DRILL ? undefined : 1)) {
  test(`killed at ${point}: the deletion is completed`, async () => {
    verifies('DEC-DATA-03');
    const killed = await scene.start(['--no-worker'], { CRASH_AT: point });
    const post = (path: string, body: object, more: Readonly<Record<string, string>>) =>
      fetch(killed.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': TEST_USER_AGENT, ...more },
        body: JSON.stringify(body),
      }).catch(() => undefined);
    const email = 'ann@example.com';
    const signedUp = await post(
      '/api/auth/sign-up/email',
      { name: '', email, password: PASSWORD },
      { origin: killed.url },
    );
    const cookie = (signedUp?.headers.getSetCookie() ?? []).map((one) => one.split(';')[0]).join('; ');
    const { id, key } = await withBalance(email, 100);
    for (const prompt of ['a pear', 'a plum', 'a fig']) {
      const ordered = await post('/v1/images/generate', { prompt }, { 'x-api-key': key });
      assert.equal(ordered?.status, 200);
    }
    const deletion = { email, password: PASSWORD, forfeit_balance_cents: 85 };
    const answer = await post('/api/console/data/deletion', deletion, { cookie, origin: killed.url });
    assert.ok(answer === undefined || answer.status === 204, await answer?.text());
    assert.equal(await killed.ended(), null);
    const left = async () =>
      (await scene.database.query('select from jobs where account_id = $1 and deleted_at is null', [id]))
        .length;
    assert.equal(await left(), point === 'deletion.after_job' ? 2 : 3);
    const sessions = await scene.database.query('select from auth_sessions where user_id = $1', [id]);
    assert.equal(sessions.length, 0, 'the account was closed before anything was erased');

    await scene.restartHere();
    await until(async () => {
      const rows = await scene.database.query(
        'select from accounts where id = $1 and erased_at is not null',
        [id],
      );
      return rows.length === 1;
    });
    assert.equal(await left(), 0);
    const violated = (await auditLedger(scene.database)).filter(({ violations }) => violations.length > 0);
    assert.deepEqual(violated, []);
  });
}
