import { type Problem, topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decideProof } from '../../accounts/decide-proof.ts';
import { readAccountSummary } from '../../accounts/read-account-summary.ts';
import { type SignedIn, signedInAs } from '../../accounts/signed-in.ts';
import { payArrears } from '../../payments/arrears/pay-arrears.ts';
import { changeAutoRecharge } from '../../payments/auto-recharge/change-auto-recharge.ts';
import type { PaymentEffects } from '../../payments/payment-effects.ts';
import { readBilling } from '../../payments/read-billing.ts';
import { cancelPlan, type SubscriptionDependencies } from '../../payments/subscription/change-plan.ts';
import { choosePlan } from '../../payments/subscription/choose-plan.ts';
import { refundByCard } from '../account/refund-by-card.ts';
import { settingChanges } from '../account/setting-changes.ts';
import { webHeaders } from '../auth/web-request.ts';
import { acceptForms, formField } from '../request/read-form.ts';
import type { ActivateRoutes } from './activate-routes.ts';
import { billingPage, topUpPage } from './billing-page.ts';
import { planOffers } from './offers.ts';
import { redirect, sendPage } from './page.ts';
import { rejectForeignForms } from './same-origin-form.ts';

export interface BillingRoutes extends ActivateRoutes {
  readonly effects: PaymentEffects;
  readonly subscriptions: SubscriptionDependencies;
}

type BillingRoute = { Querystring: { done?: string; back?: string } };
type Handler = (request: FastifyRequest, reply: FastifyReply, person: SignedIn) => Promise<FastifyReply>;

const BILLING = '/account/billing';
const TOP_UP = '/account/top-up';

/** The sentence for each `done` parameter. */
const DONE: ReadonlyMap<unknown, string> = new Map([
  ['refunded', 'Refunded: the amount was removed from your balance and is returned to your card.'],
  ['changed', 'Your plan was changed.'],
  ['scheduled', 'Your plan changes at the end of the paid period.'],
  ['kept', 'Your plan continues and renews automatically again.'],
  ['cancelled', 'Your plan is cancelled. It ends with the paid period.'],
  ['paying', 'The invoice is being charged to your card. Reload the page to see the outcome.'],
  ['auto_recharge', 'The auto-recharge settings are saved.'],
]);

/** /account/billing and /account/top-up, for a signed-in person. */
export function billingRoutes(routes: FastifyInstance, dependencies: BillingRoutes): void {
  acceptForms(routes);
  routes.addHook('onRequest', rejectForeignForms(dependencies.publicUrl));
  const { show } = billingResponses(dependencies);

  routes.get<BillingRoute>(
    BILLING,
    signedIn(dependencies, BILLING, async (request, reply, person) => {
      const { done, back } = request.query as BillingRoute['Querystring'];
      return show(reply, person, { done: DONE.get(done), isBack: back !== undefined });
    }),
  );
  topUpRoutes(routes, dependencies);
  planRoutes(routes, dependencies);
  purchaseRoutes(routes, dependencies);
}

function topUpRoutes(routes: FastifyInstance, dependencies: BillingRoutes): void {
  const { database, publicUrl, startPayment } = dependencies;
  const show = async (reply: FastifyReply, person: SignedIn, error?: string) => {
    const { balanceCents } = await readAccountSummary(database, person.accountId);
    return sendPage(reply, topUpPage(person, balanceCents, error), publicUrl());
  };

  routes.get(
    TOP_UP,
    signedIn(dependencies, TOP_UP, async (_request, reply, person) => show(reply, person)),
  );

  routes.post(
    TOP_UP,
    signedIn(dependencies, TOP_UP, async (request, reply, person) => {
      const amountUsd = readAmount(formField(request.body, 'amount'));
      if (amountUsd === undefined) return show(reply.code(422), person, 'Choose an amount.');
      const started = await startPayment(person.accountId, { amountUsd }, backTo(publicUrl()));
      return started.ok
        ? redirect(reply, started.value.checkoutUrl)
        : show(reply.code(422), person, sentenceOf(started.problem));
    }),
  );
}

function planRoutes(routes: FastifyInstance, dependencies: BillingRoutes): void {
  const { publicUrl, startPayment, subscriptions } = dependencies;
  const { showError, finish } = billingResponses(dependencies);

  routes.post(
    `${BILLING}/plan`,
    { config: { asks: 'recent_proof' } },
    signedIn(dependencies, BILLING, async (request, reply, person) => {
      const { accountId } = person;
      const chosen = planOffers.find(({ value }) => value === formField(request.body, 'plan'));
      if (chosen === undefined) return showError(reply, person, 'Choose a plan.');
      const done = await choosePlan(subscriptions, startPayment, accountId, chosen, backTo(publicUrl()));
      if (!done.ok) return showError(reply, person, sentenceOf(done.problem));
      const { value } = done;
      return value.outcome === 'checkout'
        ? redirect(reply, value.checkoutUrl)
        : finish(reply, person, value.outcome);
    }),
  );

  routes.post(
    `${BILLING}/cancel`,
    signedIn(dependencies, BILLING, async (_request, reply, person) =>
      finish(reply, person, 'cancelled', await cancelPlan(subscriptions, person.accountId)),
    ),
  );
}

