import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, beforeEach, test } from 'node:test';
import type { LeaseRequest } from '@kinora/contract';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { probeMedia } from '@kinora/video/probe';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { pino } from 'pino';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { unfitCapabilities } from '../../src/workers/unfit-capabilities.ts';
import { leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { catalogue } from '../support/default-catalogue.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { sampleMp4 } from '../support/sample-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** Workers of models that the operator sells beside those of the contract. */

const sold = catalogueOf(
  2,
  changedCatalogue((document) => {
    operatorsOwn(document);
    document.models.find(({ id }: { id: string }) => id === 'sketch').cost_cents = 1.5;
  }),
);

let service: TestApp;
let customer: TestAccount;
let logged = '';
before(async () => {
  const lines = new PassThrough();
  lines.on('data', (chunk) => {
    logged += chunk;
  });
  service = await startTestApp({ sold, logger: pino({ level: 'warn' }, lines) });
  await keepWorkerReady(service.database, {
    worker: 'ready-worker-of-models',
    ...capabilitiesOf([
      { operation: 'video', model: 'draft', longest_side: 1280 },
      { operation: 'image', model: 'sketch', longest_side: 1280 },
    ]),
  });
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account(1000);
});

const capabilitiesOf = (operations: LeaseRequest['capabilities']['operations']) => ({
  capabilities: { engine: 'test', engine_version: '1', zero_retention: true, operations },
});
const drafts = capabilitiesOf([{ operation: 'video', model: 'draft', longest_side: 1280 }]);

async function orderDraft(): Promise<string> {
  const { status, body } = await customer.post('/v1/videos/generate', {
    model: 'draft',
    prompt: 'rain over a lake',
    duration: 1,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.poll_url;
}

test('a server that starts logs what is sold below its cost', () => {
  verifies('DEC-MARGIN-04');
  assert.match(
    logged,
    /Sketch \(sketch\): an image is sold from 1 cents and costs 1\.5 cents by the catalogue/,
  );
  assert.doesNotMatch(logged, /Draft \(draft\)/);
});

test('a video has the frame rate that was sold: its lease says it, and a delivery of another is refused', async () => {
  verifies('DEC-WORKER-16', 'DEC-ARTIFACT-01');
  await orderDraft();
  const lease = await takeLease(service.worker, drafts);
  const { frames, frames_per_second: rate, sound } = lease.task;
  assert.deepEqual([frames, rate, sound], [17, 16, false]);
  const worker = workerCalls(service);
  const deliver = async (fps: number, report: object) => {
    const bytes = await sampleMp4({ ...lease.task, frames: 17 }, '', fps);
    await worker.put(leasePath(lease, 'artifacts/result.mp4'), bytes);
    return worker.post(leasePath(lease, 'complete'), { ...completion(lease, bytes), ...report });
  };
  assertInvalid(await deliver(24, { duration_seconds: 17 / 24 }), 'duration_seconds', /^must be 1\.06$/);
  assertInvalid(await deliver(24, {}), 'artifact', /^lasts 0\.71 s instead of 1\.06 s$/);
  assert.equal((await deliver(16, {})).status, 200);
});

test('a change of the frame rate does not change what was sold before', async () => {
  verifies('DEC-WORKER-16');
  await orderDraft();
  await service.database.query(
    `update catalogue_versions set document = replace(document::text, '"per_second": 16', '"per_second": 8')::jsonb where version = 2`,
  );
  const lease = await takeLease(service.worker, drafts);
  assert.equal(lease.task.frames_per_second, 16);
  await service.worker.release(lease);
});

test("the built-in engine renders an operator's own models, each as it is sold", async () => {
  verifies('DEC-WORKER-16', 'DEC-WORKER-17');
  const engine = createProceduralEngine({ image: ['sketch'], video: ['draft'] });
  const worker = startRealWorker(service, engine);
  try {
    const video = await factsOf(await orderDraft());
    assert.ok(video.kind === 'mp4');
    const { width, height, framesDecoded, fps, audio } = video;
    assert.deepEqual([width, height, framesDecoded, Math.round(fps), audio], [832, 480, 17, 16, undefined]);
    const { body } = await customer.post('/v1/images/generate', { model: 'sketch', prompt: 'a fox' });
    const image = await factsOf(body.poll_url);
    assert.deepEqual([image.kind, image.width, image.height], ['png', 640, 640]);
  } finally {
    await worker.stop();
    await engine.close?.();
  }
});

/** What the result of a job is, once it is completed. */
async function factsOf(pollUrl: string) {
  let job: { readonly status?: string; readonly result_url?: string } = {};
  await until(async () => {
    job = (await customer.get(pollUrl)).body;
    return job.status === 'completed';
  });
  return probeMedia(new Uint8Array(await (await fetch(job.result_url ?? '')).arrayBuffer()));
}

test('what a worker renders and nobody can order are sentences for its operator', () => {
  verifies('DEC-WORKER-18');
  const side = { longest_side: 4096 };
  assert.deepEqual(
    unfitCapabilities(
      [
        { operation: 'image', model: 'image', longest_side: 256 },
        { operation: 'video', model: 'quality', longest_side: 1280 },
        { operation: 'video', model: 'fats', ...side },
        { operation: 'i2v', model: 'fats', ...side },
        { operation: 'video', model: 'draft', longest_side: 831 },
        { operation: 'i2v', model: 'draft', ...side },
        { operation: 'i2i', model: 'sketch', ...side },
        { operation: 'upscale', model: 'sketch', ...side },
      ],
      sold,
    ),
    [
      'fats is not a model of the catalogue',
      'draft has no size within the 831 pixels of video; its smallest has 832',
      'sketch is not sold for i2i, upscale, but for image',
    ],
  );
  const whole = createProceduralEngine().capabilities.map(({ longestSide, ...more }) => ({
    ...more,
    longest_side: longestSide,
  }));
  assert.deepEqual(unfitCapabilities(whole, catalogue), []);
});

test('a worker that renders an unknown model is not refused; both logs say it once, and its response', async () => {
  verifies('DEC-WORKER-18');
  const told: string[] = [];
  const client = createLeaseClient(service.url, service.app.workerToken, (sentence) => told.push(sentence));
  const request = leaseRequest({
    worker: 'strange',
    ...capabilitiesOf([{ operation: 'video', model: 'drâft %22', longest_side: 1280 }]),
  });
  const { signal } = new AbortController();
  for (let round = 0; round < 2; round++) assert.equal(await client.lease(request, signal), undefined);
  assert.deepEqual(told, ['drâft %22 is not a model of the catalogue']);
  const lines = logged.split('\n').filter((line) => line.includes('"strange"'));
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /drâft %22 is not a model/);
});
