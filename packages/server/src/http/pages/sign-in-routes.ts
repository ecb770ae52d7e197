import { signInRequestSchema } from '@kinora/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountBanned } from '../../access/refused-account.ts';
import { TOO_COMMON } from '../../accounts/common-passwords.ts';
import { TOO_GUESSABLE } from '../../accounts/context-words.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/credential-rules.ts';
import { waitInWords } from '../../kernel/time-in-words.ts';
import { keepDevice } from '../auth/device-cookie.ts';
import { forgetInBrowser } from '../auth/session-cookies.ts';
import { copyCookies, formCall, webHeaders } from '../auth/web-request.ts';
import { acceptForms, formField } from '../request/read-form.ts';
import { codeRoutes } from './code-routes.ts';
import { countAttemptOf } from './count-attempt.ts';
import { emailRoutes } from './email-routes.ts';
import { type Page, redirect, sendPage } from './page.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { readNext, rejectForeignForms } from './same-origin-form.ts';
import type { SignInRoutes } from './sign-in-dependencies.ts';
import { checkEmailPage, forgotPage, newPasswordPage, type SignInMode, signInPage } from './sign-in-page.ts';

type SignInRoute = {
  Querystring: { mode?: string; next?: string; reset?: string; again?: string; link?: string };
};
type PasswordRoute = { Querystring: { token?: string; next?: string } };

/** /signin: signing in, signing up, signing out, setting a password. */
export function signInRoutes(routes: FastifyInstance, dependencies: SignInRoutes): void {
  acceptForms(routes);
  routes.addHook('onRequest', rejectForeignForms(dependencies.publicUrl));
  sessions(routes, dependencies);
  codeRoutes(routes, dependencies);
  passkeyRoutes(routes, dependencies);
  passwords(routes, dependencies);
  emailRoutes(routes, dependencies);
}

const LINK_EXPIRED = 'This link was used or has expired. Sign in to get another one.';
const TOO_LATE = 'That took too long; start again.';

function sessions(routes: FastifyInstance, dependencies: SignInRoutes): void {
  const { auth, publicUrl } = dependencies;
  const send = (reply: FastifyReply, page: Page) => sendPage(reply, page, publicUrl());

  routes.get<SignInRoute>('/signin', async ({ query }, reply) => {
    const mode = query.mode === 'up' ? 'up' : 'in';
    const done = query.reset === undefined ? {} : { done: 'Your password is saved. Sign in with it.' };
    const said = query.link !== undefined ? LINK_EXPIRED : query.again !== undefined ? TOO_LATE : undefined;
    const error = said === undefined ? {} : { error: said };
    return send(reply, signInPage({ mode, next: readNext(query.next), ...done, ...error }));
  });

  routes.post('/signin', async (request, reply) => {
    const mode: SignInMode = formField(request.body, 'mode') === 'up' ? 'up' : 'in';
    const next = readNext(formField(request.body, 'next'));
    const email = formField(request.body, 'email').trim();
    const password = formField(request.body, 'password');
    const showError = (status: number, error: string) =>
      send(reply.code(status), signInPage({ mode, next, email, error }));

    const device = keepDevice(request, reply, publicUrl());
    const attempt = mode === 'up' ? 'email' : 'password';
    const isAdult = formField(request.body, 'age') === 'yes';
    // Wrong passwords count; what cannot be one of a person does not reach the library.
    if (!signInRequestSchema.shape.email.safeParse(email).success)
      return showError(422, sentenceOf('INVALID_EMAIL'));
    if (password.length > PASSWORD_MAX) return showError(422, sentenceOf('PASSWORD_TOO_LONG'));
    if (mode === 'up' && !isAdult) return showError(422, 'This service is for people aged 18 or older.');
    const wait = await countAttemptOf(request, dependencies, attempt, { email, device });
    if (wait !== undefined) return showError(429, tooMany(wait, mode));
    const body = { email, password, callbackURL: next };
    const from = { publicUrl: publicUrl(), device };
    const response = await (await auth()).handler(
      mode === 'up'
        ? formCall(request, from, '/sign-up/email', { ...body, name: '', age_verified: true })
        : formCall(request, from, '/sign-in/email', body),
    );
    if (!response.ok) {
      const { code } = (await response.json().catch(() => ({}))) as { code?: string };
      if (code === 'EMAIL_NOT_VERIFIED') return send(reply, checkEmailPage(email, next));
      return showError(response.status === 401 ? 401 : 422, sentenceOf(code));
    }
    copyCookies(reply, response.headers);
    const { twoFactorRedirect } = (await response.json()) as { twoFactorRedirect?: boolean };
    if (twoFactorRedirect === true) return redirect(reply, `/signin/code?next=${encodeURIComponent(next)}`);
    // There is no session until the address is confirmed.
    return response.headers.getSetCookie().length === 0
      ? send(reply, checkEmailPage(email, next))
      : redirect(reply, next);
  });

  routes.post('/signin/out', async (request, reply) => {
    const response = await (await auth()).api.signOut({ headers: webHeaders(request), asResponse: true });
    copyCookies(reply, response.headers);
    forgetInBrowser(reply);
    return redirect(reply, '/signin');
  });
}

