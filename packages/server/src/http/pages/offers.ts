import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type PlanChoice, planPrice, planTitle } from '../../catalogue/plans.ts';
import { formatUsd } from '../../kernel/money.ts';
import { type Html, html } from '../html.ts';

/** The offers as the pages show them; every price comes from the catalogue. */

/** `Max, 99 USD a month`, or `Max, 79 USD a month, billed annually`; undefined if it is sold no more. */
export function offerOf(catalogue: Catalogue, choice: PlanChoice): string | undefined {
  const price = planPrice(catalogue, choice);
  if (price === undefined) return undefined;
  const monthly = choice.interval === 'year' ? Math.round(price.cents / 12) : price.cents;
  const usd = monthly % 100 === 0 ? String(monthly / 100) : formatUsd(monthly);
  return `${planTitle(catalogue, choice.plan)}, ${usd} USD a month${choice.interval === 'year' ? ', billed annually' : ''}`;
}

/** A sentence about what a balance buys. */
export function whatMoneyBuys({ rates }: Catalogue): string {
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
