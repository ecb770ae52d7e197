import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type CheckoutResult,
  cancelCheckout,
  completeBankChallenge,
  payCheckout,
  readCheckout,
  type SandboxCheckout,
} from '../../../payments/sandbox/checkout.ts';
import type { SandboxDependencies } from '../../../payments/sandbox/sandbox-dependencies.ts';
import { type CardForm, testCards } from '../../../payments/sandbox/test-card.ts';
import { NO_FRAMES } from '../../common-headers.ts';
import { isLoopbackRequest } from '../../request/loopback.ts';
import { acceptForms, formField } from '../../request/read-form.ts';
import { bankPage, cardPage, endedPage, loopbackOnlyPage, notFoundPage } from './checkout-page.ts';
import { stylesheet } from './sandbox-page.ts';

export interface SandboxRoutes {
  readonly sandbox: SandboxDependencies;
  /** Closes the sandbox: strangers would buy real images with its test cards. */
  readonly isPublic: boolean;
}

type CheckoutRoute = { Params: { id: string }; Querystring: { card?: string } };

const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/** The sandbox's hosted checkout: /checkout/<id> and its forms, for this machine only. */
export function sandboxRoutes(routes: FastifyInstance, { sandbox, isPublic }: SandboxRoutes): void {
  acceptForms(routes);
  routes.addHook('onRequest', async (request, reply) => {
    const isOpen = !isPublic && isLoopbackRequest(request);
    return isOpen ? undefined : sendPage(reply.code(403), loopbackOnlyPage());
  });

  routes.get<CheckoutRoute>('/checkout/:id', async (request, reply) => {
    const checkout = await readCheckout(sandbox.database, request.params.id);
    if (checkout === undefined) return sendNotFound(reply);
    return sendCheckout(reply, checkout, prefilled(request.query.card));
  });

  routes.post<CheckoutRoute>('/checkout/:id/pay', async (request, reply) => {
    const { id } = request.params;
    const form: CardForm = {
      number: formField(request.body, 'number'),
      expiry: formField(request.body, 'expiry'),
      cvc: formField(request.body, 'cvc'),
    };
    return sendOutcome(reply, id, await payCheckout(sandbox, id, form), form);
  });
  routes.post<CheckoutRoute>('/checkout/:id/bank', async (request, reply) => {
    const { id } = request.params;
    const isConfirmed = formField(request.body, 'outcome') === 'confirm';
    return sendOutcome(reply, id, await completeBankChallenge(sandbox, id, isConfirmed));
  });
  routes.post<CheckoutRoute>('/checkout/:id/cancel', async (request, reply) => {
    const { id } = request.params;
    return sendOutcome(reply, id, await cancelCheckout(sandbox, id));
  });

  async function sendOutcome(
    reply: FastifyReply,
    id: string,
    outcome: CheckoutResult | undefined,
    form?: CardForm,
  ): Promise<FastifyReply> {
    if (outcome === undefined) return sendNotFound(reply);
    if (outcome.kind === 'ended') return redirect(reply, outcome.returnUrl);
    // A redirect, so that a reload does not submit the form again.
    if (outcome.kind === 'pending') return redirect(reply, `/sandbox/checkout/${id}`);
    const checkout = await readCheckout(sandbox.database, id);
    return checkout === undefined
      ? sendNotFound(reply)
      : sendPage(reply.code(422), cardPage(checkout, known(form), outcome), checkout.returnUrl);
  }
}

const ANY_DATE = '12 / 34';
const ANY_CVC = '123';

/** The form filled in with one of the test cards; the links of the page select it by index. */
function prefilled(choice: string | undefined): CardForm | undefined {
  const card = /^\d$/.test(choice ?? '') ? testCards[Number(choice)] : undefined;
  return card && { number: card.number, expiry: ANY_DATE, cvc: ANY_CVC };
}

/** The input is shown again only if it is a test card: a real card number must not be displayed. */
function known(form: CardForm | undefined): CardForm | undefined {
  const digits = form?.number.replaceAll(/[\s-]/g, '');
  return testCards.some(({ number }) => number === digits) ? form : undefined;
}

function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.code(303).headers({ location: url, 'cache-control': 'no-store' }).send();
}

function sendCheckout(
  reply: FastifyReply,
  checkout: SandboxCheckout,
  form: CardForm | undefined,
): FastifyReply {
  switch (checkout.state) {
    case 'open':
      return sendPage(reply, cardPage(checkout, form), checkout.returnUrl);
    case 'at_bank':
      return sendPage(reply, bankPage(checkout), checkout.returnUrl);
    case 'paid':
    case 'cancelled':
      return sendPage(reply, endedPage(checkout));
  }
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), notFoundPage());
}

function sendPage(reply: FastifyReply, page: string, returnUrl?: string): FastifyReply {
  // The form's response redirects to the return address, which `form-action` must allow.
  const back = returnUrl === undefined ? '' : ` ${new URL(returnUrl).origin}`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${back}`,
    NO_FRAMES,
  ].join('; ');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(page);
}
