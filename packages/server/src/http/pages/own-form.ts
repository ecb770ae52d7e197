import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../openapi/reference/html.ts';
import { sendPage } from './page.ts';

/**
 * Whether a form was sent by a page of ours. Browsers say where a form comes from and no page can make them
 * say otherwise, so a form of another site is told apart without a token in it; the session's cookie, which
 * is SameSite=Lax, does not come along with one either.
 */
function isOwnForm({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

/** The first hook of pages with forms. */
export function refuseForeignForms(publicUrl: () => string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (isOwnForm(request, publicUrl())) return undefined;
    return sendPage(
      reply.code(403),
      {
        title: 'Refused',
        content: html`<section class="card"><h1>This form came from another site</h1><p>Nothing was done. Open the page at its own address and try again.</p></section>`,
      },
      publicUrl(),
    );
  };
}

/** Where to go after signing in: a page of ours and nothing else. */
export function readNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[\x21-\x7e]{0,300}$/.test(next) ? next : '/activate';
}
