import type { RotatedKey } from '../../access/rotate-key.ts';
import type { AccountSummary } from '../../accounts/read-account-summary.ts';
import type { SignedIn } from '../../accounts/signed-in.ts';
import { html } from '../html.ts';
import { confirmFields, confirmScript } from './confirm-form.ts';
import type { Page } from './page.ts';

/** The prefix of the account's key, and a button that creates or replaces it. */
export function keyPage(person: SignedIn, { keyPrefix, hasPaid }: AccountSummary, error?: string): Page {
  const hasKey = keyPrefix !== undefined;
  return {
    title: 'API key',
    email: person.email,
    ...confirmScript(person),
    content: html`<section class="card">
<h1>API key</h1>
${
  hasKey
    ? html`<p class="lead">Your account key begins with <code>${keyPrefix}</code>. The rest is not stored, so it cannot be shown again.</p>
<p class="warning">A new key replaces this one: the old key stops working everywhere at once. Other keys of the account keep working.</p>`
    : html`<p class="lead">You have no account key yet. It is shown once, when it is created.</p>`
}
${!hasPaid && html`<p class="note">Requests return 402 until the account has bought a balance or a plan.</p>`}
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
<form method="post" action="/account/key">${confirmFields(person)}<button>${hasKey ? 'Replace the key' : 'Create a key'}</button></form>
<p class="links"><a href="/account/keys">All keys</a><a href="/account/payments">Payments</a><a href="/account/mcp-package">MCP adapter</a><a href="/api/docs">API reference</a></p>
</section>`,
  };
}

/** Shown once, as the response to the form; a reload does not show the key again. */
export function newKeyPage({ email }: SignedIn, { key }: RotatedKey): Page {
  return {
    title: 'Your new API key',
    email,
    content: html`<section class="card">
<h1>Your new API key</h1>
<code class="key">${key}</code>
<p class="warning">Copy it now. It is not shown again; only its hash is stored.</p>
<p class="links"><a href="/account/key">Done</a><a href="/api/docs">How to use it</a></p>
</section>`,
  };
}
