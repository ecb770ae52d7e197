import { plans, rates } from '@kinora/contract';
import { formatUsd } from '../../kernel/money.ts';
import type { PlanInterval, PlanName } from '../../payments/plan-price.ts';
import { type Html, html } from '../html.ts';

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
