import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../openapi/reference/html.ts';
import { sendPage } from './page.ts';

/** What programs call; a person who opens one of these addresses is looking at what a program gets. */
const INTERFACES = /^\/(api|v1|openai|worker|generate|job|jobs|health|report)(\/|$)/;

/** Whether a browser opens an address for a person, who has no use for a problem in JSON. */
export function opensPage({ method, headers, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  return method === 'GET' && headers.accept?.includes('text/html') === true && !INTERFACES.test(path);
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
