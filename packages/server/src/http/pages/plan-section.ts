import { showTime } from '../../kernel/clock.ts';
import type { Billing } from '../../payments/read-billing.ts';
import type { Subscription } from '../../payments/subscription/current-subscription.ts';
import { type Html, html } from '../openapi/reference/html.ts';
import { choice, planName, planOffers, planPrice } from './offers.ts';

/** The plan, with its actions: buy, change, cancel, keep. */
export function planSection({ subscription, terms }: Billing): Html {
  if (subscription !== undefined) return ofSubscription(subscription);
  if (terms.plan !== null) {
    return html`<section class="card">
<h2>Plan</h2>
<p class="lead"><strong>${planName(terms.plan)}</strong></p>
<p class="note">${describePlanSource(terms)}</p>
</section>`;
  }
  return html`<section class="card">
<h2>Plan</h2>
<p>None. Without a plan, every request is paid from the balance.</p>
${offers(undefined, 'Subscribe', 'Subscribe to a plan')}
</section>`;
}

function ofSubscription(subscription: Subscription): Html {
  const { plan, interval, endsAt, next } = subscription;
  const name = planName(plan);
  return html`<section class="card">
<h2>Plan</h2>
<p class="lead"><strong>${name}</strong>, ${planPrice(plan, interval)}</p>
${endsAt === null && next === null && html`<p class="note">Renews automatically until you cancel.</p>`}
${endsAt !== null && html`<p class="warning">Cancelled: ${name} ends on ${showTime(endsAt)} and is not charged again.</p>`}
${next !== null && html`<p class="warning">Changes to ${planName(next.plan)}, ${planPrice(next.plan, next.interval)}, on ${showTime(next.at)}.</p>`}
${
  (endsAt !== null || next !== null) &&
  html`<form method="post" action="/account/billing/plan"><button name="plan" value="${plan}-${interval}">Keep ${name}</button></form>`
}
<details><summary>Change the plan</summary>
<p class="note">An upgrade takes effect at once: the rest of the paid period counts towards the new price, and the difference is charged to your card. A downgrade takes effect at the end of the paid period.</p>
${offers(subscription, 'Change the plan', 'Change to')}
</details>
${
  endsAt === null &&
  html`<details><summary>Cancel the plan</summary>
<p class="note">${name} and its allowance last until the end of the paid period, and it is not charged again. You keep your balance and your API key.</p>
<form method="post" action="/account/billing/cancel"><button class="second">Cancel ${name}</button></form>
</details>`
}
</section>`;
}

/** All plans except the current one. */
function offers(current: Subscription | undefined, button: string, legend: string): Html {
  const offered = planOffers.filter(
    ({ plan, interval }) => plan !== current?.plan || interval !== current.interval,
  );
  return html`<form method="post" action="/account/billing/plan">
<fieldset class="choices"><legend>${legend}</legend>
${offered.map(({ plan, interval, value }) =>
  choice('plan', value, false, `${planName(plan)}, ${planPrice(plan, interval)}`, true),
)}
</fieldset>
<button class="second">${button}</button>
</form>`;
}

function describePlanSource({ planSource, planBilling }: Billing['terms']): string {
  switch (planSource) {
    case 'operator':
      return planBilling === 'manual'
        ? 'Granted by the operator of this service, who sends you the invoices for pay per use.'
        : 'Granted by the operator of this service; it is not charged.';
    case 'app_store':
      return 'Bought in the app store; change or cancel it there.';
    default:
      return 'Bought through another payment provider; the operator of this service can change it.';
  }
}
