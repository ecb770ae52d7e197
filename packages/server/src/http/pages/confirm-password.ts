import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { countSignIn } from '../../access/sign-in-limits.ts';
import type { Auth } from '../../accounts/auth.ts';
import type { SignedIn } from '../../accounts/signed-in.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import {
  insertSecurityEvent,
  logSecurityEvent,
  type SecurityEvent,
} from '../../security-log/security-event.ts';
import { keepDevice } from '../auth/device-cookie.ts';
import { webHeaders } from '../auth/web-request.ts';
import { type Html, html } from '../openapi/reference/html.ts';
import { formField } from '../request/read-form.ts';

interface ConfirmDependencies {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

/** The password field of a form that gives a key away; only for a session older than an hour. */
export function passwordAgain({ needsPassword }: SignedIn): Html | false {
  return (
    needsPassword &&
    html`<p class="field"><label for="password">Your password <small>(you signed in more than an hour ago)</small></label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required></p>`
  );
}

/**
 * Checks the password in a form that gives a key away, if the session is older than an hour: a browser that was left open
 * does not give a key to a passer-by. Wrong passwords count like those at sign-in. Undefined if the form may
 * proceed.
 */
export async function confirmPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignedIn,
  { auth, database, clock, publicUrl }: ConfirmDependencies,
): Promise<{ readonly status: number; readonly error: string } | undefined> {
  if (!person.needsPassword) return undefined;
  const { accountId, email } = person;
  const password = formField(request.body, 'password');
  if (password === '') return { status: 422, error: 'Enter your password to continue.' };
  const network = networkOf(request.ip);
  const device = keepDevice(request, reply, publicUrl());
  const wait = await countSignIn(database, 'password', { network, email, device }, clock.now());
  if (wait !== undefined) {
    return { status: 429, error: `Too many attempts; retry in ${Math.ceil(wait / 60)} minutes.` };
  }
  const headers = webHeaders(request, device);
  const verified = await (await auth()).api.verifyPassword({ body: { password }, headers, asResponse: true });
  if (verified.ok) return undefined;
  const event: SecurityEvent = { kind: 'sign_in_failed', accountId, network, details: { in_session: true } };
  await insertSecurityEvent(database, event, clock.now());
  logSecurityEvent(request.log, event);
  return { status: 401, error: 'The password is wrong.' };
}
