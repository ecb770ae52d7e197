import { autoRechargeThresholdCents, ok, type Pool } from '@kinora/contract';
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
import { lockFunds } from '../../funding/lock-funds.ts';
import { type Clock, monthStart } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import { lockFundingRows } from '../../ledger/funding-accounts.ts';
import { tierOfPlan } from '../../pricing/tiers.ts';
import { type ExpectedSeconds, guessedSeconds } from '../queue/expected-seconds.ts';
import { readActivity, saveActivity } from './account-activity.ts';
import { activityKey, type CallingAccount } from './calling-account.ts';
import { type AcceptAnswer, type Accepted, decideBatch } from './decide-batch.ts';
import { contextAt } from './decide-request.ts';
import { findRemembered, type NewAnswer, rememberAnswers } from './idempotency.ts';
import { acceptedAnswer, callingAccountOf, type JobRequest } from './job-request.ts';
import { insertJobs } from './new-job.ts';
import { scheduleJobs } from './schedule-jobs.ts';

export type AcceptJob = (request: JobRequest) => Promise<AcceptAnswer>;

interface AcceptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The console's top-up page; known once the server listens. */
  readonly topUpUrl: () => string;
  /** Called after the commit for each pool that got a job. */
  readonly onAccepted: (pool: Pool) => void;
  /** How long a job will take, which is what its place in the queue costs; guesses where it is not given. */
  readonly expectedSeconds?: ExpectedSeconds;
  /** Called in the transaction with the accounts whose balance it left low and that recharge automatically. */
  readonly requestRecharge: (tx: Queryable, accountIds: readonly string[]) => Promise<void>;
}

const MAX_BATCH = 256;

/**
 * Accepts jobs: the price decided and held, job, charge and idempotency row, in one transaction. It resolves
 * after the commit, so an accepted job is durable. Requests that arrive while a commit is under
 * way share the next one. Problems: those of `decideFunding` and `decideCredits`, and
 * `rate_limited`, `idempotency_conflict`.
 */
export function createAcceptJob(dependencies: AcceptDependencies): AcceptJob {
  const { database, onAccepted } = dependencies;

  async function acceptBatch(requests: readonly JobRequest[]) {
    const answers = await database.transaction((tx) => acceptInTransaction(tx, requests, dependencies));
    crashPoint('accept.after_commit');
    for (const pool of poolsOf(requests, answers)) onAccepted(pool);
    return answers;
  }

  /** After a COMMIT without a response: what is committed is returned, the rest is decided again. */
  async function finishBatch(requests: readonly JobRequest[]): Promise<AcceptAnswer[]> {
    const committed = await database.transaction((tx) => findCommitted(tx, requests));
    const rest = requests.filter(({ jobId }) => !committed.has(jobId));
    const decided = rest.length === 0 ? [] : await acceptBatch(rest);
    const answers = new Map(rest.map(({ jobId }, index) => [jobId, decided[index]]));
    for (const { quote, jobId } of requests) if (committed.has(jobId)) onAccepted(quote.kind);
    return requests.map(
      (request) =>
        answers.get(request.jobId) ?? {
          ...ok({ answer: acceptedAnswer(request), replayed: false }),
          rate: undefined,
        },
    );
  }

  /**
   * A rolled-back batch is taken apart, in its order, so that one bad request fails alone. An account whose row
   * another transaction locks is waited for once, however many requests it has here.
   */
  async function acceptOneByOne(requests: readonly JobRequest[]): Promise<Promise<AcceptAnswer>[]> {
    const answers: Promise<AcceptAnswer>[] = [];
    const locked = new Map<string, Promise<AcceptAnswer>>();
    for (const request of requests) {
      const { accountId } = request;
      const answer = locked.get(accountId) ?? acceptBatch([request]).then(([own]) => own as AcceptAnswer);
      answers.push(answer);
      await answer.catch((error) => {
        if (isLockTimeout(error)) locked.set(accountId, answer);
      });
    }
    return answers;
  }

  return coalesce(
    async (requests: readonly JobRequest[]) => {
      try {
        return await acceptBatch(requests);
      } catch (error) {
        if (error instanceof CommitUnknown) return finishBatch(requests);
        const isAway = isDatabaseUnavailable(error) && !isLockTimeout(error);
        if (requests.length === 1 || isAway) throw error;
        return acceptOneByOne(requests);
      }
    },
    { maxBatch: MAX_BATCH },
  );
}

