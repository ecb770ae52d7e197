import { ok, type Pool } from '@kinora/contract';
import {
  CommitUnknown,
  type Database,
  isDatabaseUnavailable,
  isLockTimeout,
  type Queryable,
} from '../../db/database.ts';
import { holdCharges, type NewCharge } from '../../funding/charges.ts';
import { type NewCreditCharge, readUsedCredits, reserveCredits } from '../../funding/credits.ts';
import type { Funds } from '../../funding/decide-funding.ts';
import { decideRecharge } from '../../funding/decide-recharge.ts';
import { lockFunds } from '../../funding/lock-funds.ts';
import { type Clock, monthStart } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import { lockFundingRows } from '../../ledger/funding-accounts.ts';
import type { ExpectedSeconds } from '../queue/job-shape.ts';
import { guessedSeconds } from '../queue/service-times.ts';
import { readActivity, saveActivity } from './account-activity.ts';
import { type AcceptedRequest, type AcceptResult, acceptedResponse, decideBatch } from './decide-batch.ts';
import { findStoredResponses, type NewResponse, storeResponses } from './idempotency.ts';
import { insertJobs } from './insert-jobs.ts';
import type { JobRequest } from './job-request.ts';

export type AcceptJob = (request: JobRequest) => Promise<AcceptResult>;

interface AcceptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The address of the page that tops the balance up; known once the server listens. */
  readonly topUpUrl: () => string;
  /** Called after the commit for each pool that got a job. */
  readonly onAccepted: (pool: Pool) => void;
  /** The expected seconds of service of a job, which its account is charged in the queue; guesses by default. */
  readonly expectedSeconds?: ExpectedSeconds;
  /** Called in the transaction with the accounts for which it leaves an auto-recharge due. */
  readonly requestRecharge: (tx: Queryable, accountIds: readonly string[]) => Promise<void>;
}

const MAX_BATCH = 256;

/**
 * Accepts jobs: decides and holds the price and writes job, charge and idempotency row in one transaction. Resolves after
 * the commit, so an accepted job is durable. Requests that arrive during a commit share the next one. Problems: those of
 * `decideFunding` and `decideCredits`, and `rate_limited`, `idempotency_conflict`.
 */
export function createAcceptJob(dependencies: AcceptDependencies): AcceptJob {
  const { database, onAccepted } = dependencies;

  async function acceptBatch(requests: readonly JobRequest[]) {
    const results = await database.transaction((tx) => acceptInTransaction(tx, requests, dependencies));
    crashPoint('accept.after_commit');
    for (const pool of poolsOf(requests, results)) onAccepted(pool);
    return results;
  }

  /** After a COMMIT whose response was lost: jobs that exist are returned, the other requests are decided again. */
  async function finishBatch(requests: readonly JobRequest[]): Promise<AcceptResult[]> {
    const committed = await database.transaction((tx) => findCommitted(tx, requests));
    const rest = requests.filter(({ jobId }) => !committed.has(jobId));
    const decided = rest.length === 0 ? [] : await acceptBatch(rest);
    const results = new Map(rest.map(({ jobId }, index) => [jobId, decided[index]]));
    for (const { quote, jobId } of requests) if (committed.has(jobId)) onAccepted(quote.kind);
    return requests.map(
      (request) =>
        results.get(request.jobId) ?? {
          ...ok({ response: acceptedResponse(request), replayed: false }),
          rate: undefined,
        },
    );
  }

  /**
   * Accepts the requests of a rolled-back batch one by one, in their order, so that one bad request fails alone. A lock
   * timeout on an account's row fails all its requests here: each would wait for the same lock.
   */
  async function acceptOneByOne(requests: readonly JobRequest[]): Promise<Promise<AcceptResult>[]> {
    const results: Promise<AcceptResult>[] = [];
    const locked = new Map<string, Promise<AcceptResult>>();
    for (const request of requests) {
      const { accountId } = request;
      const result =
        locked.get(accountId) ?? acceptBatch([request]).then(([result]) => result as AcceptResult);
      results.push(result);
      await result.catch((error) => {
        if (isLockTimeout(error)) locked.set(accountId, result);
      });
    }
    return results;
  }

  return coalesce(
    async (requests: readonly JobRequest[]) => {
      try {
        return await acceptBatch(requests);
      } catch (error) {
        if (error instanceof CommitUnknown) return finishBatch(requests);
        const isUnavailable = isDatabaseUnavailable(error) && !isLockTimeout(error);
        if (requests.length === 1 || isUnavailable) throw error;
        return acceptOneByOne(requests);
      }
    },
    { maxBatch: MAX_BATCH },
  );
}

