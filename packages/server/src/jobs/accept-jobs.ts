import { assert, autoRechargeThresholdCents, ok, type Pool } from '@kinora/contract';
import {
  CommitUnknown,
  type Database,
  isDatabaseUnavailable,
  isLockTimeout,
  type Queryable,
} from '../db/database.ts';
import { holdCharges, type NewCharge } from '../funding/charges.ts';
import { type NewCreditCharge, readUsedCredits, reserveCredits } from '../funding/credits.ts';
import type { Funds } from '../funding/decide-funding.ts';
import { lockFunds } from '../funding/lock-funds.ts';
import { type Clock, monthStart, nextMonthStart } from '../kernel/clock.ts';
import { coalesce } from '../kernel/coalesce.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { lockFundingRows } from '../ledger/funding-accounts.ts';
import { jobKinds } from '../pricing/job-kinds.ts';
import { tierOfPlan } from '../pricing/tiers.ts';
import { initImageKey } from '../storage/blob-keys.ts';
import {
  activityKey,
  type CallingAccount,
  type PoolClocks,
  readActivity,
  saveActivity,
} from './account-activity.ts';
import type { Activity } from './decide-limits.ts';
import {
  type AcceptAnswer,
  type Accepted,
  acceptedAnswer,
  type Batch,
  callerOf,
  decideRequest,
  type JobRequest,
} from './decide-request.ts';
import { type ExpectedSeconds, guessedSeconds } from './expected-seconds.ts';
import { findRemembered, type NewAnswer, rememberAnswers } from './idempotency.ts';
import { insertJobs, type NewJob } from './new-job.ts';
import { assignVirtualTimes, priorities } from './virtual-time.ts';

export type AcceptJob = (request: JobRequest) => Promise<AcceptAnswer>;

interface AcceptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The console's top-up page; known once the server listens. */
  readonly topUpUrl: () => string;
  /** Called after the commit for each pool that got a job. */
  readonly onAccepted: (pool: Pool) => void;
  /** How long a job will take, which is its service cost; guesses where it is not given. */
  readonly expectedSeconds?: ExpectedSeconds;
  /** Called in the transaction with the accounts whose balance it left low and that recharge automatically. */
  readonly requestRecharge: (tx: Queryable, accountIds: readonly string[]) => Promise<void>;
}

const MAX_BATCH = 256;

