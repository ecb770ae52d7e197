import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { sweepStorage } from '../../src/jobs/retention/sweep-storage.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { consoleCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { ASK, callsWith } from '../support/job-api.ts';
import { violations } from '../support/jobs-under-test.ts';
import { HOUR_MS } from '../support/manual-clock.ts';
import { signUp } from '../support/signed-in.ts';
import { keysOf } from '../support/stores-under-test.ts';
import type { TestApp } from '../support/test-app.ts';
import { type FaultScene, setFaultScene } from './fault-scene.ts';

/** The service is killed when the bytes of a kept copy are stored, and its row is not written. */

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

test('killed between the bytes and the row of a copy: it is kept by the next try, and the rest is swept', async () => {
  verifies('DEC-LIBRARY-05');
  const { database } = scene;
  const killed = await scene.start([], { CRASH_AT: 'keep.before_commit' });
  const service = { url: killed.url, database } as TestApp;
  const person = await signUp(service, 'ann@example.com');
  const calls = callsWith(service, await tokenOf(service, person));
  const jobId = (await calls.generate({ ...ASK, type: 'image' })).body.job_id;
  await until(async () => (await calls.job(jobId)).body.status === 'completed');
  const keep = (url: string) =>
    consoleCaller({ ...service, url }, person).call('PUT', `/studio/kept/${jobId}`);
  await keep(killed.url).catch(() => undefined);
  assert.equal(await killed.ended(), null);
  const { blobs } = await openStore(undefined, path.join(scene.settings.KINORA_DATA_DIR ?? '', 'blobs'));
  const [left] = await keysOf({ blobs }, 'kept');
  assert.ok(left !== undefined, 'the bytes were stored');
  assert.deepEqual(await database.query('select from kept_results'), []);
  assert.deepEqual(await violations(database), [], 'nothing is counted');

  const { url } = await scene.restartHere();
  assert.equal((await keep(url)).status, 204);
  const [kept] = (await keysOf({ blobs }, 'kept')).filter((key) => key !== left);
  await sweepStorage({ database, blobs }, new Date(Date.now() + 25 * HOUR_MS));
  assert.deepEqual(await keysOf({ blobs }, 'kept'), [kept]);
  assert.deepEqual(await violations(database), []);
});
