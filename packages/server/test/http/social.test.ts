import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type ConsoleCall, newCaller, tokenOf } from '../support/console-caller.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { send, startTestApp, type TestApp } from '../support/test-app.ts';

/** What search engines, and sites that show links, read of the pages. */

const PUBLIC_URL = 'https://pictures.example';
let service: TestApp;
let owner: { readonly accountId: string; readonly token: string; readonly call: ConsoleCall };
before(async () => {
  service = await startTestApp();
  const caller = await newCaller(service);
  owner = { ...caller, token: await tokenOf(service, caller) };
});
after(() => service.stop());

async function publish(prompt: string, order: Record<string, unknown> = {}) {
  const jobId = await makeResult(service, owner, { prompt, ...order });
  assert.equal((await owner.call('PUT', `/published/${jobId}`, AGREED)).status, 204);
  const [row] = await service.database.query<{ id: string; assetId: string }>(
    'select id, asset_id as "assetId" from works where job_id = $1',
    [jobId],
  );
  assert.ok(row !== undefined);
  return { jobId, ...row };
}

const documentOf = async (path: string): Promise<string> => (await send(service.url + path, {})).text;

interface Head {
  readonly markup: string;
  readonly title: string | undefined;
  readonly metas: Readonly<Record<string, string>>;
  readonly canonical: string | undefined;
}

async function headOf(path: string): Promise<Head> {
  const text = await documentOf(path);
  const markup = text.slice(text.indexOf('<head>'), text.indexOf('</head>'));
  const metas = [...markup.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)];
  return {
    markup,
    title: /<title>([^<]*)<\/title>/.exec(markup)?.[1],
    metas: Object.fromEntries(metas.map(([, name, content]) => [name, unescaped(content ?? '')])),
    canonical: /<link rel="canonical" href="([^"]+)">/.exec(markup)?.[1],
  };
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;|&apos;/g, "'")
    .replaceAll('&amp;', '&');

test('the public pages have a title, a description, one address and a picture', async () => {
  verifies('DEC-SOCIAL-01');
  for (const [path, address] of [
    ['/', '/'],
    ['/explore', '/explore'],
    ['/explore?words=fox&kind=image&order=oldest', '/explore'],
    ['/pricing?kind=video', '/pricing'],
  ] as const) {
    const { title, metas, canonical } = await headOf(path);
    assert.match(title ?? '', /Kinora$/, path);
    assert.equal(canonical, service.url + address);
    assert.equal(metas['og:url'], canonical);
    assert.equal(metas['og:title'], title);
    assert.equal(metas['og:description'], metas.description);
    assert.ok((metas.description ?? '').length > 20);
    assert.equal(metas['og:image'], `${service.url}/social.png`);
    assert.deepEqual([metas['og:image:width'], metas['og:image:height']], ['1200', '630']);
    assert.equal(metas['twitter:card'], 'summary_large_image');
    assert.equal(metas.robots, undefined);
  }
  for (const path of ['/studio', '/account', '/operator/jobs/1', '/explore/other']) {
    const { metas, canonical } = await headOf(path);
    assert.deepEqual(
      [metas, canonical],
      [{ viewport: metas.viewport, 'color-scheme': 'light dark', robots: 'noindex' }, undefined],
    );
  }
});

test('all addresses are those of the public address', async () => {
  verifies('DEC-SOCIAL-01', 'DEC-SOCIAL-03');
  const other = await startTestApp({ environment: { KINORA_PUBLIC_URL: PUBLIC_URL } });
  const read = async (path: string) => (await send(other.url + path, {})).text;
  for (const text of [await read('/explore'), await read('/robots.txt'), await read('/sitemap.xml')]) {
    assert.ok(text.includes(PUBLIC_URL));
    assert.ok(!text.includes(other.url));
  }
  await other.stop();
});

test('a work has its own picture and prompt, and a video plays', async () => {
  verifies('DEC-SOCIAL-01');
  const image = await publish('a heron in the reeds');
  const ofImage = await headOf(`/explore?work=${image.id}`);
  assert.equal(ofImage.title, 'a heron in the reeds · Kinora');
  assert.match(ofImage.metas.description ?? '', /^An image that was made with Kinora: a heron in the reeds$/);
  assert.equal(ofImage.canonical, `${service.url}/explore?work=${image.id}`);
  assert.equal(ofImage.metas['og:image'], `${service.url}/media/${image.assetId}.png`);
  assert.equal(
    (await fetch(ofImage.metas['og:image'] ?? '')).headers.get('content-type'),
    ofImage.metas['og:image:type'],
  );

  const large = await publish('a wide valley');
  await service.database.query('update works set width = 4096 where id = $1', [large.id]);
  const ofLarge = (await headOf(`/explore?work=${large.id}`)).metas;
  assert.equal(ofLarge['og:image'], `${service.url}/api/console/works/${large.id}/preview`, 'fewer bytes');

  const video = await publish(`a train ${'through the long night '.repeat(30)}`, {
    type: 'video',
    length: 17,
  });
  const { metas, title } = await headOf(`/explore?work=${video.id}`);
  assert.equal(metas['og:type'], 'video.other');
  assert.equal(metas['og:video'], `${service.url}/media/${video.assetId}.mp4`);
  assert.equal(metas['og:image'], `${service.url}/api/console/works/${video.id}/preview`);
  assert.ok((title ?? '').length < 100 && (metas.description ?? '').length < 260);
});

