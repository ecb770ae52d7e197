import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { healthSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { ASK, type JobCaller, jobCaller } from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00Z');
let service: TestApp;
let caller: JobCaller;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  caller = await jobCaller(service);
});
after(() => service.stop());
beforeEach(async () => {
  clock.advance(61_000);
  await service.database.query('delete from workers');
});

async function workerCalls(worker: string, pools: ('image' | 'video')[], secondsAgo = 0): Promise<void> {
  await recordWorker(
    service.database,
    leaseRequest({ worker, pools, gpu: 'L4', vram_free_gb: 21.5, queue_size: 2 }),
  );
  await service.database.query(
    'update workers set seen_at = now() - make_interval(secs => $2) where name = $1',
    [worker, secondsAgo],
  );
}

async function health() {
  clock.advance(1000);
  const { status, body } = await send(`${service.url}/api/health`, {});
  assert.equal(status, 200);
  return healthSchema.parse(body);
}

test('without workers it reports that, with 200', async () => {
  verifies('JOB-HEALTH-01', 'JOB-HEALTH-02', 'JOB-HEALTH-03');
  assert.deepEqual(await health(), {
    status: 'unavailable',
    image_healthy: '0/0',
    video_healthy: '0/0',
    image_workers: {},
    video_workers: {},
    tasks: 'ok',
  });
});

test('workers are counted and described by medium', async () => {
  verifies('JOB-HEALTH-03', 'JOB-HEALTH-04', 'JOB-HEALTH-05', 'JOB-HEALTH-02');
  await workerCalls('both', ['image', 'video']);
  await workerCalls('images', ['image']);
  await workerCalls('silent', ['video'], 61);
  const healthy = { healthy: true, gpu: 'L4', queue_size: 2, vram_free_gb: 21.5 };
  assert.deepEqual(await health(), {
    status: 'ok',
    image_healthy: '2/2',
    video_healthy: '1/2',
    image_workers: { both: healthy, images: healthy },
    video_workers: { both: healthy, silent: { ...healthy, healthy: false } },
    tasks: 'ok',
  });
  await service.database.query(`delete from workers where name = 'both'`);
  const { status, video_healthy: video } = await health();
  assert.deepEqual([status, video], ['degraded', '0/1']);
});

test('a worker that stops is gone within a second, also while it finishes a job', async () => {
  verifies('DEC-HEALTH-01');
  for (const worker of ['idle', 'busy']) await workerCalls(worker, ['image', 'video']);
  clock.advance(1000);
  await caller.generate({ ...ASK, type: 'image' });
  const lease = await takeLease(service.worker, { worker: 'busy' });
  await service.worker.stopped('idle');
  assert.deepEqual(Object.keys((await health()).image_workers), ['busy']);
  await service.worker.stopped('busy');
  await service.worker.heartbeat(lease, { progress: 0.5, stage: 'render' });
  const { status, image_healthy: images, video_workers: videos } = await health();
  assert.deepEqual([status, images, videos], ['unavailable', '0/0', {}]);
  await deliver(service.worker, lease);
  // It is back as soon as it requests a lease.
  await service.worker.lease(leaseRequest({ worker: 'busy' }), AbortSignal.timeout(30_000));
  assert.equal((await health()).image_healthy, '1/1');
});

test('a worker that was not seen for ten minutes is not listed', async () => {
  verifies('DEC-HEALTH-02');
  await workerCalls('silent', ['image'], 590);
  await workerCalls('dead', ['image'], 610);
  assert.deepEqual(Object.keys((await health()).image_workers), ['silent']);
});

test('a worker is listed in the pools that it can render jobs of', async () => {
  verifies('DEC-HEALTH-03');
  const operations = workerCapabilities({ operations: ['image', 'i2i'] });
  const capabilities = { ...leaseRequest().capabilities, operations };
  await recordWorker(service.database, leaseRequest({ worker: 'images', capabilities }));
  const { image_healthy: images, video_healthy: videos } = await health();
  assert.deepEqual([images, videos], ['1/1', '0/0']);
});

test('queue_size counts the job that a worker renders and those that wait in its pool', async () => {
  verifies('DEC-HEALTH-04');
  await workerCalls('both', ['image', 'video']);
  await workerCalls('images', ['image']);
  const callers = [await jobCaller(service), await jobCaller(service), await jobCaller(service)];
  for (const { generate } of callers) await generate({ ...ASK, type: 'image' });
  const lease = await takeLease(service.worker, { worker: 'images', pools: ['image'], queue_size: 1 });
  clock.advance(1000);
  const { image_workers: images, video_workers: videos } = await health();
  // Each has reported jobs of other clients of its renderer: 2 and 1.
  assert.deepEqual([images.both?.queue_size, images.images?.queue_size], [2 + 2, 1 + 1 + 2]);
  assert.equal(videos.both?.queue_size, 2);
  await deliver(service.worker, lease);
  for (let left = 0; left < 2; left++) await deliver(service.worker, await takeLease(service.worker));
});

test('a service that cannot read its workers still responds', async () => {
  verifies('JOB-HEALTH-01', 'JOB-ERROR-12');
  await workerCalls('both', ['image', 'video']);
  await service.database.transaction(async (tx) => {
    await tx.query('lock table workers in access exclusive mode');
    assert.equal((await health()).status, 'unavailable');
  });
});

test('an order that no worker can render is a 503, and costs nothing', async () => {
  verifies('JOB-ERROR-11');
  const refused = async (body: object) => {
    clock.advance(61_000);
    const answer = await caller.generate({ ...ASK, ...body });
    assert.equal(answer.status, 503, answer.text);
    assert.deepEqual(Object.keys(answer.body), ['error']);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  };
  await refused({ type: 'image' });
  await recordWorker(
    service.database,
    leaseRequest({
      worker: 'small',
      capabilities: {
        engine: 'test',
        engine_version: '1',
        operations: workerCapabilities({
          operations: ['image', 'video'],
          models: ['quality'],
          longestSide: 1024,
        }),
        zero_retention: false,
      },
    }),
  );
  await refused({ type: 'video' });
  await refused({ type: 'image_hd', width: 1280, height: 1280 });
  clock.advance(61_000);
  assert.equal((await caller.generate({ ...ASK, type: 'image_hd' })).status, 200);
});

test('while the database is unavailable every call except health is a 503', async () => {
  verifies('JOB-ERROR-11', 'JOB-ERROR-12');
  await workerCalls('both', ['image', 'video']);
  await service.database.transaction(async (tx) => {
    await tx.query('lock table funding_terms, jobs in access exclusive mode');
    const answers = await Promise.all([
      caller.generate({ ...ASK, type: 'image' }),
      caller.job('0199d2a4-7c1e-7b3a-9f58-2d6c1a5e8b40'),
    ]);
    for (const { status, body, headers } of answers) {
      assert.deepEqual([status, Object.keys(body)], [503, ['error']]);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
  });
});
