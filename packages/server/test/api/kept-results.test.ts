import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { eraseAccount } from '../../src/account-data/erase-account.ts';
import { exportAccount } from '../../src/account-data/export-account.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { sweepStorage } from '../../src/jobs/retention/sweep-storage.ts';
import { newId } from '../../src/kernel/ids.ts';
import { catalogueWith } from '../support/default-catalogue.ts';
import { callsWith } from '../support/job-api.ts';
import { violations } from '../support/jobs-under-test.ts';
import { bytesOf, DRAFT, type LibraryScene, newMaker, setLibraryScene } from '../support/library-scene.ts';
import { AGREED } from '../support/make-results.ts';
import { HOUR_MS } from '../support/manual-clock.ts';
import { operatorCaller } from '../support/operator.ts';
import { keysOf } from '../support/stores-under-test.ts';
import { startTestApp } from '../support/test-app.ts';

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

let scene: LibraryScene;
before(async () => {
  scene = await setLibraryScene();
});
after(() => scene.service.stop());

test('a kept copy has the bytes of its result, and stays when the job is gone', async () => {
  verifies('DEC-LIBRARY-03', 'DEC-LIBRARY-01');
  const ann = await newMaker(scene.service);
  const jobId = await ann.make('a lamp that stays');
  const gone = await ann.make('a lamp that goes');
  const original = await bytesOf((await ann.results('q=stays'))[0].results[0].url);
  assert.deepEqual(
    [await ann.keep(jobId), await ann.keep(jobId)],
    [204, 204],
    'keeping it again changes nothing',
  );
  assert.equal((await keysOf(scene, 'kept')).length, 1);
  const stranger = await newMaker(scene.service);
  assert.equal(await stranger.keep(jobId), 404);
  assert.deepEqual(
    (await ann.results('kept=yes')).map(({ library }: { library: object }) => library),
    [{ favourite: false, collections: [], kept: true, gone: false }],
  );
  await scene.expire();
  assert.equal(await ann.keep(gone), 404);
  assert.equal((await callsWith(scene.service, ann.token).job(jobId)).status, 404, 'the job itself is gone');
  const [kept] = await ann.results();
  assert.deepEqual([kept.job_id, kept.prompt, kept.library.gone], [jobId, 'a lamp that stays', true]);
  assert.deepEqual((await ann.get(`/studio/results/${jobId}`)).body, kept);
  assert.equal((await stranger.get(`/studio/results/${jobId}`)).status, 404);
  assert.deepEqual(await ann.prompts('q=lamp%20st&kind=image&status=completed&kept=yes'), [
    'a lamp that stays',
  ]);
  assert.deepEqual(await bytesOf(kept.results[0].url), original);
  assert.equal((await ann.get(`/jobs/${jobId}/preview`)).status, 200);
  assert.equal((await stranger.get(`/jobs/${jobId}/preview`)).status, 404);

  assert.equal(
    (await ann.call('PUT', `/published/${jobId}`, AGREED)).status,
    204,
    'it can be published from the copy',
  );
  const [work] = (await ann.get('/works?q=lamp%20stays')).body.works;
  assert.deepEqual(await bytesOf(scene.service.url + work.url), original);

  const url = kept.results[0].url;
  assert.equal((await ann.delete(`/studio/results/${jobId}`)).status, 204);
  assert.equal((await ann.delete(`/studio/results/${jobId}`)).status, 404);
  assert.deepEqual([await statusOf(url), await statusOf(scene.service.url + work.url)], [404, 404]);
  assert.deepEqual([await ann.results(), await keysOf(scene, 'kept')], [[], []]);
  assert.deepEqual(await violations(scene.service.database), []);
});

