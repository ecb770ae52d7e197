import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createCode } from '../../src/grants/change-codes.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { TEST_USER_AGENT } from '../support/test-app.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

/** The service is killed while it redeems a code: before its commit, or after it and before the response. */

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

const points: readonly CrashPoint[] = ['redeem.before_commit', 'redeem.after_commit'];
for (const point of points.slice(0, EVERY_DRILL ? undefined : 1)) {
  test(`killed at ${point}: the code is redeemed once, and whole`, async () => {
    verifies('DEC-CODE-06');
    const killed = await scene.start(['--no-worker'], { CRASH_AT: point });
    const post = (url: string, path: string, body: object, cookie = '') =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': TEST_USER_AGENT, origin: url, cookie },
        body: JSON.stringify(body),
      });
    const person = { name: '', email: 'ann@example.com', password: 'correct horse battery' };
    const signedUp = await post(killed.url, '/api/auth/sign-up/email', person);
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const [account] = await scene.database.query<{ id: string }>('select id from accounts');
    const id = account?.id ?? '';
    const code = { code: 'KILLED', amountCents: 100, uses: 1, expiresAt: null, grantDays: null };
    await createCode(scene.database, code, systemClock.now());
    const redeem = (url: string) => post(url, '/api/console/billing/redeem', { code: 'killed' }, cookie);
    await assert.rejects(redeem(killed.url));
    assert.equal(await killed.ended(), null);
    const isCommitted = point === 'redeem.after_commit';
    assert.equal(await balanceOf(scene.database, id), isCommitted ? 100 : 0);

    const { url } = await scene.restartHere();
    assert.equal((await redeem(url)).status, isCommitted ? 409 : 200);
    assert.equal(await balanceOf(scene.database, id), 100);
    assert.deepEqual(await violations(scene.database), []);
  });
}
