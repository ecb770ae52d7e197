import { topUpAmountsUsd } from '@kinora/contract';
import { showUserCode } from '../../access/claim/claim-codes.ts';
import type { ClaimDecision, OpenClaim } from '../../access/claim/open-claim.ts';
import type { AccountSummary } from '../../accounts/read-account-summary.ts';
import type { SignedIn } from '../../accounts/signed-in.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { planTitle } from '../../catalogue/plans.ts';
import { showTime } from '../../kernel/clock.ts';
import { formatUsd } from '../../kernel/money.ts';
import { type Html, html } from '../html.ts';
import { confirmFields, confirmScript } from './confirm-form.ts';
import { choice, offerOf, whatMoneyBuys } from './offers.ts';
import { type Page, REFRESH_SECONDS } from './page.ts';

interface ClaimView {
  readonly claim: OpenClaim;
  readonly catalogue: Catalogue;
  readonly summary: AccountSummary;
  readonly person: SignedIn;
  /** The network of the browser. */
  readonly network: string;
  readonly now: Date;
  /** The browser has just returned from the checkout. */
  readonly isBack: boolean;
  readonly error?: string;
}

/** The form for the user code that the terminal shows. */
export function codePage({ email }: SignedIn, error?: string): Page {
  return {
    title: 'Connect a terminal',
    email,
    content: html`<section class="card">
<h1>Connect a terminal</h1>
<p class="lead">A program that you started, such as a command line or an assistant, asks to use your account. Enter the eight letters that it shows.</p>
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
<form method="get" action="/activate">
<p class="field"><label for="user_code">Code</label>
<input class="letters" id="user_code" name="user_code" placeholder="BCDF-GHJK" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" required></p>
<button>Continue</button>
</form>
<p class="note">Nothing is connected yet: the next page shows who asks, and you decide.</p>
</section>`,
  };
}

/** The client, network and time of the request; then payment, and the decision. */
export function claimPage(view: ClaimView): Page {
  const { claim, summary, person, network, now, isBack, error } = view;
  const isWaiting = isBack && !summary.hasPaid;
  return {
    title: 'Connect a terminal',
    email: person.email,
    ...(isWaiting && { refreshSeconds: REFRESH_SECONDS }),
    ...(summary.hasPaid && confirmScript(person)),
    content: html`<section>
<h1>A terminal requests an API key</h1>
<p class="lead">With the key, the program below makes images and videos with your account and spends your money, until you revoke the key.</p>
<p class="warning"><strong>Did you start this yourself, just now?</strong> Then your terminal shows the same code. If somebody sent you this link, or you are not sure, deny it.</p>
</section>
<section class="card">
<p class="code"><span>Code</span><strong>${showUserCode(claim.userCode)}</strong></p>
<dl class="facts">
<dt>Program</dt><dd><bdi>${claim.clientName ?? 'No name given'}</bdi>${claim.clientName !== null && html`<small>as it calls itself; nobody has checked it</small>`}</dd>
<dt>Network</dt><dd>${claim.network}<small>${claim.network === network ? 'the same as that of this browser' : 'not the one of this browser'}</small></dd>
<dt>Requested</dt><dd>${ago(claim.createdAt, now)}<small>${showTime(claim.createdAt)}</small></dd>
</dl>
</section>
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
${isWaiting && html`<p class="warning" role="status">The payment has not arrived yet. If you have just paid, this page updates itself in a moment.</p>`}
${summary.hasPaid ? decision(view) : payment(view)}`,
  };
}

export function decidedPage({ email }: SignedIn, decision: ClaimDecision): Page {
  const isApproved = decision === 'approved';
  return {
    title: isApproved ? 'Approved' : 'Denied',
    email,
    content: html`<section class="card">
<h1>${isApproved ? 'Your terminal will receive its key' : 'The request is denied'}</h1>
<p class="${isApproved ? 'done' : 'warning'}" role="status">${
      isApproved
        ? 'Approved. The terminal receives the key within seconds; you can close this page.'
        : 'Denied. No key was issued, and the code is no longer valid.'
    }</p>
${!isApproved && html`<p class="note">If you did not start this, someone may have sent you the link hoping that you would approve it. No harm was done.</p>`}
</section>`,
  };
}

function decision({ claim, catalogue, summary, person }: ClaimView): Html {
  return html`<section class="card">
<h2>Approve?</h2>
<p>Anyone with the key can spend ${summary.plan === null ? 'your balance' : `your ${planTitle(catalogue, summary.plan)} plan and your balance`}: <strong>${formatUsd(summary.balanceCents)} USD</strong> now.</p>
${
  summary.terminalKeyPrefix !== undefined &&
  html`<p class="warning">Your terminals already have a key, <code>${summary.terminalKeyPrefix}…</code>. Approving replaces it: that key stops working everywhere as soon as this terminal receives the new one. Your other keys keep working.</p>`
}
<form class="decide" method="post" action="/activate/decide">
<input type="hidden" name="user_code" value="${claim.userCode}">
${confirmFields(person)}
<button name="decision" value="approved">Approve</button>
<button class="second" name="decision" value="denied" formnovalidate>Deny</button>
</form>
<details><summary>Add to the balance first</summary>${payForm(claim, catalogue)}</details>
</section>`;
}

function payment({ claim, catalogue }: ClaimView): Html {
  return html`<section class="card">
<h2>Pay first</h2>
<p class="note">${whatMoneyBuys(catalogue)} A balance never expires.</p>
${payForm(claim, catalogue)}
<form class="decide" method="post" action="/activate/decide">
<input type="hidden" name="user_code" value="${claim.userCode}">
<button class="second" name="decision" value="denied">Deny</button>
</form>
</section>`;
}

function payForm({ userCode, plan, interval, amountUsd }: OpenClaim, catalogue: Catalogue): Html {
  // A plan that is sold no more is not offered; its claim can still buy a balance.
  const offer = plan === null ? undefined : offerOf(catalogue, { plan, interval: interval ?? 'month' });
  return html`<form method="post" action="/activate/pay">
<input type="hidden" name="user_code" value="${userCode}">
<fieldset class="choices"><legend>${offer === undefined ? 'Add to the balance' : 'Subscribe, or add to the balance'}</legend>
${offer !== undefined && choice('order', 'plan', true, offer, true)}
${topUpAmountsUsd.map((usd) => choice('order', String(usd), offer === undefined && usd === (amountUsd ?? topUpAmountsUsd[0]), `${usd} USD`))}
</fieldset>
<button>Continue to payment</button>
</form>`;
}

function ago(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'Just now';
  return minutes === 1 ? 'A minute ago' : `${minutes} minutes ago`;
}
