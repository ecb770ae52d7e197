import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { expireLeases, type FaultScene, setFaultScene } from './fault-scene.ts';

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

const IMAGE = { prompt: 'a lighthouse in the fog', width: 256, height: 256, seed: 3 };

async function jobsOf(accountId: string): Promise<{ state: string; attempt: number }[]> {
  return scene.database.query('select state, attempt from current_jobs where account_id = $1', [accountId]);
}

const atAcceptance: readonly CrashPoint[] = ['accept.after_commit', 'accept.before_commit'];
for (const point of atAcceptance.slice(0, EVERY_DRILL ? undefined : 1)) {
  test(`killed at ${point}: the client's retry gets one job and one charge`, async () => {
    const customer = await scene.customer(100);
    const idempotencyKey = `retry ${point}`;
    const killed = await scene.start(['--no-worker'], { CRASH_AT: point });
    await assert.rejects(customer.at(killed.url).generateImage(IMAGE, { idempotencyKey }));
    assert.equal(await killed.ended(), null);
    const accepted = (await jobsOf(customer.id)).length;
    assert.equal(accepted, point === 'accept.after_commit' ? 1 : 0);

    const restarted = await scene.start();
    const client = customer.at(restarted.url);
    const job = await client.generateImage(IMAGE, { idempotencyKey });
    assert.equal((await client.waitFor(job, { pollMs: 50 })).status, 'completed');
    assert.equal((await jobsOf(customer.id)).length, 1);
    assert.equal(await balanceOf(scene.database, customer.id), 95);
    assert.deepEqual(await violations(scene.database), []);
  });
}

const duringExecution: readonly CrashPoint[] = [
  'complete.before_commit',
  'claim.after_commit',
  'artifact.before_rename',
  'complete.after_commit',
];
for (const point of duringExecution.slice(0, EVERY_DRILL ? undefined : 1)) {
  test(`killed at ${point}: the accepted job is delivered once`, async () => {
    const customer = await scene.customer(100);
    const killed = await scene.start([], { CRASH_AT: point });
    const job = await customer.at(killed.url).generateImage(IMAGE);
    assert.equal(await killed.ended(), null);

    const restarted = await scene.start();
    await expireLeases(scene.database);
    const client = customer.at(restarted.url);
    const status = await client.waitFor(job, { pollMs: 50 });
    assert.equal(status.status, 'completed');
    assert.ok((await client.download(status.result_url ?? '')).length > 1000);
    const attempts = point === 'complete.after_commit' ? 1 : 2;
    assert.deepEqual(await jobsOf(customer.id), [{ state: 'completed', attempt: attempts }]);
    assert.equal(await balanceOf(scene.database, customer.id), 95);
    assert.deepEqual(await violations(scene.database), []);
  });
}

test('killed under load: every accepted request is a job that completes, and no money is lost', async () => {
  const customer = await scene.customer(10_000);
  const killed = await scene.start();
  const client = customer.at(killed.url);
  const requests = Array.from({ length: EVERY_DRILL ? 60 : 24 }, () => client.generateImage(IMAGE));
  await Promise.race(requests);
  await killed.end('SIGKILL');
  const accepted = (await Promise.allSettled(requests)).filter((result) => result.status === 'fulfilled');

  const restarted = await scene.start();
  await expireLeases(scene.database);
  const again = customer.at(restarted.url);
  for (const { value } of accepted) {
    assert.equal((await again.waitFor(value, { pollMs: 50 })).status, 'completed');
  }
  // Jobs whose response was lost in the kill are rendered too, all by one worker.
  const allCompleted = async () => (await jobsOf(customer.id)).every(({ state }) => state === 'completed');
  await until(allCompleted, SLOW_MS);
  const jobs = await jobsOf(customer.id);
  assert.ok(jobs.length >= accepted.length);
  assert.equal(await balanceOf(scene.database, customer.id), 10_000 - 5 * jobs.length);
  assert.deepEqual(await violations(scene.database), []);
});
