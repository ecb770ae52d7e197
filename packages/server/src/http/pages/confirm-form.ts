import { assert } from '@kinora/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decideProof, type Proofs } from '../../accounts/decide-proof.ts';
import type { SignedIn } from '../../accounts/signed-in.ts';
import { type ConfirmMethod, prove } from '../console/confirm-routes.ts';
import type { SessionDependencies } from '../console/session.ts';
import { type Html, html } from '../html.ts';
import { formField } from '../request/read-form.ts';
import { PASSKEY_SCRIPT } from './page.ts';

/** The script that a page with these fields needs; none if it asks for no passkey. */
export function confirmScript(person: Proofs): { readonly script?: string } {
  return missing(person) !== undefined && person.ownFactors.passkey ? { script: PASSKEY_SCRIPT } : {};
}

/** The fields of a form that gives a key away, for what the session has not proven yet. */
export function confirmFields(person: Proofs): Html | false {
  const problem = missing(person);
  if (problem === undefined) return false;
  const { app, passkey } = person.ownFactors;
  if (problem.code === 'recent_sign_in_required') {
    return html`<p class="field"><label for="password">Your password <small>(you signed in more than an hour ago)</small></label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required></p>`;
  }
  return html`${
    app &&
    html`<p class="field"><label for="confirm-code">Code <small>of your authenticator app, or a backup code</small></label>
<input class="letters" id="confirm-code" name="code" maxlength="20" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required></p>`
  }${
    passkey &&
    html`<div id="passkey" hidden>
${
  app &&
  html`<p class="or"><span>or</span></p>
<button class="second" type="button">Use your passkey</button>`
}
<p class="note" role="status">${!app && 'This asks for your passkey.'}</p>
</div>
<noscript><p class="note">${app ? 'A passkey' : 'This asks for your passkey, which'} needs JavaScript.</p></noscript>`
  }`;
}

/**
 * Checks what a form has of the proof that its route asks for, if the session lacks it: a browser that was left open,
 * or a stolen password, gives no key away. Undefined if the form may proceed.
 */
export async function confirmByForm(
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignedIn,
  dependencies: SessionDependencies,
): Promise<{ readonly status: number; readonly error: string } | undefined> {
  const problem = missing(person, request);
  if (problem === undefined) return undefined;
  const isPassword = problem.code === 'recent_sign_in_required';
  const typed = formField(request.body, isPassword ? 'password' : 'code').trim();
  if (typed === '' || (!isPassword && !person.ownFactors.app)) {
    return { status: 422, error: isPassword ? 'Enter your password to continue.' : problem.message };
  }
  const method: ConfirmMethod = isPassword ? 'password' : /^\d{6}$/.test(typed) ? 'code' : 'backup_code';
  const proof = { [method]: isPassword ? formField(request.body, 'password') : typed };
  const unproven = await prove(request, reply, dependencies, person, method, proof);
  if (unproven === undefined) return undefined;
  return { status: unproven.code === 'rate_limited' ? 429 : 401, error: unproven.message };
}

/** What is missing of the proof that a route asks for; of a page, what its form asks for. */
function missing(person: Proofs, request?: FastifyRequest) {
  const asks = request === undefined ? 'recent_proof' : request.routeOptions.config.asks;
  assert(asks !== undefined, 'a route with such a form says what it asks for');
  return decideProof(asks, person, new Date());
}
