import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { healthSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { SLOW_MS, until } from '../support/deadline.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { type KinoraProcess, startKinora } from '../support/service-process.ts';
import { expireLeases, type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

let scene: FaultScene;
beforeEach(async () => {
  scene = await setFaultScene();
});
afterEach(() => scene.end());

// Long enough to be interrupted while it is rendered.
const VIDEO = { prompt: 'waves at dusk', width: 640, height: 352, duration: 3, seed: 3 };

function startWorker(url: string, name: string): KinoraProcess {
  return startKinora(['worker', '--name', name], {
    KINORA_SERVER_URL: url,
    KINORA_WORKER_TOKEN: WORKER_TOKEN,
  });
}

test('a worker killed in the middle of a job: another one delivers it, charged once', async () => {
  verifies('DEC-COMMAND-02');
  const customer = await scene.customer(1000);
  const service = await scene.startHere();
  const client = customer.at(service.url);
  const first = startWorker(service.url, 'first');
  const job = await client.generateVideo(VIDEO);
  await first.lineMatching(/"event":"progress"/);
  await first.end('SIGKILL');
  await expireLeases(scene.database);
  const second = startWorker(service.url, 'second');
  assert.equal((await client.waitFor(job, { pollMs: 50 })).status, 'completed');
  await second.end('SIGTERM');
  const jobs = await scene.database.query('select worker, attempt, faults from current_jobs');
  assert.deepEqual(jobs, [{ worker: 'second', attempt: 2, faults: 1 }]);
  assert.equal(await balanceOf(scene.database, customer.id), 970);
  assert.deepEqual(await violations(scene.database), []);
});

test('the result of a worker that was suspended past its lease is discarded', async () => {
  verifies('DEC-JOB-06');
  const customer = await scene.customer(1000);
  const service = await scene.startHere();
  const client = customer.at(service.url);
  const suspended = startWorker(service.url, 'suspended');
  const job = await client.generateVideo(VIDEO);
  await suspended.lineMatching(/"event":"progress"/);
  suspended.child.kill('SIGSTOP');
  await expireLeases(scene.database);

  const successor = createLeaseClient(service.url, WORKER_TOKEN);
  const lease = await takeLease(successor);
  assert.equal(lease.attempt, 2);
  const bytes = await deliver(successor, lease);
  suspended.child.kill('SIGCONT');
  await suspended.lineMatching(/"event":"abandoned"/);
  await suspended.end('SIGTERM');

  const status = await client.job(job.job_id);
  assert.deepEqual(Buffer.from(await client.download(status.result_url ?? '')), bytes);
  assert.equal(await balanceOf(scene.database, customer.id), 970);
  assert.deepEqual(await violations(scene.database), []);
});

test('three lost attempts: the job fails and its charge is reversed', async () => {
  const customer = await scene.customer(100);
  const service = await scene.startHere();
  const client = customer.at(service.url);
  const job = await client.generateImage({ prompt: 'never delivered' });
  const worker = createLeaseClient(service.url, WORKER_TOKEN);
  for (const attempt of [1, 2, 3]) {
    assert.equal((await takeLease(worker)).attempt, attempt);
    await expireLeases(scene.database);
  }
  const status = await client.waitFor(job, { pollMs: 50 });
  assert.equal(status.status, 'failed');
  assert.match(status.error ?? '', /^The job could not be rendered, and nothing was charged\./);
  assert.equal(await balanceOf(scene.database, customer.id), 100);
  assert.deepEqual(await violations(scene.database), []);
});

test('SIGTERM finishes the running job, releases every lease and exits with 0', async () => {
  const customer = await scene.customer(1000);
  const service = await scene.start();
  const job = await customer.at(service.url).generateVideo(VIDEO);
  await service.lineMatching(/"event":"progress"/);
  assert.equal(await service.end('SIGTERM'), 0);
  assert.deepEqual(await scene.database.query('select id, state from current_jobs'), [
    { id: job.job_id, state: 'completed' },
  ]);
});

test('the processes of the embedded worker end when the server is killed', async () => {
  const service = await scene.start();
  await until(async () => (await workerNames()).length > 0);
  const pids = await childrenOf(service.child.pid ?? 0);
  assert.ok(pids.length >= 1);
  await service.end('SIGKILL');
  await until(async () => !pids.some(isAlive));
});

test('a worker is named without a process id, and leaves GET /health as soon as it stops', async () => {
  verifies('DEC-HEALTH-01', 'DEC-HEALTH-05');
  const service = await scene.startHere();
  const worker = startKinora(['worker', '--pools', 'image'], {
    KINORA_SERVER_URL: service.url,
    KINORA_WORKER_TOKEN: WORKER_TOKEN,
  });
  const listed = async (pool: 'image' | 'video') => {
    const { image_workers: images, video_workers: videos } = healthSchema.parse(
      await (await fetch(`${service.url}/health`)).json(),
    );
    const names = Object.keys(pool === 'image' ? images : videos);
    return names.filter((name) => name !== 'ready-worker');
  };
  await until(async () => (await listed('image')).length > 0, SLOW_MS);
  const [name = ''] = await listed('image');
  assert.ok(!name.includes(String(worker.child.pid)), name);
  assert.deepEqual(await listed('video'), []);
  assert.equal(await worker.end('SIGTERM'), 0);
  // The answer may be a second old.
  await until(async () => (await listed('image')).length === 0);
});

async function workerNames(): Promise<string[]> {
  const rows = await scene.database.query<{ name: string }>('select name from workers');
  return rows.map(({ name }) => name).filter((name) => name !== 'ready-worker');
}

async function childrenOf(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
