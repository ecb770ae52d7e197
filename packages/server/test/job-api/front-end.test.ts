import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { jobListSchema, jobQuoteSchema, jobTypes, meSchema, type Tier, tierNames } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import {
  ASK,
  callerOfEachTier,
  imageOf,
  type JobCaller,
  jobCaller,
  resetCallLimit,
  subscribe,
} from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

/** What a front end needs besides /generate and /job: the account, the price, the list, cancelling and deleting. */

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
let callers: Readonly<Record<Tier, JobCaller>>;
before(async () => {
  service = await startTestApp({ clock });
  callers = await callerOfEachTier(service);
});
after(() => service.stop());

function call({ token }: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(`${service.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function start(caller: JobCaller, more: object = {}): Promise<Answer['body']> {
  await resetCallLimit(service, caller.accountId);
  const answer = await caller.generate({ ...ASK, type: 'image', ...more });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function me(caller: { token: string }): Promise<Answer['body']> {
  const answer = await call(caller, 'GET', '/me');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return meSchema.parse(answer.body);
}

describe('GET /me', () => {
  test('returns tier, types, limits and credits', async () => {
    verifies('DEC-FRONTEND-01');
    const free = await me(callers.free);
    assert.equal(free.account_id, callers.free.accountId);
    assert.match(free.email, /^person-\d+-\w+@example\.com$/);
    assert.deepEqual(
      { ...free, account_id: '', email: '' },
      {
        account_id: '',
        email: '',
        tier: 'free',
        types: ['image', 'image_hd', 'i2i', 'video', 'video_hd', 'i2v', 'i2v_hd', 'upscale'],
        limits: {
          image_longest_side: 1280,
          video_longest_side: 1280,
          video_frames: 121,
          jobs_at_once: 1,
          calls_per_minute: 10,
        },
        open_jobs: 0,
        credits: { per_month: 0, left: 0, resets_at: Date.parse('2031-04-01T00:00:00Z') / 1000 },
        balance: {
          cents: 0,
          types: [...jobTypes],
          limits: {
            image_longest_side: 2048,
            video_longest_side: 1920,
            video_frames: 257,
            jobs_at_once: 3,
            calls_per_minute: 30,
          },
        },
      },
    );
    const max = await me(callers.max);
    assert.deepEqual([max.tier, max.types, max.limits.jobs_at_once], ['max', [...jobTypes], 6]);
    assert.deepEqual(max.credits, { ...free.credits, per_month: 5000, left: 5000 });
  });

  test('counts open jobs and credits, and returns those of a job that is cancelled', async () => {
    verifies('DEC-FRONTEND-01', 'DEC-FRONTEND-05');
    const caller = await jobCaller(service, 'pro');
    const job = await start(caller, { type: 'image_1080p', width: 1920, height: 1080 });
    assert.equal(job.credit_cost, 8);
    const during = await me(caller);
    assert.deepEqual([during.open_jobs, during.credits.left], [1, 992]);
    assert.equal((await call(caller, 'DELETE', `/job/${job.job_id}`)).status, 204);
    const after = await me(caller);
    assert.deepEqual([after.open_jobs, after.credits.left], [0, 1000]);
  });

  test('follows the plan at once, with no credits below zero', async () => {
    verifies('DEC-FRONTEND-01');
    const caller = await jobCaller(service, 'max');
    await start(caller, { type: 'image_1080p' });
    await service.database.query('update credit_charges set credits = 1500 where account_id = $1', [
      caller.accountId,
    ]);
    assert.equal((await me(caller)).credits.left, 3500);
    await subscribe(service, caller.accountId, 'pro');
    assert.deepEqual([(await me(caller)).tier, (await me(caller)).credits.left], ['pro', 0]);
    await deliver(service.worker, await takeLease(service.worker));
  });

  test('needs a token, like every call of the front end', async () => {
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/jobs'],
      ['POST', '/quote'],
      ['DELETE', '/job/x'],
    ] as const) {
      for (const mount of ['', '/api']) {
        const answer = await send(`${service.url}${mount}${path}`, { method });
        assert.deepEqual([answer.status, Object.keys(answer.body)], [401, ['error']], path);
      }
    }
  });
});

describe('POST /quote', () => {
  test('is what /generate then delivers and charges, for every type and tier', async () => {
    verifies('DEC-FRONTEND-02', 'DEC-FRONTEND-03');
    const image = await imageOf(333, 210);
    for (const tier of tierNames) {
      const caller = callers[tier];
      for (const type of jobTypes) {
        const ask = { ...ASK, type, width: 1555, height: 900, length: 50, image_base64: image };
        const quoted = await call(caller, 'POST', '/quote', ask);
        await resetCallLimit(service, caller.accountId);
        const accepted = await caller.generate(ask);
        assert.equal(quoted.status, accepted.status, `${tier} ${type} ${quoted.text}`);
        if (accepted.status !== 200) {
          assert.deepEqual(quoted.body, accepted.body);
          continue;
        }
        const view = jobQuoteSchema.parse(quoted.body);
        const lease = await takeLease(service.worker);
        const { width, height, frames, sound } = lease.task;
        assert.deepEqual(
          [view.width, view.height, view.frames ?? null, view.sound],
          [width, height, frames, sound],
          `${tier} ${type}`,
        );
        assert.deepEqual([view.credit_cost, view.tier, view.type], [accepted.body.credit_cost, tier, type]);
        assert.equal(view.kind, accepted.body.worker);
        await deliver(service.worker, lease);
      }
    }
  });

  test('of an enlargement is exact for an upload that is turned or reduced first', async () => {
    verifies('DEC-FRONTEND-03');
    const turned = await plain(90, 61).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    for (const image of [turned.toString('base64'), await imageOf(3003, 751), await imageOf(2601, 2600)]) {
      const ask = { ...ASK, type: 'upscale_pro', image_base64: image };
      const { body: quoted } = await call(callers.pro, 'POST', '/quote', ask);
      const accepted = await start(callers.pro, ask);
      const lease = await takeLease(service.worker);
      assert.deepEqual([quoted.width, quoted.height], [lease.task.width, lease.task.height]);
      assert.equal(quoted.credit_cost, accepted.credit_cost);
      await deliver(service.worker, lease);
    }
  });

  test('creates no job, counts as no call and charges nothing', async () => {
    verifies('DEC-FRONTEND-02');
    const caller = await jobCaller(service, 'pro');
    const before = await me(caller);
    for (let n = 0; n < 40; n++) {
      const answer = await call(caller, 'POST', '/quote', { ...ASK, type: 'video_1080p' });
      assert.equal(answer.status, 200, answer.text);
    }
    assert.deepEqual(await me(caller), before);
    assert.deepEqual((await call(caller, 'GET', '/jobs')).body, { jobs: [] });
  });

  test('needs the upload only if the price depends on it, and shows the credits left', async () => {
    verifies('DEC-FRONTEND-02');
    const video = await call(callers.max, 'POST', '/quote', { ...ASK, type: 'i2v_1080p', length: 121 });
    assert.deepEqual([video.status, video.body.frames, video.body.credit_cost], [200, 121, 50], video.text);
    assert.equal(video.body.credits_left, (await me(callers.max)).credits.left);
    const upscale = await call(callers.max, 'POST', '/quote', { ...ASK, type: 'upscale_pro' });
    assert.deepEqual(
      [upscale.status, upscale.body],
      [400, { error: 'image_base64: is required for upscale_pro' }],
    );
    for (const upload of ['', '!', 'AAAA', Buffer.from('<svg width="9" height="9"/>').toString('base64')]) {
      const ask = { ...ASK, type: 'upscale', image_base64: upload };
      const answer = await call(callers.max, 'POST', '/quote', ask);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error']], answer.text);
      assert.match(answer.body.error, /^image_base64: /);
    }
  });
});

describe('GET /jobs', () => {
  test("lists the caller's own jobs newest first, in pages", async () => {
    verifies('DEC-FRONTEND-04');
    const caller = await jobCaller(service, 'max');
    const expected: string[] = [];
    for (let n = 0; n < 5; n++) expected.unshift((await start(caller, { seed: n })).job_id);
    const pages: string[][] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { status, body, text } = await call(caller, 'GET', `/jobs?limit=2${more}`);
      assert.equal(status, 200, text);
      const page = jobListSchema.parse(body);
      pages.push(page.jobs.map((job) => job.job_id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(pages, [expected.slice(0, 2), expected.slice(2, 4), expected.slice(4)]);

    // A page of exactly the rest has no next one.
    const all = await call(caller, 'GET', '/jobs?limit=5');
    assert.equal(all.body.next_cursor, undefined);
    for (const job of all.body.jobs) assert.deepEqual(job, (await caller.job(job.job_id)).body);
    const [first = '', second = ''] = expected;
    await call(caller, 'DELETE', `/job/${first}`);
    const left = await call(caller, 'GET', '/jobs?limit=1');
    assert.deepEqual([left.body.jobs[0].job_id, left.body.next_cursor], [second, second]);
    for (const id of expected.slice(1)) await call(caller, 'DELETE', `/job/${id}`);
  });

  test('leaves out the jobs of others, of v1, and those that are deleted or expired', async () => {
    verifies('DEC-FRONTEND-04');
    const caller = await jobCaller(service);
    const { job_id: mine } = await start(caller);
    await start(callers.free);
    await v1Job(caller);
    const list = async () =>
      (await call(caller, 'GET', '/jobs')).body.jobs.map((job: { job_id: string }) => job.job_id);
    assert.deepEqual(await list(), [mine]);
    for (let n = 0; n < 3; n++) await deliver(service.worker, await takeLease(service.worker));
    await service.database.query(`update jobs set ended_at = $2 where id = $1`, [
      mine,
      new Date('2031-02-26T12:00:00Z'),
    ]);
    assert.deepEqual(await list(), [], 'it ended more than 7 days ago');
  });

  test('shows one kind or status only, as each job shows it', async () => {
    verifies('DEC-FRONTEND-08');
    const caller = await jobCaller(service, 'max');
    const [done, hidden, failed, running, waiting] = [
      await start(caller, { type: 'video' }),
      await start(caller),
      await start(caller),
      await start(caller),
      await start(caller),
    ].map(({ job_id: id }) => id as string);
    for (let left = 4; left > 0; left--) {
      const lease = await takeLease(service.worker);
      if (lease.job_id === failed) await service.worker.fail(lease, { reason: 'broken', retryable: false });
      else if (lease.job_id !== running) await deliver(service.worker, lease);
    }
    await service.database.query('update jobs set hidden_at = now() where id = $1', [hidden]);
    for (const [query, expected] of [
      ['kind=video', [done]],
      ['kind=image', [waiting, running, failed, hidden]],
      ['status=queued', [waiting]],
      ['status=generating', [running]],
      ['status=failed', [failed]],
      ['status=completed', [done]],
      ['status=blocked', [hidden]],
      ['kind=image&status=completed', []],
    ] as const) {
      const { jobs } = jobListSchema.parse((await call(caller, 'GET', `/jobs?${query}`)).body);
      assert.deepEqual(
        jobs.map((job) => job.job_id),
        expected,
        query,
      );
    }
    const page = await call(caller, 'GET', '/jobs?kind=image&limit=2');
    assert.equal(page.body.next_cursor, running);
    for (const id of [running, waiting]) await call(caller, 'DELETE', `/job/${id}`);
  });

  test('refuses a limit or a cursor that is not valid, and unknown parameters', async () => {
    verifies('DEC-FRONTEND-04');
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=', 'limit'],
      ['limit=2&limit=3', 'limit'],
      ['cursor=x', 'cursor'],
      ['cursor=', 'cursor'],
      ['page=2', 'page'],
      ['status=done', 'status'],
      ['kind=i2i', 'kind'],
    ]) {
      const answer = await call(callers.free, 'GET', `/jobs?${query}`);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error']], query);
      assert.ok(answer.body.error.startsWith(`${field}: `), answer.text);
    }
  });
});

describe('DELETE /job/<id>', () => {
  test('cancels a job that waits or runs: its late result is discarded', async () => {
    verifies('DEC-FRONTEND-05');
    const caller = await jobCaller(service);
    const { job_id: id } = await start(caller);
    const lease = await takeLease(service.worker);
    const deleted = await call(caller, 'DELETE', `/job/${id}`);
    assert.deepEqual([deleted.status, deleted.text], [204, '']);
    await assert.rejects(deliver(service.worker, lease));
    assert.equal((await caller.job(id)).status, 404);
    assert.equal((await call(caller, 'DELETE', `/job/${id}`)).status, 404);
  });

  test('deletes a finished job with its result', async () => {
    verifies('DEC-FRONTEND-05');
    const caller = await jobCaller(service);
    const { job_id: id } = await start(caller);
    await deliver(service.worker, await takeLease(service.worker));
    const { url } = (await caller.job(id)).body.results[0];
    assert.equal((await fetch(url)).status, 200);
    assert.equal((await call(caller, 'DELETE', `/job/${id}`)).status, 204);
    assert.equal((await fetch(url)).status, 404);
    assert.equal((await caller.job(id)).status, 404);
  });

  test('deletes no job of another account or interface', async () => {
    verifies('DEC-FRONTEND-05', 'DEC-FRONTEND-06');
    const caller = await jobCaller(service);
    const { job_id: id } = await start(caller);
    for (const path of [`/job/${id}`, '/job/x', '/job/']) {
      assert.equal((await call(callers.max, 'DELETE', path)).status, 404, path);
    }
    const v1 = await v1Job(caller);
    assert.equal((await v1.call('DELETE', id)).status, 404);
    assert.equal((await call(caller, 'DELETE', `/job/${v1.jobId}`)).status, 404);
    assert.deepEqual([(await caller.job(id)).status, (await v1.call('GET', v1.jobId)).status], [200, 200]);
    assert.equal((await v1.call('DELETE', v1.jobId)).status, 204);
    assert.equal((await call(caller, 'DELETE', `/job/${id}`)).status, 204);
  });
});

/** Orders an image through v1 for the account of a signed-in caller. */
async function v1Job({ accountId }: JobCaller) {
  const { key } = await service.database.transaction(async (tx) => {
    await grantBalance(tx, accountId, 100, clock.now());
    return rotateKey(tx, accountId, { by: 'operator', network: null }, clock.now());
  });
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const accepted = await send(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt: 'a lake' }),
  });
  assert.equal(accepted.status, 200, accepted.text);
  return {
    jobId: accepted.body.job_id as string,
    call: (method: string, jobId: string) =>
      send(`${service.url}/v1/jobs/${jobId}`, {
        method,
        headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT },
      }),
  };
}
