import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { cancelJob } from '../../src/attempt/cancel-job.ts';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { failUnstartedJobs } from '../../src/jobs/reaper.ts';
import { forecast, STRICT } from '../../src/queue/forecast.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { changedCatalogue, type LooseDocument, operatorsOwn } from '../support/catalogues.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** Models whose workers are started when jobs wait for them: one of the operator, and one of the contract. */

const START = 300;
const HOUR = 3600;
const TOKEN = 'a-token-for-a-scaler';

const sold = catalogueOf(
  2,
  changedCatalogue((document) => {
    operatorsOwn(document);
    const sleeping = document.models.filter(({ id }: LooseDocument) => ['draft', 'cinema'].includes(id));
    for (const model of sleeping) Object.assign(model, { start_seconds: START, plans: null });
  }),
);

const clock = manualClock('2031-03-10T12:00:00Z');
let service: TestApp;
let customer: TestAccount;
before(async () => {
  const environment = { KINORA_METRICS_TOKEN: TOKEN };
  service = await startTestApp({ clock, sold, withWorker: false, environment });
  const operations = workerCapabilities({ models: ['fast'] });
  const worker = leaseRequest({ worker: 'always-there' });
  await recordWorker(service.database, { ...worker, capabilities: { ...worker.capabilities, operations } });
  customer = await service.account();
});
after(() => service.stop());

const viewOf = async (model: string) => (await send(`${service.url}/api/v1/models/${model}`, {})).body;
const order = (request: object, from = customer) =>
  from.post('/v1/videos/generate', { prompt: 'a pear', ...request });

async function accepted(request: object): Promise<string> {
  const { status, body, text } = await order(request);
  assert.equal(status, 200, text);
  return body.job_id;
}

async function read(jobId: string) {
  clock.advance(1000);
  return (await customer.get(`/v1/jobs/${jobId}`)).body;
}

/** The round of the reaper as it would be so many seconds later. */
async function failUnstarted(seconds: number): Promise<void> {
  const later = new Date(clock.now().getTime() + seconds * 1000);
  const { database } = service;
  const dependencies = { blobs: noBlobs, wake: () => {} };
  await failUnstartedJobs({ ...dependencies, database, clock: { now: () => later } });
}