test('the copy outlives a deletion of its job, and goes alone where the job stays', async () => {
  verifies('DEC-LIBRARY-03');
  const ann = await newMaker(scene.service);
  const [first = '', second = ''] = [await ann.make('first'), await ann.make('second')];
  for (const id of [first, second]) assert.equal(await ann.keep(id), 204);
  assert.equal(await deleteJob(scene.deletion, ann.accountId, first, 'job_api'), true);
  assert.equal((await ann.delete(`/studio/kept/${second}`)).status, 204);
  const shown = await ann.results();
  assert.deepEqual(
    shown.map(({ prompt, library }: { prompt: string; library: { kept: boolean; gone: boolean } }) => [
      prompt,
      library.kept,
      library.gone,
    ]),
    [
      ['second', false, false],
      ['first', true, true],
    ],
  );
  for (const { results: made } of shown) assert.equal(await statusOf(made[0].url), 200);
  assert.equal((await ann.delete(`/studio/results/${first}`)).status, 204);
  assert.deepEqual(await violations(scene.service.database), []);
});

test('kept copies are stored bytes, and fill a part of what is included at most', async () => {
  verifies('DEC-LIBRARY-04');
  const stored_gib = { free: 1 / 1024, prepaid: 1 / 1024 };
  const storage = { cents_per_gib_month: null, kept_percent: 50 };
  const small = await startTestApp({ sold: catalogueWith([], { stored_gib, storage }, 2) });
  try {
    const ann = await newMaker(small);
    const jobIds = [await ann.make('first'), await ann.make('second')];
    const stored = async () => {
      const [row] = await small.database.query<{ bytes: number }>(
        'select sum(stored_bytes)::float8 as bytes from account_activity where account_id = $1',
        [ann.accountId],
      );
      return row?.bytes ?? 0;
    };
    const both = await stored();
    assert.equal(await ann.keep(jobIds[0] ?? ''), 204);
    assert.equal(await stored(), both * 1.5);
    // As if the first copy filled all of its half but one byte.
    const half = 1024 ** 2 / 2;
    await small.database.query('update kept_results set bytes = $1', [half - 1]);
    const { status, body } = await ann.call('PUT', `/studio/kept/${jobIds[1]}`);
    assert.deepEqual(
      [status, body.code, body.stored_bytes, body.quota_bytes],
      [429, 'storage_quota_reached', half - 1, half],
    );
    assert.match(body.error, /^The kept results of this account use .* GiB of .* GiB\. Delete some/);
    assert.equal((await small.database.query('select from kept_results')).length, 1);
    await small.database.query('update kept_results set bytes = $1', [both / 2]);
    assert.deepEqual(await Promise.all(jobIds.map(ann.keep)), [204, 204]);
    assert.equal(await stored(), both * 2);
    assert.deepEqual(await violations(small.database), []);
  } finally {
    await small.stop();
  }
});

test('the sweep leaves what is kept, and deletes a copy that no row refers to after a day', async () => {
  verifies('DEC-LIBRARY-05', 'DEC-STORAGE-05');
  const ann = await newMaker(scene.service);
  const jobId = await ann.make('swept around');
  assert.equal(await ann.keep(jobId), 204);
  assert.equal((await ann.get(`/jobs/${jobId}/preview`)).status, 200);
  await scene.expire();
  assert.equal((await ann.get(`/jobs/${jobId}/preview`)).status, 200, 'made of the copy, beside it');
  const needed = await keysOf(scene, 'kept');
  assert.equal(needed.length, 2);
  const left = `kept/${newId()}/result.png`;
  await scene.blobs.put(left, Buffer.from('x'));
  const sweep = (hours: number) =>
    sweepStorage(
      { database: scene.service.database, blobs: scene.blobs },
      new Date(Date.now() + hours * HOUR_MS),
    );
  await sweep(23.9);
  assert.deepEqual(await keysOf(scene, 'kept'), [...needed, left].sort());
  await sweep(24.1);
  assert.deepEqual(await keysOf(scene, 'kept'), needed);
  assert.equal((await ann.delete(`/studio/results/${jobId}`)).status, 204);
  assert.deepEqual(await keysOf(scene, 'kept'), []);
});

