import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  jobApiJobStatusSchema,
  jobQuoteSchema,
  type ModelList,
  type WorkerCapability,
} from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import {
  lengthOf,
  shapesOf,
  sizesOfModel,
  type VideoModelView,
} from '../../../console/src/studio/settings/model-order.ts';
import { auditLedger } from '../../src/ledger/audit/audit-ledger.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { apply, changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { ASK, imageOf, type JobCaller, jobCaller, resetCallLimit, subscribe } from '../support/job-api.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

/** Orders of the job API that name a model, which the balance pays for. */

const CAPABILITIES: readonly WorkerCapability[] = [
  ...workerCapabilities(),
  { operation: 'video', model: 'draft', longest_side: 4096 },
  { operation: 'image', model: 'sketch', longest_side: 4096 },
];
const REQUEST = leaseRequest({ worker: 'own' });
const WORKER = { ...REQUEST, capabilities: { ...REQUEST.capabilities, operations: [...CAPABILITIES] } };

let service: TestApp;
let caller: JobCaller;
before(async () => {
  service = await startTestApp();
  await apply(service.database, changedCatalogue(operatorsOwn));
  await until(async () => (await send(`${service.url}/api/v1/models/draft`, {})).status === 200);
  await recordWorker(service.database, WORKER);
  caller = await jobCaller(service);
  await service.database.transaction((tx) => grantBalance(tx, caller.accountId, 100_000, new Date()));
});
after(() => service.stop());

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return send(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...ASK, pay_with: 'balance', ...body }),
  });
}

async function generate(body: object, headers?: Record<string, string>): Promise<Answer> {
  await resetCallLimit(service, caller.accountId);
  return post('/generate', body, headers);
}

interface Sold {
  readonly ask: object;
  /** Width, height, frames, sound. */
  readonly delivered: readonly [number, number, number | null, boolean];
  readonly cents: number;
}

/** Each price is calculated by hand from those of its model. */
const SOLD: readonly Sold[] = [
  // 12 steps of 4/16 s are 3 s at 2 cents.
  { ask: { type: 'video', model: 'draft' }, delivered: [832, 480, 49, false], cents: 6 },
  // 9 steps are 2.25 s, so 4.5 cents.
  {
    ask: { type: 'video', model: 'draft', width: 480, height: 832, length: 40 },
    delivered: [480, 832, 37, false],
    cents: 5,
  },
  // Shorter than its shortest length.
  { ask: { type: 'video', model: 'draft', length: 2 }, delivered: [832, 480, 17, false], cents: 2 },
  {
    ask: { type: 'i2v', model: 'quality', width: 1080, height: 1920, length: 170 },
    delivered: [1080, 1920, 169, true],
    cents: 350,
  },
  { ask: { type: 'video', model: 'cinema' }, delivered: [2560, 1440, 121, true], cents: 350 },
  {
    ask: { type: 'video', model: 'fast', width: 1920, height: 1080 },
    delivered: [1920, 1088, 121, true],
    cents: 75,
  },
  { ask: { type: 'image', model: 'sketch', height: 960 }, delivered: [640, 960, null, false], cents: 1 },
  { ask: { type: 'image', model: 'image', width: 2048 }, delivered: [2048, 1024, null, false], cents: 8 },
  { ask: { type: 'i2i', model: 'image' }, delivered: [1024, 1024, null, false], cents: 5 },
  { ask: { type: 'upscale', model: 'image' }, delivered: [1000, 500, null, false], cents: 5 },
  { ask: { type: 'upscale_pro', model: 'image' }, delivered: [2000, 1000, null, false], cents: 8 },
];

test('each model is quoted, ordered, leased, charged and shown by its own sizes, lengths, sound and price', async () => {
  verifies('DEC-MODEL-08');
  const upload = await imageOf(500, 250);
  for (const { ask, delivered, cents } of SOLD) {
    const name = JSON.stringify(ask);
    const body = { ...ask, image_base64: upload };
    const { body: quoted } = await post('/quote', body);
    const view = jobQuoteSchema.parse(quoted);
    const model = (ask as { model: string }).model;
    assert.deepEqual(
      [view.width, view.height, view.frames ?? null, view.sound, view.price_cents, view.model],
      [...delivered, cents, model],
      name,
    );
    const dear = await generate({ ...body, max_price_cents: cents - 1 });
    assert.equal(dear.status, 409, `${name} ${dear.text}`);
    const accepted = await generate({ ...body, max_price_cents: cents });
    assert.equal(accepted.status, 200, `${name} ${accepted.text}`);
    assert.deepEqual([accepted.body.model, accepted.body.price_cents], [model, cents], name);
    const lease = await takeLease(service.worker, WORKER);
    const { task } = lease;
    assert.deepEqual(
      [task.model, task.width, task.height, task.frames, task.sound],
      [model, ...delivered],
      name,
    );
    const job = jobApiJobStatusSchema.parse((await caller.job(accepted.body.job_id)).body);
    assert.deepEqual([job.model, job.price_cents], [model, cents]);
    const rate = task.frames_per_second ?? undefined;
    assert.deepEqual([view.frames_per_second, job.frames_per_second], [rate, rate], name);
    await deliver(service.worker, lease);
    assert.equal((await caller.job(accepted.body.job_id)).body.status, 'completed', name);
  }
  const { body: page } = await send(`${service.url}/api/jobs?limit=1`, {
    headers: { authorization: `Bearer ${caller.token}` },
  });
  assert.equal(page.jobs[0].model, 'image');
  const findings = await auditLedger(service.database);
  assert.deepEqual(
    findings.flatMap(({ violations }) => violations),
    [],
  );
});

