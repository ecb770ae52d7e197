import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { type JsonEndpoint, startJsonEndpoint } from '../support/json-endpoint.ts';
import { manualClock } from '../support/manual-clock.ts';
import { kinora } from '../support/service-process.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** Caches in front of the service: how long they keep a public result, and that they are purged. */

const PUBLIC_URL = 'https://media.example.com/kinora';
const OK = { status: 200, body: {} } as const;

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
let hook: JsonEndpoint;
let author: JobCaller;
let reader: JobCaller;
before(async () => {
  hook = await startJsonEndpoint();
  service = await startTestApp({
    clock,
    environment: {
      KINORA_PUBLIC_URL: PUBLIC_URL,
      KINORA_PURGE_URL: `${hook.url}/purge_cache`,
      KINORA_PURGE_KEY: 'the-key',
    },
  });
  const { origin } = new URL(PUBLIC_URL);
  author = await jobCaller(service, undefined, origin);
  reader = await jobCaller(service, undefined, origin);
});
after(async () => {
  await service.stop();
  await hook.stop();
});
beforeEach(async () => {
  // A purge of the test before, which runs after its response, would be counted here.
  await until(async () => (await pendingPurges()) === 0);
  hook.requests.length = 0;
  hook.respondWith(OK);
});

interface Published {
  readonly jobId: string;
  /** Public, and directly at the service. */
  readonly url: string;
  readonly direct: string;
}

async function publish(): Promise<Published> {
  await resetCallLimit(service, author.accountId);
  const { body } = await author.generate({ ...ASK, type: 'image' });
  await deliver(service.worker, await takeLease(service.worker));
  const { url } = (await author.job(body.job_id)).body.results[0];
  return { jobId: body.job_id, url, direct: url.replace(PUBLIC_URL, service.url) };
}

const remove = (jobId: string) =>
  send(`${service.url}/api/job/${jobId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${author.token}` },
  });

/** The files that the hook was asked to purge. */
const purged = (): string[] => hook.requests.flatMap(({ body }) => (body as { files: string[] }).files);

async function pendingPurges(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'purge_caches'`,
  );
  return row?.count ?? 0;
}

describe('a public result', () => {
  test('is cached for a minute and then revalidated by its ETag', async () => {
    verifies('DEC-CACHE-01');
    const { direct } = await publish();
    const first = await send(direct, {});
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60, must-revalidate');
    const etag = first.headers.get('etag') ?? '';
    const again = await send(direct, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
    for (const name of ['cache-control', 'etag', 'access-control-allow-origin']) {
      assert.equal(again.headers.get(name), first.headers.get(name), name);
    }
  });

  test('is never cached beyond its expiry', async () => {
    verifies('DEC-CACHE-01');
    const { direct, jobId } = await publish();
    await service.database.query('update jobs set ended_at = $2 where id = $1', [
      jobId,
      new Date(clock.now().getTime() - 7 * 86_400_000 + 20_000),
    ]);
    const { headers } = await send(direct, {});
    assert.equal(headers.get('cache-control'), 'public, max-age=20, must-revalidate');
  });

  test('that is deleted or hidden is a 404 that no cache keeps, with or without its ETag', async () => {
    verifies('DEC-CACHE-02');
    const hidden = await publish();
    const deleted = await publish();
    const etags = await Promise.all(
      [hidden, deleted].map(async ({ direct }) => (await send(direct, {})).headers.get('etag') ?? ''),
    );
    await reader.report({ content_id: hidden.jobId, reason: 'csam' });
    await remove(deleted.jobId);
    for (const [index, { direct }] of [hidden, deleted].entries()) {
      for (const headers of [{}, { 'if-none-match': etags[index] ?? '' }]) {
        const answer = await send(direct, { headers });
        assert.deepEqual([answer.status, answer.headers.get('cache-control')], [404, 'no-store']);
        assert.equal(answer.headers.get('etag'), null);
      }
    }
  });
});

describe('the purge hook', () => {
  test('gets the public URL, with its key, when a result is deleted or hidden', async () => {
    verifies('DEC-CACHE-03');
    const deleted = await publish();
    const hidden = await publish();
    await remove(deleted.jobId);
    await reader.report({ content_id: hidden.jobId, reason: 'csam' });
    await until(() => hook.requests.length === 2);
    assert.deepEqual(purged().sort(), [deleted.url, hidden.url].sort());
    for (const { path, key } of hook.requests)
      assert.deepEqual([path, key], ['/purge_cache', 'Bearer the-key']);
  });

  test('is called once for a result that is reported again, and when the operator removes it', async () => {
    verifies('DEC-CACHE-03');
    const { jobId, url } = await publish();
    await reader.report({ content_id: jobId, reason: 'csam' });
    await author.report({ content_id: jobId, reason: 'csam' });
    await until(() => hook.requests.length === 1);
    const [report] = await service.database.query<{ id: string }>(
      'select id from content_reports where job_id = $1',
      [jobId],
    );
    // Without the setting: the task is for the process that has it.
    const settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
    const { code, output } = await kinora(['reports', 'resolve', report?.id ?? '', '--remove'], settings);
    assert.equal(code, 0, output);
    await until(() => hook.requests.length === 2);
    assert.deepEqual(purged(), [url, url]);
  });

  test('is called again until it succeeds', async () => {
    verifies('DEC-CACHE-03');
    const { jobId, url } = await publish();
    hook.respondWith({ status: 503, body: {} }, { redirectTo: 'http://127.0.0.1:1/' }, OK);
    await remove(jobId);
    for (let attempts = 1; attempts <= 3; attempts++) {
      await until(() => hook.requests.length >= attempts);
      // The next attempt would wait for seconds.
      await until(async () => {
        await service.database.query(
          `update graphile_worker._private_jobs set run_at = now() where locked_at is null`,
        );
        return hook.requests.length > attempts || (await pendingPurges()) === 0;
      });
    }
    assert.deepEqual(purged(), [url, url, url]);
    assert.equal(await pendingPurges(), 0);
  });

  test('is not called for a job that had no public result', async () => {
    verifies('DEC-CACHE-03');
    await resetCallLimit(service, author.accountId);
    const { body } = await author.generate({ ...ASK, type: 'image' });
    await remove(body.job_id);
    const customer = await service.account();
    const image = await customer.post('/v1/images/generate', { prompt: 'x' });
    await deliver(service.worker, await takeLease(service.worker));
    await customer.delete(`/v1/jobs/${image.body.job_id}`);
    assert.equal(await pendingPurges(), 0);
    assert.deepEqual(hook.requests, []);
  });
});

test('a deletion that does not commit purges nothing', async () => {
  verifies('DEC-CACHE-03');
  const { jobId, direct } = await publish();
  await service.database.query(
    `create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  await service.database.query(
    `create constraint trigger refuse_deletion after update on jobs deferrable initially deferred
     for each row execute function refuse_deletion()`,
  );
  assert.equal((await remove(jobId)).status, 503);
  await service.database.query('drop trigger refuse_deletion on jobs');
  assert.equal((await send(direct, {})).status, 200);
  assert.deepEqual([await pendingPurges(), hook.requests], [0, []]);
});
