import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { verifies } from '@kinora/testing/requirements';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { allowOrigins } from '../../src/http/cross-origin.ts';
import { contents, OPERATING, slugOf } from '../../src/http/docs/contents.ts';
import { docsRoutes } from '../../src/http/docs/docs-routes.ts';
import { documentRoutes, referenceRoutes } from '../../src/http/openapi/reference-routes.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { openOnly } from '../support/default-catalogue.ts';

const ORIGIN = 'https://media.example.com';
const server = createHttpServer(pino({ level: 'silent' }) as FastifyBaseLogger);
let url: string;
before(async () => {
  allowOrigins(server, ['https://a.example']);
  docsRoutes(server, () => ORIGIN);
  server.register(
    async (api) => {
      documentRoutes(api, { catalogue: openOnly() });
      referenceRoutes(api, { publicUrl: () => ORIGIN, catalogue: openOnly() });
    },
    { prefix: '/api' },
  );
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
after(() => server.close());

const slugs = contents.flatMap(({ files }) => files.map(slugOf));

async function markupOf(slug: string): Promise<string> {
  const response = await fetch(`${url}/docs/${slug}`);
  assert.equal(response.status, 200, slug);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  return response.text();
}

test('/docs leads to the first page, and an unknown page is not found', async () => {
  verifies('DEC-DOCS-01');
  const first = await fetch(`${url}/docs`, { redirect: 'manual' });
  assert.deepEqual([first.status, first.headers.get('location')], [302, `/docs/${slugs[0]}`]);
  const missing = await fetch(`${url}/docs/none`);
  assert.deepEqual([missing.status, ((await missing.json()) as { code: string }).code], [404, 'not_found']);
});

test('every link of every page leads to a page and a heading that exist', async () => {
  verifies('DEC-DOCS-01');
  const pages = new Map<string, string>();
  for (const slug of slugs) pages.set(slug, await markupOf(slug));
  for (const [slug, markup] of pages) {
    for (const [, href = ''] of markup.matchAll(/href="([^"]+)"/g)) {
      if (/^(https?:|data:|\/api\/|\/terms$|\/pricing$)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? markup : pages.get(path.replace(/^\/docs\/?/, '') || (slugs[0] ?? ''));
      assert.ok(target !== undefined, `${slug} links to ${href}`);
      if (anchor !== undefined) assert.ok(target.includes(`id="${anchor}"`), `${slug} links to ${href}`);
    }
  }
});

test('commands have the address of the server that shows them', async () => {
  verifies('DEC-DOCS-02');
  const markup = await markupOf('quick-start');
  assert.match(markup, /KINORA_URL=https:\/\/media\.example\.com\/api/);
  for (const file of contents.filter(({ title }) => title !== OPERATING).flatMap(({ files }) => files)) {
    assert.doesNotMatch(await markupOf(slugOf(file)), /127\.0\.0\.1:8787/, file);
  }
  // Behind a proxy, the proxy's configuration needs the server's own address.
  assert.match(await markupOf('reverse-proxy'), /server 127\.0\.0\.1:8787;/);
});

test('pages show the files of deploy/ that they link to', async () => {
  verifies('DEC-DOCS-01', 'DEC-DOCS-06');
  for (const [slug, file] of [
    ['reverse-proxy', 'nginx.conf'],
    ['reverse-proxy', 'Caddyfile'],
    ['install', 'kinora.service'],
    ['install', 'kinora'],
  ] as const) {
    const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');
    const shown = (await markupOf(slug))
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<');
    assert.ok(shown.replaceAll(/&#39;|&#x27;/g, "'").includes(text.trimEnd()), file);
  }
});

test('a page is sent once: with its ETag the response is 304', async () => {
  verifies('DEC-DOCS-01');
  const first = await fetch(`${url}/docs/images`);
  const again = await fetch(`${url}/docs/images`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
});

/** The response as it is on the wire: fetch would decompress it. */
function wireOf(
  path: string,
  headers: Record<string, string>,
): Promise<{ head: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url + path, { headers }, async (head) => resolve({ head, bytes: await buffer(head) })).on(
      'error',
      reject,
    );
  });
}

const LARGE = [
  '/docs/images',
  '/docs/search.json',
  '/docs/search.js',
  '/docs/find.js',
  '/docs/minisearch.js',
  '/api/docs',
  '/api/openapi.json',
  '/api/openapi-3.0.json',
];

for (const path of LARGE) {
  test(`${path} is sent compressed to a client that accepts it`, async () => {
    verifies('DEC-DOCS-08');
    const plain = await wireOf(path, {});
    assert.equal(plain.head.headers['content-encoding'], undefined);
    const vary = path.startsWith('/api/') ? 'Origin, accept-encoding' : 'accept-encoding';
    assert.equal(plain.head.headers.vary, vary);
    const expand = { br: brotliDecompressSync, gzip: gunzipSync };
    const etags = new Set([plain.head.headers.etag]);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['GZIP;q=0.5, br;q=0', 'gzip'],
    ] as const) {
      const { head, bytes } = await wireOf(path, { 'accept-encoding': accepted });
      assert.equal(head.headers['content-encoding'], encoding, accepted);
      assert.equal(head.headers['content-length'], String(bytes.length));
      assert.equal(head.headers['content-type'], plain.head.headers['content-type']);
      assert.ok(bytes.length < plain.bytes.length / 2, `${bytes.length} of ${plain.bytes.length} bytes`);
      assert.ok(expand[encoding](bytes).equals(plain.bytes));
      const etag = head.headers.etag ?? '';
      etags.add(etag);
      const again = await wireOf(path, { 'accept-encoding': accepted, 'if-none-match': etag });
      assert.deepEqual([again.head.statusCode, again.head.headers.etag], [304, etag]);
      const expanding = await wireOf(path, { 'if-none-match': etag });
      assert.equal(expanding.head.statusCode, 200, 'other bytes have another tag');
    }
    assert.equal(etags.size, 3);
    for (const accepted of ['identity', 'gzip;q=0', 'x-gzipped, brotli']) {
      const { head, bytes } = await wireOf(path, { 'accept-encoding': accepted });
      assert.equal(head.headers['content-encoding'], undefined, accepted);
      assert.ok(bytes.equals(plain.bytes));
    }
  });
}

test('the search has every part of every page', async () => {
  verifies('DEC-DOCS-03');
  const response = await fetch(`${url}/docs/search.json`);
  const { entries } = (await response.json()) as {
    entries: { href: string; heading: string; text: string }[];
  };
  const found = new Set(entries.map(({ href }) => href.replace(/#.*/, '')));
  assert.deepEqual([...found], [...slugs.map((slug) => `/docs/${slug}`), '/api/docs']);
  assert.doesNotMatch(JSON.stringify(entries), /```|not-run=|test=/, 'how a block is tested is not shown');
  const retrying = entries.find(
    ({ href }) => href === '/docs/errors-and-retries#retrying-without-paying-twice',
  );
  assert.match(
    retrying?.text ?? '',
    /For 24 hours the same key with the same body returns the first response/,
  );
});