/**
 * Accepts jobs: money or credits decided and held, job, charge and idempotency row, in one transaction. The answer
 * comes after the commit, so an accepted job is durable. Requests that arrive while a commit is under
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

  /** After a COMMIT that was not answered: what stands is answered, the rest is decided again. */
  async function finishBatch(requests: readonly JobRequest[]): Promise<AcceptAnswer[]> {
    const standing = await database.transaction((tx) => findStanding(tx, requests));
    const rest = requests.filter(({ jobId }) => !standing.has(jobId));
    const decided = rest.length === 0 ? [] : await acceptBatch(rest);
    const answers = new Map(rest.map(({ jobId }, index) => [jobId, decided[index]]));
    for (const { quote, jobId } of requests) if (standing.has(jobId)) onAccepted(quote.kind);
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
   * somebody else holds is waited for once, however many requests it has here.
   */
  async function acceptOneByOne(requests: readonly JobRequest[]): Promise<Promise<AcceptAnswer>[]> {
    const answers: Promise<AcceptAnswer>[] = [];
    const held = new Map<string, Promise<AcceptAnswer>>();
    for (const request of requests) {
      const { accountId } = request;
      const answer = held.get(accountId) ?? acceptBatch([request]).then(([own]) => own as AcceptAnswer);
      answers.push(answer);
      await answer.catch((error) => {
        if (isLockTimeout(error)) held.set(accountId, answer);
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
 * The ids of those requests whose jobs exist. The transaction that may have made them held the same locks, so
 * once they are ours it has ended, one way or the other.
 */
async function findStanding(tx: Queryable, requests: readonly JobRequest[]): Promise<Set<string>> {
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
): Promise<AcceptAnswer[]> {
  const accountIds = [...new Set(requests.map((r) => r.accountId))];
  const { at, funds } = await lockFundsNow(tx, accountIds, clock);
  const tierOf = (id: string) => tierOfPlan(funds.get(id)?.plan ?? null);
  const { activity, clocks } = await readActivity(tx, callersOf(requests), tierOf, at);
  const spenders = requests.filter(({ tierOrder }) => tierOrder !== null && tierOrder.credits > 0);
  const usedCredits = await readUsedCredits(tx, [...new Set(spenders.map((r) => r.accountId))], at);
  const remembered = await findRemembered(tx, requests.flatMap(claimOf), at);
  const batch: Batch = {
    funds,
    usedCredits,
    secondsToNextMonth: Math.ceil((nextMonthStart(at).getTime() - at.getTime()) / 1000),
    activity,
    remembered,
    accepted: [],
    now: at.getTime(),
    topUpUrl: topUpUrl(),
  };
  const answers = requests.map((request) => decideRequest(request, batch));

  const { accepted } = batch;
  const jobs = accepted.map((request) => newJob(request, batch.activity, clocks, expectedSeconds));
  await saveActivity(tx, batch.activity, countByCaller(accepted), at);
  if (accepted.length > 0) {
    await insertJobs(tx, jobs, at);
    const charges = accepted.flatMap(newCharge);
    if (charges.length > 0) await holdCharges(tx, charges, at);
    await reserveCredits(tx, accepted.flatMap(newCreditCharge), at);
    await rememberAnswers(tx, accepted.flatMap(newAnswers), at);
    // Credits touch no money, so they are no reason to buy any.
    const payers = new Set(
      requests.flatMap(({ accountId, tierOrder }) => (tierOrder === null ? [accountId] : [])),
    );
    await requestRecharge(
      tx,
      [...payers].filter((id) => isLow(batch.funds.get(id))),
    );
  }
  crashPoint('accept.before_commit');
  return answers;
}

/**
 * The time that a batch is accepted at, with what its accounts have then. A month may end while the locks are
 * waited for, and its invoice be written: what is accepted afterwards belongs to the next one.
 */
async function lockFundsNow(
  tx: Queryable,
  accountIds: readonly string[],
  clock: Clock,
): Promise<{ readonly at: Date; readonly funds: Map<string, Funds> }> {
  const asked = clock.now();
  const funds = await lockFunds(tx, accountIds, asked);
  const at = clock.now();
  if (monthStart(asked).getTime() === monthStart(at).getTime()) return { at: asked, funds };
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
function callersOf(requests: readonly JobRequest[]): readonly CallingAccount[] {
  return [...new Map(requests.map(callerOf).map((caller) => [activityKey(caller), caller])).values()];
}

function countByCaller(accepted: readonly Accepted[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const caller of accepted.map((job) => activityKey(callerOf(job)))) {
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
  }
  return counts;
}

function isLow(funds: Funds | undefined): boolean {
  return funds?.rechargesAutomatically === true && funds.prepaidCents < autoRechargeThresholdCents;
}

function claimOf({ accountId, idempotency }: JobRequest): { accountId: string; key: string }[] {
  return idempotency === null ? [] : [{ accountId, key: idempotency.key }];
}

/** The job, with its virtual times: the account's next one starts at its virtual finish. */
function newJob(
  {
    jobId,
    accountId,
    prompt,
    preparedPrompt,
    seed,
    quote,
    hasInitImage,
    owningNode,
    tierOrder,
    priority: withoutTier = priorities.pro,
    markTag,
  }: Accepted,
  activity: Map<string, Activity>,
  clocks: PoolClocks,
  expectedSeconds: ExpectedSeconds,
): NewJob {
  const video = quote.kind === 'video' ? quote : undefined;
  const pool = quote.kind;
  const jobKind = tierOrder === null ? undefined : jobKinds[tierOrder.type];
  const priority = tierOrder === null ? withoutTier : priorities[tierOrder.tier];
  const shape = {
    kind: jobKind?.renders ?? (video !== undefined && hasInitImage ? ('i2v' as const) : quote.kind),
    mode: video?.mode ?? null,
    width: quote.width,
    height: quote.height,
    frames: video?.frames ?? null,
  };
  const caller = activityKey(callerOf({ accountId, tierOrder }));
  const own = activity.get(caller);
  assert(own !== undefined, 'the activity of every account was read');
  const standing = { virtualTime: clocks[pool], lastFinish: own.virtualFinish[pool] };
  const virtualTimes = assignVirtualTimes(standing, priority, expectedSeconds(shape));
  activity.set(caller, {
    ...own,
    virtualFinish: { ...own.virtualFinish, [pool]: virtualTimes.virtualFinish },
  });
  return {
    ...shape,
    id: jobId,
    accountId,
    pool,
    prompt: owningNode === null ? prompt : null,
    preparedPrompt: owningNode === null && preparedPrompt !== prompt ? preparedPrompt : null,
    seed,
    // The v1 interface has sound in every clip.
    sound: jobKind?.sound ?? video !== undefined,
    initImageKey: hasInitImage && owningNode === null ? initImageKey(jobId) : null,
    owningNode,
    type: tierOrder?.type ?? null,
    tier: tierOrder?.tier ?? null,
    assetId: tierOrder?.assetId ?? null,
    markTag,
    priority,
    virtualTimes,
  };
}

function poolsOf(requests: readonly JobRequest[], answers: readonly AcceptAnswer[]): Set<Pool> {
  return new Set(
    requests.flatMap(({ quote }, index) => {
      const answer = answers[index];
      return answer?.ok === true && !answer.value.replayed ? [quote.kind] : [];
    }),
  );
}
