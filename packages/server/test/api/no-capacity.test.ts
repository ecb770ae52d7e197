import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { WorkerCapability } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { manualClock } from '../support/manual-clock.ts';
import { quoteOf } from '../support/quotes.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** How long the read state of the workers may be used to accept jobs. */
const READING_MS = 1000;

const clock = manualClock('2026-03-10T12:00:00Z');
let service: TestApp;
let customer: TestAccount;
let photo: string;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  customer = await service.account();
  photo = (await plain().png().toBuffer()).toString('base64');
});
after(() => service.stop());
beforeEach(async () => {
  clock.advance(READING_MS);
  await service.database.query('delete from workers');
});

/** A worker polls, and was last seen `secondsAgo`. */
async function workerCalls(can: WorkerCapability[], secondsAgo = 0): Promise<void> {
  const worker = `worker-${can.length}-${secondsAgo}`;
  const capabilities = { engine: 'test', engine_version: '1', operations: can, zero_retention: false };
  await recordWorker(service.database, leaseRequest({ worker, capabilities }));
  await service.database.query(
    `update workers set seen_at = seen_at - make_interval(secs => $2) where name = $1`,
    [worker, secondsAgo],
  );
}

async function refused(kind: 'images' | 'videos', request: object, status: number, code: string) {
  const answer = await assertUntouched(service, customer, () =>
    customer.post(`/v1/${kind}/generate`, { prompt: 'a pear', ...request }),
  );
  assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text);
  if (status === 503) assert.ok(Number(answer.headers.get('retry-after')) > 0);
  const quoted = await quoteOf(customer, `/v1/${kind}/generate`, { prompt: 'a pear', ...request });
  assert.deepEqual(quoted.body, answer.body);
  return answer.body;
}

async function accepted(kind: 'images' | 'videos', request: object = {}) {
  const answer = await customer.post(`/v1/${kind}/generate`, { prompt: 'a pear', ...request });
  assert.equal(answer.status, 200, answer.text);
}

const all = workerCapabilities();
const textOnly = workerCapabilities({ operations: ['image', 'video'] });
const fastOnly = workerCapabilities({ models: ['fast'] });

test('without a worker nothing is accepted or charged; the first worker that calls counts at once', async () => {
  verifies('V1-ERROR-26');
  await refused('images', {}, 503, 'workers_unavailable');
  await refused('videos', {}, 503, 'workers_unavailable');
  await refused('videos', { mode: 'quality' }, 503, 'workers_unavailable');
  await workerCalls(all);
  await accepted('images');
  await accepted('videos', { mode: 'quality' });
});

test('a worker without a call for a minute no longer counts', async () => {
  verifies('V1-ERROR-26');
  await workerCalls(all, 59);
  await accepted('images');
  await service.database.query(`update workers set seen_at = seen_at - interval '2 seconds'`);
  clock.advance(READING_MS);
  await refused('images', {}, 503, 'workers_unavailable');
});

test('a worker that is rendering counts, although it requests no lease', async () => {
  verifies('V1-ERROR-26');
  await workerCalls(all);
  await accepted('images');
  const lease = await takeLease(service.worker, { worker: 'busy' });
  await service.database.query(`delete from workers where name <> 'busy'`);
  await service.database.query(`update workers set seen_at = seen_at - interval '5 minutes'`);
  clock.advance(READING_MS);
  await accepted('images');
  await deliver(service.worker, lease);
});

test('image workers alone serve images only, and video workers alone serve videos only', async () => {
  verifies('V1-ERROR-26');
  await workerCalls(workerCapabilities({ operations: ['image'] }));
  await accepted('images');
  await refused('videos', {}, 503, 'workers_unavailable');
});

test('a worker serves the pools that it names only, whatever capabilities it declares', async () => {
  verifies('DEC-CAPACITY-01', 'V1-ERROR-26');
  await service.worker.lease(leaseRequest({ pools: ['image'] }), AbortSignal.timeout(30_000));
  await accepted('images');
  for (const mode of ['fast', 'quality']) await refused('videos', { mode }, 503, 'workers_unavailable');
});

test('a worker that stops counts no more, and is expected back', async () => {
  verifies('DEC-CAPACITY-02');
  await workerCalls(fastOnly);
  await service.worker.lease(leaseRequest({ worker: 'stops' }), AbortSignal.timeout(30_000));
  await accepted('videos', { mode: 'quality' });
  await service.worker.stopped('stops');
  clock.advance(READING_MS);
  await refused('videos', { mode: 'quality' }, 503, 'mode_temporarily_unavailable');
  await accepted('videos');
});

test('a size that no worker renders is refused with the largest size that one does', async () => {
  verifies('V1-ERROR-26');
  await workerCalls(workerCapabilities({ longestSide: 1280 }));
  await accepted('videos');
  const { error } = await refused('videos', { width: 1920, height: 1080 }, 503, 'workers_unavailable');
  assert.match(error, /1920x1088.*1280/);
});

test('a mode that no worker renders is unavailable, and fast stays available', async () => {
  verifies('V1-ERROR-27');
  await workerCalls(fastOnly);
  for (const mode of ['quality', 'cinema']) {
    const body = await refused('videos', { mode }, 503, 'mode_unavailable');
    assert.equal(body.video_mode, mode);
    assert.match(body.error, /fast/);
  }
  await accepted('videos');
});

test('a mode whose workers were seen within ten minutes is temporarily unavailable', async () => {
  verifies('V1-ERROR-28');
  await workerCalls(fastOnly);
  await workerCalls(all, 590);
  const body = await refused('videos', { mode: 'cinema' }, 503, 'mode_temporarily_unavailable');
  assert.equal(body.video_mode, 'cinema');
  await service.database.query(`update workers set seen_at = seen_at - interval '20 seconds'
    where seen_at < now() - interval '5 minutes'`);
  await refused('videos', { mode: 'cinema' }, 503, 'mode_unavailable');
});

test('the problem of a mode without uploads names what it accepts', async () => {
  verifies('V1-ERROR-24');
  await workerCalls(textOnly);
  for (const mode of ['fast', 'quality', 'cinema']) {
    const request = { mode, init_image_base64: photo };
    const body = await refused('videos', request, 400, 'mode_input_unsupported');
    assert.deepEqual([body.video_mode, body.supported_inputs], [mode, ['prompt']]);
    await accepted('videos', { mode });
  }
});

test('a missing payment is reported with or without workers, and a replay needs no worker', async () => {
  verifies('V1-ERROR-26');
  const poor = await service.account(4);
  const { status, body } = await poor.post('/v1/images/generate', { prompt: 'a pear' });
  assert.deepEqual([status, body.code], [402, 'balance_insufficient']);

  await workerCalls(all);
  const post = () =>
    customer.post('/v1/images/generate', { prompt: 'a plum' }, { 'idempotency-key': 'once' });
  const first = await post();
  assert.equal(first.status, 200);
  await service.database.query('delete from workers');
  clock.advance(READING_MS);
  assert.deepEqual((await post()).body, first.body);
});
