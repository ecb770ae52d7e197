import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { eraseAccount } from '../../src/account-data/erase-account.ts';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { sweepStorage } from '../../src/jobs/retention/sweep-storage.ts';
import { newId } from '../../src/kernel/ids.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type ConsoleCall, consoleCaller, newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { callsWith } from '../support/job-api.ts';
import { type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { manualClock } from '../support/manual-clock.ts';
import { keysOf } from '../support/stores-under-test.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;
const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
/** The CDN, where files are purged. */
let cdn: JsonEndpoint;
let owner: { readonly accountId: string; readonly token: string; readonly call: ConsoleCall };
let anybody: ConsoleCall;
before(async () => {
  cdn = await startJsonEndpoint();
  cdn.respondWith({ status: 200, body: {} });
  service = await startTestApp({ clock, environment: { KINORA_PURGE_URL: cdn.url } });
  owner = await person('owner@example.com');
  anybody = consoleCaller(service, null).call;
});
after(async () => {
  await service.stop();
  await cdn.stop();
});

async function person(email: string): Promise<typeof owner> {
  const caller = await newCaller(service, email);
  return { ...caller, token: await tokenOf(service, caller) };
}

async function publish(order: Record<string, unknown>): Promise<string> {
  const jobId = await makeResult(service, owner, order);
  assert.equal((await owner.call('PUT', `/published/${jobId}`, AGREED)).status, 204);
  return jobId;
}

const found = async (query: string): Promise<string[]> =>
  (await anybody('GET', `/works?${query}`)).body.works.map(({ prompt }: { prompt: string }) => prompt);

test('a published result is listed for everybody, with a preview, and found by its words', async () => {
  verifies('DEC-MEDIA-09', 'DEC-CONSOLE-05', 'DEC-CACHE-04');
  await publish({ prompt: 'A Café at the Lighthouse, seen from the sea' });
  await publish({ prompt: '灯台の夜景と静かな海' });
  const video = await publish({ prompt: 'a train in the rain', type: 'video', length: 17 });
  const { body } = await anybody('GET', '/works');
  assert.equal(body.works.length, 3);
  const [first] = body.works;
  assert.equal(first.prompt, 'a train in the rain');
  assert.equal(first.kind, 'video');
  assert.ok(first.duration > 0);
  assert.ok(!JSON.stringify(body).includes(owner.accountId), 'nobody learns who published it');
  const image = body.works[2];
  assert.equal((await fetch(service.url + image.url)).headers.get('content-type'), 'image/png');
  const preview = await fetch(service.url + image.preview_url);
  assert.equal(preview.headers.get('content-type'), 'image/jpeg');
  assert.equal(preview.headers.get('cache-control'), 'public, max-age=60, must-revalidate');
  const etag = preview.headers.get('etag') ?? '';
  const again = await fetch(service.url + image.preview_url, { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);

  assert.deepEqual(await found('q=cafe%20LIGHT'), ['A Café at the Lighthouse, seen from the sea']);
  assert.deepEqual(await found(`q=${encodeURIComponent('夜景')}`), ['灯台の夜景と静かな海']);
  assert.deepEqual(await found('q=cafe%20train'), []);
  assert.deepEqual(await found(`q=${encodeURIComponent("') | !:* & <-> \\ ' %00")}`), []);
  assert.deepEqual(await found('kind=video'), ['a train in the rain']);
  const page = (await anybody('GET', '/works?limit=2')).body;
  assert.equal(page.works.length, 2);
  assert.equal((await found(`limit=2&cursor=${page.next_cursor}`)).length, 1);
  assert.equal((await anybody('GET', '/works?kind=sound')).status, 400);
  assert.deepEqual((await owner.call('GET', '/published')).body.jobs[0], {
    job_id: video,
    work_id: first.id,
  });
});

test('works are listed in three orders, each once on pages of any size', async () => {
  verifies('DEC-EXPLORE-01');
  const prompts = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `ordered ${word}`);
  for (const prompt of prompts)
    await publish({ prompt, ...(prompt.endsWith('two') && { type: 'video', length: 17 }) });
  const pages = async (query: string, limit: number): Promise<string[]> => {
    const all: string[] = [];
    let cursor = '';
    do {
      const path = `/works?q=ordered&${query}&limit=${limit}${cursor}`;
      const { body } = await anybody('GET', path);
      all.push(...body.works.map(({ prompt }: { prompt: string }) => prompt));
      cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    return all;
  };
  assert.deepEqual(await pages('order=oldest', 4), prompts);
  assert.deepEqual(await pages('order=newest', 4), prompts.toReversed());
  const starts = new Set<string | undefined>();
  for (let visit = 0; visit < 30; visit++) {
    const shuffled = `order=shuffled&visit=${visit}`;
    const whole = await pages(shuffled, 50);
    assert.deepEqual(whole.toSorted(), prompts.toSorted());
    for (const limit of [1, 2, 5])
      assert.deepEqual(await pages(shuffled, limit), whole, `${visit} by ${limit}`);
    starts.add(whole[0]);
  }
  assert.ok(starts.size > 2, 'another visit begins elsewhere');
  assert.deepEqual(await pages('order=shuffled&visit=3&kind=video', 1), ['ordered two']);
  assert.equal((await anybody('GET', '/works?order=best')).status, 400);
  assert.equal((await anybody('GET', '/works?visit=1e9')).status, 400);
  // Without words, an index has the order.
  const everything = async (query: string) =>
    (await anybody('GET', `/works?limit=100&${query}`)).body.works.map(({ id }: { id: string }) => id);
  const all = await everything('order=oldest');
  assert.deepEqual(await everything(''), all.toReversed());
  assert.deepEqual((await everything('order=shuffled&visit=7')).toSorted(), all.toSorted());
});

test('what a person agreed to is recorded: the version of the words, and whether the seed is shown', async () => {
  verifies('DEC-EXPLORE-02');
  const workOf = async (word: string) => (await anybody('GET', `/works?q=${word}`)).body.works[0];
  const jobId = await makeResult(service, owner, { prompt: 'agreed upon', seed: 4711 });
  const put = (body?: object) => owner.call('PUT', `/published/${jobId}`, body);
  for (const body of [
    undefined,
    {},
    { consent: '1' },
    { ...AGREED, shows_seed: 'yes' },
    { ...AGREED, name: 'Ann' },
  ]) {
    assert.equal((await put(body)).status, 400, JSON.stringify(body));
  }
  const outdated = await put({ consent: AGREED.consent + 1 });
  assert.deepEqual([outdated.status, outdated.body.code], [409, 'changed_meanwhile']);
  assert.equal(await workOf('agreed'), undefined);
  assert.equal((await put(AGREED)).status, 204);
  assert.deepEqual([(await workOf('agreed')).seed, (await workOf('agreed')).model], [null, 'image']);
  assert.equal((await owner.call('DELETE', `/published/${jobId}`)).status, 204);
  assert.equal((await put({ ...AGREED, shows_seed: true })).status, 204);
  assert.equal((await workOf('agreed')).seed, 4711);
  const [row] = await service.database.query(
    'select consent_version, published_at from works where job_id = $1',
    [jobId],
  );
  assert.deepEqual(row, { consent_version: AGREED.consent, published_at: clock.now() });
});

test('only the owner of a completed result publishes it, and results of the v1 API never are', async () => {
  verifies('V1-SERVICE-12');
  const mine = await makeResult(service, owner);
  const stranger = await person('stranger@example.com');
  assert.equal((await stranger.call('PUT', `/published/${mine}`, AGREED)).status, 404);
  assert.equal((await anybody('PUT', `/published/${mine}`, AGREED)).status, 401);
  const foreign = await send(`${service.url}/api/console/published/${mine}`, {
    method: 'PUT',
    headers: { origin: 'https://evil.example' },
  });
  assert.equal(foreign.body.code, 'origin_refused');
  const waiting = await callsWith(service, owner.token).generate({
    type: 'image',
    prompt: 'not yet',
    age_verified: true,
  });
  assert.equal((await owner.call('PUT', `/published/${waiting.body.job_id}`, AGREED)).status, 404);
  await deliver(service.worker, await takeLease(service.worker));

  await service.database.query(
    `update funding_accounts set first_paid_at = $2, prepaid_cents = 0 where account_id = $1`,
    [owner.accountId, clock.now()],
  );
  const customer = await service.account();
  const accepted = await customer.post('/v1/images/generate', { prompt: 'of the API' });
  await deliver(service.worker, await takeLease(service.worker));
  // The console of that very account.
  await service.database.query('update jobs set account_id = $2 where id = $1', [
    accepted.body.job_id,
    owner.accountId,
  ]);
  assert.equal((await owner.call('PUT', `/published/${accepted.body.job_id}`, AGREED)).status, 404);
  assert.deepEqual(await found('q=API'), []);
});

test('a work outlives its job, can still be reported, and ends when it is withdrawn', async () => {
  const jobId = await publish({ prompt: 'something that lasts' });
  const [work] = (await anybody('GET', '/works?q=lasts')).body.works;
  clock.advance(8 * DAY_MS);
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  await purgeExpired({ database: service.database, blobs, clock });
  const reporter = await person('reporter@example.com');
  assert.equal((await callsWith(service, reporter.token).job(jobId)).status, 404);
  assert.equal((await fetch(service.url + work.url)).status, 200);
  const report = { content_id: work.content_id, reason: 'csam' };
  assert.equal((await callsWith(service, reporter.token).report(report)).status, 200);
  assert.equal((await fetch(service.url + work.url)).status, 404);
  assert.equal((await anybody('GET', `/works/${work.id}`)).status, 404);
  assert.equal((await fetch(service.url + work.preview_url)).status, 404);
  assert.deepEqual(await found('q=lasts'), []);
  await service.database.query('update jobs set hidden_at = null where id = $1', [jobId]);
  assert.deepEqual(await found('q=lasts'), ['something that lasts']);

  assert.equal((await owner.call('DELETE', `/published/${jobId}`)).status, 204);
  assert.equal((await owner.call('DELETE', `/published/${jobId}`)).status, 204, 'again');
  assert.deepEqual(await found('q=lasts'), []);
  assert.equal((await fetch(service.url + work.url)).status, 404);
  assert.deepEqual(await keysOf({ blobs }, `works/${work.content_id}`), []);
});

test('a preview leaves the caches with its work, when that is withdrawn, hidden or deleted', async () => {
  verifies('DEC-CACHE-04');
  const reporter = await person('cautious@example.com');
  const ends = {
    withdraw: (jobId: string) => owner.call('DELETE', `/published/${jobId}`),
    hide: (jobId: string) => callsWith(service, reporter.token).report({ content_id: jobId, reason: 'csam' }),
    delete: (jobId: string) =>
      send(`${service.url}/api/job/${jobId}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${owner.token}` },
      }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const jobId = await publish({ prompt: `to be gone: ${name}` });
    const [work] = (await anybody('GET', `/works?q=${name}`)).body.works;
    assert.ok((await end(jobId)).status < 300);
    const purged = () => cdn.requests.flatMap(({ body }) => (body as { files: string[] }).files);
    for (const path of [work.url, work.preview_url]) await until(() => purged().includes(service.url + path));
  }
});

test('deleting a job withdraws its work, but not through the v1 API; what is left is swept', async () => {
  const jobId = await publish({ prompt: 'to be deleted' });
  const [{ content_id: assetId }] = (await anybody('GET', '/works?q=deleted')).body.works;
  const remove = (token: string) =>
    send(`${service.url}/api/job/${jobId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
  assert.equal((await remove(owner.token)).status, 204);
  assert.deepEqual(await found('q=deleted'), []);
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  assert.deepEqual(await keysOf({ blobs }, `works/${assetId}`), [], 'deleted with the job, not by the sweep');
});

test('a preview whose bytes are gone is a 404 that describes no file', async () => {
  verifies('DEC-MEDIA-10');
  const jobId = await publish({ prompt: 'a preview to be lost' });
  const [work] = (await anybody('GET', '/works?q=lost')).body.works;
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  await blobs.deleteAll(
    (await keysOf({ blobs }, `works/${work.content_id}`)).filter((key) => key.endsWith('.jpg')),
  );
  const response = await send(service.url + work.preview_url, {});
  assert.deepEqual([response.status, response.body.code], [404, 'not_found']);
  assert.equal(response.headers.get('etag'), null);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal((await owner.call('DELETE', `/published/${jobId}`)).status, 204);
});

test('what no work refers to is swept after a day, by its exact key', async () => {
  verifies('DEC-STORAGE-05');
  const jobId = await publish({ prompt: 'to be kept' });
  const [work] = (await anybody('GET', '/works?q=kept')).body.works;
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  const folder = `works/${work.content_id}`;
  const needed = await keysOf({ blobs }, folder);
  assert.equal(needed.length, 2);
  const [artifactKey = ''] = needed.filter((key) => key.endsWith('/work.png'));
  // As another publication of the same result leaves it that is not listed, an earlier version, and a crash while writing.
  const left = [`${folder}/${newId()}/work.png`, `${folder}/preview.jpg`, `${artifactKey}.0a1b2c.part`];
  const unknown = `works/${newId()}/work.png`;
  for (const key of [...left, unknown]) await blobs.put(key, Buffer.from('x'));
  const sweep = (afterHours: number) =>
    sweepStorage({ database: service.database, blobs }, new Date(Date.now() + afterHours * 3_600_000));
  await sweep(23.9);
  assert.deepEqual(await keysOf({ blobs }, folder), [...needed, ...left].sort());
  await sweep(24.1);
  assert.deepEqual(await keysOf({ blobs }, folder), needed);
  assert.equal(await blobs.size(unknown), undefined);

  // A work of an earlier version has its files directly in the folder of the result.
  const { database } = service;
  const earlier = [`${folder}/work.png`, `${folder}/preview.jpg`];
  for (const key of earlier) await blobs.put(key, Buffer.from('x'));
  await database.query('update works set artifact_key = $2, preview_key = $3 where job_id = $1', [
    jobId,
    ...earlier,
  ]);
  await sweep(24.1);
  assert.deepEqual(await keysOf({ blobs }, folder), earlier.sort());
  assert.equal((await owner.call('DELETE', `/published/${jobId}`)).status, 204);
  assert.deepEqual(await keysOf({ blobs }, folder), []);
});

test('deleting an account withdraws its works, also those of jobs that expired', async () => {
  await publish({ prompt: 'of somebody who leaves' });
  const [work] = (await anybody('GET', '/works?q=leaves')).body.works;
  clock.advance(8 * DAY_MS);
  const { blobs } = await openStore(undefined, path.join(service.dataDir, 'blobs'));
  const { database } = service;
  await purgeExpired({ database, blobs, clock });
  const deletion = { database, blobs, clock, purgeLater: async () => {}, purgeCaches: async () => {} };
  await database.query('update accounts set deleted_at = $2 where id = $1', [owner.accountId, clock.now()]);
  await eraseAccount(deletion, owner.accountId);
  assert.deepEqual(await found('q=leaves'), []);
  assert.equal((await fetch(service.url + work.url)).status, 404);
});
