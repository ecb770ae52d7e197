import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { readDefaultCatalogue } from '../../catalogue/default-catalogue.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import { NO_FRAMES } from '../common-headers.ts';
import { type PublicText, publicText, sendText } from '../public-text.ts';
import { identityOf, type ShownIdentity } from '../service-identity.ts';
import type { OpenApiDocument } from './document.ts';
import { toOlderDocument } from './older-document.ts';
import { renderReference, styleOf } from './reference/reference-page.ts';

// The page may load nothing but the logo: no script, no font, no image from another address.
const policyFor = (service: ShownIdentity): string =>
  [
    "default-src 'none'",
    `style-src ${styleOf(service).source}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    NO_FRAMES,
  ].join('; ');

/** The generated document: building it would be half of a server's start. */
const file = new URL('../../../../../docs/reference/openapi.json', import.meta.url);
export const referenceDocument: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'));

/** The document of a service that sells this: the generated one, but for its examples, its name and its links. */
async function documentOf(sold: Catalogue): Promise<OpenApiDocument> {
  if (isDeepStrictEqual(sold.document, readDefaultCatalogue().document)) return referenceDocument;
  const { buildDocument } = await import('./document.ts');
  return buildDocument(String(referenceDocument.info['x-product-version']), sold);
}

/** GET /openapi.json and, as OpenAPI 3.0, GET /openapi-3.0.json, without a key. */
export function documentRoutes(
  routes: FastifyInstance,
  { catalogue }: { readonly catalogue: OpenCatalogue },
): void {
  serve('/openapi.json', (document) => document);
  serve('/openapi-3.0.json', toOlderDocument);

  function serve(path: string, versionOf: (document: OpenApiDocument) => object): void {
    let made: { readonly sold: Catalogue; readonly text: PublicText } | undefined;
    routes.get(path, async (request, reply) => {
      const sold = catalogue.now();
      if (made?.sold !== sold) {
        made = { sold, text: publicText(JSON.stringify(versionOf(await documentOf(sold)))) };
      }
      return sendText(request, reply.type('application/json; charset=utf-8'), made.text);
    });
  }
}

/** GET /docs, the readable reference, without a key. `publicUrl` is available once the server listens. */
export function referenceRoutes(
  routes: FastifyInstance,
  { publicUrl, catalogue }: { readonly publicUrl: () => string; readonly catalogue: OpenCatalogue },
): void {
  let page: { readonly url: string; readonly sold: Catalogue; readonly text: PublicText } | undefined;
  routes.get('/docs', async (request, reply) => {
    const url = publicUrl();
    const service = identityOf(reply);
    const sold = catalogue.now();
    if (page?.url !== url || page.sold !== sold) {
      const text = publicText(renderReference(referenceDocument, `${url}/api`, sold, service));
      page = { url, sold, text };
    }
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(service),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    return sendText(request, reply, page.text);
  });
}
