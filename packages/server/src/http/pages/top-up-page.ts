import { topUpAmountsUsd, typedCodeMax } from '@kinora/contract';
import type { SignedIn } from '../../accounts/signed-in.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { Billing } from '../../payments/read-billing.ts';
import { type Html, html } from '../html.ts';
import { choice, whatMoneyBuys } from './offers.ts';
import { type Page, REFRESH_SECONDS } from './page.ts';

interface TopUpView {
  readonly person: SignedIn;
  readonly catalogue: Catalogue;
  readonly billing: Pick<Billing, 'balance' | 'latestCheckout'>;
  /** The browser has just returned from the checkout. */
  readonly isBack?: boolean;
  /** A code was just redeemed. */
  readonly isRedeemed?: boolean;
  readonly error?: string;
}

/** The page that `top_up` of a 402 links to, and to which its checkout returns. */
export function topUpPage({ person, catalogue, billing, isBack, isRedeemed, error }: TopUpView): Page {
  const checkout = isBack === true ? billing.latestCheckout : undefined;
  return {
    title: 'Top up',
    email: person.email,
    ...(checkout === 'open' && { refreshSeconds: REFRESH_SECONDS }),
    content: html`<section class="card">
<h1>Top up</h1>
<p class="lead">Your balance is <strong>${formatUsd(billing.balance.balance_cents)} USD</strong>. ${whatMoneyBuys(catalogue)} A balance that you buy never expires.</p>
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
${checkout !== undefined && OUTCOMES[checkout]}
${isRedeemed === true && REDEEMED}
<form method="post" action="/account/top-up">
<fieldset class="choices"><legend>Add to the balance</legend>
${topUpAmountsUsd.map((usd, at) => choice('amount', String(usd), at === 0, `${usd} USD`))}
</fieldset>
<button>Continue to payment</button>
</form>
<form method="post" action="/account/top-up">
<p class="field"><label for="code">Code <small>if you were given one</small></label>
<input class="letters" id="code" name="code" maxlength="${typedCodeMax}" autocomplete="off" autocapitalize="characters" spellcheck="false" required></p>
<button class="second">Redeem</button>
</form>
<p class="links"><a href="/account/payments">Payments</a><a href="/account/key">API key</a></p>
</section>`,
  };
}

const REDEEMED = html`<p class="done" role="status">The code is redeemed: its amount is in your balance, and is spent first.</p>`;

/** What became of the checkout that the browser returns from. */
const OUTCOMES: Readonly<Record<NonNullable<Billing['latestCheckout']>, Html>> = {
  open: html`<p class="warning" role="status">The payment has not arrived yet. If you have just paid, this page updates itself in a moment.</p>`,
  succeeded: html`<p class="done" role="status">Paid, thank you.</p>`,
  failed: html`<p class="warning" role="status">The checkout ended without a payment. Nothing was charged.</p>`,
};
