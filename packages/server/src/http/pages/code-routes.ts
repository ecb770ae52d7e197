import type { FastifyInstance, FastifyReply } from 'fastify';
import { waitInWords } from '../../kernel/time-in-words.ts';
import { keepDevice } from '../auth/device-cookie.ts';
import { copyCookies, formCall } from '../auth/web-request.ts';
import { formField } from '../request/read-form.ts';
import { secondFactorPage } from './code-page.ts';
import { redirect, sendPage } from './page.ts';
import { readNext } from './same-origin-form.ts';
import type { SignInRoutes } from './sign-in-dependencies.ts';

type CodeRoute = { Querystring: { next?: string } };

/** What the sign-in library says of a code that it refuses. */
interface Refusal {
  readonly code?: string;
  readonly retryAfter?: number;
}

/**
 * /signin/code: the code of an authenticator app, or a backup code, after the password. The library limits attempts.
 */
export function codeRoutes(routes: FastifyInstance, { auth, publicUrl }: SignInRoutes): void {
  routes.get<CodeRoute>('/signin/code', async ({ query }, reply) =>
    sendPage(reply, secondFactorPage({ next: readNext(query.next) }), publicUrl()),
  );

  routes.post('/signin/code', async (request, reply): Promise<FastifyReply> => {
    const next = readNext(formField(request.body, 'next'));
    const device = keepDevice(request, reply, publicUrl());
    const typed = formField(request.body, 'code').replace(/\s/g, '').toLowerCase();
    const path = /^\d{6}$/.test(typed) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code';
    const from = { publicUrl: publicUrl(), device };
    const response = await (await auth()).handler(formCall(request, from, path, { code: typed }));
    copyCookies(reply, response.headers);
    if (response.ok) return redirect(reply, next);
    const { code, retryAfter } = (await response.json().catch(() => ({}))) as Refusal;
    const showError = (status: number, error: string) =>
      sendPage(reply.code(status), secondFactorPage({ next, error }), publicUrl());
    if (code === 'TOO_MANY_CODES') {
      const wait = waitInWords(retryAfter ?? 60);
      const error = `Too many codes; retry in ${wait}, or use a browser that you have signed in with.`;
      return showError(429, error);
    }
    if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') {
      return showError(401, 'The code is wrong or was used already; enter the next one.');
    }
    // The password was too long ago, or five codes were wrong.
    return redirect(reply, `/signin?again=1&next=${encodeURIComponent(next)}`);
  });
}
