import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorPricesSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { readImageRequest } from '../../src/http/openai/read-image-request.ts';
import { recordWorker } from '../../src/workers/record-worker.ts';
import { leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { apply, changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { anImageModel, catalogueWith } from '../support/default-catalogue.ts';
import { operatorCaller } from '../support/operator.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  await apply(service.database, changedCatalogue(operatorsOwn));
  customer = await service.account(100_000);
  await until(async () => (await send(`${service.url}/api/v1/models/draft`, {})).status === 200);
});
after(() => service.stop());

const OWN = [
  { operation: 'video', model: 'draft', longest_side: 1280 },
  { operation: 'image', model: 'sketch', longest_side: 1280 },
] as const;

test('what is sold is listed with its price, and without a worker as not available', async () => {
  verifies('DEC-CATALOGUE-11');
  const { status, body } = await send(`${service.url}/api/v1/models`, {});
  assert.equal(status, 200);
  const ids = body.models.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, ['image', 'fast', 'quality', 'cinema', 'draft', 'sketch']);
  const draft = body.models[4];
  assert.deepEqual(draft.price, [{ price_tier: 'hd', up_to_side: 1280, cents_per_second: 2 }]);
  assert.deepEqual([draft.seconds, draft.frames_per_second, draft.mode], [{ min: 1, max: 5 }, 16, null]);
  assert.deepEqual([draft.available, draft.estimated_wait_seconds], [false, null]);
  assert.equal(body.models[1].available, true);
  assert.ok(body.models[1].estimated_wait_seconds > 0);
  const unknown = await send(`${service.url}/api/v1/models/gone`, {});
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found']);
});

test('an operator sees what each model costs and earns', async () => {
  verifies('DEC-OPERATOR-15');
  const operator = await operatorCaller(service, 'boss@example.com');
  const { versions } = operatorPricesSchema.parse((await operator.get('/prices')).body);
  assert.deepEqual(
    versions.map(({ version, document }) => [version, document.models[4]?.id]),
    [[2, 'draft']],
  );
  const draft = versions[0]?.document.models[4];
  assert.equal(draft?.medium === 'video' && draft.cost_cents_per_second, 0.4);
});

const CALLS = ['images/quote', 'images/generate', 'videos/quote', 'videos/generate'] as const;

/** What each call of an order answers to the image model or the video model of the operator, in another size if there is one. */
async function answersTo(model: { image: string; video: string }, size = {}): Promise<unknown[]> {
  const answers = CALLS.map(async (call) => {
    const named = call.startsWith('images') ? model.image : model.video;
    const order = { prompt: 'a fox', model: named, ...size };
    const { status, body } = await customer.post(`/api/v1/${call}`, order);
    return [status, body.code];
  });
  return Promise.all(answers);
}

const four = (status: number, code: string): unknown[] => CALLS.map(() => [status, code]);
const ours = { image: 'sketch', video: 'draft' };

test('quotes and orders of a model that is unknown, or that no worker renders, are refused and cost nothing', async () => {
  verifies('DEC-CATALOGUE-09');
  assert.deepEqual(await answersTo({ image: 'gone', video: 'gone' }), four(400, 'invalid_model'));
  assert.deepEqual(await answersTo(ours), four(503, 'model_unavailable'));
});

test('a video model of the operator is quoted, ordered and leased by its sizes, lengths and price', async () => {
  verifies('DEC-CATALOGUE-09', 'DEC-CATALOGUE-10');
  const request = leaseRequest({ worker: 'own' });
  await recordWorker(service.database, {
    ...request,
    capabilities: { ...request.capabilities, operations: [...OWN] },
  });
  const { body: listed } = await send(`${service.url}/api/v1/models/draft`, {});
  assert.equal(listed.available, true);
  assert.ok(Math.abs(listed.estimated_wait_seconds - 90) <= 10, `${listed.estimated_wait_seconds} s`);
  const order = { prompt: 'a fox', model: 'draft', duration: 2.3 };
  const quote = await customer.post('/api/v1/videos/quote', order);
  assert.equal(quote.status, 200, quote.text);
  const { paid_from: _, holds_until: __, ...quoted } = quote.body;
  assert.deepEqual(quoted, {
    kind: 'video',
    price_tier: 'hd',
    // Nine steps of four frames at 16 a second.
    duration_seconds: 2.25,
    frames: 37,
    output_width: 832,
    output_height: 480,
    price_cents: 5,
    model: 'draft',
    catalogue_version: 2,
  });
  const accepted = await customer.post('/api/v1/videos/generate', order);
  assert.equal(accepted.status, 200, accepted.text);
  assert.deepEqual([accepted.body.model, accepted.body.mode], ['draft', undefined]);
  const lease = await takeLease(service.worker, {
    capabilities: { ...request.capabilities, operations: [...OWN] },
  });
  const { operation, model, width, height, frames, sound } = lease.task;
  assert.deepEqual([operation, model, width, height, frames, sound], ['video', 'draft', 832, 480, 37, false]);
  const [charge] = await service.database.query<{ twelfths: number; cents: number }>(
    'select twelfths, price_cents as cents from charges where job_id = $1',
    [accepted.body.job_id],
  );
  assert.deepEqual(charge, { twelfths: 27, cents: 5 });
});

