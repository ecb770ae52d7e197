import { formatUsd } from '../../../kernel/money.ts';
import type { CheckoutResult, SandboxCheckout } from '../../../payments/sandbox/checkout.ts';
import { type CardField, type CardForm, testCards } from '../../../payments/sandbox/test-card.ts';
import { type Html, html } from '../../html.ts';
import { sandboxPage } from './sandbox-page.ts';

type Rejection = Extract<CheckoutResult, { readonly kind: 'rejected' }>;

/** The card form, with the reason for the last rejection. */
export function cardPage(checkout: SandboxCheckout, form?: CardForm, rejection?: Rejection): string {
  const action = `/sandbox/checkout/${checkout.id}`;
  const field = (name: CardField, label: string, more: Html) => {
    const isInvalid = rejection?.field === name;
    return html`<p class="field ${name}${isInvalid && ' invalid'}">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${shown(name, form)}" required ${more}${isInvalid && html` aria-invalid="true" aria-describedby="error" autofocus`}>
</p>`;
  };
  const { title, button, section } = wordsOf(checkout);
  return sandboxPage(
    title,
    html`<main class="checkout">
${summary(checkout)}
<section class="pay">
<h2>${section}</h2>
${rejection && html`<p class="error" id="error" role="alert">${rejection.message}</p>`}
<form method="post" action="${action}/pay">
${field('number', 'Card number', html`inputmode="numeric" autocomplete="off" maxlength="23" placeholder="1234 1234 1234 1234"`)}
<div class="pair">
${field('expiry', 'Expires', html`inputmode="numeric" autocomplete="off" maxlength="9" placeholder="MM / YY"`)}
${field('cvc', 'CVC', html`inputmode="numeric" autocomplete="off" maxlength="4" placeholder="123"`)}
</div>
<button>${button}</button>
</form>
${testCardList(action)}
<form class="cancel" method="post" action="${action}/cancel"><button class="quiet">Cancel and go back</button></form>
</section>
</main>`,
  );
}

/** The 3-D Secure step at the buyer's bank. */
export function bankPage(checkout: SandboxCheckout): string {
  const { amountCents: amount } = checkout;
  return sandboxPage(
    'Confirm with your bank',
    html`<main class="single">
<section class="panel">
<p class="bank">Test Bank</p>
<h1>Confirm your ${amount === null ? 'card' : 'payment'}</h1>
<p>This service requests ${amount === null ? 'to save' : html`<strong>${formatUsd(amount)} USD</strong> from`} your card ending in <strong>${checkout.cardLast4 ?? ''}</strong>.</p>
<form method="post" action="/sandbox/checkout/${checkout.id}/bank">
<button name="outcome" value="confirm">Confirm</button>
<button class="second" name="outcome" value="fail">Fail the confirmation</button>
</form>
<p class="note">This simulates a bank's 3-D Secure page.</p>
</section>
</main>`,
  );
}

/** Shown when a finished checkout is opened again. */
export function endedPage({ state, returnUrl, amountCents }: SandboxCheckout): string {
  const paid = amountCents === null ? 'This card was added' : 'This checkout is paid';
  const title = state === 'paid' ? paid : 'This checkout was cancelled';
  const text =
    state === 'paid'
      ? 'There is nothing left to do here.'
      : 'Nothing was charged. To pay, go back and start again.';
  return sandboxPage(title, message(title, html`<p>${text}</p><p><a href="${returnUrl}">Go back</a></p>`));
}

export function notFoundPage(): string {
  const title = 'This checkout does not exist';
  return sandboxPage(title, message(title, html`<p>Check that the link is complete, or start again.</p>`));
}

export function loopbackOnlyPage(): string {
  const title = 'The sandbox is open on this machine only';
  return sandboxPage(
    title,
    message(
      title,
      html`<p>Its test cards would buy real images and videos for free. The operator accepts real cards with
<code>KINORA_PAYMENTS=stripe</code>. To try the sandbox, run the service without <code>KINORA_PUBLIC_URL</code> and
without a proxy.</p>`,
    ),
  );
}

function message(title: string, content: Html): Html {
  return html`<main class="single"><section class="panel"><h1>${title}</h1>${content}</section></main>`;
}

function summary(checkout: SandboxCheckout): Html {
  return html`<section class="summary">
<p class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M12 9.5v13l11-6.5z"/></svg> Payment</p>
<h1>${what(checkout)}</h1>
${
  checkout.amountCents !== null &&
  html`<p class="price">${formatUsd(checkout.amountCents)} <span>USD${checkout.interval !== null && ` a ${checkout.interval}`}</span></p>`
}
<p class="note">${promise(checkout)}</p>
<p class="for">For <strong>${checkout.email}</strong></p>
</section>`;
}

function wordsOf({ amountCents }: SandboxCheckout): Record<'title' | 'section' | 'button', string> {
  if (amountCents === null) return { title: 'Add a card', section: 'Card details', button: 'Save card' };
  const pay = `Pay ${formatUsd(amountCents)} USD`;
  return { title: pay, section: 'Pay by card', button: pay };
}

function what({ plan, product, amountCents }: SandboxCheckout): string {
  if (amountCents === null) return 'Add a card';
  return plan === null ? 'Prepaid balance' : (product ?? plan);
}

function promise({ plan, interval, amountCents }: SandboxCheckout): string {
  if (amountCents === null) return 'Nothing is charged now. The card replaces the one on file.';
  if (plan === null) return 'Never expires. Your card is saved for auto-recharge, in case you turn it on.';
  const renews = `Renews every ${interval} until you cancel.`;
  return interval === 'year'
    ? `${formatUsd(amountCents / 12)} USD a month, billed annually. ${renews}`
    : renews;
}

function testCardList(action: string): Html {
  return html`<div class="cards">
<h3>Test cards</h3>
<ul>${testCards.map(
    ({ number, label }, at) =>
      html`<li><a href="${action}?card=${at}"><code>${spaced(number)}</code><span>${label}</span></a></li>`,
  )}</ul>
<p class="note">Select one to fill in the form. Any future date and any CVC work.</p>
</div>`;
}

function shown(name: CardField, form: CardForm | undefined): string {
  const typed = form?.[name] ?? '';
  return name === 'number' ? spaced(typed.replaceAll(/\D/g, '')) : typed;
}

function spaced(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
