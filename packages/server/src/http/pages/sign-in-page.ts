import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/credential-rules.ts';
import { type Html, html } from '../html.ts';
import { PASSKEY_SCRIPT, type Page } from './page.ts';

export type SignInMode = 'in' | 'up';

interface SignInForm {
  readonly mode: SignInMode;
  readonly next: string;
  readonly email?: string;
  readonly error?: string;
  readonly done?: string;
}

/** The form to sign in or to create an account: the same two fields. */
export function signInPage({ mode, next, email, error, done }: SignInForm): Page {
  const isNew = mode === 'up';
  const other = html`<a href="/signin?${isNew ? '' : 'mode=up&'}next=${encodeURIComponent(next)}">${isNew ? 'Sign in' : 'Create an account'}</a>`;
  return {
    title: isNew ? 'Create an account' : 'Sign in',
    ...(!isNew && { script: PASSKEY_SCRIPT }),
    content: html`<section class="card">
<h1>${isNew ? 'Create your account' : 'Sign in'}</h1>
${next.startsWith('/activate?') && html`<p class="lead">A terminal is waiting for your approval; that is the next step.</p>`}
${next === '/studio?from=home' && html`<p class="lead">Your prompt is kept in this browser, and is in the studio when you are signed in.</p>`}
${isNew && html`<p class="lead">An account costs nothing, and no card is asked for.</p>`}
${notice(error, done)}
<form method="post" action="/signin">
<input type="hidden" name="mode" value="${mode}">
<input type="hidden" name="next" value="${next}">
${emailField(email)}
${passwordField(isNew)}
${isNew && ageField()}
<button>${isNew ? 'Create account' : 'Sign in'}</button>
</form>
${!isNew && passkeyButton(next)}
<p class="links"><span>${isNew ? 'Have an account?' : 'New here?'} ${other}</span>${!isNew && html`<a href="/signin/password?next=${encodeURIComponent(next)}">Forgot your password?</a>`}</p>
</section>`,
  };
}

/** The form that requests a link for setting a password. */
export function forgotPage(form: {
  readonly next: string;
  readonly error?: string;
  readonly done?: string;
}): Page {
  return {
    title: 'Set a password',
    content: html`<section class="card">
<h1>Set a password</h1>
<p class="lead">We send you a link. It also works for an account without a password.</p>
${notice(form.error, form.done)}
<form method="post" action="/signin/password">
<input type="hidden" name="next" value="${form.next}">
${emailField(undefined)}
<button>Send the link</button>
</form>
<p class="links"><a href="/signin?next=${encodeURIComponent(form.next)}">Back to sign in</a></p>
</section>`,
  };
}

interface NewPasswordForm {
  readonly token: string;
  readonly next: string;
  readonly error?: string;
}

/** Sets a password by a link: one that was requested, or a confirmation that another browser asked for. */
export function newPasswordPage({ token, next, error }: NewPasswordForm): Page {
  return {
    title: 'Set a password',
    content: html`<section class="card">
<h1>Choose a new password</h1>
<p class="lead">This signs you out everywhere else. If you did not sign up here, close this page: nothing happens.</p>
${notice(error, undefined)}
<form method="post" action="/signin/password">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="next" value="${next}">
${passwordField(true)}
<button>Save the password</button>
</form>
</section>`,
  };
}

export function checkEmailPage(email: string, next: string): Page {
  return {
    title: 'Check your email',
    content: html`<section class="card">
<h1>Check your email</h1>
<p class="lead">We sent a link to <strong>${email}</strong>. Open it in this browser to sign in and continue. In another browser it asks you to choose a new password.</p>
<p class="note">No email? Check your spam folder, or <a href="/signin?next=${encodeURIComponent(next)}">sign in</a> to get another link.</p>
</section>`,
  };
}

function notice(error: string | undefined, done: string | undefined): Html {
  return html`${error !== undefined && html`<p class="error" role="alert">${error}</p>`}${done !== undefined && html`<p class="done" role="status">${done}</p>`}`;
}

/** Shown by the script, where the browser has passkeys. */
function passkeyButton(next: string): Html {
  return html`<div id="passkey" data-next="${next}" hidden>
<p class="or"><span>or</span></p>
<button class="second" type="button">Sign in with a passkey</button>
<p class="note" role="status"></p>
</div>`;
}

function ageField(): Html {
  return html`<p class="check"><input id="age" name="age" type="checkbox" value="yes" required>
<label for="age">I am 18 years of age or older</label></p>
<p class="note">By creating an account you agree to the <a href="/terms">terms</a>.</p>`;
}

function emailField(value: string | undefined): Html {
  return html`<p class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="320" value="${value ?? ''}" required></p>`;
}

function passwordField(isNew: boolean): Html {
  return html`<p class="field"><label for="password">Password${isNew && html` <small>at least ${PASSWORD_MIN} characters</small>`}</label>
<input id="password" name="password" type="password" autocomplete="${isNew ? 'new-password' : 'current-password'}" ${isNew && html`minlength="${PASSWORD_MIN}"`} maxlength="${PASSWORD_MAX}" required></p>`;
}