test('the studio offers of each model what the service then quotes as it was offered', async () => {
  verifies('DEC-STUDIO-35');
  const { body: sold } = await send(`${service.url}/api/v1/models`, {});
  for (const model of (sold as ModelList).models) {
    const lengths = model.kind === 'image' ? [undefined] : lengthsOf(model);
    for (const shape of shapesOf(model)) {
      for (const size of sizesOfModel(model, shape, { width: 1000, height: 700 })) {
        const ask = { type: model.kind, model: model.id, ...size, length: lengths[0] };
        const { body } = await post('/quote', ask);
        assert.deepEqual({ width: body.width, height: body.height }, size, `${JSON.stringify(ask)}`);
      }
    }
    for (const length of lengths) {
      const { body } = await post('/quote', { type: model.kind, model: model.id, length });
      assert.equal(body.frames, length, `${model.id} ${JSON.stringify(body)}`);
    }
  }
});

function lengthsOf(model: VideoModelView): number[] {
  const { only, min, max } = lengthOf(model, undefined);
  return (only ?? [min, max]).map(({ frames }) => frames);
}

test('an enlargement is as large as its model renders at most, and keeps its shape', async () => {
  verifies('DEC-MODEL-08');
  const image = await imageOf(900, 333);
  const { body } = await post('/quote', { type: 'upscale_pro', model: 'image', image_base64: image });
  assert.deepEqual([body.width, body.height, body.price_cents], [2048, 758, 8]);
});

const REFUSED: readonly (readonly [object, RegExp])[] = [
  [{ type: 'video', model: 'gone' }, /^model: there is no such video model; use fast, quality/],
  [{ type: 'image', model: 'fast' }, /^model: there is no such image model; use image, sketch/],
  [{ type: 'upscale', model: 'fast' }, /^model: there is no such image model/],
  [{ type: 'i2v', model: 'draft' }, /^type: draft does not render i2v; it renders video$/],
  [{ type: 'upscale', model: 'sketch' }, /^type: sketch does not render upscale; it renders image$/],
  [{ type: 'image', model: 'sketch', width: 800 }, /^sketch does not render 800x640/],
  [{ type: 'video', model: 'draft', length: 85 }, /^length: draft renders videos from 17 to 81 frames$/],
  [{ type: 'video', model: 'quality', length: 130 }, /^length: quality .* of 121, 169, 241 frames only$/],
  [{ type: 'video_hd', model: 'fast' }, /^type: must be video with a model/],
  [{ type: 'i2v_av', model: 'fast' }, /^type: must be i2v with a model/],
  [{ type: 'image', model: 'image', pay_with: 'credits' }, /^model: needs pay_with: "balance"/],
  [{ type: 'image', model: 7 }, /^model: /],
  [{ type: 'image', model: '' }, /^model: /],
  [{ type: 'image', model: 'image', width: 5000 }, /^width: /],
  [{ type: 'video', model: 'draft', length: 0 }, /^length: /],
  [{ type: 'image', modle: 'image' }, /model/],
];

test('what a model does not render, and a model without the balance, is refused before anything is charged', async () => {
  verifies('DEC-MODEL-08');
  const image = await imageOf(500, 250);
  for (const [ask, sentence] of REFUSED) {
    const body = { image_base64: image, ...ask };
    for (const answer of [await post('/quote', body), await generate(body)]) {
      assert.equal(answer.status, 400, `${JSON.stringify(ask)} ${answer.text}`);
      assert.match(answer.body.error, sentence);
    }
  }
});

test('a model that the plan does not have is refused in the quote and the order', async () => {
  verifies('DEC-MODEL-08');
  const first = caller;
  caller = await jobCaller(service);
  await service.database.transaction((tx) => grantBalance(tx, caller.accountId, 1000, new Date()));
  const ask = { type: 'video', model: 'draft' };
  assert.equal((await post('/quote', ask)).status, 200);
  await subscribe(service, caller.accountId, 'max');
  for (const answer of [await post('/quote', ask), await generate(ask)]) {
    assert.equal(answer.status, 403, answer.text);
    assert.match(answer.body.error, /^draft is for accounts without a plan, pro;/);
  }
  caller = first;
});

test('an idempotency key replays an order of a model, and one without a model has the hash that it always had', async () => {
  verifies('DEC-MODEL-08', 'DEC-MODEL-09');
  const ask = { type: 'video', model: 'draft' };
  const key = { 'idempotency-key': 'of-a-model' };
  const accepted = await generate(ask, key);
  const again = await generate(ask, key);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'], again.text);
  assert.deepEqual(again.body, accepted.body);
  assert.equal((await generate({ type: 'video' }, key)).status, 409);
  await service.worker.fail(await takeLease(service.worker, WORKER), { reason: 'broke', retryable: false });

  const without = await generate({ type: 'image', pay_with: 'credits' }, { 'idempotency-key': 'without' });
  assert.equal(without.status, 200, without.text);
  const asked = `{"type":"image","prompt":"${ASK.prompt}","width":1024,"height":1024,"length":121,"age_verified":true}`;
  const [stored] = await service.database.query<{ hash: Buffer }>(
    `select request_hash as hash from idempotency_keys where key = 'without'`,
  );
  assert.deepEqual(stored?.hash, createHash('sha256').update(`POST /generate ${asked}`).digest());
});
