import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { startFakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { verifies } from '@kinora/testing/requirements';
import { createComfyUiEngine } from '@kinora/worker/comfyui/comfyui-engine';
import { loadTemplates } from '@kinora/worker/comfyui/template';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { WORKFLOWS } from '../../../testing/src/fake-comfyui/comfyui-scene.ts';
import type { App } from '../../src/app.ts';
import { requeueJob } from '../../src/attempt/requeue.ts';
import { reapExpiredLeases } from '../../src/jobs/reaper.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { until } from '../support/deadline.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { type KinoraProcess, startKinora } from '../support/service-process.ts';
import { expireLeases, type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

/** Something breaks while one job renders at ComfyUI and the next is in its queue. */

let scene: FaultScene;
let service: App;
before(async () => {
  scene = await setFaultScene();
  service = await scene.startHere();
});
after(() => scene.end());

const PRICE = 5;
const names = ['present', 'next'] as const;
type Name = (typeof names)[number];

/** ComfyUI renders the present job, and was handed the next. */
async function handAhead(t: TestContext, startWorker = startWorkerHere) {
  const { comfy, stop } = await startFakeComfyUi(await loadTemplates(WORKFLOWS));
  /** What it began with, in order. */
  const begun: string[] = [];
  comfy.cachedNodes = (workflow) => {
    const texts = JSON.stringify(workflow);
    begun.push(names.find((name) => texts.includes(`"${name}"`)) ?? 'warm-up');
    return [];
  };
  // A worker of an earlier test would count as one that could render the jobs instead.
  await scene.database.query('delete from workers');
  const worker = await startWorker(comfy.url);
  t.after(async () => {
    comfy.release();
    await worker.stop();
    await stop();
  });
  const { id, at } = await scene.customer(100);
  const client = at(service.url);
  const order = async (prompt: string) =>
    (await client.generateImage({ prompt, width: 256, height: 256 })).job_id;
  // From it, the worker learns how long such an image takes.
  await client.waitFor(await order('a warm-up'), { pollMs: 20 });
  comfy.pause();
  const present = await order('present');
  await until(() => comfy.running !== undefined);
  const jobs: Record<Name, string> = { present, next: await order('next') };
  await until(() => comfy.pending.length === 1);
  return {
    comfy,
    client,
    worker,
    jobs,
    /** Waits for the ends of these jobs; what was begun, and their attempts and faults. */
    async outcome(of: readonly Name[] = names) {
      for (const name of of) {
        const { status } = await client.waitFor(jobs[name], { pollMs: 20 });
        assert.equal(status, 'completed');
      }
      assert.equal(await balanceOf(scene.database, id), 100 - PRICE * (1 + of.length));
      assert.deepEqual(await violations(scene.database), []);
      return { begun: begun.slice(1), ...(await countsOf(jobs, of)) };
    },
  };
}

async function countsOf(jobs: Readonly<Record<Name, string>>, of: readonly Name[]) {
  const counts: Partial<Record<Name, { attempt: number; faults: number }>> = {};
  for (const name of of) {
    const [row] = await scene.database.query<{ attempt: number; faults: number }>(
      'select attempt, faults from current_jobs where id = $1',
      [jobs[name]],
    );
    counts[name] = row as { attempt: number; faults: number };
  }
  return counts;
}

async function startWorkerHere(url: string): Promise<{ stop(): Promise<unknown> }> {
  const timeouts = { requestMs: 2_000, pollMs: 10, silenceMs: 1_000 };
  const engine = await createComfyUiEngine({ url, timeouts });
  const worker = startRealWorker({ worker: createLeaseClient(service.url, WORKER_TOKEN) }, engine);
  return {
    async stop() {
      await worker.stop();
      await engine.close();
    },
  };
}

/** Expires the leases of the first attempts; false when a heartbeat extended one before it was taken. */
async function reapFirstLeases(): Promise<boolean> {
  const { database } = scene;
  await database.query(
    `update open_jobs set lease_until = now() - interval '1 second' where attempt = 1 and lease_until is not null`,
  );
  await reapExpiredLeases({ database, blobs: noBlobs, clock: systemClock, wake: () => {} });
  const left = await database.query('select from open_jobs where attempt = 1 and lease_until is not null');
  return left.length === 0;
}

const renderedAgain = {
  begun: ['present', 'present', 'next'],
  present: { attempt: 2, faults: 1 },
  next: { attempt: 2, faults: 0 },
};
const undisturbed = {
  begun: ['present', 'next'],
  present: { attempt: 1, faults: 0 },
  next: { attempt: 1, faults: 0 },
};

test('ComfyUI restarts and has lost both: only the one that it rendered is rendered again', async (t) => {
  verifies('DEC-WORKER-12');
  const { comfy, outcome } = await handAhead(t);
  comfy.restart();
  assert.deepEqual(await outcome(), renderedAgain);
});

test('the socket is cut: both end, each rendered once', async (t) => {
  verifies('DEC-COMFY-08');
  const { comfy, outcome } = await handAhead(t);
  comfy.cutSockets();
  await until(() => comfy.listening === 0);
  comfy.release();
  assert.deepEqual(await outcome(), undisturbed);
});

test('the socket is half open and says nothing any more: both end, each rendered once', async (t) => {
  verifies('DEC-COMFY-08');
  const { comfy, outcome } = await handAhead(t);
  comfy.socketState = 'silent';
  comfy.release();
  assert.deepEqual(await outcome(), undisturbed);
});

test('the job that renders is deleted: the next one begins at once', async (t) => {
  verifies('DEC-WORKER-12');
  const { comfy, client, jobs, outcome } = await handAhead(t);
  await client.deleteJob(jobs.present);
  await until(() => comfy.running?.id !== undefined && comfy.pending.length === 0);
  comfy.release();
  const { begun, next } = await outcome(['next']);
  assert.deepEqual({ begun, next }, { begun: undisturbed.begun, next: undisturbed.next });
});

test('the job that waits is deleted: it never begins', async (t) => {
  verifies('DEC-WORKER-12');
  const { comfy, client, jobs, outcome } = await handAhead(t);
  await client.deleteJob(jobs.next);
  await until(() => comfy.pending.length === 0);
  comfy.release();
  assert.deepEqual(await outcome(['present']), { begun: ['present'], present: undisturbed.present });
});

test('the leases of both expire: only the one that rendered has a fault, and both are delivered once', async (t) => {
  verifies('DEC-WORKER-12');
  const { comfy, outcome } = await handAhead(t);
  await until(reapFirstLeases);
  // Both are cancelled at ComfyUI. The next one may begin for the moment until its own heartbeat is refused.
  await until(() => comfy.interruptions > 0);
  comfy.release();
  const { begun, present, next } = await outcome();
  const times = (name: string): number => begun.filter((one) => one === name).length;
  assert.deepEqual(present, renderedAgain.present);
  assert.equal(times('present'), 2);
  // What began for that moment before its lease was ended has a fault too; what did not has none.
  assert.equal(next?.attempt, renderedAgain.next.attempt);
  assert.ok((next?.faults ?? 2) < times('next'), `${next?.faults} faults, ${times('next')} renderings`);
});

test('the operator takes the waiting one from its worker: it renders after the present one, once', async (t) => {
  verifies('DEC-WORKER-12');
  const { comfy, jobs, outcome } = await handAhead(t);
  const taken = await requeueJob(
    scene.database,
    { jobId: jobs.next, attempt: 1 },
    { outcome: 'requeued', reason: 'the operator takes it' },
  );
  assert.equal(taken?.pool, 'image');
  await until(() => comfy.pending.length === 0);
  comfy.release();
  assert.deepEqual(await outcome(), { ...undisturbed, next: { attempt: 2, faults: 0 } });
});

test('the worker is killed: one that starts renders only the present job again', async (t) => {
  verifies('DEC-WORKER-12');
  const started: KinoraProcess[] = [];
  const startProcess = async (url: string) => {
    started.push(
      startKinora(['worker', '--name', 'killed'], {
        KINORA_SERVER_URL: service.url,
        KINORA_WORKER_TOKEN: WORKER_TOKEN,
        KINORA_ENGINE: 'comfyui',
        KINORA_COMFYUI_URL: url,
      }),
    );
    return { stop: async () => started.at(-1)?.end('SIGTERM') };
  };
  const { comfy, outcome } = await handAhead(t, startProcess);
  await started[0]?.end('SIGKILL');
  await expireLeases(scene.database);
  await startProcess(comfy.url);
  // It cancels what the killed one left.
  await until(() => comfy.interruptions === 1);
  comfy.release();
  assert.deepEqual(await outcome(), renderedAgain);
});
