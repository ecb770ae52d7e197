import { readFileSync } from 'node:fs';
import { problem } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { waitInWords } from '../../kernel/time-in-words.ts';
import { keepDevice } from '../auth/device-cookie.ts';
import { copyCookies, formCall } from '../auth/web-request.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../request/read-body.ts';
import { countAttemptOf } from './count-attempt.ts';
import { PASSKEY_SCRIPT } from './page.ts';
import { readNext } from './same-origin-form.ts';
import type { SignInRoutes } from './sign-in-dependencies.ts';

const script = readFileSync(new URL('./passkey.js', import.meta.url), 'utf8');

/** Whatever a browser sends of a passkey; the sign-in library checks it. */
const passkeyRequestSchema = z.strictObject({
  response: z.record(z.string(), z.unknown()),
  next: z.string().max(1000).optional(),
});

/** /signin/passkey: signing in with a passkey, which needs a script. The library checks the signature. */
export function passkeyRoutes(routes: FastifyInstance, dependencies: SignInRoutes): void {
  const { auth, publicUrl } = dependencies;

  routes.get(PASSKEY_SCRIPT, async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      .send(script),
  );

  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    const wait = await countAttemptOf(request, dependencies, 'passkey', { email: '', device: undefined });
    if (wait === undefined) return undefined;
    const message = `Too many attempts; retry in ${waitInWords(wait)}, or sign in with your password.`;
    return sendProblem(reply, { ...problem('rate_limited', message), retryAfterSeconds: wait });
  };

  routes.post('/signin/passkey/options', { preHandler: limit }, async (request, reply) => {
    const from = { publicUrl: publicUrl() };
    const response = await (await auth()).handler(
      formCall(request, from, '/passkey/generate-authenticate-options'),
    );
    copyCookies(reply, response.headers);
    return reply.header('cache-control', 'no-store').send(await response.json());
  });

  routes.post('/signin/passkey', { preHandler: limit }, async (request, reply) => {
    const body = readBody(passkeyRequestSchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { response: proof, next } = body.value;
    const from = { publicUrl: publicUrl(), device: keepDevice(request, reply, publicUrl()) };
    const path = '/passkey/verify-authentication';
    const response = await (await auth()).handler(formCall(request, from, path, { response: proof }));
    copyCookies(reply, response.headers);
    if (response.ok) return reply.header('cache-control', 'no-store').send({ next: readNext(next) });
    const message = 'This passkey was not accepted; sign in with your password, or try again.';
    return sendProblem(reply, problem('sign_in_failed', message));
  });
}