async function scrape(): Promise<string> {
  const answer = await send(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return answer.text;
}

const workOf = { draft: 90, cinema: 12 * (1 + 20) };

test('a model whose workers sleep is listed with the start of one, and its orders are accepted and quoted', async () => {
  verifies('DEC-CATALOGUE-30');
  for (const id of ['draft', 'cinema'] as const) {
    const view = await viewOf(id);
    assert.deepEqual([view.available, view.start_seconds], [false, START]);
    assert.ok(view.estimated_wait_seconds >= START + 10, `${id}: ${view.estimated_wait_seconds} s`);
  }
  const quality = await viewOf('quality');
  assert.deepEqual(
    [quality.available, quality.start_seconds, quality.estimated_wait_seconds],
    [false, null, null],
  );
  const refused = await assertUntouched(service, customer, () => order({ mode: 'quality' }));
  assert.deepEqual([refused.status, refused.body.code], [503, 'mode_unavailable']);
  const quote = await customer.post('/v1/videos/quote', { prompt: 'a pear', model: 'draft' });
  assert.equal(quote.status, 200, quote.text);
});

test('its jobs wait for the start of a worker, which is less with each second, and a scaler sees them', async () => {
  verifies('DEC-CATALOGUE-30', 'DEC-METRICS-07');
  const first = await accepted({ model: 'draft' });
  const before = (await read(first)).estimated_wait_seconds;
  assert.ok(before >= START + 10 && before <= START + workOf.draft, `${before} s`);
  clock.advance(200_000);
  const then = (await read(first)).estimated_wait_seconds;
  assert.ok(Math.abs(before - 200 - then) <= 3, `${before} s, then ${then} s`);
  const metrics = await scrape();
  assert.match(metrics, /^kinora_service_model_jobs\{model="draft",state="queued"\} 1$/m);
  assert.match(metrics, /^kinora_service_model_jobs\{model="cinema",state="queued"\} 0$/m);
  clock.advance(1000_000);
  await failUnstarted(0);
  assert.equal((await read(first)).status, 'queued', 'it waits on when the start takes longer');

  const lease = await takeLease(service.worker, draftWorker);
  assert.equal(lease.job_id, first);
  await failUnstarted(2 * HOUR);
  const end = service.database.transaction((tx) => cancelJob(tx, first, { by: 'waiting' }, clock.now()));
  assert.equal(await end, undefined, 'it was claimed meanwhile');
  await deliver(service.worker, lease);
  assert.equal((await read(first)).status, 'completed');
  const awake = await viewOf('draft');
  assert.ok(awake.available && awake.estimated_wait_seconds < START, `${awake.estimated_wait_seconds} s`);
  await service.database.query(`delete from workers where name = 'started'`);
});

const draftWorker = leaseRequest({
  worker: 'started',
  capabilities: {
    engine: 'test',
    engine_version: '1',
    zero_retention: false,
    operations: [{ operation: 'video', model: 'draft', longest_side: 1280 }],
  },
});

test('a job for which no worker starts in an hour more fails free of charge; one for which a worker was there waits', async () => {
  verifies('DEC-CATALOGUE-31');
  const poor = await service.account(50);
  const ordered = async () => (await order({ model: 'draft', duration: 5 }, poor)).body.job_id;
  const balance = async () => (await poor.get('/v1/me/balance')).body.balance_cents;
  const read = async (id: string) => (await poor.get(`/v1/jobs/${id}`)).body;
  const first = await ordered();
  assert.equal(await balance(), 40);
  const bound = START + HOUR;
  await failUnstarted(bound - 1);
  assert.equal((await read(first)).status, 'queued');
  const operations = workerCapabilities({ models: ['draft'] });
  const worker = leaseRequest({ worker: 'busy' });
  await recordWorker(service.database, { ...worker, capabilities: { ...worker.capabilities, operations } });
  // It stops for a new version, and is back before long.
  await service.database.query(`update workers set stopped_at = now() where name = 'busy'`);
  await failUnstarted(bound + 1);
  assert.equal((await read(first)).status, 'queued');
  await service.database.query(`delete from workers where name = 'busy'`);
  const second = await ordered();
  await failUnstarted(bound + 1);
  assert.equal((await read(first)).status, 'queued', 'a worker was there for it');
  const { status, error } = await read(second);
  assert.equal(status, 'failed');
  assert.match(error, /^No worker started for the job in time, and nothing was charged/);
  assert.equal(await balance(), 40);
});

test('while a worker of the model is live, it says what is rendered', async () => {
  verifies('DEC-CATALOGUE-30');
  const small = leaseRequest({ worker: 'small' });
  const operations = [{ operation: 'video', model: 'cinema', longest_side: 1280 }] as const;
  await recordWorker(service.database, {
    ...small,
    capabilities: { ...small.capabilities, operations: [...operations] },
  });
  clock.advance(2000);
  const refused = await order({ mode: 'cinema' });
  assert.deepEqual([refused.status, refused.body.code], [503, 'workers_unavailable']);
  await service.database.query(`delete from workers where name = 'small'`);
  clock.advance(2000);
  assert.equal((await order({ mode: 'cinema' })).status, 200);
});

test('a job whose workers sleep waits for one to start since the first of its model was accepted, and for no other worker', () => {
  verifies('DEC-CATALOGUE-30');
  const shape = {
    operation: 'video',
    width: 1280,
    height: 720,
    frames: 121,
    seconds: 2,
    passedFor: null,
  } as const;
  const jobOf = (model: string, at: number, age: number) => {
    return { ...shape, model, id: `job-${at}`, sortKey: at, virtualStart: at, age };
  };
  const empty = { head: [], marks: [], virtualTime: 0, claimedTime: 0 };
  const { operations: capabilities } = leaseRequest().capabilities;
  const pools = ['video'] as const;
  const worker = {
    name: 'fast',
    tokenId: null,
    pools,
    capabilities,
    slots: 1,
    loaded: null,
    preference: 0,
    zeroRetention: false,
  };
  const startOf = (...head: ReturnType<typeof jobOf>[]) => {
    const video = { ...empty, head };
    const order = {
      image: empty,
      video,
      running: [],
      accepted: [],
      workers: [worker],
      serviceTimes: new Map(),
    };
    const rules = { ...STRICT, startSecondsOf: (model: string) => (model === 'draft' ? 100 : 0) };
    const { startsIn, expected } = forecast(order, { image: 0, video: 0 }, undefined, rules);
    const next = jobOf('draft', 2.5, 0);
    return startsIn(next, 0) - head.filter(({ model }) => model === 'draft').length * expected(next).held;
  };
  const fast = [1, 2, 3, 4].map((at) => jobOf('fast', at, 500));
  assert.equal(startOf(...fast), 100, 'the start begins with it');
  assert.equal(startOf(...fast, jobOf('draft', 5, 40)), 60, 'the start began with the first');
  assert.equal(startOf(...fast, jobOf('draft', 5, 4000)), 5, 'a start that takes longer is expected soon');
});
