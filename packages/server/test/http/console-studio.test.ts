import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { studioModelsSchema, studioViewSchema } from '@kinora/contract';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';
import { wireAdvertisement } from '../../src/wiring/wire-advertisement.ts';
import { changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { startCatalogue } from '../support/default-catalogue.ts';
import { subscribe } from '../support/job-api.ts';
import { type Person, signUp } from '../support/signed-in.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

let folder: string;
let service: TestApp;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-ad-'));
  await writeFile(path.join(folder, 'ad.png'), await plain(320, 80).png().toBuffer());
  service = await startTestApp({
    environment: {
      KINORA_AD_TEXT: 'Pears, <b>fresh</b>',
      KINORA_AD_URL: 'https://pears.example/?a=1&b=2',
      KINORA_AD_IMAGE: path.join(folder, 'ad.png'),
    },
  });
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function studio({ headers }: Person) {
  const answer = await send(`${service.url}/api/console/studio`, { headers });
  assert.equal(answer.status, 200, answer.text);
  return studioViewSchema.parse(answer.body);
}

test('the free tier sees the advertisement of the operator, a paid tier none', async () => {
  verifies('DEC-MEDIA-07', 'DEC-MEDIA-08', 'JOB-SERVICE-05');
  const person = await signUp(service, 'cy@example.com');
  const { advertisement } = await studio(person);
  assert.deepEqual(advertisement, {
    text: 'Pears, <b>fresh</b>',
    url: 'https://pears.example/?a=1&b=2',
    image: { url: '/api/console/studio/advertisement-image', width: 320, height: 80 },
  });
  const image = await fetch(service.url + (advertisement?.image?.url ?? ''), { headers: person.headers });
  assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png']);
  assert.equal(image.headers.get('x-content-type-options'), 'nosniff');
  const { token } = (await send(`${service.url}/api/auth/token`, { headers: person.headers })).body;
  for (const route of ['/me', '/jobs']) {
    const answer = await send(`${service.url}/api${route}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.text, /advert|pears/i, 'the API includes no advertisement');
  }
  await subscribe(service, person.accountId, 'pro');
  assert.equal((await studio(person)).advertisement, null);
});

test('an advertisement that cannot be shown is refused at the start', async () => {
  verifies('DEC-MEDIA-07');
  const read = (environment: Record<string, string>) => readConfig(environment).advertisement;
  assert.equal(read({}), undefined);
  const valid = { KINORA_AD_TEXT: 'Pears', KINORA_AD_URL: 'https://pears.example' };
  for (const [environment, message] of [
    [{ KINORA_AD_TEXT: 'Pears' }, /needs KINORA_AD_TEXT and KINORA_AD_URL/],
    [{ KINORA_AD_IMAGE: 'ad.png' }, /needs KINORA_AD_TEXT and KINORA_AD_URL/],
    [{ ...valid, KINORA_AD_URL: 'javascript:alert(1)' }, /KINORA_AD_URL must be an http or https address/],
    [{ ...valid, KINORA_AD_TEXT: 'a'.repeat(141) }, /at most 140 characters/],
  ] as const) {
    assert.throws(() => read(environment), message);
  }
  await writeFile(path.join(folder, 'ad.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, 'large.png'), Buffer.alloc(512 * 1024 + 1));
  for (const [file, message] of [
    ['none.png', /there is no file/],
    ['ad.svg', /must be a PNG, JPEG or WebP/],
    ['large.png', /at most 512 KiB/],
  ] as const) {
    const config = read({ ...valid, KINORA_AD_IMAGE: path.join(folder, file) });
    await assert.rejects(wireAdvertisement(config), message);
  }
});

test('the studio has the models at the prices of the account, and the plans of those that its own does not have', async () => {
  verifies('DEC-STUDIO-37');
  const person = await signUp(service, 'models@example.com');
  const models = async () => {
    const answer = await send(`${service.url}/api/console/studio/models`, { headers: person.headers });
    return studioModelsSchema.parse(answer.body);
  };
  const document = changedCatalogue((sold) => {
    operatorsOwn(sold);
    sold.price_lists = [{ id: 'half', title: 'Half', percent: 50, prices: { sketch: [1] } }];
  });
  await startCatalogue(service.database, document);
  await until(async () => (await models()).models.length === 6);
  const { not_in_plan: none, models: sold, of_types: ofTypes } = await models();
  assert.deepEqual(ofTypes, { image: 'image', video: 'fast' });
  assert.deepEqual([none, sold[0]?.price[0]], [{}, { up_to_pixels: 1048576, cents: 5 }]);
  await subscribe(service, person.accountId, 'max');
  await service.database.query(`update funding_terms set price_list = 'half' where account_id = $1`, [
    person.accountId,
  ]);
  const { not_in_plan: ofOthers, models: priced } = await models();
  assert.deepEqual(ofOthers, {
    draft: 'Accounts without a plan, Pro',
    sketch: 'Accounts without a plan, Studio',
  });
  assert.deepEqual(priced[0]?.price[0], { up_to_pixels: 1048576, cents: 3 });
});

test('the studio knows what each plan that is sold allows, by its title', async () => {
  verifies('DEC-STUDIO-36');
  const person = await signUp(service, 'plans@example.com');
  const { plans, free_types: freeTypes, storage_cents_per_gib_month: price } = await studio(person);
  assert.equal(price, 4);
  assert.deepEqual(freeTypes, ['image', 'image_hd', 'i2i', 'video', 'video_hd', 'i2v', 'i2v_hd', 'upscale']);
  assert.deepEqual(
    plans.slice(0, 2).map(({ title, limits }) => [title, limits.image_longest_side]),
    [
      ['Pro', 2048],
      ['Max', 4096],
    ],
  );
  const document = changedCatalogue((sold) => {
    operatorsOwn(sold);
    sold.plans[0].title = 'Basic';
    sold.plans[2].month_cents = null;
  });
  await startCatalogue(service.database, document);
  await until(async () => (await studio(person)).plans[0]?.title === 'Basic');
  assert.equal((await studio(person)).plans.length, 2, 'a plan that is sold no more allows nothing');
});
