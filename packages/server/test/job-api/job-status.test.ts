import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type JobType, jobApiJobStatusSchema, type Lease, type Tier } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { newId } from '../../src/kernel/ids.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import {
  ASK,
  callerOfEachTier,
  imageOf,
  type JobCaller,
  jobCaller,
  resetCallLimit,
} from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
let callers: Readonly<Record<Tier, JobCaller>>;
before(async () => {
  service = await startTestApp({ clock });
  callers = await callerOfEachTier(service);
});
after(() => service.stop());

/** Creates a job and returns its fields without its state. */
async function start(tier: Tier, type: JobType = 'image', more: object = {}): Promise<string> {
  await resetCallLimit(service, callers[tier].accountId);
  const answer = await callers[tier].generate({ ...ASK, type, seed: 3, ...more });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.job_id;
}

/** The response of a poll, validated against its schema. */
async function poll(tier: Tier, jobId: string): Promise<Record<string, unknown>> {
  const { status, body, headers } = await callers[tier].job(jobId);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.deepEqual(jobApiJobStatusSchema.safeParse(body).error?.issues ?? [], []);
  return body;
}

/** The fields of every state. */
const ALWAYS = [
  'created',
  'credit_cost',
  'elapsed',
  'height',
  'job_id',
  'priority',
  'progress',
  'prompt',
  'queue_type',
  'seed',
  'status',
  'type',
  'width',
  'worker',
];

function assertFields(body: object, ...more: readonly string[]): void {
  assert.deepEqual(Object.keys(body).sort(), [...ALWAYS, ...more].sort());
}

const PRIORITIES = { free: 0, pro: 10, max: 20 };

for (const tier of ['free', 'pro', 'max'] as const) {
  const waiting = [
    'estimated_wait_seconds',
    ...(tier === 'free' ? ['queue_position', 'estimated_wait'] : []),
  ];
  const running = ['estimated_wait_seconds', ...(tier === 'free' ? ['estimated_wait'] : [])];

  describe(`a job on the ${tier} tier`, () => {
    const end = async (how: (lease: Lease) => Promise<unknown>): Promise<string> => {
      const jobId = await start(tier);
      await how(await takeLease(service.worker));
      return jobId;
    };

    test('is queued with exactly the fields of its tier', async () => {
      verifies('JOB-STATUS-01', 'JOB-STATUS-02', 'JOB-STATUS-03', 'JOB-STATUS-04', 'JOB-STATUS-05');
      verifies('JOB-STATUS-06', 'JOB-STATUS-07', 'JOB-STATUS-08', 'JOB-STATUS-09', 'JOB-STATUS-10');
      verifies('DEC-QUEUE-01', 'DEC-QUEUE-02', 'DEC-QUEUE-05');
      const jobId = await start(tier);
      clock.advance(4000);
      const body = await poll(tier, jobId);
      assertFields(body, ...waiting);
      const { created, queue_position: position, estimated_wait: wait, ...others } = body;
      const { estimated_wait_seconds: seconds, ...rest } = others;
      assert.ok(Number.isInteger(seconds));
      assert.deepEqual(rest, {
        job_id: jobId,
        status: 'queued',
        type: 'image',
        worker: 'image',
        elapsed: 4,
        progress: 0,
        priority: PRIORITIES[tier],
        queue_type: tier === 'free' ? 'standard' : 'priority',
        seed: 3,
        prompt: ASK.prompt,
        width: 1024,
        height: 1024,
        credit_cost: 0,
      });
      assert.equal(created, clock.now().getTime() / 1000 - 4);
      if (tier === 'free') {
        assert.equal(position, 1);
        assert.ok(Number.isInteger(wait));
      }
      await deliver(service.worker, await takeLease(service.worker));
    });

    test('is generating while it runs, with its progress', async () => {
      verifies('DEC-JOB-14', 'JOB-STATUS-06', 'JOB-STATUS-02');
      const jobId = await start(tier);
      const lease = await takeLease(service.worker);
      await service.worker.heartbeat(lease, { progress: 0.25, stage: 'render' });
      const body = await poll(tier, jobId);
      assertFields(body, ...running);
      assert.deepEqual([body.status, body.progress], ['generating', 0.25]);
      await deliver(service.worker, lease);
    });

    test('is completed with a public result', async () => {
      verifies('JOB-STATUS-11', 'JOB-STATUS-14', 'JOB-STATUS-15', 'JOB-STATUS-13', 'DEC-MEDIA-01');
      const body = await poll(tier, await end((lease) => deliver(service.worker, lease)));
      assertFields(body, 'results');
      assert.deepEqual([body.status, body.progress], ['completed', 1]);
      const [result, ...others] = body.results as { url: string }[];
      assert.deepEqual(others, []);
      assert.deepEqual(result, { url: result?.url, kind: 'image', width: 1024, height: 1024 });
      assert.match(result?.url ?? '', new RegExp(`^${service.url}/media/[0-9a-f-]{36}\\.png$`));
    });

    test('is failed or blocked with the reason, and stays in that state', async () => {
      verifies('JOB-STATUS-12', 'JOB-STATUS-13', 'JOB-STATUS-11');
      const failed = await end((lease) =>
        service.worker.fail(lease, { reason: 'the engine broke', retryable: false }),
      );
      const blocked = await end((lease) =>
        service.worker.block(lease, { category: 'gore', reason: 'It shows injuries.' }),
      );
      for (const [jobId, status, error] of [
        [failed, 'failed', /^The job could not be rendered, and nothing was charged\./],
        [
          blocked,
          'blocked',
          /^The safety check rejected the result, so it is not delivered and costs nothing\./,
        ],
      ] as const) {
        const body = await poll(tier, jobId);
        assertFields(body, 'error');
        assert.equal(body.status, status);
        assert.match(String(body.error), error);
      }
    });
  });
}

