import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { runWorker } from '@kinora/worker/run-worker';
import { SLOW_MS, until } from '../support/deadline.ts';
import { echoEngine } from '../support/echo-engine.ts';
import { violations } from '../support/jobs-under-test.ts';
import { startKinora } from '../support/service-process.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const SLOTS = 3;

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());

/** A worker with slots, whose jobs are rendered when the test opens the gate of their prompt. */
function startWorker(name: string) {
  const stop = new AbortController();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const echo = echoEngine((prompt) => {
    const gate = Promise.withResolvers<void>();
    gates.set(prompt, gate);
    return gate.promise;
  });
  const working = runWorker({
    name,
    pools: ['image'],
    gpu: 'none',
    slots: SLOTS,
    engine: {
      ...echo,
      async render(task, observer) {
        const aborted = Promise.withResolvers<never>();
        observer.signal.addEventListener('abort', () => aborted.reject(observer.signal.reason));
        return Promise.race([echo.render(task, observer), aborted.promise]);
      },
    },
    finish: encoded,
    client: createLeaseClient(service.url, service.app.workerToken),
    log: () => {},
    stopGraceMs: 500,
    stop: stop.signal,
  });
  return {
    rendering: () => [...gates.keys()].toSorted(),
    open(prompt: string) {
      gates.get(prompt)?.resolve();
      gates.delete(prompt);
    },
    async stop() {
      stop.abort();
      await working;
    },
  };
}

async function order(prompts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const jobs = new Map<string, string>();
  for (const prompt of prompts) {
    const { body } = await customer.post('/v1/images/generate', { prompt });
    jobs.set(prompt, body.job_id);
  }
  return jobs;
}

function statesOf(jobs: ReadonlyMap<string, string>) {
  return service.database.query<{ id: string; state: string; confirmed: boolean; faults: number }>(
    'select id, state, stage is not null as confirmed, faults from current_jobs where id = any($1) order by created_at, id',
    [[...jobs.values()]],
  );
}

const PROMPTS = ['an ant', 'a bee', 'a cat', 'a dog', 'an eel'];

test('a worker renders as many jobs at once as it has slots, each with its own lease', async (t) => {
  verifies('DEC-WORKER-09');
  const worker = startWorker('of-three');
  t.after(worker.stop);
  const jobs = await order(PROMPTS);
  await until(() => worker.rendering().length === SLOTS);
  assert.deepEqual(worker.rendering(), ['a bee', 'a cat', 'an ant']);
  const [recorded] = await service.database.query(`select slots from workers where name = 'of-three'`);
  assert.deepEqual(recorded, { slots: SLOTS });
  // Each of them sends heartbeats for its own lease.
  await until(async () => (await statesOf(jobs)).filter(({ confirmed }) => confirmed).length === SLOTS);
  const secrets = await service.database.query(
    `select distinct lease_secret_hash from open_jobs where state = 'running'`,
  );
  assert.equal(secrets.length, SLOTS);

  worker.open('a cat');
  await until(() => worker.rendering().includes('a dog'));
  // A job that is deleted frees its slot alone.
  assert.equal((await customer.delete(`/v1/jobs/${jobs.get('a bee')}`)).status, 204);
  worker.open('a bee');
  await until(() => worker.rendering().includes('an eel'));
  for (const prompt of ['an ant', 'a dog', 'an eel']) worker.open(prompt);
  await until(async () =>
    (await statesOf(jobs)).every(({ id, state }) => id === jobs.get('a bee') || state === 'completed'),
  );
  await worker.stop();
  assert.deepEqual(await violations(service.database), []);
});

test('a worker that stops finishes the jobs that end in time, and gives back the others', async () => {
  verifies('DEC-WORKER-09', 'DEC-HEALTH-01');
  const worker = startWorker('that-stops');
  const jobs = await order(PROMPTS.slice(0, SLOTS));
  await until(() => worker.rendering().length === SLOTS);
  const stopped = worker.stop();
  worker.open('a bee');
  await stopped;
  const states = await statesOf(jobs);
  assert.deepEqual(
    states.map(({ state, faults }) => [state, faults]),
    [
      ['queued', 0],
      ['completed', 0],
      ['queued', 0],
    ],
  );
  const [left] = await service.database.query(
    `select stopped_at is not null as "isStopped" from workers where name = 'that-stops'`,
  );
  assert.deepEqual(left, { isStopped: true });
  for (const jobId of jobs.values()) await customer.delete(`/v1/jobs/${jobId}`);
  assert.deepEqual(await violations(service.database), []);
});

test('kinora worker renders as many jobs at once as KINORA_WORKER_SLOTS says', async (t) => {
  verifies('DEC-WORKER-09');
  const slots = Math.min(2, availableParallelism());
  const worker = startKinora(['worker', '--name', 'a-process', '--pools', 'image'], {
    KINORA_SERVER_URL: service.url,
    KINORA_WORKER_TOKEN: service.app.workerToken,
    KINORA_WORKER_SLOTS: String(slots),
  });
  t.after(() => worker.end('SIGTERM'));
  const jobs = await order(PROMPTS.slice(0, SLOTS));
  await until(async () => (await statesOf(jobs)).every(({ state }) => state === 'completed'), SLOW_MS);
  const [recorded] = await service.database.query(`select slots from workers where name = 'a-process'`);
  assert.deepEqual(recorded, { slots });
});
