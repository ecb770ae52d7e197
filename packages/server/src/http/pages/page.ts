import type { FastifyReply } from 'fastify';
import { NO_FRAMES } from '../common-headers.ts';
import { type Html, html } from '../html.ts';
import {
  brandMark,
  iconLink,
  identityLinks,
  identityOf,
  inColours,
  type ShownIdentity,
} from '../service-identity.ts';
import { readStylesheet } from '../styles/read-stylesheet.ts';

const styleOf = inColours(readStylesheet(new URL('./pages.css', import.meta.url)));

/** How often a page that waits for a payment reloads itself. */
export const REFRESH_SECONDS = 5;

/** The script that uses a passkey. */
export const PASSKEY_SCRIPT = '/signin/passkey.js';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** The email address of the signed-in user; shown with a button to sign out. */
  readonly email?: string;
  /** Reloads the page after this many seconds. */
  readonly refreshSeconds?: number;
  /** The path of a script of this service that adds what a page cannot do without one. */
  readonly script?: string;
}

/** An HTML page: one column, everything in one request but for the script that a page may have. */
function renderPage({ title, content, email, refreshSeconds, script }: Page, service: ShownIdentity): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title} · ${service.name}</title>
${iconLink(service)}
<style>${styleOf(service).css}</style>
${script !== undefined && html`<script src="${script}" defer></script>`}
</head>
<body>
<header>
<a class="brand" href="/">${brandMark(service)} ${service.name}</a>
${
  email !== undefined &&
  html`<form class="who" method="post" action="/signin/out"><span>${email}</span> <button class="quiet">Sign out</button></form>`
}
</header>
<main>
${content}
</main>
<footer>${identityLinks(service)}</footer>
</body>
</html>
`.markup;
}

/**
 * Sends a page that may load nothing but its script, cannot be framed, and whose forms may submit only to this
 * service or to a checkout; a page without forms needs no `publicUrl`. The referrer policy is `same-origin`: with
 * `no-referrer`, browsers send no Origin header to check.
 */
export function sendPage(reply: FastifyReply, page: Page, publicUrl?: string): FastifyReply {
  const service = identityOf(reply);
  const policy = [
    "default-src 'none'",
    `style-src ${styleOf(service).source}`,
    "img-src 'self' data:",
    ...(page.script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    "base-uri 'none'",
    publicUrl === undefined
      ? "form-action 'none'"
      : `form-action 'self' ${new URL(publicUrl).origin} https://checkout.stripe.com`,
    NO_FRAMES,
  ].join('; ');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(renderPage(page, service));
}

/** The response to a form: the browser follows with a GET, so that a reload does not submit it again. */
export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send();
}