test('quotes and orders of a size that a model does not render, or that the plan does not have, are refused', async () => {
  verifies('DEC-CATALOGUE-09');
  for (const size of [
    { width: 1024, height: 512 },
    // The ratio of one of its sizes is not that size.
    { width: 1024, height: 1024 },
    { width: 416, height: 240 },
  ]) {
    assert.deepEqual(await answersTo(ours, size), four(400, 'model_unsupported'), JSON.stringify(size));
  }
  await service.database.query(
    `update funding_terms set plan = 'max', plan_source = 'web', plan_interval = 'month' where account_id = $1`,
    [customer.id],
  );
  assert.deepEqual(await answersTo(ours), four(403, 'model_not_in_plan'));
  await service.database.query(
    'update funding_terms set plan = null, plan_source = null, plan_interval = null where account_id = $1',
    [customer.id],
  );
});

test('an image model of the operator has its own sizes, plans and names', async () => {
  verifies('DEC-CATALOGUE-09');
  const wrong = await customer.post('/api/v1/images/generate', {
    prompt: 'a fox',
    model: 'sketch',
    width: 1024,
  });
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'model_unsupported']);
  assert.deepEqual(wrong.body.supported_sizes, ['640x640', '640x960']);
  const accepted = await customer.post('/api/v1/images/generate', {
    prompt: 'a fox',
    model: 'sketch',
    height: 960,
  });
  assert.deepEqual([accepted.status, accepted.body.model], [200, 'sketch'], accepted.text);
  await service.database.query(
    `update funding_terms set plan = 'max', plan_source = 'web', plan_interval = 'month' where account_id = $1`,
    [customer.id],
  );
  const refused = await customer.post('/api/v1/images/generate', { prompt: 'a fox', model: 'sketch' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'model_not_in_plan'], refused.text);
  assert.deepEqual(refused.body.plans, ['none', 'studio']);
  await service.database.query(
    'update funding_terms set plan = null, plan_source = null, plan_interval = null where account_id = $1',
    [customer.id],
  );
  const names = await send(`${service.url}/openai/v1/models`, {
    headers: { authorization: `Bearer ${customer.key}` },
  });
  const listed = names.body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(listed.slice(-2), ['draft', 'dall-e-3']);
  const status = await customer.get(`/api/v1/jobs/${accepted.body.job_id}`);
  assert.equal(status.body.model, 'sketch');
  const { jobs } = (await customer.get('/api/v1/jobs?kind=image')).body;
  assert.deepEqual(
    jobs.map(({ model }: { model?: string }) => model),
    ['sketch'],
  );
});

test('an image that the OpenAI-compatible interface would have to round is refused there', () => {
  verifies('DEC-CATALOGUE-09');
  const grid = { step: 64, min_side: 256, max_side: 1024 };
  const sold = catalogueWith([anImageModel({ id: 'grid', grid })]);
  const read = (size: string) => {
    const request = readImageRequest({ prompt: 'a fox', model: 'grid', size });
    return request.ok ? request.value.quote(sold) : request;
  };
  assert.equal(read('1024x576').ok, true);
  const rounded = read('1000x576');
  assert.ok(!rounded.ok);
  assert.match(
    rounded.problem.message,
    /grid does not render 1000x576 exactly; use 1024x576, or, in another shape, sides that are multiples of 64/,
  );
});

test('mode and model may both be sent if they agree', async () => {
  verifies('DEC-CATALOGUE-09');
  const agree = await customer.post('/api/v1/videos/quote', { prompt: 'a fox', mode: 'fast', model: 'fast' });
  assert.equal(agree.status, 200, agree.text);
  const differ = await customer.post('/api/v1/videos/quote', {
    prompt: 'a fox',
    mode: 'fast',
    model: 'draft',
  });
  assert.deepEqual([differ.status, differ.body.code], [400, 'invalid_request'], differ.text);
  assert.match(differ.text, /mode: .*draft/);
  for (const model of ['sketch', 'gone', 'Fast']) {
    const unknown = await customer.post('/api/v1/videos/quote', { prompt: 'a fox', model });
    assert.deepEqual([unknown.status, unknown.body.code], [400, 'invalid_model'], unknown.text);
    assert.deepEqual(unknown.body.supported_models, ['fast', 'quality', 'cinema', 'draft']);
  }
});

test('a catalogue without a model of which jobs wait, or a plan in use, is refused', async () => {
  verifies('DEC-CATALOGUE-08');
  await customer.post('/api/v1/videos/generate', { prompt: 'a fox', model: 'draft' });
  const without = changedCatalogue((document) => {
    operatorsOwn(document);
    document.models.splice(4, 1);
  });
  await assert.rejects(apply(service.database, without), /jobs of the model draft wait or run/);
  await service.database.query(
    `update funding_terms set plan = 'studio', plan_source = 'web', plan_interval = 'month' where account_id = $1`,
    [customer.id],
  );
  const withoutPlan = changedCatalogue((document) => {
    operatorsOwn(document);
    document.models[5].plans = null;
    document.plans.pop();
  });
  await assert.rejects(apply(service.database, withoutPlan), /accounts have the plan studio/);
});
