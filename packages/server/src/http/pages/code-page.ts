import { html } from '../html.ts';
import type { Page } from './page.ts';

/** The form for the second factor, after the password. */
export function secondFactorPage({ next, error }: { readonly next: string; readonly error?: string }): Page {
  return {
    title: 'Enter the code',
    content: html`<section class="card">
<h1>Enter the code</h1>
<p class="lead">Your authenticator app shows six digits. Without the app, enter one of your backup codes.</p>
${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
<form method="post" action="/signin/code">
<input type="hidden" name="next" value="${next}">
<p class="field"><label for="code">Code</label>
<input class="letters" id="code" name="code" maxlength="20" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus></p>
<button>Continue</button>
</form>
<p class="links"><a href="/signin?next=${encodeURIComponent(next)}">Back to sign in</a></p>
</section>`,
  };
}