function passwords(routes: FastifyInstance, dependencies: SignInRoutes): void {
  const { auth, publicUrl } = dependencies;
  const send = (reply: FastifyReply, page: Page) => sendPage(reply, page, publicUrl());

  routes.get<PasswordRoute>('/signin/password', async ({ query: { token, next } }, reply) => {
    const then = { next: readNext(next) };
    return send(reply, token === undefined ? forgotPage(then) : newPasswordPage({ token, ...then }));
  });

  routes.post('/signin/password', async (request, reply) => {
    const token = formField(request.body, 'token');
    const email = formField(request.body, 'email').trim();
    const next = readNext(formField(request.body, 'next'));
    const device = keepDevice(request, reply, publicUrl());
    const from = { publicUrl: publicUrl(), device };
    const attempt = token === '' ? 'email' : 'password';
    const wait = await countAttemptOf(request, dependencies, attempt, { email: email || token, device });
    if (wait !== undefined) return send(reply.code(429), forgotPage({ next, error: tooMany(wait, 'up') }));
    if (token === '') {
      await (await auth()).handler(
        formCall(request, from, '/request-password-reset', { email, redirectTo: next }),
      );
      // The same sentence with and without an account: it must not reveal which addresses have one.
      return send(
        reply,
        forgotPage({ next, done: 'If there is an account with this address, we have sent it a link.' }),
      );
    }
    const newPassword = formField(request.body, 'password');
    const response = await (await auth()).handler(
      formCall(request, from, '/reset-password', { token, newPassword }),
    );
    if (response.ok) return redirect(reply, `/signin?reset=1&next=${encodeURIComponent(next)}`);
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    return code === 'INVALID_TOKEN'
      ? send(
          reply.code(422),
          forgotPage({ next, error: 'This link was used or has expired; request another.' }),
        )
      : send(reply.code(422), newPasswordPage({ token, next, error: sentenceOf(code) }));
  });
}

/** Somebody else may have caused it, so the message names the ways in that are still open to the owner. */
function tooMany(waitSeconds: number, mode: SignInMode): string {
  const wait = `Too many attempts; retry in ${waitInWords(waitSeconds)}`;
  return mode === 'up'
    ? `${wait}.`
    : `${wait}, use a browser that you have signed in with, or set a new password.`;
}

function sentenceOf(code: string | undefined): string {
  switch (code) {
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return 'There is already an account with this address; sign in, or set a new password.';
    case 'PASSWORD_TOO_SHORT':
      return `A password needs at least ${PASSWORD_MIN} characters.`;
    case 'PASSWORD_TOO_LONG':
      return 'This password is too long.';
    case 'PASSWORD_TOO_COMMON':
      return `This password ${TOO_COMMON}.`;
    case 'PASSWORD_TOO_GUESSABLE':
      return `This password ${TOO_GUESSABLE}.`;
    case 'INVALID_EMAIL':
    case 'VALIDATION_ERROR':
      return 'This is not a valid email address.';
    case 'ACCOUNT_BANNED':
      return accountBanned.message;
    case 'INVALID_EMAIL_OR_PASSWORD':
      return 'The email address or the password is wrong.';
    default:
      return 'That did not work; check your input.';
  }
}