const HOSTILE = [
  '"><script src=//evil.example></script>',
  "' onload=alert(1) x='",
  '</title><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '</head><body><base href="https://evil.example">',
  '--><img src=x onerror=alert(1)>',
  '&quot;&gt;&lt;b&gt; &#34; ]]> \u2028 \u0000',
  '"\n<link rel="canonical" href="https://evil.example">',
];

test('a hostile prompt stays inside of its attribute', async () => {
  verifies('DEC-SOCIAL-01');
  const work = await publish('harmless');
  const tagsOf = ({ markup }: Head) => [...markup.matchAll(/<\/?(\w+)/g)].map(([tag]) => tag);
  const harmless = await headOf(`/explore?work=${work.id}`);
  for (const prompt of HOSTILE) {
    await service.database.query('update works set prompt = $2 where id = $1', [
      work.id,
      prompt.replace('\u0000', ''),
    ]);
    const head = await headOf(`/explore?work=${work.id}`);
    assert.deepEqual(tagsOf(head), tagsOf(harmless), prompt);
    assert.deepEqual(Object.keys(head.metas), Object.keys(harmless.metas), prompt);
    assert.ok(unescaped(head.markup).includes(prompt.replaceAll(/\s+/g, ' ').slice(0, 8).trim()), prompt);
    assert.doesNotMatch(head.markup, /<script(?![^>]* src="\/assets\/)/, prompt);
    const sitemap = await documentOf('/sitemap.xml');
    assert.ok(!sitemap.includes('evil'), 'it has no prompts');
  }
  for (const id of ['"><script>', "'", `${work.id}"`, '../..', `${work.id}&work=${work.id}`, '%00']) {
    const head = await headOf(`/explore?work=${encodeURIComponent(id)}`);
    assert.equal(head.metas.robots, 'noindex');
    assert.doesNotMatch(head.markup, /harmless|<script>/);
  }
  assert.equal((await headOf(`/explore?work=${work.id}&work=${work.id}`)).metas.robots, 'noindex');
});

test('a work that is hidden, withdrawn or unknown is not described, and leaves the picture of the service', async () => {
  verifies('DEC-SOCIAL-01', 'DEC-SOCIAL-02', 'DEC-SOCIAL-03');
  const tagOf = async () => (await send(`${service.url}/social.png`, {})).headers.get('etag');
  const described = async (id: string) =>
    (await headOf(`/explore?work=${id}`)).markup.includes('secret of the tower');
  const isListed = async (id: string) => (await documentOf('/sitemap.xml')).includes(id);
  const without = await tagOf();
  const work = await publish('secret of the tower');
  assert.ok((await described(work.id)) && (await isListed(work.id)));
  const shown = await tagOf();
  assert.notEqual(shown, without);
  assert.equal(await tagOf(), shown, 'drawn once');

  const report = { content_id: work.assetId, reason: 'other' };
  const { status } = await send(`${service.url}/api/console/report`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify(report),
  });
  assert.equal(status, 204);
  assert.ok(await described(work.id), 'still shown');
  assert.equal(await tagOf(), without, 'but it does not stand for the service while a report is open');
  await service.database.query('update content_reports set resolved_at = now(), resolution = $1', ['kept']);
  assert.equal(await tagOf(), shown);

  const hide = (at: string | null) =>
    service.database.query('update jobs set hidden_at = $2 where id = $1', [work.jobId, at]);
  await hide('2026-01-01');
  const hidden = await headOf(`/explore?work=${work.id}`);
  assert.equal(hidden.metas.robots, 'noindex');
  assert.deepEqual(
    [await described(work.id), await isListed(work.id), await tagOf()],
    [false, false, without],
  );
  await hide(null);
  assert.equal(await tagOf(), shown);
  assert.equal((await owner.call('DELETE', `/published/${work.jobId}`)).status, 204);
  assert.deepEqual(
    [await described(work.id), await isListed(work.id), await tagOf()],
    [false, false, without],
  );
});

test('the picture is a PNG that caches keep for minutes, also on a service without works', async () => {
  verifies('DEC-SOCIAL-02');
  const empty = await startTestApp();
  for (const { url } of [service, empty]) {
    const response = await fetch(`${url}/social.png`);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
    assert.equal((await fetch(`${url}/social.png`, { headers })).status, 304);
  }
  await empty.stop();
});

test('search engines read the public pages and the pictures of works, and nothing else', async () => {
  verifies('DEC-SOCIAL-03');
  const robots = await documentOf('/robots.txt');
  assert.match(robots, /^User-agent: \*\nAllow: \/api\/console\/works\n/);
  for (const path of ['/api/', '/account', '/operator', '/studio', '/signin']) {
    assert.ok(robots.includes(`Disallow: ${path}\n`), path);
  }
  assert.ok(robots.includes(`Sitemap: ${service.url}/sitemap.xml`));
  const response = await send(`${service.url}/sitemap.xml`, {});
  assert.match(response.headers.get('content-type') ?? '', /^application\/xml/);
  for (const path of ['/', '/explore', '/pricing', '/docs']) {
    assert.ok(response.text.includes(`<loc>${service.url}${path}</loc>`), path);
  }
});
