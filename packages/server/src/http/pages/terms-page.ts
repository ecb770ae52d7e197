import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../html.ts';
import { identityOf } from '../service-identity.ts';
import { sendPage } from './page.ts';

export interface TermsDependencies {
  readonly publicUrl: () => string;
  /** Who runs this service, as on its invoices: the name, then the lines of the address. */
  readonly documents: { readonly company: readonly string[] };
}

/** GET /terms: what people agree to when they sign up; the terms of the operator, if the catalogue names any. */
export function termsRoutes(server: FastifyInstance, { publicUrl, documents }: TermsDependencies): void {
  server.get('/terms', async (_request, reply) => {
    const { terms_url: ofOperator } = identityOf(reply);
    if (ofOperator !== null) return reply.redirect(ofOperator, 302);
    return sendPage(reply, { title: 'Terms', content: terms(documents.company) }, publicUrl());
  });
}

const TERMS: readonly (readonly [heading: string, text: string])[] = [
  [
    'What you make is yours',
    'You own the images and videos that you generate. The service claims no right to them. It stores them so that you can fetch them, and shows them to others only if you publish them.',
  ],
  [
    'Who may use it',
    'You are 18 years of age or older, and have the right to use what you upload. You keep your password and your keys to yourself, and are responsible for what is done with them.',
  ],
  [
    'What may not be made',
    'Nothing that sexualizes minors, shows real people in intimate situations without their consent, incites violence or hatred, or is against the law. Prompts and results are checked; what is blocked is not charged. Repeated attempts suspend an account.',
  ],
  [
    'What you pay',
    'The price of an order is shown before it is placed, and held when it is accepted. An order that fails or is blocked is not charged. A purchase of balance is refunded within 24 hours if none of it was spent; afterwards it is final. A balance that was bought never expires; one that was given may expire on the day that is shown with it, and is not refunded. A plan renews until you cancel it, and ends with the paid period.',
  ],
  [
    'How long it is kept',
    'Results and prompts are deleted 7 days after a job ended, or when you delete them. What you keep in the studio stays until you delete it, and published works until you withdraw them. What was paid stays in the books, as the law requires. You can export your data and delete your account at any time.',
  ],
  [
    'How results are marked',
    'Every image has an invisible watermark and signed content credentials that say it was generated. They do not name you.',
  ],
];

function terms([name, ...address]: readonly string[]): Html {
  return html`<section class="card">
<h1>Terms</h1>
<p class="lead">${
    name === undefined
      ? 'You agree to these with the operator of this service when you sign up.'
      : html`You agree to these with ${[name, ...address].join(', ')} when you sign up.`
  }</p>
${TERMS.map(([heading, text]) => html`<h2>${heading}</h2><p>${text}</p>`)}
</section>`;
}
