import { problem } from '@kinora/contract';
import type { FastifyInstance } from 'fastify';
import { NO_FRAMES } from '../common-headers.ts';
import { opensPage, sendNotFoundPage } from '../pages/error-pages.ts';
import { sendProblem } from '../problem-handler.ts';
import { type PublicText, publicText, sendText } from '../public-text.ts';
import { identityOf, type ShownIdentity } from '../service-identity.ts';
import type { DocsPage } from './read-pages.ts';
import { synonyms } from './synonyms.ts';

interface Documentation {
  readonly pages: readonly DocsPage[];
  readonly render: (page: DocsPage, service: ShownIdentity) => string;
  readonly policyFor: (service: ShownIdentity) => string;
  readonly files: Readonly<Record<string, PublicText>>;
}

/** GET /docs and its pages, without a key. `publicUrl` is available once the server listens. */
export function docsRoutes(routes: FastifyInstance, publicUrl: () => string): void {
  let documentation: Promise<Documentation> | undefined;
  const read = () => {
    documentation ??= loadDocumentation(publicUrl());
    return documentation;
  };
  /** The pages are made again when the names or links of the service have changed. */
  const rendered = new WeakMap<ShownIdentity, Map<string, PublicText>>();

  routes.get('/docs', async (_request, reply) => {
    const { pages } = await read();
    return reply.redirect(`/docs/${pages[0]?.slug}`, 302);
  });
  for (const name of ['search.js', 'find.js', 'minisearch.js', 'search.json']) {
    const type = name.endsWith('.json') ? 'application/json' : 'text/javascript';
    routes.get(`/docs/${name}`, async (request, reply) => {
      const { [name]: file = publicText('') } = (await read()).files;
      return sendText(request, reply.type(`${type}; charset=utf-8`), file);
    });
  }
  routes.get<{ Params: { page: string } }>('/docs/:page', async (request, reply) => {
    const { pages, render, policyFor } = await read();
    const page = pages.find(({ slug }) => slug === request.params.page);
    if (page === undefined && opensPage(request)) return sendNotFoundPage(reply);
    if (page === undefined) {
      return sendProblem(
        reply,
        problem('not_found', 'There is no such page; the documentation begins at /docs.'),
      );
    }
    const service = identityOf(reply);
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(service),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const texts = rendered.get(service) ?? new Map<string, PublicText>();
    rendered.set(service, texts);
    const text = texts.get(page.slug) ?? publicText(render(page, service));
    texts.set(page.slug, text);
    return sendText(request, reply, text);
  });
}

/** Loaded with the first request: most servers of a cluster never show a page. */
async function loadDocumentation(publicUrl: string): Promise<Documentation> {
  const { readPages } = await import('./read-pages.ts');
  const { renderDocsPage, scripts, styleOf } = await import('./docs-page.ts');
  const { searchEntries } = await import('./search-entries.ts');
  const { referenceDocument } = await import('../openapi/reference-routes.ts');
  const pages = readPages(publicUrl);
  const policyFor = (service: ShownIdentity): string =>
    [
      "default-src 'none'",
      `style-src ${styleOf(service).source}`,
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      NO_FRAMES,
    ].join('; ');
  const index = { entries: searchEntries(pages, referenceDocument), synonyms };
  return {
    pages,
    render: (page, service) => renderDocsPage(page, pages, service),
    policyFor,
    files: {
      ...Object.fromEntries(Object.entries(scripts).map(([name, text]) => [name, publicText(text)])),
      'search.json': publicText(JSON.stringify(index)),
    },
  };
}
