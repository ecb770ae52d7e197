import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { App } from '../../src/app.ts';
import { within } from '../support/deadline.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { send } from '../support/test-app.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

/** Two nodes, one of which disappears within a transaction without closing its connection to PostgreSQL. */

let scene: FaultScene;
let proxy: TcpProxy;
beforeEach(async () => {
  scene = await setFaultScene();
  proxy = await startTcpProxy(scene.settings.DATABASE_URL ?? '');
});
afterEach(async () => {
  await proxy.close();
  await scene.end();
});

const LIMIT = { timeout: 120_000 };
/** How long a customer whose row a vanished node has locked may wait for an answer. */
const SERVED_WITHIN_MS = 15_000;

function generate(service: Pick<App, 'url'>, key: string) {
  return send(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'user-agent': 'kinora-tests/1.0', 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'x' }),
  });
}

async function isLocked(accountId: string): Promise<boolean> {
  const rows = await scene.database.query(
    'select from funding_accounts where account_id = $1 for update skip locked',
    [accountId],
  );
  return rows.length === 0;
}

/** Starts two nodes; the first vanishes while it accepts a job of `accountId`, whose funding row stays locked. */
async function loseNode(account: { readonly id: string; readonly apiKey: string }): Promise<App> {
  const lost = await scene.start(['--no-worker'], { DATABASE_URL: proxy.connectionString });
  const left = await scene.startHere();
  const vanished = proxy.disturbCommit('client vanished', 'insert into jobs');
  const unanswered = generate(lost, account.apiKey).catch(() => {});
  await within(() => 'the COMMIT of the node that vanishes', vanished);
  await lost.end('SIGKILL');
  await unanswered;
  return left;
}

test(
  'a node vanishes with a row locked: others are served meanwhile, and that customer soon',
  LIMIT,
  async () => {
    verifies('DEC-FAULT-01', 'DEC-FAULT-02');
    const stuck = await scene.customer(1000);
    const other = await scene.customer(1000);
    const left = await loseNode(stuck);
    const waiting = Promise.all(Array.from({ length: 20 }, () => generate(left, stuck.apiKey)));
    for (let order = 0; order < 20; order++) {
      assert.equal((await generate(left, other.apiKey)).status, 200);
    }
    assert.ok(await isLocked(stuck.id), 'the others were served while the row was locked');
    const answers = await within(() => 'the orders of the stuck customer', waiting, SERVED_WITHIN_MS);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(await scene.database.query('select count(*) as jobs from jobs'), [{ jobs: 40 }]);
    assert.equal(await balanceOf(scene.database, stuck.id), 1000 - 20 * 5);
    assert.deepEqual(await violations(scene.database), []);
  },
);
