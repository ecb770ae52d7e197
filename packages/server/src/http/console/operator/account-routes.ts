import {
  type AccountLedger,
  accountLedgerQuerySchema,
  banAccountBodySchema,
  type Credited,
  changeLimitsBodySchema,
  changePriceListBodySchema,
  creditBodySchema,
  grantPlanBodySchema,
  liftSuspensionBodySchema,
  type OperatorAccounts,
  operatorAccountsQuerySchema,
  reviewAccountBodySchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAccountSummary } from '../../../accounts/read-account-summary.ts';
import type { OpenCatalogue } from '../../../catalogue/open-catalogue.ts';
import { FIRST_ID, readId } from '../../../kernel/ids.ts';
import { readPage } from '../../../kernel/read-page.ts';
import { listTransactions } from '../../../ledger/list-transactions.ts';
import {
  type AccountChange,
  type ChangeDependencies,
  changeBan,
  changeLimits,
  changePriceList,
  changeReview,
  creditAccount,
  endSuspension,
  grantPlan,
} from '../../../operator/change-account.ts';
import { readAccount } from '../../../operator/read-account.ts';
import { searchAccounts } from '../../../operator/search-accounts.ts';
import { sendProblem } from '../../problem-handler.ts';
import { readBody } from '../../request/read-body.ts';
import { readQuery } from '../../request/read-query.ts';
import { bytesOfGib, viewAccount, viewFoundAccount } from './account-view.ts';
import { notFound, operatorOf, sendAction } from './acting-operator.ts';
import { viewTransaction } from './job-view.ts';

export interface AccountRouteDependencies extends ChangeDependencies {
  readonly catalogue: OpenCatalogue;
}

type AccountRoute = { Params: { accountId: string } };

/** GET /accounts, GET /accounts/<id> and its ledger, and what an operator does to an account. */
export function accountRoutes(routes: FastifyInstance, dependencies: AccountRouteDependencies): void {
  const { database, clock, catalogue } = dependencies;
  routes.get('/accounts', (request, reply) => search(request, reply, dependencies));

  routes.get<AccountRoute>('/accounts/:accountId', async (request, reply) => {
    const account = await readAccount(database, accountIdOf(request), clock.now());
    return account === undefined
      ? notFound(reply, 'account')
      : reply.send(viewAccount(account, catalogue.now()));
  });

  routes.get<AccountRoute>('/accounts/:accountId/ledger', (request, reply) =>
    sendLedger(request, reply, dependencies),
  );
  standingRoutes(routes, dependencies);
  moneyRoutes(routes, dependencies);
}

/** POST /accounts/<id>/ban, /review, /lift-suspension and /limits. */
function standingRoutes(routes: FastifyInstance, dependencies: AccountRouteDependencies): void {
  routes.post<AccountRoute>('/accounts/:accountId/ban', async (request, reply) => {
    const body = readBody(banAccountBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { banned, reason } = body.value;
    return sendAction(request, reply, await changeBan(dependencies, changeOf(request, reason), banned));
  });

  routes.post<AccountRoute>('/accounts/:accountId/review', async (request, reply) => {
    const body = readBody(reviewAccountBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { in_review: inReview, reason } = body.value;
    return sendAction(request, reply, await changeReview(dependencies, changeOf(request, reason), inReview));
  });

  routes.post<AccountRoute>('/accounts/:accountId/lift-suspension', async (request, reply) => {
    const body = readBody(liftSuspensionBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { suspended_until: until, reason } = body.value;
    const change = changeOf(request, reason);
    return sendAction(request, reply, await endSuspension(dependencies, change, new Date(until)));
  });

  routes.post<AccountRoute>('/accounts/:accountId/limits', async (request, reply) => {
    const body = readBody(changeLimitsBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { reason, stored_gib: gib, ...limits } = body.value;
    const set = {
      callsPerMinute: limits.calls_per_minute,
      jobsAtOnce: limits.jobs_at_once,
      videosPerDay: limits.videos_per_day,
      imagesPerDay: limits.images_per_day,
      storedBytes: gib === null ? null : bytesOfGib(gib),
    };
    return sendAction(request, reply, await changeLimits(dependencies, changeOf(request, reason), set));
  });
}

/** POST /accounts/<id>/credit, /plan and /price-list. */
function moneyRoutes(routes: FastifyInstance, dependencies: AccountRouteDependencies): void {
  const { database, clock } = dependencies;
  routes.post<AccountRoute>('/accounts/:accountId/credit', async (request, reply) => {
    const body = readBody(creditBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { credit_id: id, amount_cents: amountCents, grant: granted, reason } = body.value;
    const creditId = id.toLowerCase();
    const change = changeOf(request, reason);
    const expires = granted?.expires_at ?? null;
    const grant = granted && { expiresAt: expires === null ? null : new Date(expires) };
    const credited = await creditAccount(dependencies, change, { creditId, amountCents, grant });
    return sendAction(request, reply, credited, async (): Promise<Credited> => {
      const { balanceCents } = await readAccountSummary(database, change.accountId, clock.now());
      return { purchase_id: creditId, balance_cents: balanceCents };
    });
  });

  routes.post<AccountRoute>('/accounts/:accountId/plan', async (request, reply) => {
    const body = readBody(grantPlanBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { plan, billing, reason } = body.value;
    const grant = plan === null ? null : { name: plan, billing };
    return sendAction(request, reply, await grantPlan(dependencies, changeOf(request, reason), grant));
  });

  routes.post<AccountRoute>('/accounts/:accountId/price-list', async (request, reply) => {
    const body = readBody(changePriceListBodySchema, request.body);
    if (!body.ok) return sendProblem(reply, body.problem);
    const { price_list: priceList, reason } = body.value;
    return sendAction(
      request,
      reply,
      await changePriceList(dependencies, changeOf(request, reason), priceList),
    );
  });
}

/** The id in the address; of a malformed one, an id that no account has. */
function accountIdOf({ params }: FastifyRequest): string {
  return readId((params as AccountRoute['Params']).accountId) ?? FIRST_ID;
}

function changeOf(request: FastifyRequest, reason: string): AccountChange {
  return { operator: operatorOf(request), accountId: accountIdOf(request), reason };
}

async function search(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, catalogue }: AccountRouteDependencies,
): Promise<FastifyReply> {
  const query = readQuery(operatorAccountsQuerySchema, request);
  if (!query.ok) return sendProblem(reply, query.problem);
  const { search: text = '', only, limit, cursor } = query.value;
  const wanted = { search: text, only, before: cursor, at: clock.now() };
  const { shown, next } = await readPage(limit, (rows) =>
    searchAccounts(database, { ...wanted, limit: rows }),
  );
  const page: OperatorAccounts = {
    accounts: shown.map((account) => viewFoundAccount(account, catalogue.now())),
    ...next,
  };
  return reply.send(page);
}

async function sendLedger(
  request: FastifyRequest,
  reply: FastifyReply,
  { database }: AccountRouteDependencies,
): Promise<FastifyReply> {
  const query = readQuery(accountLedgerQuerySchema, request);
  if (!query.ok) return sendProblem(reply, query.problem);
  const { limit, cursor } = query.value;
  const before = cursor === undefined ? undefined : Number(cursor);
  const { shown, next } = await readPage(limit, (rows) =>
    listTransactions(database, accountIdOf(request), { before, limit: rows }),
  );
  const page: AccountLedger = {
    transactions: shown.map(viewTransaction),
    ...next,
  };
  return reply.send(page);
}
