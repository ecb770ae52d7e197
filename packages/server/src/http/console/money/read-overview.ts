import { type AccountPlan, type MoneyOverview, topUpAmountsUsd } from '@kinora/contract';
import { readObstacles } from '../../../accounts/read-obstacles.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { includesNothing, planTitle, soldPlans } from '../../../catalogue/plans.ts';
import { readOverage, readPaymentTerms } from '../../../funding/overage.ts';
import { rechargeLimit } from '../../../funding/spending-limits.ts';
import { decideAttention } from '../../../payments/decide-attention.ts';
import { type Billing, readBilling } from '../../../payments/read-billing.ts';
import type { MoneyDependencies } from './money-dependencies.ts';

/** The state of the account's money, as the pages show it. */
export async function readOverview(
  { database, effects, subscriptions, catalogue }: MoneyDependencies,
  accountId: string,
): Promise<MoneyOverview> {
  const at = effects.clock.now();
  const [billing, payPerUse, terms, obstacles] = await Promise.all([
    readBilling(database, subscriptions.provider.name, accountId, at),
    readOverage(database, accountId, at),
    readPaymentTerms(database, accountId),
    readObstacles(database, accountId),
  ]);
  const { balance, card, arrears, paidWith } = billing;
  const sold = catalogue.now();
  const attention = decideAttention({
    at,
    terms,
    hasAllowance: !includesNothing(sold, terms.plan),
    hasPaid: terms.firstPaidAt !== null,
    balanceCents: balance.balance_cents,
    arrears,
    paidWith,
    card,
    ...obstacles,
  });
  const limit = rechargeLimit(terms, at);
  return {
    attention,
    balance,
    pay_per_use: payPerUse,
    plan: viewPlan(sold, billing),
    offers: viewOffers(sold),
    included_weights: viewWeights(sold),
    storage_price_cents: sold.document.storage.cents_per_gib_month,
    top_up_amounts_usd: [...topUpAmountsUsd],
    card: card === undefined ? null : viewCard(card),
    recharge_limit: {
      amount_usd: limit.max,
      code: limit.code,
      raises_at: limit.raisesAt?.toISOString() ?? null,
    },
    latest_checkout: billing.latestCheckout ?? null,
    latest_card_setup: billing.latestCardSetup ?? null,
  };
}

/** The models of which a second, or an image, uses more or less of what a plan includes. */
export function viewWeights({ models }: Catalogue): MoneyOverview['included_weights'] {
  return models
    .filter(({ includedWeight }) => includedWeight !== 1)
    .map(({ title, includedWeight }) => ({ title, weight: includedWeight }));
}

function viewCard({ brand, last4, expires, addedAt }: NonNullable<Billing['card']>): MoneyOverview['card'] {
  return { brand, last4, expires, added_at: addedAt.toISOString() };
}

/** Every plan that is sold, by its billing period. */
function viewOffers(catalogue: Catalogue): MoneyOverview['offers'] {
  const { tiers } = catalogue.document.job_api;
  return soldPlans(catalogue).map(({ plan, interval, cents }) => {
    const found = catalogue.plan(plan);
    const { images = 0, video_seconds = 0 } = found?.included ?? {};
    const tier = tiers[found?.tier ?? 'free'];
    return {
      plan,
      title: planTitle(catalogue, plan),
      interval,
      amount_cents: cents,
      monthly_cents: interval === 'year' ? Math.round(cents / 12) : cents,
      included: { images, video_seconds, credits: tier.credits_per_month },
      jobs_at_once: tier.jobs_at_once,
      stored_gib: found?.stored_gib ?? 0,
    };
  });
}

function viewPlan(catalogue: Catalogue, { subscription, terms }: Billing): AccountPlan | null {
  if (terms.plan === null) return null;
  const granted = {
    plan: terms.plan,
    title: planTitle(catalogue, terms.plan),
    interval: terms.planInterval,
    source: terms.planSource ?? 'operator',
    billing: terms.planBilling,
    manageable: false,
    amount_cents: null,
    next_charge: null,
    ends_at: null,
    next: null,
  };
  if (subscription === undefined) return granted;
  const { plan, interval, cents, endsAt, next, paidUntil } = subscription;
  return {
    ...granted,
    plan,
    title: planTitle(catalogue, plan),
    interval,
    manageable: true,
    amount_cents: cents,
    next_charge:
      endsAt !== null || paidUntil === null
        ? null
        : { amount_cents: (next ?? subscription).cents, at: paidUntil.toISOString() },
    ends_at: endsAt?.toISOString() ?? null,
    next: next && {
      plan: next.plan,
      title: planTitle(catalogue, next.plan),
      interval: next.interval,
      amount_cents: next.cents,
      at: next.at.toISOString(),
    },
  };
}
