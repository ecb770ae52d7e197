import { plans, rates, topUpAmountsUsd } from '@kinora/contract';
import { formatUsd } from '../../kernel/money.ts';
import { type PlanInterval, type PlanName, planPriceCents } from '../../payments/plan-price.ts';
import { type Html, html } from '../openapi/reference/html.ts';

/** The offers as the pages show them; every price comes from the price table. */

export function planName(plan: PlanName): string {
  return plan === 'pro' ? 'Pro' : 'Max';
}

/** `99 USD a month`, or `79 USD a month, billed annually`. */
export function planPrice(plan: PlanName, interval: PlanInterval): string {
  const found = plans.find((one) => one.plan === plan);
  return interval === 'year' && found !== undefined && 'usd_per_month_billed_annually' in found
    ? `${found.usd_per_month_billed_annually} USD a month, billed annually`
    : `${found?.usd_per_month ?? 0} USD a month`;
}

export interface PlanOffer {
  readonly plan: PlanName;
  readonly interval: PlanInterval;
  /** The value in a form. */
  readonly value: string;
}

/** Every plan that is sold. */
export const planOffers: readonly PlanOffer[] = plans.flatMap(({ plan }) =>
  (['month', 'year'] as const)
    .filter((interval) => planPriceCents(plan, interval) !== undefined)
    .map((interval) => ({ plan, interval, value: `${plan}-${interval}` })),
);

/** A sentence about what a balance buys. */
export function whatMoneyBuys(): string {
  const { standard, large } = rates.image_cents;
  const perSecond = rates.video_per_second_cents;
  return `An image costs ${formatUsd(standard)} or ${formatUsd(large)} USD, a second of video ${formatUsd(perSecond.hd)} USD and up.`;
}

export function choice(
  name: string,
  value: string,
  isChosen: boolean,
  text: Html | string,
  isWide = false,
): Html {
  return html`<label${isWide && html` class="wide"`}><input type="radio" name="${name}" value="${value}"${isChosen && html` checked`} required> ${text}</label>`;
}

/** The form for a top-up. */
export function topUpForm(chosenUsd: number): Html {
  return html`<form method="post" action="/account/top-up">
<fieldset class="choices"><legend>Add to the balance</legend>
${topUpAmountsUsd.map((usd) => choice('amount', String(usd), usd === chosenUsd, `${usd} USD`))}
</fieldset>
<button>Continue to payment</button>
</form>`;
}
