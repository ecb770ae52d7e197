import { type Balance, type Purchase, topUpAmountsUsd } from '@kinora/contract';
import type { SignedIn } from '../../accounts/signed-in.ts';
import { showTime } from '../../kernel/clock.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { Billing } from '../../payments/read-billing.ts';
import { type Html, html } from '../openapi/reference/html.ts';
import { choice, topUpForm, whatMoneyBuys } from './offers.ts';
import type { Page } from './page.ts';
import { planSection } from './plan-section.ts';

export interface BillingView {
  readonly person: SignedIn;
  readonly billing: Billing;
  /** The confirmation of the completed action. */
  readonly done?: string | undefined;
  /** The browser has just returned from the checkout. */
  readonly isBack?: boolean;
  readonly error?: string;
}

const REFRESH_SECONDS = 5;
const RECHARGE_OFFERED_USD = 25;

/** The account's balance, purchases, plan and auto-recharge, with the actions for each. */
export function billingPage(view: BillingView): Page {
  const { person, billing } = view;
  const isWaiting = view.isBack === true && billing.latestCheckout === 'open';
  return {
    title: 'Billing',
    email: person.email,
    ...(isWaiting && { refreshSeconds: REFRESH_SECONDS }),
    content: html`<section><h1>Billing</h1></section>
${notices(view, isWaiting)}
${balanceSection(billing)}
${planSection(billing)}
${rechargeSection(billing)}
${purchaseSection(billing.balance)}
<p class="links"><a href="/account">Account</a><a href="/account/key">API key</a><a href="/api/docs">API reference</a></p>`,
  };
}

/** The page that `top_up` of a 402 links to. */
export function topUpPage(person: SignedIn, balanceCents: number, error?: string): Page {
  return {
    title: 'Top up',
    email: person.email,
    content: html`<section class="card">
<h1>Top up</h1>
<p class="lead">Your balance is <strong>${formatUsd(balanceCents)} USD</strong>. ${whatMoneyBuys()} A balance never expires.</p>
${errorNotice(error)}
${topUpForm(topUpAmountsUsd[0])}
<p class="links"><a href="/account/billing">Billing</a><a href="/account/key">API key</a></p>
</section>`,
  };
}

function notices({ billing, done, isBack, error }: BillingView, isWaiting: boolean): Html {
  const hasReturned = isBack === true && !isWaiting;
  return html`${errorNotice(error)}
${done !== undefined && html`<p class="done" role="status">${done}</p>`}
${isWaiting && html`<p class="warning" role="status">The payment has not arrived yet. If you have just paid, this page updates itself in a moment.</p>`}
${hasReturned && billing.latestCheckout === 'succeeded' && html`<p class="done" role="status">Paid, thank you.</p>`}
${hasReturned && billing.latestCheckout === 'failed' && html`<p class="warning" role="status">The checkout ended without a payment. Nothing was charged.</p>`}
${billing.arrears !== undefined && arrearsNotice(billing.arrears, billing.card)}`;
}

function arrearsNotice(
  { since, amountCents, isCharging, takenBackCents }: NonNullable<Billing['arrears']>,
  card: Billing['card'],
): Html {
  const owed = `${formatUsd(amountCents)} USD`;
  if (isCharging)
    return html`<p class="warning" role="status">An invoice of ${owed} is being charged to your card.</p>`;
  if (takenBackCents > 0)
    return html`<div class="error" role="alert">
<p>${owed} are owed: a payment went back by a refund or a dispute after ${formatUsd(takenBackCents)} USD of it had been spent. Orders are refused until that is paid: top up, or pay it from the balance.</p>
<form method="post" action="/account/billing/arrears"><button>Pay ${owed}</button></form>
</div>`;
  return html`<div class="error" role="alert">
<p>An invoice of ${owed} has been unpaid since ${showTime(since)}, so pay per use is paused. Pay it with the card on file, or <a href="/account/payments">add another card</a>; a top-up with another card pays it too.</p>
${card !== undefined && html`<form method="post" action="/account/billing/arrears"><button>Pay ${owed}</button></form>`}
</div>`;
}

