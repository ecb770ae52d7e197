import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { strFromU8, unzipSync } from 'fflate';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { wireLogo } from '../../src/wiring/wire-logo.ts';
import { changedCatalogue } from '../support/catalogues.ts';
import { until } from '../support/deadline.ts';
import { emailsIn } from '../support/emails.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** A service whose operator has given it a name and links, and other prices. */

const SELLER = {
  name: 'Lumen & Co',
  support: 'help@lumen.example',
  terms_url: 'https://lumen.example/terms',
  privacy_url: 'https://lumen.example/privacy',
};
const SERVICE = {
  ...SELLER,
  accent: '#1d4ed8',
  headline: 'Light, <moving>',
  description: 'Pictures of light.',
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
let folder: string;
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-logo-'));
  await writeFile(path.join(folder, 'logo.svg'), LOGO);
  service = await startTestApp({ sold, environment: { KINORA_LOGO: path.join(folder, 'logo.svg') } });
  customer = await service.account();
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

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
  assert.match(guide, /<img src="\/logo-\w+\.svg" alt=""> Lumen &amp; Co <span>Docs/);
  const [, data = ''] = /data-service="(.*?)"/.exec(await page('/')) ?? [];
  const { logo, ...told } = JSON.parse(
    data.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
  assert.deepEqual(told, SERVICE);
  assert.match(logo, /^\/logo-\w+\.svg$/);
  const terms = await send(`${service.url}/terms`, { redirect: 'manual' });
  assert.deepEqual([terms.status, terms.headers.get('location')], [302, SERVICE.terms_url]);
});

test('every page has the colour and the logo of the operator, and the home page their texts', async () => {
  verifies('DEC-HOME-06');
  const logo = /\/logo-\w+\.svg/.exec(await page('/'))?.[0] ?? '';
  for (const address of ['/', '/studio', '/signin', '/docs/quick-start', '/api/docs']) {
    const { text, headers } = await send(service.url + address, { headers: { accept: 'text/html' } });
    assert.match(text, /:root\{--brand:#1d4ed8;/, address);
    assert.ok(text.includes(`<link rel="icon" href="${logo}">`), address);
    assert.match(headers.get('content-security-policy') ?? '', /img-src 'self'/, address);
  }
  assert.match(await page('/'), /<h1 class="home-headline">Light, &lt;moving&gt;<\/h1>/);
  const answer = await send(service.url + logo, {});
  assert.equal(answer.text, LOGO);
  assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
  assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; .*sandbox$/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});

test('a logo that could run or load something, and one that is no picture, are refused at the start', async () => {
  verifies('DEC-HOME-06');
  const file = path.join(folder, 'tried.svg');
  const svg = (content: string) => `<?xml version="1.0"?><!-- drawn --><svg xmlns="x">${content}</svg>`;
  const refused: Record<string, RegExp> = {
    [svg('<script>alert(1)</script>')]: /must not have a script/,
    [svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>')]: /must not have a script/,
    [svg('<g\nonload = "alert(1)"/>')]: /must not have an event handler/,
    [svg('<a href="javascript:alert(1)"><path/></a>')]: /must not have a link/,
    [svg('<image xlink:href="https://far.example/a.png"/>')]: /must not have a link/,
    [svg('<style>@import "https://far.example/a.css"</style>')]: /must not have a style/,
    [svg('<rect fill="url(https://far.example/#a)"/>')]: /must not have a style/,
    [svg('<foreignObject><p>words</p></foreignObject>')]: /foreign element/,
    [svg('<set attributeName="href" to="javascript:alert(1)"/>')]: /must not have an animation/,
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`]: /must be an SVG or a PNG file/,
    '<html><svg></svg></html>': /must be an SVG or a PNG file/,
    [svg(' '.repeat(300_000))]: /at most 256 KiB/,
  };
  for (const [text, message] of Object.entries(refused)) {
    await writeFile(file, text);
    await assert.rejects(wireLogo(file), message, text.slice(0, 100));
  }
  await assert.rejects(wireLogo(path.join(folder, 'none.svg')), /there is no file/);
  await writeFile(file, svg('<defs><g id="a"/></defs><use href="#a" fill="url(#b)" style="fill: red"/>'));
  assert.equal((await wireLogo(file))?.type, 'image/svg+xml');
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
  assert.deepEqual((await send(`${service.url}/v1/models`, {})).body.service, SELLER);
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