test('a video has the duration of its frames, an image has none', async () => {
  verifies('JOB-STATUS-16', 'JOB-STATUS-15', 'JOB-SERVICE-04');
  const jobId = await start('max', 'video_1080p', { width: 4096, height: 2304, length: 257 });
  await deliver(service.worker, await takeLease(service.worker));
  const { results } = await poll('max', jobId);
  const [video] = results as { url: string }[];
  const { url, ...rest } = video ?? { url: '' };
  assert.match(url, /\.mp4$/);
  assert.deepEqual(rest, { kind: 'video', width: 1920, height: 1080, duration: 257 / 24 });
});

test('the settings of a job are those that are delivered and charged', async () => {
  verifies('DEC-FRONTEND-07');
  const jobId = await start('pro', 'video_1080p', { width: 4096, height: 2304, length: 60 });
  const lease = await takeLease(service.worker);
  const body = await poll('pro', jobId);
  const { width, height, frames } = lease.task;
  assert.deepEqual([body.width, body.height, body.frames], [width, height, frames]);
  assert.deepEqual([width, height, frames, body.credit_cost], [1920, 1080, 57, 35]);
  await service.worker.fail(lease, { reason: 'broken', retryable: false });
  assert.equal((await poll('pro', jobId)).prompt, ASK.prompt);
  await service.database.query('update jobs set prompt = null where id = $1', [jobId]);
  assert.equal('prompt' in (await poll('pro', jobId)), false);
});

test('a job that is retried has no error', async () => {
  verifies('JOB-STATUS-12');
  const jobId = await start('pro');
  await service.worker.fail(await takeLease(service.worker), { reason: 'out of memory', retryable: true });
  const body = await poll('pro', jobId);
  assert.deepEqual([body.status, 'error' in body], ['queued', false]);
  await deliver(service.worker, await takeLease(service.worker));
});

test('the position counts the jobs that are before it', async () => {
  verifies('JOB-STATUS-09', 'DEC-QUEUE-06');
  const others = [await jobCaller(service), await jobCaller(service)];
  const jobs: string[] = [];
  for (const caller of [callers.free, ...others]) {
    await resetCallLimit(service, caller.accountId);
    jobs.push((await caller.generate({ ...ASK, type: 'image' })).body.job_id);
  }
  // The order is read at most once a second.
  clock.advance(1000);
  const positions = await Promise.all(
    [callers.free, ...others].map(
      async (caller, at) => (await caller.job(jobs[at] ?? '')).body.queue_position,
    ),
  );
  assert.deepEqual(positions, [1, 2, 3]);
  // Jobs of the other pool are not counted.
  await deliver(service.worker, await takeLease(service.worker));
  const video = await start('free', 'video');
  clock.advance(1000);
  assert.equal((await poll('free', video)).queue_position, 1);
  assert.equal((await others[1]?.job(jobs[2] ?? ''))?.body.queue_position, 2);
  for (let left = 0; left < 3; left++) await deliver(service.worker, await takeLease(service.worker));
});

test('an unknown, foreign, deleted or expired job is a 404, and so is a job of v1', async () => {
  verifies('JOB-ERROR-06', 'JOB-ERROR-12');
  const jobId = await start('free');
  await deliver(service.worker, await takeLease(service.worker));
  const refused = async (caller: JobCaller, id: string) => {
    const { status, body } = await caller.job(id);
    assert.equal(status, 404);
    assert.deepEqual(body, { error: 'There is no such job, or it is not yours.' });
  };
  await refused(callers.pro, jobId);
  for (const id of [newId(), 'none', `${jobId}0`, '%00']) await refused(callers.free, id);
  const v1 = await service.account();
  const other = await v1.post('/v1/images/generate', { prompt: 'a pear' });
  await refused(callers.free, other.body.job_id);
  assert.equal((await v1.get(`/v1/jobs/${jobId}`)).status, 404);
  await deliver(service.worker, await takeLease(service.worker));

  const { results } = await poll('free', jobId);
  const [{ url = '' } = {}] = results as { url?: string }[];
  clock.advance(7 * 86_400_000 - 1);
  assert.equal((await fetch(url)).status, 200);
  assert.equal((await callers.free.job(jobId)).status, 200);
  clock.advance(1);
  await refused(callers.free, jobId);
  assert.equal((await fetch(url)).status, 404);

  const deleted = await start('free');
  const deletion = { database: service.database, ...noStore, clock };
  assert.equal(await deleteJob(deletion, callers.free.accountId, deleted), true);
  await refused(callers.free, deleted);
});

test('the uploaded image is deleted with its job', async () => {
  const jobId = await start('free', 'i2v', { image_base64: await imageOf(120, 80) });
  const lease = await takeLease(service.worker);
  assert.equal(lease.task.operation, 'i2v');
  assert.equal(lease.task.sound, false);
  await deliver(service.worker, lease);
  assert.equal((await poll('free', jobId)).status, 'completed');
});