function errorNotice(error: string | undefined): Html | false {
  return error !== undefined && html`<p class="error" role="alert">${error}</p>`;
}

function balanceSection({ balance, card, terms }: Billing): Html {
  return html`<section class="card">
<h2>Balance</h2>
<p class="amount">${formatUsd(balance.balance_cents)} <span>USD</span></p>
<p class="note">${whatMoneyBuys()} A balance never expires.</p>
<dl class="facts">
<dt>Card</dt><dd>${card === undefined ? 'None on file; a card that you pay with is saved' : html`${cardName(card.brand)} ending in ${card.last4}`}</dd>
${
  terms.plan !== null &&
  html`<dt>Pay per use</dt><dd>${!terms.payPerUse || terms.capCents === null ? 'Off' : `On, up to ${formatUsd(terms.capCents)} USD a month`}</dd>`
}
</dl>
${topUpForm(RECHARGE_OFFERED_USD)}
</section>`;
}

function rechargeSection({ balance, card }: Billing): Html {
  const { enabled, amount_usd: usd, threshold_cents: below, declined_at: declinedAt } = balance.auto_recharge;
  return html`<section class="card">
<h2>Auto-recharge</h2>
<p>${
    enabled
      ? html`On: <strong>${formatUsd((usd ?? 0) * 100)} USD</strong> are added when the balance falls below ${formatUsd(below)} USD.`
      : `Off. When on, it charges the card on file when the balance falls below ${formatUsd(below)} USD.`
  }</p>
${declinedAt !== null && html`<p class="warning">Your card declined the last recharge on ${showTime(new Date(declinedAt))}, so auto-recharge was turned off.</p>`}
${card === undefined && !enabled && html`<p class="note">There is no card on file yet; top up or subscribe first.</p>`}
<form method="post" action="/account/billing/auto-recharge">
<fieldset class="choices"><legend>${enabled ? 'Change the amount, or turn it off' : 'Turn it on'}</legend>
${topUpAmountsUsd.map((one) => choice('amount', String(one), one === (usd ?? RECHARGE_OFFERED_USD), `${one} USD`))}
${enabled && choice('amount', 'off', false, 'Off', true)}
</fieldset>
<p class="note">At most ${formatUsd(balance.monthly_cap_cents)} USD per calendar month, including pay per use.</p>
<button class="second">${enabled ? 'Save' : 'Turn on'}</button>
</form>
</section>`;
}

function purchaseSection({ purchases }: Balance): Html {
  return html`<section class="card">
<h2>Latest purchases</h2>
${
  purchases.length === 0
    ? html`<p class="note">None yet.</p>`
    : html`<p class="note">A purchase by card can be refunded within 24 hours if none of it was spent.</p>
<ul class="rows">${purchases.map(
        (purchase) => html`<li>
<div><strong>${formatUsd(purchase.amount_cents)} USD</strong>
<small>${purchase.source === 'auto_recharge' && 'Auto-recharge, '}${showTime(new Date(purchase.purchased_at))}</small>
<small>${stateOf(purchase)}</small></div>
${
  purchase.refundable_until !== null &&
  html`<form method="post" action="/account/billing/refund"><input type="hidden" name="purchase" value="${purchase.id}"><button class="second">Refund ${formatUsd(purchase.amount_cents)} USD</button></form>`
}
</li>`,
      )}</ul>`
}
</section>`;
}

function stateOf(purchase: Purchase): string {
  const { refunded_at: refundedAt, spent_cents: spent, refundable_until: until } = purchase;
  if (refundedAt !== null) return `Refunded ${showTime(new Date(refundedAt))}`;
  if (spent > 0) return `${formatUsd(spent)} USD spent`;
  return until === null ? 'Not spent' : `Refundable until ${showTime(new Date(until))}`;
}

function cardName(brand: string): string {
  return brand.slice(0, 1).toUpperCase() + brand.slice(1);
}
