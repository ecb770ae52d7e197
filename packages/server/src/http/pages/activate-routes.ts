import { topUpAmountsUsd } from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt } from '../../access/attempt-window.ts';
import { readUserCode } from '../../access/claim/claim-codes.ts';
import { endClaim } from '../../access/claim/end-claim.ts';
import {
  attendClaim,
  attends,
  type ClaimDecision,
  findOpenClaim,
  type OpenClaim,
} from '../../access/claim/open-claim.ts';
import { networkOf } from '../../access/network.ts';
import type { Auth } from '../../accounts/auth.ts';
import { readAccountSummary } from '../../accounts/read-account-summary.ts';
import { type SignedIn, signedInAs } from '../../accounts/signed-in.ts';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { waitInWords } from '../../kernel/time-in-words.ts';
import type { PaymentOrder, StartPayment } from '../../payments/start-payment.ts';
import { logSecurityEvent } from '../../security-log/security-event.ts';
import { webHeaders } from '../auth/web-request.ts';
import { acceptForms, formField } from '../request/read-form.ts';
import { firstParameter } from '../request/read-query.ts';
import { claimPage, codePage, decidedPage } from './activate-page.ts';
import { confirmByForm } from './confirm-form.ts';
import { type Page, redirect, sendPage } from './page.ts';
import { rejectForeignForms } from './same-origin-form.ts';

export interface ActivateRoutes {
  readonly auth: () => Promise<Auth>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly catalogue: OpenCatalogue;
  readonly startPayment: StartPayment;
}

type ActivateRoute = {
  Querystring: { user_code?: string | readonly string[]; back?: string; done?: string };
};

/** Look-ups of user codes, valid or not, per network and per account; there are 25 billion codes. */
const CODE_LIMIT = { limit: 60, windowMs: 15 * 60_000 };

/** /activate: the browser part of a claim. */
export function activateRoutes(routes: FastifyInstance, dependencies: ActivateRoutes): void {
  acceptForms(routes);
  routes.addHook('onRequest', rejectForeignForms(dependencies.publicUrl));
  const { send, personOf, showClaim } = claimPages(dependencies);

  routes.get<ActivateRoute>('/activate', async (request, reply) => {
    const person = await personOf(request);
    if (person === undefined) return toSignIn(reply, request.url);
    const { user_code, done, back } = request.query;
    const typed = firstParameter(user_code);
    if (done === 'approved' || done === 'denied') return send(reply, decidedPage(person, done));
    if (typed === undefined) return send(reply, codePage(person));
    const found = await lookUp(dependencies, request, person, typed);
    if ('error' in found) return send(reply.code(found.status), codePage(person, found.error));
    return showClaim(request, reply, person, found, { isBack: back !== undefined });
  });
  decideRoute(routes, dependencies);
  payRoute(routes, dependencies);
}

function decideRoute(routes: FastifyInstance, dependencies: ActivateRoutes): void {
  const { database, clock } = dependencies;
  const { send, personOf, showClaim } = claimPages(dependencies);

  // Denying asks for the session alone.
  routes.post('/activate/decide', { config: { asks: 'recent_proof' } }, async (request, reply) => {
    const person = await personOf(request);
    const userCode = readUserCode(formField(request.body, 'user_code'));
    const decision = formField(request.body, 'decision');
    if (userCode === undefined || !isDecision(decision)) return redirect(reply, '/activate');
    if (person === undefined) return toSignIn(reply, `/activate?user_code=${userCode}`);
    const { accountId } = person;
    const found = await lookUp(dependencies, request, person, userCode);
    if ('error' in found) return send(reply.code(found.status), codePage(person, found.error));
    // The page does not offer approval before a payment, and the route does not accept it either.
    const mayDecide =
      decision === 'denied' || (await readAccountSummary(database, accountId, clock.now())).hasPaid;
    if (!mayDecide) return redirect(reply, `/activate?user_code=${userCode}`);
    const unproven =
      decision === 'approved' ? await confirmByForm(request, reply, person, dependencies) : undefined;
    if (unproven !== undefined) {
      return showClaim(request, reply.code(unproven.status), person, found, { error: unproven.error });
    }
    const decided = { claim: found, accountId, decision, network: networkOf(request.ip) };
    const event = await endClaim(database, decided, clock.now());
    if (event === undefined) return send(reply.code(404), codePage(person, NOT_OPEN));
    logSecurityEvent(request.log, event);
    return redirect(reply, `/activate?done=${decision}`);
  });
}

