import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import { ASSET_FOLDER, type Bundle, readBundle } from '@kinora/console/bundle';
import type { ConsoleWorkList } from '@kinora/contract';
import { NotBuilt } from '@kinora/program/built-file';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NO_FRAMES } from '../common-headers.ts';
import { type Html, html, trusted } from '../html.ts';
import { accentStyle, iconLink, identityOf, withTexts } from '../service-identity.ts';
import { FIRST_WORKS, type FirstView, firstView } from './first-view.ts';
import { MANIFEST, manifestRoute } from './manifest-route.ts';
import type { ReadHead } from './page-head.ts';
import { pushWorkerRoute } from './push-routes.ts';

/**
 * The addresses of the console's pages. The pages without script, such as /account/top-up, have routes of their own.
 */
const PAGES = [
  '/',
  '/studio',
  '/studio/*',
  '/explore',
  '/explore/*',
  '/pricing',
  '/account',
  '/account/*',
  '/operator',
  '/operator/*',
];

/** The web console: one document for all of its pages, and its scripts and styles below /assets. */
export function consolePages(
  server: FastifyInstance,
  readHead: ReadHead,
  read = readBundle,
  readWorks: (count: number) => Promise<ConsoleWorkList> = async () => ({ works: [] }),
): void {
  for (const url of PAGES) {
    server.get(url, async ({ query, headers }, reply) => {
      // Read each time: after a build the names of the former files lead nowhere.
      const bundle = read();
      if (bundle === undefined) throw new NotBuilt('The console');
      const head = await readHead({ url, query, service: identityOf(reply) });
      // Who has a session sees results of their own on the home page, which the server draws for nobody.
      const isFirst = url !== '/' || !/session_token=/.test(headers.cookie ?? '');
      const isChosen = ['words', 'kind', 'order'].some((name) => Object.hasOwn(query ?? {}, name));
      const count = isFirst && !isChosen ? FIRST_WORKS[url] : undefined;
      const first = count && firstView(url, withTexts(identityOf(reply)), await readWorks(count));
      return sendDocument(reply, bundle, head, first || undefined);
    });
  }
  pushWorkerRoute(server);
  manifestRoute(server);
  // The name of a file has a hash of its content, so it never changes.
  server.register(fastifyStatic, {
    root: ASSET_FOLDER,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  });
}

/**
 * The policy allows the scripts of this origin alone. Libraries insert style elements, which need the nonce. A page
 * may be sent to a checkout by a form.
 */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // Emails, which operators preview: no other page of the service may be framed.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self' https://checkout.stripe.com",
    NO_FRAMES,
  ].join('; ');
}

/** Until the script has arrived, which takes seconds on a slow network; a link appears in case that it never does. */
const STARTING = `
.starting { position: fixed; inset: 40vh 1rem auto; text-align: center; font: 1rem system-ui, sans-serif; }
.starting a { display: block; color: inherit; animation: late 1ms 20s both; }
@keyframes late { from { visibility: hidden; } }
@media (scripting: none) { .starting, #first-view { display: none; } }
#first-view + #console > :not(.starting) { display: none; }
#first-view + #console .starting { inset: auto 1rem 1rem; visibility: hidden; }
#first-view + #console .starting a { visibility: visible; }
`;

function sendDocument(
  reply: FastifyReply,
  { script, style }: Bundle,
  head: Html,
  first: FirstView | undefined,
): FastifyReply {
  const service = withTexts(identityOf(reply));
  const nonce = randomBytes(18).toString('base64url');
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
${iconLink(service)}
<link rel="manifest" href="${MANIFEST}">
<link rel="stylesheet" href="${style}">
<style nonce="${nonce}">${trusted(STARTING + accentStyle(service) + (first?.style ?? ''))}</style>
<script type="module" src="${script}"></script>
</head>
<body>
${first?.content}
<div id="console" data-service="${JSON.stringify(service)}"><p class="starting" role="status">Loading… <a href="">Still loading? Reload the page</a></p></div>
<noscript><p>The console needs JavaScript. Without it you can still <a href="/signin">sign in</a>,
<a href="/account/top-up">top up</a>, manage your <a href="/account/key">API key</a>, and read the <a href="/docs">documentation</a>.</p></noscript>
</body>
</html>
`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyWith(nonce),
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
      // The names of its files change with every version, and the nonce with every response.
      'cache-control': 'no-store',
    })
    .send(document.markup);
}
