import type { CardSetupOrder, ForgottenCards } from '../provider.ts';
import { customerOf, findCustomer, KIND, OPERATION, type StripeDependencies } from './stripe-dependencies.ts';

/** A Checkout page that saves a card for later charges. */
export async function startCardSetup(
  dependencies: StripeDependencies,
  { operationId, payer, returnUrl }: CardSetupOrder,
): Promise<{ readonly checkoutUrl: string }> {
  const metadata = { [OPERATION]: operationId, [KIND]: 'card_setup' };
  const session = await dependencies.stripe.checkout.sessions.create(
    {
      mode: 'setup',
      customer: await customerOf(dependencies, payer),
      client_reference_id: operationId,
      metadata,
      setup_intent_data: { metadata },
      payment_method_types: ['card'],
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: operationId },
  );
  return { checkoutUrl: session.url ?? returnUrl };
}

const PAGE = 100;

/** Detaches the customer's cards: Stripe never charges a detached one again. A retry finds those that are left. */
export async function forgetCards(
  dependencies: StripeDependencies,
  { accountId, removedAt, keep }: ForgottenCards,
): Promise<void> {
  const { stripe } = dependencies;
  const customer = await findCustomer(dependencies, accountId);
  if (customer === undefined) return;
  const { data } = await stripe.customers.listPaymentMethods(customer, { type: 'card', limit: PAGE });
  for (const { id, created } of data) {
    if (id !== keep && created * 1000 <= removedAt.getTime()) await stripe.paymentMethods.detach(id);
  }
}
