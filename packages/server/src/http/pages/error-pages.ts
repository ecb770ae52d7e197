import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../html.ts';
import { sendPage } from './page.ts';

/** What programs call; a person who opens one of these addresses is looking at what a program gets. */
const INTERFACES = /^\/(api|v1|openai|worker|generate|job|jobs|health|report|me|quote)(\/|$)/;

/** Whether a browser opens an address for a person, who has no use for a problem in JSON. */
export function opensPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && isForPerson(request);
}

/** Whether a person sees the response, also that to a form. */
export function isForPerson({ headers, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  return headers.accept?.includes('text/html') === true && !INTERFACES.test(path);
}

/** Does not repeat the address, which may have a secret in it. */
export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), {
    title: 'There is no such page',
    content: html`<section class="card">
<h1>There is no such page</h1>
<p class="lead">The address may be misspelt, or the page may have moved.</p>
<p class="links"><a href="/">Go to the home page</a> <a href="/docs">Read the documentation</a></p>
</section>`,
  });
}

/**
 * A fault of the service, which ends by itself where there are `seconds` after which to try again. A page is then loaded
 * again by itself; what a form has sent is not sent again.
 */
export function sendFaultPage(
  reply: FastifyReply,
  request: FastifyRequest,
  seconds: number | undefined,
): FastifyReply {
  const isTemporary = seconds !== undefined;
  const isRead = request.method === 'GET';
  const reloads = isTemporary && isRead;
  const title = isTemporary ? 'We will be right back' : 'Something went wrong on our side';
  const remedy = reloads
    ? 'This page tries again by itself in a few seconds. You stay signed in.'
    : isRead
      ? 'Try again in a moment.'
      : 'Go back, look whether your change was made, and try again. You stay signed in.';
  return sendPage(reply, {
    title,
    ...(reloads && { refreshSeconds: seconds }),
    content: html`<section class="card">
<h1>${title}</h1>
<p class="lead">${isTemporary ? 'The service cannot be used for a moment.' : 'The service has made a mistake, and its operator can see it.'} ${remedy}</p>
<p class="links">${isRead && html`<a href="">Try again now</a>`} <a href="/docs">Read the documentation</a></p>
</section>`,
  });
}
