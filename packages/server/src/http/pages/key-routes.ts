import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from '../../access/network.ts';
import { rotateKey } from '../../access/rotate-key.ts';
import type { Auth } from '../../accounts/auth.ts';
import { readAccountSummary } from '../../accounts/read-account-summary.ts';
import { type SignedIn, signedInAs } from '../../accounts/signed-in.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { logSecurityEvent } from '../../security-log/security-event.ts';
import { webHeaders } from '../auth/web-request.ts';
import { createSendMcpPackage } from '../downloads/mcp-package.ts';
import { acceptForms } from '../request/read-form.ts';
import { confirmByForm } from './confirm-form.ts';
import { keyPage, newKeyPage } from './key-page.ts';
import { redirect, sendPage } from './page.ts';
import { rejectForeignForms } from './same-origin-form.ts';

export interface KeyRoutes {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
}

const SIGN_IN = '/signin?next=%2Faccount%2Fkey';

/** /account/key: creates or replaces the account's key. /account/mcp-package: the MCP adapter, for a browser. */
export function keyRoutes(routes: FastifyInstance, dependencies: KeyRoutes): void {
  const { auth, database, clock, publicUrl } = dependencies;
  const sendMcpPackage = createSendMcpPackage(publicUrl);
  acceptForms(routes);
  routes.addHook('onRequest', rejectForeignForms(publicUrl));
  const show = async (reply: FastifyReply, person: SignedIn, error?: string) => {
    const summary = await readAccountSummary(database, person.accountId, clock.now());
    return sendPage(reply, keyPage(person, summary, error), publicUrl());
  };

  routes.get('/account/key', async (request, reply) => {
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    return person === undefined ? redirect(reply, SIGN_IN) : show(reply, person);
  });

  // Browsers cannot send the key that the route of the API needs.
  routes.get('/account/mcp-package', async (request, reply) => {
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    return person === undefined ? redirect(reply, SIGN_IN) : sendMcpPackage(request, reply);
  });

  routes.post('/account/key', { config: { asks: 'recent_proof' } }, async (request, reply) => {
    const person = await signedInAs(await auth(), { database, clock }, webHeaders(request));
    if (person === undefined) return redirect(reply, SIGN_IN);
    const unproven = await confirmByForm(request, reply, person, dependencies);
    if (unproven !== undefined) return show(reply.code(unproven.status), person, unproven.error);
    const by = { by: 'page', network: networkOf(request.ip) } as const;
    const key = await database.transaction((tx) => rotateKey(tx, person.accountId, by, clock.now()));
    logSecurityEvent(request.log, key.event);
    return sendPage(reply, newKeyPage(person, key), publicUrl());
  });
}