/**
 * The ids of those requests whose jobs exist. Locks their funding rows in the order of their ids: the transaction that
 * may have inserted the jobs had the same locks, so once they are free it is either committed or rolled back.
 */
async function findCommitted(tx: Queryable, requests: readonly JobRequest[]): Promise<Set<string>> {
  await lockFundingRows(tx, accountsOf(requests));
  const rows = await tx.query<{ id: string }>('select id from jobs where id = any($1::uuid[])', [
    requests.map(({ jobId }) => jobId),
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function acceptInTransaction(
  tx: Queryable,
  requests: readonly JobRequest[],
  { clock, topUpUrl, requestRecharge, expectedSeconds = guessedSeconds }: AcceptDependencies,
): Promise<readonly AcceptResult[]> {
  const { at, funds } = await lockFundsNow(tx, accountsOf(requests), clock);
  const { activity, clocks } = await readActivity(tx, requests, funds, at);
  const spenders = requests.filter(({ jobApi }) => jobApi !== null && jobApi.credits > 0);
  const usedCredits = spenders.length === 0 ? new Map() : await readUsedCredits(tx, accountsOf(spenders), at);
  const keys = requests.flatMap(idempotencyKeyOf);
  const storedResponses = keys.length === 0 ? new Map() : await findStoredResponses(tx, keys, at);
  const state = { funds, usedCredits, activity, storedResponses };
  const context = { at, topUpUrl, clocks, expectedSeconds };
  const { results, accepted, left } = decideBatch(requests, state, context);

  await saveActivity(tx, activity, left.activity, at);
  if (accepted.length > 0) await saveAccepted(tx, accepted, at);
  // Credits are no money, so spending them is no reason for a recharge.
  const payers = accountsOf(requests.filter(({ jobApi }) => jobApi === null));
  const due = payers.filter((id) => isRechargeDue(left.funds.get(id), at));
  if (due.length > 0) await requestRecharge(tx, due);
  crashPoint('accept.before_commit');
  return results;
}

/** Writes jobs, charges and idempotency rows. The funding rows are locked already. */
async function saveAccepted(tx: Queryable, accepted: readonly AcceptedRequest[], at: Date): Promise<void> {
  await insertJobs(tx, accepted, at);
  const charges = accepted.flatMap(newCharge);
  if (charges.length > 0) await holdCharges(tx, charges, at);
  const creditCharges = accepted.flatMap(newCreditCharge);
  if (creditCharges.length > 0) await reserveCredits(tx, creditCharges, at);
  const newResponses = accepted.flatMap(newResponse);
  if (newResponses.length > 0) await storeResponses(tx, newResponses, at);
}

/**
 * The time at which a batch is accepted, and the funds of its accounts at that time. A month may end, and its invoice be
 * written, while this waits for the locks: what is accepted afterwards belongs to the next month.
 */
async function lockFundsNow(
  tx: Queryable,
  accountIds: readonly string[],
  clock: Clock,
): Promise<{ readonly at: Date; readonly funds: Map<string, Funds> }> {
  const requestedAt = clock.now();
  const funds = await lockFunds(tx, accountIds, requestedAt);
  const at = clock.now();
  if (monthStart(requestedAt).getTime() === monthStart(at).getTime()) return { at: requestedAt, funds };
  return { at, funds: await lockFunds(tx, accountIds, at) };
}

/** Each account once. */
function accountsOf(requests: readonly JobRequest[]): readonly string[] {
  return [...new Set(requests.map(({ accountId }) => accountId))];
}

function newResponse({ accountId, idempotency, response }: AcceptedRequest): NewResponse[] {
  return idempotency === null ? [] : [{ accountId, ...idempotency, response }];
}

function newCharge({ payment, ...job }: AcceptedRequest): NewCharge[] {
  return payment.by === 'money' ? [{ ...job, funding: payment.funding }] : [];
}

function newCreditCharge({ payment, jobId, accountId }: AcceptedRequest): NewCreditCharge[] {
  return payment.by === 'credits' ? [{ jobId, accountId, credits: payment.credits }] : [];
}

function idempotencyKeyOf({ accountId, idempotency }: JobRequest): { accountId: string; key: string }[] {
  return idempotency === null ? [] : [{ accountId, key: idempotency.key }];
}

function isRechargeDue(funds: Funds | undefined, at: Date): boolean {
  return funds !== undefined && decideRecharge(funds, at).recharge === 'due';
}

function poolsOf(requests: readonly JobRequest[], results: readonly AcceptResult[]): Set<Pool> {
  return new Set(
    requests.flatMap(({ quote }, index) => {
      const result = results[index];
      return result?.ok === true && !result.value.replayed ? [quote.kind] : [];
    }),
  );
}
