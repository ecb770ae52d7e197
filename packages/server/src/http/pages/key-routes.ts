import type { FastifyInstance } from 'fastify';
import { rotateKey } from '../../access/rotate-key.ts';
import type { Auth } from '../../accounts/auth.ts';
import { readAccountSummary } from '../../accounts/read-account-summary.ts';
import { signedInAs } from '../../accounts/signed-in.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { webHeaders } from '../auth/web-request.ts';
import { acceptForms } from '../request/read-form.ts';
import { keyPage, newKeyPage } from './key-page.ts';
import { redirect, sendPage } from './page.ts';
import { rejectForeignForms } from './same-origin-form.ts';

export interface KeyRoutes {
  readonly auth: () => Auth;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

const SIGN_IN = '/signin?next=%2Faccount%2Fkey';

/** /account/key: creates or replaces the account's key. */
export function keyRoutes(routes: FastifyInstance, { auth, database, clock, publicUrl }: KeyRoutes): void {
  acceptForms(routes);
  routes.addHook('onRequest', rejectForeignForms(publicUrl));

  routes.get('/account/key', async (request, reply) => {
    const person = await signedInAs(auth(), { database, clock }, webHeaders(request));
    if (person === undefined) return redirect(reply, SIGN_IN);
    return sendPage(
      reply,
      keyPage(person, await readAccountSummary(database, person.accountId)),
      publicUrl(),
    );
  });

  routes.post('/account/key', async (request, reply) => {
    const person = await signedInAs(auth(), { database, clock }, webHeaders(request));
    if (person === undefined) return redirect(reply, SIGN_IN);
    const key = await database.transaction((tx) => rotateKey(tx, person.accountId, clock.now()));
    return sendPage(reply, newKeyPage(person, key), publicUrl());
  });
}
