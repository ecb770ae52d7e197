import { topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SignedIn, signedInAs } from '../../accounts/signed-in.ts';
import type { PaymentEffects } from '../../payments/payment-effects.ts';
import { readBilling } from '../../payments/read-billing.ts';
import type { SubscriptionDependencies } from '../../payments/subscription/change-plan.ts';
import { redeemByPerson } from '../account/redeem-by-person.ts';
import { webHeaders } from '../auth/web-request.ts';
import { acceptForms, formField } from '../request/read-form.ts';
import type { ActivateRoutes } from './activate-routes.ts';
import { redirect, sendPage } from './page.ts';
import { rejectForeignForms } from './same-origin-form.ts';
import { topUpPage } from './top-up-page.ts';

interface TopUpRoutes extends ActivateRoutes {
  readonly effects: PaymentEffects;
  readonly subscriptions: SubscriptionDependencies;
}

type TopUpRoute = { Querystring: { back?: string; redeemed?: string } };

const TOP_UP = '/account/top-up';
const PAYMENTS = '/account/payments';
const SIGN_IN = `/signin?next=${encodeURIComponent(TOP_UP)}`;

/** /account/top-up, for a signed-in person, and the address of the former billing page, to which old letters lead. */
export function topUpRoutes(routes: FastifyInstance, dependencies: TopUpRoutes): void {
  const { auth, database, clock, publicUrl, startPayment, subscriptions, catalogue } = dependencies;
  acceptForms(routes);
  routes.addHook('onRequest', rejectForeignForms(publicUrl));
  const personOf = async (request: FastifyRequest) =>
    signedInAs(await auth(), { database, clock }, webHeaders(request));
  const show = async (
    reply: FastifyReply,
    person: SignedIn,
    more: { readonly isBack?: boolean; readonly isRedeemed?: boolean; readonly error?: string },
  ) => {
    const billing = await readBilling(database, subscriptions.provider.name, person.accountId, clock.now());
    return sendPage(reply, topUpPage({ person, catalogue: catalogue.now(), billing, ...more }), publicUrl());
  };

  routes.get<TopUpRoute>(TOP_UP, async (request, reply) => {
    const person = await personOf(request);
    if (person === undefined) return redirect(reply, SIGN_IN);
    const { back, redeemed } = request.query;
    return show(reply, person, { isBack: back !== undefined, isRedeemed: redeemed !== undefined });
  });

  routes.post(TOP_UP, async (request, reply) => {
    const person = await personOf(request);
    if (person === undefined) return redirect(reply, SIGN_IN);
    const code = formField(request.body, 'code');
    if (code !== '') {
      const refusal = await redeemByPerson(dependencies, request, person.accountId, code);
      return refusal === undefined
        ? redirect(reply, `${TOP_UP}?redeemed=1`)
        : show(reply.code(422), person, { error: refusal.message });
    }
    const typed = formField(request.body, 'amount');
    const amountUsd = topUpAmountsUsd.find((usd) => String(usd) === typed);
    if (amountUsd === undefined) return show(reply.code(422), person, { error: 'Choose an amount.' });
    const started = await startPayment(person.accountId, { amountUsd }, `${publicUrl()}${TOP_UP}?back=1`);
    return started.ok
      ? redirect(reply, started.value.checkoutUrl)
      : show(reply.code(422), person, { error: started.problem.message });
  });

  // A browser returns here from a checkout that it began on that page.
  routes.get<TopUpRoute>('/account/billing', async ({ query }, reply) =>
    redirect(reply, query.back === undefined ? PAYMENTS : `${PAYMENTS}?back=payment`),
  );
}
