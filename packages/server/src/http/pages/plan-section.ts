import type { Billing } from '../../payments/read-billing.ts';
import type { Subscription } from '../../payments/subscription/current-subscription.ts';
import { type Html, html } from '../openapi/reference/html.ts';
import { choice, planName, planOffers, planPrice } from './offers.ts';
import { showTime } from './page.ts';

/** The plan, and what may be done about it: buy, change, cancel, keep. */
export function planSection({ subscription, terms }: Billing, prorates: boolean): Html {
  if (subscription !== undefined) return ofSubscription(subscription, prorates);
  if (terms.plan !== null) {
    return html`<section class="card">
<h2>Plan</h2>
<p class="lead"><strong>${planName(terms.plan)}</strong></p>
<p class="note">${otherOrigin(terms.planSource)}</p>
</section>`;
  }
  return html`<section class="card">
<h2>Plan</h2>
<p>None. Without one, every request is paid from the balance.</p>
${offers(undefined, 'Subscribe', 'Subscribe to a plan')}
</section>`;
}

function ofSubscription(subscription: Subscription, prorates: boolean): Html {
  const { plan, interval, endsAt } = subscription;
  const name = planName(plan);
  return html`<section class="card">
<h2>Plan</h2>
<p class="lead"><strong>${name}</strong>, ${planPrice(plan, interval)}</p>
${
  endsAt === null
    ? html`<p class="note">Renews by itself until you cancel.</p>`
    : html`<p class="warning">Cancelled: ${name} ends on ${showTime(endsAt)} and is not charged again.</p>
<form method="post" action="/account/billing/plan"><button name="plan" value="${plan}-${interval}">Keep ${name}</button></form>`
}
<details><summary>Change the plan</summary>
<p class="note">It changes at once. ${
    prorates
      ? 'What is left of the paid period counts towards the new price; the difference is charged to your card.'
      : 'The new price counts from the next renewal.'
  }</p>
${offers(subscription, 'Change the plan', 'Change to')}
</details>
${
  endsAt === null &&
  html`<details><summary>Cancel the plan</summary>
<p class="note">${name} and what it includes stay until the end of what is paid, then it ends and is not charged again. Your balance and your API key stay.</p>
<form method="post" action="/account/billing/cancel"><button class="second">Cancel ${name}</button></form>
</details>`
}
</section>`;
}

/** All plans but the one that runs. */
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

function otherOrigin(source: Billing['terms']['planSource']): string {
  switch (source) {
    case 'operator':
      return 'Given to you by the operator of this service; it is not charged.';
    case 'app_store':
      return 'Bought in the app store; it is changed and cancelled there.';
    default:
      return 'It was bought through another payment provider; the operator of this service can change it.';
  }
}
