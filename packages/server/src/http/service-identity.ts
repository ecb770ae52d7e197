import { createHash } from 'node:crypto';
import type { ServiceIdentity } from '@kinora/contract';
import { toneOnDark, tonesOf } from '@kinora/contract/accent';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html, trusted } from './html.ts';

/** What the pages show of the service: what the catalogue in force says, and the path of the operator's logo. */
export interface ShownIdentity extends ServiceIdentity {
  readonly logo: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly identity: ShownIdentity;
  }
}

/** Every page has it, also one that says that there is none. The same identity is the same object. */
export function decorateIdentity(
  server: FastifyInstance,
  identity: () => ServiceIdentity,
  logo: string | null,
): void {
  let made: { readonly of: ServiceIdentity; readonly shown: ShownIdentity } | undefined;
  server.decorate('identity', {
    getter: () => {
      const of = identity();
      if (made?.of !== of) made = { of, shown: { ...of, logo } };
      return made.shown;
    },
  });
}

export function identityOf({ server }: FastifyReply): ShownIdentity {
  return server.identity;
}

/** With the texts of the home page that the operator has not written. */
export function withTexts(service: ShownIdentity) {
  return {
    ...service,
    headline: service.headline ?? 'Images and videos from a prompt',
    description:
      service.description ??
      'Write what you want to see. You get an image, or a video with sound, and pay only for what is delivered. What you make is yours.',
  };
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

const MARK = 'M12 9.5v13l11-6.5z';

/** The logo of the service, or the mark of the product in its colour. */
export function brandMark({ logo }: Pick<ShownIdentity, 'logo'>): Html {
  return logo === null
    ? html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="${MARK}"/></svg>`
    : html`<img src="${logo}" alt="">`;
}

/** The address of the icon of every page: the logo of the service, or the mark of the product as data. */
export function iconAddress({ logo, accent }: Pick<ShownIdentity, 'logo' | 'accent'>): string {
  if (logo !== null) return logo;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='${accent ?? '#b3440f'}'/><path d='${MARK}' fill='#fff'/></svg>`;
  return `data:image/svg+xml,${svg.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`;
}

export function iconLink(service: Pick<ShownIdentity, 'logo' | 'accent'>): Html {
  return html`<link rel="icon" href="${iconAddress(service)}">`;
}

/** The names of the colours in `shared.css` and in the console's stylesheet. */
export function accentStyle({ accent }: Pick<ServiceIdentity, 'accent'>): string {
  if (accent === null) return '';
  const text = `light-dark(${accent},${toneOnDark(accent)})`;
  return `:root{--brand:${accent};--brand-pressed:${tonesOf(accent)[8]};--brand-text:${text}}`;
}

/** A stylesheet in the colours of a service, and the source that a content security policy allows it by. */
export function inColours(stylesheet: string) {
  const made = new Map<string, { readonly css: Html; readonly source: string }>();
  return (service: Pick<ServiceIdentity, 'accent'>) => {
    const style = stylesheet + accentStyle(service);
    const hash = createHash('sha256').update(style).digest('base64');
    const known = made.get(hash) ?? { css: trusted(style), source: `'sha256-${hash}'` };
    made.set(hash, known);
    return known;
  };
}