function purchaseRoutes(routes: FastifyInstance, dependencies: BillingRoutes): void {
  const { database, effects } = dependencies;
  const { showError, finish } = billingResponses(dependencies);

  routes.post(
    `${BILLING}/refund`,
    signedIn(dependencies, BILLING, async (request, reply, person) => {
      const purchase = formField(request.body, 'purchase');
      const outcome = await refundByCard(dependencies, request, person.accountId, purchase);
      const error = REFUND_ERRORS[outcome];
      return error === undefined ? finish(reply, person, 'refunded') : showError(reply, person, error);
    }),
  );

  routes.post(
    `${BILLING}/arrears`,
    signedIn(dependencies, BILLING, async (_request, reply, person) => {
      const { name } = dependencies.subscriptions.provider;
      const paying = await payArrears(database, effects, name, person.accountId);
      return finish(reply, person, 'paying', paying.ok ? undefined : paying.problem);
    }),
  );

  routes.post(
    `${BILLING}/auto-recharge`,
    { config: { asks: 'recent_proof' } },
    signedIn(dependencies, BILLING, async (request, reply, person) => {
      const typed = formField(request.body, 'amount');
      const amountUsd = typed === 'off' ? null : readAmount(typed);
      if (amountUsd === undefined) return showError(reply, person, 'Choose an amount.');
      const { accountId } = person;
      const changes = settingChanges(request, effects.clock, { accountId, by: 'session' });
      const problem = await changeAutoRecharge(database, effects, accountId, amountUsd, changes.note);
      changes.log();
      return finish(reply, person, 'auto_recharge', problem);
    }),
  );
}

/** The responses to a form: the page with an error, or a redirect that confirms. */
function billingResponses({ database, clock, publicUrl, subscriptions }: BillingRoutes) {
  async function show(
    reply: FastifyReply,
    person: SignedIn,
    more: { readonly done?: string | undefined; readonly isBack?: boolean; readonly error?: string },
  ): Promise<FastifyReply> {
    const { name } = subscriptions.provider;
    const billing = await readBilling(database, name, person.accountId, clock.now());
    const page = billingPage({ person, billing, ...more });
    return sendPage(reply, page, publicUrl());
  }
  const showError = (reply: FastifyReply, person: SignedIn, error: string) =>
    show(reply.code(422), person, { error });
  const finish = (reply: FastifyReply, person: SignedIn, done: string, problem?: Problem) =>
    problem === undefined
      ? redirect(reply, `${BILLING}?done=${done}`)
      : showError(reply, person, sentenceOf(problem));
  return { show, showError, finish };
}

/** The return address of a checkout, paid or not. */
function backTo(publicUrl: string): string {
  return `${publicUrl}${BILLING}?back=1`;
}

/** A second click on a refund is not an error: it is confirmed like the first. */
const REFUND_ERRORS: Readonly<Record<Awaited<ReturnType<typeof refundByCard>>, string | undefined>> = {
  refunded: undefined,
  already_refunded: undefined,
  spent: 'Some of this purchase was spent, so it can no longer be refunded.',
  too_late: 'This purchase is older than 24 hours, so it can no longer be refunded.',
  under_review: 'Payments of this account are paused for review, so nothing can be refunded now.',
  unknown: 'This account has no such purchase by card.',
};

/** Without a session, redirects to sign-in and then back to the page; without the proof that a form asks for, to the console. */
function signedIn({ auth, database, clock }: BillingRoutes, page: string, handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    if (person === undefined) return redirect(reply, `/signin?next=${encodeURIComponent(page)}`);
    const { asks = 'session' } = request.routeOptions.config;
    // The console's page asks for what is missing.
    if (decideProof(asks, person, new Date()) !== undefined) return redirect(reply, '/account/payments');
    return handler(request, reply, person);
  };
}

function readAmount(typed: string): (typeof topUpAmountsUsd)[number] | undefined {
  return topUpAmountsUsd.find((usd) => String(usd) === typed);
}

/** A problem's message for a person: without the leading field name, as a sentence. */
function sentenceOf({ message }: Problem): string {
  const text = message.replace(/^[a-z_]+: /, '');
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
