import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { type Behaviour, startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { createOpenAiEngine } from '@kinora/worker/openai/openai-engine';
import { runWorker } from '@kinora/worker/run-worker';
import type { App } from '../../src/app.ts';
import { listRemoteOrders } from '../../src/attempt/remote-orders.ts';
import { until } from '../support/deadline.ts';
import {
  type InterruptingProxy,
  type PassingCall,
  startInterruptingProxy,
} from '../support/interrupting-proxy.ts';
import { balanceOf, violations } from '../support/jobs-under-test.ts';
import { startKinora } from '../support/service-process.ts';
import { expireLeases, type FaultScene, setFaultScene, WORKER_TOKEN } from './fault-scene.ts';

// A worker is killed in the middle of an order at a vendor, and another one with the same account takes the job.

let scene: FaultScene;
let service: App;
let toServer: InterruptingProxy;
let customer: Awaited<ReturnType<FaultScene['customer']>>;
const ending: (() => Promise<unknown>)[] = [];

before(async () => {
  scene = await setFaultScene();
  service = await scene.startHere();
  toServer = await startInterruptingProxy(service.url);
  customer = await scene.customer(100_000);
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});
after(async () => {
  await toServer.stop();
  await scene.end();
});

const VIDEO = { prompt: 'waves at dusk', width: 640, height: 352, duration: 1, seed: 3 };
const PRICE = 10;

/** A moment of an attempt: a call to our server or to the vendor. */
interface Moment {
  readonly at: 'server' | 'vendor';
  readonly matches: (call: PassingCall) => boolean;
}

const call =
  (on: PassingCall['on'], method: string, path: RegExp, body = /(?:)/, count = 1) =>
  (): Moment['matches'] => {
    let seen = 0;
    return (passing) => {
      const isIt =
        passing.on === on && passing.method === method && path.test(passing.path) && body.test(passing.body);
      if (isIt) seen += 1;
      return isIt && seen === count;
    };
  };

/** Each moment has a place, its call, and the number of bills of a vendor without idempotency keys. */
const MOMENTS: Readonly<Record<string, readonly [Moment['at'], () => Moment['matches'], bills: number]>> = {
  'before the order is announced': ['server', call('way there', 'POST', /\/order$/), 1],
  'after the order was announced': ['server', call('way back', 'POST', /\/order$/), 1],
  'before the vendor gets the order': ['vendor', call('way there', 'POST', /\/videos$/), 1],
  'after the vendor has accepted it': ['vendor', call('way back', 'POST', /\/videos$/), 2],
  'before its id is stored': ['server', call('way there', 'POST', /\/order$/, /"id"/), 2],
  'after its id was stored': ['server', call('way back', 'POST', /\/order$/, /"id"/), 1],
  'while it is rendered': ['vendor', call('way back', 'GET', /\/videos\/\w+$/), 1],
  'while it is fetched': ['vendor', call('way back', 'GET', /\/content$/), 1],
  'before its upload': ['server', call('way there', 'PUT', /\/artifacts\//), 1],
  'before its completion': ['server', call('way there', 'POST', /\/complete$/), 1],
  'after its completion': ['server', call('way back', 'POST', /\/complete$/), 1],
  'before it is deleted at the vendor': ['vendor', call('way there', 'DELETE', /\/videos\/\w+$/), 1],
};

for (const [moment, [at, matching, bills]] of Object.entries(MOMENTS)) {
  test(`a worker killed ${moment}: ${bills === 1 ? 'one bill' : 'two bills, which the operator sees'}, one charge`, async () => {
    verifies('DEC-REMOTE-05', 'DEC-REMOTE-06');
    const { vendor, orders } = await killedOnce({}, { at, matches: matching() });
    assert.equal(vendor.bills(), bills);
    const sent = orders.map((order) => order.sent);
    // The announcement alone may have been followed by an order.
    const isUnknown =
      bills === 2 || ['after the order was announced', 'before the vendor gets the order'].includes(moment);
    assert.deepEqual(sent, [isUnknown ? 2 : 1]);
  });
  if (bills === 1) continue;
  test(`a worker killed ${moment} of a vendor with idempotency keys: one bill`, async () => {
    verifies('DEC-REMOTE-05');
    const { vendor } = await killedOnce({ idempotent: true }, { at, matches: matching() });
    assert.equal(vendor.bills(), 1);
  });
}

test('killed three times in a response that blocks: ordered twice, then failed without a charge', async () => {
  verifies('DEC-REMOTE-06');
  const behaviour = { sync: true };
  const { vendor, order, killDuring } = await setUp(behaviour);
  const balance = await balanceOf(scene.database, customer.id);
  const job = await order();
  const blocking = { at: 'vendor', matches: call('way back', 'POST', /\/videos$/)() } as const;
  await killDuring(blocking);
  await killDuring({ ...blocking, matches: call('way back', 'POST', /\/videos$/)() });
  await succeed(vendor.url);
  const ended = await customer.at(service.url).waitFor(job, { pollMs: 50 });
  assert.equal(ended.status, 'failed');
  assert.equal(vendor.bills(), 2);
  assert.equal(await balanceOf(scene.database, customer.id), balance);
});

test('a worker that stops leaves its order to the next one, and a deleted job deletes it', async () => {
  verifies('DEC-REMOTE-05');
  const statuses = Array.from({ length: 10_000 }, () => ({ status: 'in_progress', progress: 10 }));
  const { vendor, order, start } = await setUp({ statuses });
  const job = await order();
  const first = await start('first');
  await until(async () =>
    vendor.requests.some(({ method, path }) => method === 'GET' && path.startsWith('/v1/videos/')),
  );
  first.stop.abort();
  await first.ended;
  assert.equal(vendor.videos.size, 1, 'it is still there');
  const polls = vendor.requests.length;
  const second = await start('second');
  await until(async () => vendor.requests.length > polls + 2);
  assert.equal(vendor.bills(), 1);
  await customer.at(service.url).deleteJob(job.job_id);
  await until(async () => vendor.videos.size === 0);
  second.stop.abort();
  await second.ended;
});

async function setUp(behaviour: Behaviour) {
  const vendor = await startFakeOpenAi({ statuses: [{ status: 'in_progress' }], ...behaviour });
  ending.push(() => vendor.stop());
  const toVendor = await startInterruptingProxy(vendor.url);
  ending.push(() => toVendor.stop());
  const start = (name: string) => startWorker(name, toVendor.url);
  return {
    vendor: { ...vendor, url: toVendor.url },
    start,
    order: () => customer.at(service.url).generateVideo(VIDEO),
    async killDuring({ at, matches }: Moment) {
      const worker = startKinora(['worker', '--name', 'killed', '--pools', 'video'], {
        KINORA_SERVER_URL: toServer.url,
        KINORA_WORKER_TOKEN: WORKER_TOKEN,
        KINORA_ENGINE: 'openai',
        KINORA_OPENAI_URL: toVendor.url,
        KINORA_OPENAI_VIDEO_MODEL: 'director',
      });
      (at === 'server' ? toServer : toVendor).interrupt(matches, () => worker.child.kill('SIGKILL'));
      await worker.ended();
      await expireLeases(scene.database);
    },
  };
}

async function startWorker(name: string, vendorUrl: string) {
  const stop = new AbortController();
  const engine = await createOpenAiEngine({
    url: vendorUrl,
    videoModel: 'director',
    timeouts: { firstPoll: 20, maxPoll: 50 },
  });
  const ended = runWorker({
    name,
    pools: ['video'],
    gpu: 'none',
    engine,
    finish: encoded,
    client: createLeaseClient(service.url, WORKER_TOKEN),
    log: () => {},
    stopGraceMs: 0,
    stop: stop.signal,
  });
  ending.push(async () => {
    stop.abort();
    await ended;
  });
  return { stop, ended };
}

/** A second worker with the same account, which takes what is left. */
const succeed = (vendorUrl: string) => startWorker('successor', vendorUrl);

/** Orders a video, kills its worker at the moment, and lets another one end the job: charged once, and nothing is left at the vendor. */
async function killedOnce(behaviour: Behaviour, moment: Moment) {
  const { vendor, order, killDuring } = await setUp(behaviour);
  const balance = await balanceOf(scene.database, customer.id);
  const job = await order();
  await killDuring(moment);
  await succeed(vendor.url);
  const ended = await customer.at(service.url).waitFor(job, { pollMs: 50 });
  assert.equal(ended.status, 'completed');
  assert.equal(await balanceOf(scene.database, customer.id), balance - PRICE);
  assert.deepEqual(await violations(scene.database), []);
  const orders = await listRemoteOrders(scene.database, job.job_id);
  return { vendor, orders };
}
