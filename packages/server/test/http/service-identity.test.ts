import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { strFromU8, unzipSync } from 'fflate';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { changedCatalogue } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** A service whose operator has given it a name and links, and other prices. */

const SERVICE = {
  name: 'Lumen & Co',
  support: 'help@lumen.example',
  terms_url: 'https://lumen.example/terms',
  privacy_url: 'https://lumen.example/privacy',
};

const sold = catalogueOf(
  2,
  changedCatalogue((document) => {
    document.service = SERVICE;
    for (const model of document.models) {
      for (const step of model.price) {
        if (model.medium === 'image') step.cents = 77;
        else step.cents_per_second += 1;
      }
    }
  }),
);

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ sold });
  customer = await service.account();
});
after(() => service.stop());

const page = async (path: string) =>
  (await send(service.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })).text;

/** What a person reads of a page. */
const wordsOf = (markup: string): string =>
  markup.replaceAll(/<(style|script)\b.*?<\/\1>|<(?!meta name="description")[^>]+>/gs, ' ');

test('every page has the name and the links that the catalogue gives the service, and no other name', async () => {
  verifies('DEC-CATALOGUE-32');
  for (const path of ['/signin', '/signin?mode=up', '/signin/password', '/nowhere', '/', '/api/docs']) {
    const markup = await page(path);
    const title = /<title>(.*?)<\/title>/.exec(markup)?.[1] ?? '';
    assert.ok(title.includes('Lumen &amp; Co'), `${path}: ${title}`);
    const words = wordsOf(markup).replaceAll(/KINORA_\w+|kinora\.example/g, '');
    assert.doesNotMatch(words, /Kinora/, path);
    if (path === '/') continue;
    for (const link of ['/terms', SERVICE.privacy_url, `mailto:${SERVICE.support}`]) {
      assert.ok(markup.includes(`<a href="${link}">`), `${path}: ${link}`);
    }
  }
  const guide = await page('/docs/quick-start');
  assert.match(guide, /<\/svg> Lumen &amp; Co <span>Docs/);
  const [, told = ''] = /data-service="(.*?)"/.exec(await page('/')) ?? [];
  assert.deepEqual(JSON.parse(told.replaceAll('&quot;', '"').replaceAll('&amp;', '&')), SERVICE);
  const terms = await send(`${service.url}/terms`, { redirect: 'manual' });
  assert.deepEqual([terms.status, terms.headers.get('location')], [302, SERVICE.terms_url]);
});

test('programs read them too, and examples with the prices in force', async () => {
  verifies('DEC-CATALOGUE-32', 'DEC-CATALOGUE-33');
  const { body: document } = await send(`${service.url}/api/openapi.json`, {});
  const { title, contact, termsOfService } = document.info;
  assert.deepEqual(
    [title, contact, termsOfService],
    ['Lumen & Co API', { name: SERVICE.name, email: SERVICE.support }, SERVICE.terms_url],
  );
  const exampleOf = (path: string, method = 'post') => {
    const [example] = Object.values<{ value: unknown }>(
      document.paths[path][method].responses[200].content['application/json'].examples,
    );
    // biome-ignore lint/suspicious/noExplicitAny: one of many shapes
    return example?.value as any;
  };
  assert.equal(exampleOf('/v1/images/quote').price_cents, 77);
  assert.equal(exampleOf('/v1/videos/quote').price_cents, 55);
  assert.equal(exampleOf('/v1/jobs/{job_id}', 'get').price_cents, 77);
  assert.deepEqual(exampleOf('/v1/usage', 'get').rates, sold.rates);
  assert.equal(exampleOf('/v1/models', 'get').models[0].price[0].cents_per_second, 11);
  const reference = await page('/api/docs');
  assert.match(reference, /costs 0\.77 USD/);
  assert.match(reference, /price_cents[^0-9]{1,80}77/);
  assert.deepEqual((await send(`${service.url}/v1/models`, {})).body.service, SERVICE);
  const wrong = await send(`${service.url}/v1/usage`, {
    headers: { 'x-api-key': 'not-a-key', 'user-agent': 'test/1' },
  });
  assert.equal(wrong.status, 401);
  assert.match(wrong.body.error, /^This is not an API key of Lumen & Co/);
  const packed = await fetch(`${service.url}/v1/me/mcp-package`, {
    headers: { 'x-api-key': customer.key, 'user-agent': 'test/1' },
  });
  const { 'manifest.json': manifest = new Uint8Array() } = unzipSync(
    new Uint8Array(await packed.arrayBuffer()),
  );
  const { display_name: shown, author } = JSON.parse(strFromU8(manifest));
  assert.match(shown, /^Lumen & Co \(/);
  assert.equal(author.name, SERVICE.name);
});

test('emails are signed with the name, and say where the support is', async () => {
  verifies('DEC-CATALOGUE-32');
  const signUp = await send(`${service.url}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email: await addressOf(customer) }),
  });
  assert.equal(signUp.status, 200, signUp.text);
  await until(async () => (await emailsIn(service.dataDir)).length > 0);
  const [email] = await emailsIn(service.dataDir);
  assert.equal(email?.subject, 'Set your Lumen & Co password');
  assert.match(email?.text ?? '', /Lumen & Co, http.*\s+Support: help@lumen\.example/);
});

async function addressOf({ id }: TestAccount): Promise<string> {
  const [row] = await service.database.query<{ email: string }>(
    'select email from auth_users where id = $1',
    [id],
  );
  return row?.email ?? '';
}
