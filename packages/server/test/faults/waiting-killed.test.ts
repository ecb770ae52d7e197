import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { CrashPoint } from '../../src/kernel/crash-point.ts';
import { consoleCaller } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { EVERY_DRILL } from '../support/every-drill.ts';
import { violations } from '../support/jobs-under-test.ts';
import { signUp } from '../support/signed-in.ts';
import { FREE_ORDER, order, waitingPrompts } from '../support/studio-orders.ts';
import type { TestApp } from '../support/test-app.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

/** Orders that wait, with a server that is killed as one of them starts, and with several servers. */

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

/** A person with a job that runs, and orders that wait for it. */
async function withWaiting(url: string, name: string, prompts: readonly string[]) {
  const service = { url, database: scene.database } as TestApp;
  const person = await signUp(service, `${name}@example.com`);
  const caller = consoleCaller(service, person);
  for (const prompt of ['running', ...prompts]) {
    const answer = await order(service, person, { ...FREE_ORDER, prompt });
    assert.equal(answer.status, 200, answer.text);
  }
  return { service, person, caller, endJobs: () => cancelJobs(service, person) };
}

/** Cancels the open jobs of a person, which makes room. */
async function cancelJobs(
  { url, database }: Pick<TestApp, 'url' | 'database'>,
  { accountId, headers }: Awaited<ReturnType<typeof signUp>>,
): Promise<void> {
  const { token } = (await (await fetch(`${url}/api/auth/token`, { headers })).json()) as { token: string };
  const open = await database.query<{ id: string }>('select id from open_jobs where account_id = $1', [
    accountId,
  ]);
  for (const { id } of open) {
    const authorization = `Bearer ${token}`;
    await fetch(`${url}/api/job/${id}`, { method: 'DELETE', headers: { authorization } });
  }
}

const points: readonly CrashPoint[] = ['accept.after_commit', 'accept.before_commit'];
for (const point of points.slice(0, EVERY_DRILL ? undefined : 1)) {
  test(`killed at ${point}: the order that started is one job, or still waits`, async () => {
    verifies('DEC-WAIT-03');
    const first = await scene.startHere();
    const { person } = await withWaiting(first.url, 'ann', ['next', 'last']);
    await first.stop();
    const killed = await scene.start(['--no-worker'], { CRASH_AT: point });
    const { database } = scene;
    await cancelJobs({ url: killed.url, database }, person);
    assert.equal(await killed.ended(), null);
    const isAccepted = point === 'accept.after_commit';
    const before = await database.query('select from waiting_orders where account_id = $1', [
      person.accountId,
    ]);
    assert.equal(before.length, isAccepted ? 1 : 2);
    const started = isAccepted ? ['next'] : [];
    assert.deepEqual(await openPrompts(person.accountId), started);

    // The claim of the killed server has run out.
    await database.query(`update waiting_queues set claimed_until = now(), due_at = now()`);
    const restarted = await scene.restartHere();
    await until(async () => (await openPrompts(person.accountId)).join() === 'next');
    await cancelJobs({ url: restarted.url, database }, person);
    await until(async () => (await openPrompts(person.accountId)).join() === 'last');
    const jobs = await database.query('select from jobs where account_id = $1', [person.accountId]);
    assert.equal(jobs.length, 3);
    assert.deepEqual(await violations(database), []);
  });
}

async function openPrompts(accountId: string): Promise<string[]> {
  const rows = await scene.database.query<{ prompt: string }>(
    'select prompt from jobs join open_jobs using (id) where jobs.account_id = $1 order by jobs.id',
    [accountId],
  );
  return rows.map(({ prompt }) => prompt);
}

test('with several servers every order starts once and in its sequence', async () => {
  verifies('DEC-WAIT-03', 'DEC-WAIT-04');
  const servers = await Promise.all([scene.startHere(), scene.startHere(), scene.startHere()]);
  const prompts = ['a', 'b', 'c'];
  const people = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      withWaiting(servers[at % servers.length]?.url ?? '', `person-${at}`, prompts),
    ),
  );
  for (let at = 0; at < prompts.length; at += 1) {
    await Promise.all(people.map(({ endJobs }) => endJobs()));
    await Promise.all(
      people.map(({ person: { accountId } }) =>
        until(async () => (await openPrompts(accountId)).join() === prompts[at]),
      ),
    );
  }
  for (const { service, person, caller } of people) {
    assert.deepEqual(await waitingPrompts(caller), []);
    const jobs = await service.database.query('select from jobs where account_id = $1', [person.accountId]);
    assert.equal(jobs.length, 1 + prompts.length);
  }
  assert.deepEqual(await violations(scene.database), []);
});
