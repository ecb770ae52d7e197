import { type AccountPlan, type MoneyOverview, topUpAmountsUsd } from '@kinora/contract';
import { readObstacles } from '../../../accounts/read-obstacles.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { tierRuleOf } from '../../../catalogue/tiers.ts';
import { readOverage, readPaymentTerms } from '../../../funding/overage.ts';
import { rechargeLimit } from '../../../funding/spending-limits.ts';
import { decideAttention } from '../../../payments/decide-attention.ts';
import { type PlanName, planPriceCents } from '../../../payments/plan-price.ts';
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
  const attention = decideAttention({
    at,
    terms,
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
    plan: viewPlan(billing),
    offers: planOffers(catalogue.now()),
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

function viewCard({ brand, last4, expires, addedAt }: NonNullable<Billing['card']>): MoneyOverview['card'] {
  return { brand, last4, expires, added_at: addedAt.toISOString() };
}

/** Every plan that is sold, by its billing period. */
function planOffers(catalogue: Catalogue): MoneyOverview['offers'] {
  return catalogue.plans.flatMap(({ id, month_cents: month, year_cents: year, included, tier }) =>
    (['month', 'year'] as const).flatMap((interval) => {
      const cents = interval === 'month' ? month : year;
      const months = interval === 'year' ? 12 : 1;
      if (cents === null) return [];
      const plan = id as PlanName;
      const credits = tierRuleOf(catalogue, tier).creditsPerMonth;
      const offer = { plan, interval, amount_cents: cents, monthly_cents: cents / months };
      return [{ ...offer, included: { ...included, credits } }];
    }),
  );
}

function viewPlan({ subscription, terms }: Billing): AccountPlan | null {
  if (terms.plan === null) return null;
  const granted = {
    plan: terms.plan,
    interval: terms.planInterval,
    source: terms.planSource ?? 'operator',
    billing: terms.planBilling,
    manageable: false,
    next_charge: null,
    ends_at: null,
    next: null,
  };
  if (subscription === undefined) return granted;
  const { plan, interval, endsAt, next, paidUntil } = subscription;
  const coming = next ?? subscription;
  const amount = planPriceCents(coming.plan, coming.interval);
  return {
    ...granted,
    plan,
    interval,
    manageable: true,
    next_charge:
      endsAt !== null || paidUntil === null || amount === undefined
        ? null
        : { amount_cents: amount, at: paidUntil.toISOString() },
    ends_at: endsAt?.toISOString() ?? null,
    next: next && { plan: next.plan, interval: next.interval, at: next.at.toISOString() },
  };
}
