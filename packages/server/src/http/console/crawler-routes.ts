import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { listWorks } from '../../jobs/works/list-works.ts';
import { html } from '../html.ts';

const PAGES = ['/', '/explore', '/pricing', '/docs'];
const WORKS = 1_000;
const MAX_AGE_SECONDS = 3_600;

/** GET /robots.txt and /sitemap.xml: the pages that strangers read, and the newest published works. */
export function crawlerRoutes(
  server: FastifyInstance,
  { database, publicUrl }: { readonly database: Database; readonly publicUrl: () => string },
): void {
  server.get('/robots.txt', async (_request, reply) => {
    const lines = [
      'User-agent: *',
      // Previews of works are pictures of pages that are listed.
      'Allow: /api/console/works',
      ...['/api/', '/account', '/operator', '/studio', '/signin', '/activate'].map(
        (path) => `Disallow: ${path}`,
      ),
      `Sitemap: ${publicUrl()}/sitemap.xml`,
    ];
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });

  server.get('/sitemap.xml', async (_request, reply) => {
    const newest = {
      search: undefined,
      medium: undefined,
      order: 'newest',
      visit: '',
      after: undefined,
    } as const;
    const works = await listWorks(database, { ...newest, limit: WORKS });
    const paths = [...PAGES, ...works.map(({ id }) => `/explore?work=${id}`)];
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    return reply.type('application/xml; charset=utf-8').send(
      html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<url><loc>${publicUrl() + path}</loc></url>\n`)}</urlset>
`.markup,
    );
  });
}