function payRoute(routes: FastifyInstance, dependencies: ActivateRoutes): void {
  const { publicUrl, startPayment } = dependencies;
  const { send, personOf, showClaim } = claimPages(dependencies);

  routes.post('/activate/pay', async (request, reply) => {
    const person = await personOf(request);
    const userCode = readUserCode(formField(request.body, 'user_code'));
    if (userCode === undefined) return redirect(reply, '/activate');
    if (person === undefined) return toSignIn(reply, `/activate?user_code=${userCode}`);
    const claim = await lookUp(dependencies, request, person, userCode);
    if ('error' in claim) return send(reply.code(claim.status), codePage(person, claim.error));
    const order = readOrder(formField(request.body, 'order'), claim);
    if (order === undefined) {
      return showClaim(request, reply.code(422), person, claim, { error: 'Choose what to buy.' });
    }
    const returnUrl = `${publicUrl()}/activate?user_code=${userCode}&back=1`;
    const started = await startPayment(person.accountId, order, returnUrl);
    return started.ok
      ? redirect(reply, started.value.checkoutUrl)
      : showClaim(request, reply.code(422), person, claim, { error: started.problem.message });
  });
}

/** What the routes share: who is signed in, and sending a page. */
function claimPages({ auth, database, clock, publicUrl, catalogue }: ActivateRoutes) {
  const send = (reply: FastifyReply, page: Page) => sendPage(reply, page, publicUrl());
  const personOf = async (request: FastifyRequest) =>
    signedInAs(await auth(), { database, clock }, webHeaders(request));

  async function showClaim(
    request: FastifyRequest,
    reply: FastifyReply,
    person: SignedIn,
    claim: OpenClaim,
    { isBack = false, ...more }: { readonly isBack?: boolean; readonly error?: string },
  ): Promise<FastifyReply> {
    const summary = await readAccountSummary(database, person.accountId, clock.now());
    const network = networkOf(request.ip);
    const shown = { claim, catalogue: catalogue.now(), summary, person, network, now: clock.now(), isBack };
    return send(reply, claimPage({ ...shown, ...more }));
  }
  return { send, personOf, showClaim };
}

/** Why there is no claim to show. */
interface NoClaim {
  readonly status: 404 | 429;
  readonly error: string;
}

/**
 * The open claim of a user code. A code that this person has not looked up before counts as a guess, on every route;
 * the person then attends the claim.
 */
async function lookUp(
  { database, clock }: ActivateRoutes,
  request: FastifyRequest,
  { accountId }: SignedIn,
  typed: string,
): Promise<OpenClaim | NoClaim> {
  const at = clock.now();
  const userCode = readUserCode(typed);
  const isGuess = userCode === undefined || !(await attends(database, userCode, accountId));
  const wait = isGuess ? await countGuess(database, networkOf(request.ip), accountId, at) : undefined;
  if (wait !== undefined) {
    return { status: 429, error: `Too many codes were tried; retry in ${waitInWords(wait)}.` };
  }
  if (userCode === undefined) {
    return { status: 404, error: 'A code has eight letters, such as BCDF-GHJK, and no vowels.' };
  }
  const claim = await findOpenClaim(database, userCode, at);
  if (claim === undefined) return { status: 404, error: NOT_OPEN };
  if (isGuess) await attendClaim(database, userCode, accountId, at);
  return claim;
}

async function countGuess(
  database: Database,
  network: string,
  accountId: string,
  at: Date,
): Promise<number | undefined> {
  const waits = [
    await countAttempt(database, { ...CODE_LIMIT, kind: 'user_code' }, network, at),
    await countAttempt(database, { ...CODE_LIMIT, kind: 'user_code_of' }, accountId, at),
  ];
  return waits.find((wait) => wait !== undefined);
}

const NOT_OPEN = 'No open request has this code. It may have expired; start again in the terminal.';

function toSignIn(reply: FastifyReply, next: string): FastifyReply {
  return redirect(reply, `/signin?next=${encodeURIComponent(next)}`);
}

function isDecision(text: string): text is ClaimDecision {
  return text === 'approved' || text === 'denied';
}

function readOrder(choice: string, { plan, interval }: OpenClaim): PaymentOrder | undefined {
  if (choice === 'plan') {
    return plan === null ? undefined : { plan, interval: interval ?? 'month' };
  }
  const amountUsd = topUpAmountsUsd.find((usd) => String(usd) === choice);
  return amountUsd === undefined ? undefined : { amountUsd };
}