test('a hidden result hides its copy, a reviewer sees it, and removed content is gone with it', async () => {
  verifies('DEC-LIBRARY-06');
  const ann = await newMaker(scene.service);
  const operator = await operatorCaller(scene.service, 'boss@example.com');
  const [jobId, other] = [await ann.make('reported and kept'), await ann.make('another one')];
  assert.deepEqual([await ann.keep(jobId), await ann.keep(other)], [204, 204]);
  await scene.expire();
  const [, kept] = await ann.results();
  const url: string = kept.results[0].url;
  const keptId = url.split('/').at(-1)?.split('.')[0];
  const reporter = await newMaker(scene.service);
  const report = () =>
    callsWith(scene.service, reporter.token).report({ content_id: keptId, reason: 'csam' });
  assert.equal((await report()).status, 200, 'by the name of the copy');
  assert.equal(await statusOf(url), 404);
  const [, hidden] = await ann.results();
  assert.deepEqual([hidden.status, hidden.results], ['blocked', undefined]);
  assert.equal((await ann.get(`/jobs/${jobId}/preview`)).status, 404);
  assert.equal((await ann.get(`/studio/archive?ids=${jobId}`)).status, 404);
  assert.equal((await ann.call('PUT', `/published/${jobId}`, AGREED)).status, 404);
  assert.equal((await operator.get(`/jobs/${jobId}/blurred`)).status, 200);
  const revealed = (await operator.post(`/jobs/${jobId}/reveal`)).body;
  assert.equal(revealed.prompt, 'reported and kept');
  assert.equal(await statusOf(scene.service.url + revealed.result.url), 200);

  const { contents } = (await operator.get('/reports')).body;
  const resolve = `/reports/${contents[0].reports[0].id}/resolve`;
  assert.equal((await operator.post(resolve, { resolution: 'removed', reason: 'it is' })).status, 200);
  assert.deepEqual(await ann.prompts(), ['another one']);
  assert.equal((await keysOf(scene, 'kept')).filter((key) => key.includes(keptId ?? '-')).length, 0);
  assert.deepEqual(await violations(scene.service.database), []);
});

test('the library is exported with the account and erased with it', async () => {
  verifies('DEC-LIBRARY-07');
  const ann = await newMaker(scene.service);
  const jobId = await ann.make('of somebody who leaves');
  assert.equal(await ann.keep(jobId), 204);
  await ann.post('/studio/templates', { name: 'Train', draft: DRAFT });
  await ann.post('/studio/collections/favourites/results', { add: [jobId] });
  await scene.expire();
  const url = (await ann.results())[0].results[0].url;
  assert.equal((await ann.get('/data/deletion')).body.kept_jobs, 1);
  let text = '';
  for await (const piece of exportAccount(scene.service.database, ann.accountId, scene.clock.now()))
    text += piece;
  const exported = JSON.parse(text);
  assert.deepEqual(
    [exported.kept_results[0].prompt, exported.kept_results[0].job_id],
    ['of somebody who leaves', jobId],
  );
  assert.deepEqual([exported.collections[0].name, exported.collections[0].job_ids], ['favourites', [jobId]]);
  assert.deepEqual([exported.templates[0].name, exported.templates[0].draft], ['Train', DRAFT]);

  await scene.service.database.query('update accounts set deleted_at = $2 where id = $1', [
    ann.accountId,
    scene.clock.now(),
  ]);
  await eraseAccount(scene.deletion, ann.accountId);
  assert.equal(await statusOf(url), 404);
  for (const table of ['kept_results', 'collections', 'templates']) {
    const left = await scene.service.database.query(`select from ${table} where account_id = $1`, [
      ann.accountId,
    ]);
    assert.deepEqual(left, [], table);
  }
  assert.deepEqual(await violations(scene.service.database), []);
});
