import type { ServiceIdentity } from '@kinora/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the catalogue in force says of the service. */
    readonly identity: ServiceIdentity;
  }
}

/** Every page has it, also one that says that there is none. */
export function decorateIdentity(server: FastifyInstance, identity: () => ServiceIdentity): void {
  server.decorate('identity', { getter: identity });
}

export function identityOf({ server }: FastifyReply): ServiceIdentity {
  return server.identity;
}

/** The address of the support: a page, or one that opens an email. */
export function supportLink(support: string): string {
  return support.includes('://') ? support : `mailto:${support}`;
}

/** The links of the service at the end of a page. */
export function identityLinks({ support, privacy_url: privacy }: ServiceIdentity): Html {
  return html`<a href="/pricing">Prices</a> <a href="/terms">Terms</a>${privacy !== null && html` <a href="${privacy}">Privacy</a>`}${
    support !== null && html` <a href="${supportLink(support)}">Support</a>`
  }`;
}
