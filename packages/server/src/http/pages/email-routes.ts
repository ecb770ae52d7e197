import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { confirmEmailChange } from '../../accounts/change-email.ts';
import { signedInAs } from '../../accounts/signed-in.ts';
import { logSecurityEvent } from '../../security-log/security-event.ts';
import { webHeaders } from '../auth/web-request.ts';
import { html } from '../html.ts';
import { formField } from '../request/read-form.ts';
import { type Page, redirect, sendPage } from './page.ts';
import type { SignInRoutes } from './sign-in-dependencies.ts';

type EmailRoute = { Querystring: { token?: string } };

/**
 * /signin/email: the link to a new email address. It changes nothing by itself, since programs that scan emails open
 * links too, and it needs a session of the account that it was made for.
 */
export function emailRoutes(
  routes: FastifyInstance,
  { auth, database, clock, publicUrl }: SignInRoutes,
): void {
  const send = (reply: FastifyReply, page: Page) => sendPage(reply, page, publicUrl());

  routes.get<EmailRoute>('/signin/email', async (request, reply) => {
    const { token = '' } = request.query;
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    if (person !== undefined) return send(reply, newAddressPage(person.email, token));
    return redirect(reply, signInFor(token));
  });

  routes.post('/signin/email', async (request, reply) => {
    const token = formField(request.body, 'token');
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    if (person === undefined) return redirect(reply, signInFor(token));
    const change = { accountId: person.accountId, email: person.email, network: networkOf(request.ip) };
    const event = await confirmEmailChange(database, change, token, clock.now());
    if (event === undefined) return send(reply.code(422), expiredPage(person.email));
    logSecurityEvent(request.log, event);
    return redirect(reply, '/account/security');
  });
}

const signInFor = (token: string): string =>
  `/signin?next=${encodeURIComponent(`/signin/email?token=${token}`)}`;

function newAddressPage(email: string, token: string): Page {
  return {
    title: 'Confirm your new address',
    email,
    content: html`<section class="card">
<h1>Use your new address</h1>
<p class="lead">Your account then has the address that the link was sent to, instead of <strong>${email}</strong>.</p>
<form method="post" action="/signin/email">
<input type="hidden" name="token" value="${token}">
<button>Use the new address</button>
</form>
</section>`,
  };
}

function expiredPage(email: string): Page {
  return {
    title: 'The link has expired',
    email,
    content: html`<section class="card">
<h1>This link is not valid</h1>
<p class="error" role="alert">It was used, has expired, or was made for another account. Nothing was changed.</p>
<p class="links"><a href="/account/security">Request another link</a></p>
</section>`,
  };
}