/**
 * The ids of those requests whose jobs exist. Locks their funding rows in the order of their ids: the transaction that
 * may have made the jobs held the same locks, so once they are ours it has ended, one way or the other.
 */
async function findCommitted(tx: Queryable, requests: readonly JobRequest[]): Promise<Set<string>> {
  await lockFundingRows(tx, [...new Set(requests.map(({ accountId }) => accountId))]);
  const rows = await tx.query<{ id: string }>('select id from jobs where id = any($1::uuid[])', [
    requests.map(({ jobId }) => jobId),
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function acceptInTransaction(
  tx: Queryable,
  requests: readonly JobRequest[],
  { clock, topUpUrl, requestRecharge, expectedSeconds = guessedSeconds }: AcceptDependencies,
): Promise<readonly AcceptAnswer[]> {
  const accountIds = [...new Set(requests.map((r) => r.accountId))];
  const { at, funds } = await lockFundsNow(tx, accountIds, clock);
  const accountTierOf = (id: string) => tierOfPlan(funds.get(id)?.plan ?? null);
  const { activity, clocks } = await readActivity(tx, callingAccountsOf(requests), accountTierOf, at);
  const spenders = requests.filter(({ jobApi }) => jobApi !== null && jobApi.credits > 0);
  const usedCredits = await readUsedCredits(tx, [...new Set(spenders.map((r) => r.accountId))], at);
  const remembered = await findRemembered(tx, requests.flatMap(idempotencyKeyOf), at);
  const state = { funds, usedCredits, activity, remembered };
  const { answers, accepted, left } = decideBatch(requests, state, contextAt(at, topUpUrl()));

  const { jobs, activity: scheduled } = scheduleJobs(accepted, left.activity, clocks, expectedSeconds);
  await saveActivity(tx, scheduled, countByCaller(accepted), at);
  if (accepted.length > 0) {
    await insertJobs(tx, jobs, at);
    const charges = accepted.flatMap(newCharge);
    if (charges.length > 0) await holdCharges(tx, charges, at);
    await reserveCredits(tx, accepted.flatMap(newCreditCharge), at);
    await rememberAnswers(tx, accepted.flatMap(newAnswers), at);
    // Credits touch no money, so they are no reason to buy any.
    const payers = new Set(requests.flatMap(({ accountId, jobApi }) => (jobApi === null ? [accountId] : [])));
    await requestRecharge(
      tx,
      [...payers].filter((id) => isLow(left.funds.get(id))),
    );
  }
  crashPoint('accept.before_commit');
  return answers;
}

/**
 * The time at which a batch is accepted, with the funds of its accounts then. A month may end while the locks are
 * waited for, and its invoice be written: what is accepted afterwards belongs to the next month.
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

function newAnswers({ accountId, idempotency, answer }: Accepted): NewAnswer[] {
  return idempotency === null ? [] : [{ accountId, ...idempotency, answer }];
}

function newCharge({ payment, ...job }: Accepted): NewCharge[] {
  return payment.by === 'money' ? [{ ...job, funding: payment.funding }] : [];
}

function newCreditCharge({ payment, jobId, accountId }: Accepted): NewCreditCharge[] {
  return payment.by === 'credits' ? [{ jobId, accountId, credits: payment.credits }] : [];
}

/** Each caller once. */
function callingAccountsOf(requests: readonly JobRequest[]): readonly CallingAccount[] {
  return [...new Map(requests.map(callingAccountOf).map((caller) => [activityKey(caller), caller])).values()];
}

function countByCaller(accepted: readonly Accepted[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const caller of accepted.map((job) => activityKey(callingAccountOf(job)))) {
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
  }
  return counts;
}

function isLow(funds: Funds | undefined): boolean {
  return funds?.rechargesAutomatically === true && funds.prepaidCents < autoRechargeThresholdCents;
}

function idempotencyKeyOf({ accountId, idempotency }: JobRequest): { accountId: string; key: string }[] {
  return idempotency === null ? [] : [{ accountId, key: idempotency.key }];
}

function poolsOf(requests: readonly JobRequest[], answers: readonly AcceptAnswer[]): Set<Pool> {
  return new Set(
    requests.flatMap(({ quote }, index) => {
      const answer = answers[index];
      return answer?.ok === true && !answer.value.replayed ? [quote.kind] : [];
    }),
  );
}
