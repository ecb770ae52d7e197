import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { changedCatalogue, type LooseDocument, operatorsOwn } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { catalogue, startCatalogue } from '../support/default-catalogue.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { keepOwnModelsReady } from '../support/ready-worker.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { type Answer, send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** Calls that are repeated after the operator has changed what is sold. */

const BALANCE = 1000;
const VIDEO = { model: 'draft', prompt: 'surf at noon' };
const IMAGE = { model: 'dall-e-3', prompt: 'a quiet lake', n: 2 };

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ sold: catalogueOf(2, changedCatalogue(operatorsOwn)) });
  await keepOwnModelsReady(service.database);
  customer = await service.account(BALANCE);
});
after(() => service.stop());

function call(route: string, body: object, key: string): Promise<Answer> {
  return send(`${service.url}/openai/v1${route}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${customer.key}`,
      'content-type': 'application/json',
      ...(key !== '' && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  });
}

const ofOwnModels = (pool: 'image' | 'video') => {
  const operations = [
    { operation: 'video' as const, model: 'draft', longest_side: 1280 },
    { operation: 'image' as const, model: 'sketch', longest_side: 1280 },
  ];
  const request = leaseRequest({ pools: [pool], wait_ms: 10_000 });
  return { ...request, capabilities: { ...request.capabilities, operations } };
};

/** Sells this from now on, as another server would. */
async function sell(change: (document: LooseDocument) => void, isInForce: (models: string[]) => boolean) {
  await startCatalogue(service.database, changedCatalogue(change));
  await until(async () => {
    const { body } = await send(`${service.url}/api/v1/models`, {});
    return isInForce(body.models.map((model: LooseDocument) => `${model.id} ${model.default_size}`));
  });
}

test('a repeated call gets its stored answer, whatever is sold by then and by which defaults', async () => {
  verifies('DEC-CATALOGUE-06', 'DEC-FACADE-06');
  const video = await call('/videos', VIDEO, 'video');
  assert.equal(video.status, 200, video.text);
  await deliver(service.worker, await takeLease(service.worker, ofOwnModels('video')));
  const images = call('/images/generations', IMAGE, 'images');
  for (const _ of [1, 2])
    await deliver(service.worker, await takeLease(service.worker, ofOwnModels('image')));
  const { status, body, text } = await images;
  assert.deepEqual([status, body?.size, body?.data.length], [200, '640x640', 2], text);
  const left = await balanceOf(service.database, customer.id);

  const assertRepeated = async (what: string) => {
    const again = await call('/videos', VIDEO, 'video');
    assert.deepEqual([again.status, again.body.id], [200, video.body.id], `${what}: ${again.text}`);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const sameImages = await call('/images/generations', IMAGE, 'images');
    assert.equal(sameImages.status, 200, `${what}: ${sameImages.text}`);
    assert.deepEqual(
      sameImages.body.data.map(({ b64_json: bytes }: { b64_json: string }) => bytes),
      body.data.map(({ b64_json: bytes }: { b64_json: string }) => bytes),
    );
    assert.equal(sameImages.body.size, '640x640');
    const conflict = await call('/videos', { ...VIDEO, prompt: 'surf at night' }, 'video');
    assert.deepEqual([conflict.status, conflict.body.error.code], [409, 'idempotency_conflict']);
    assert.equal(await balanceOf(service.database, customer.id), left);
  };

  await sell(
    (document) => {
      operatorsOwn(document);
      for (const model of document.models) {
        if (model.id === 'draft') Object.assign(model, { default_size: '480x832', default_seconds: 2 });
        if (model.id === 'sketch') Object.assign(model, { default_size: '640x960', aliases: [] });
      }
    },
    (models) => models.includes('draft 480x832'),
  );
  await assertRepeated('with other defaults');
  await sell(
    () => {},
    (models) => models.length === catalogue.models.length,
  );
  await assertRepeated('sold no more');

  for (const [route, order] of [
    ['/videos', VIDEO],
    ['/images/generations', IMAGE],
  ] as const) {
    const refused = await assertUntouched(service, customer, () => call(route, order, 'another'));
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'model'], refused.text);
    assert.ok(Number(refused.headers.get('ratelimit-limit') ?? refused.headers.has('ratelimit')) > 0);
  }
});

test('a video model that takes no image is refused with one, at once and with the reason', async () => {
  verifies('DEC-FACADE-04');
  await sell(operatorsOwn, (models) => models.includes('draft 832x480'));
  const image = `data:image/png;base64,${(await samplePng({ width: 832, height: 480 })).toString('base64')}`;
  const body = { ...VIDEO, input_reference: { image_url: image } };
  const refused = await assertUntouched(service, customer, () => call('/videos', body, ''));
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'model_unsupported'], refused.text);
  assert.match(refused.body.error.message, /takes no input_reference alone; it takes prompt/);
});
