import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../html.ts';
import { sendPage } from './page.ts';

/**
 * Whether a form was submitted by a page of this service (CSRF protection). Browsers send the Origin header and no page
 * can change it, so the forms need no token. The session cookie is SameSite=Lax, so forms of other sites do not
 * send it either.
 */
export function isSameOriginForm({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}

/** A request hook for pages with forms: rejects forms from other sites. */
export function rejectForeignForms(publicUrl: () => string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (isSameOriginForm(request, publicUrl())) return undefined;
    return sendPage(
      reply.code(403),
      {
        title: 'Rejected',
        content: html`<section class="card"><h1>This form came from another site</h1><p>Nothing was changed. Open the page at its own address and try again.</p></section>`,
      },
      publicUrl(),
    );
  };
}

/** A path on this origin, as the sign-in library accepts it in a link. */
const NEXT = /^\/(?!\/|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;
const NEXT_MAX = 1000;

/** What a query may have and `NEXT` has not, such as the colon of a time. */
const UNENCODED = /(?<=\?.*)[^\w\-.+/=&%@]/gu;

/** The page to open after signing in: a path on this origin, by default the studio. */
export function readNext(next: string | undefined): string {
  const page =
    next
      ?.slice(0, NEXT_MAX + 1)
      .toWellFormed()
      .replace(UNENCODED, percentEncoded) ?? '';
  return page.length <= NEXT_MAX && NEXT.test(page) ? page : '/studio';
}

const percentEncoded = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
