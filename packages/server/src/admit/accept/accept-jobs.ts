import { autoRechargeThresholdCents, type Pool, problem, refused } from '@kinora/contract';
import type { OpenCatalogue } from '../../catalogue/open-catalogue.ts';
import { type Database, isDatabaseUnavailable, isLockTimeout, type Queryable } from '../../db/database.ts';
import { holdCharges, type NewCharge } from '../../funding/charges.ts';
import { type NewCreditCharge, reserveCredits } from '../../funding/credits.ts';
import type { Funds } from '../../funding/decide-funding.ts';
import { decideRecharge } from '../../funding/decide-recharge.ts';
import { type Clock, isoDate } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { crashPoint } from '../../kernel/crash-point.ts';
import { lockFreeFundingRows, lockFundingRows } from '../../ledger/funding-accounts.ts';
import { spendable } from '../../ledger/posting.ts';
import type { ExpectedSeconds } from '../../queue/job-shape.ts';
import { guessedSeconds } from '../../queue/service-times.ts';
import { recordLowBalances } from '../../webhooks/record-event.ts';
import { saveActivity } from './account-activity.ts';
import { createAccountLanes } from './account-lanes.ts';
import { type ReadStates, readAccountStates } from './account-state.ts';
import { stateQueryOf } from './batch-state.ts';
import { createBatchTurns, takeTurn } from './batch-turns.ts';
import { type AcceptedRequest, type AcceptResult, decideBatch } from './decide-batch.ts';
import { type NewResponse, storeResponses } from './idempotency.ts';
import { insertJobs } from './insert-jobs.ts';
import type { JobRequest } from './job-request.ts';
import { deleteStarted, lockWaiting } from './waiting-rows.ts';

export type AcceptJob = (request: JobRequest) => Promise<AcceptResult>;

interface AcceptDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The address of the account's pages, which problems link to; known once the server listens. */
  readonly accountUrl: () => string;
  readonly catalogue: OpenCatalogue;
  /** Called after the commit for each pool that got a job. */
  readonly onAccepted: (pool: Pool) => void;
  /** Called after the commit of each batch. */
  readonly onBatch?: ((batch: AcceptedBatch) => void) | undefined;
  /** The expected seconds of service of a job, which its account is charged in the queue; guesses by default. */
  readonly expectedSeconds?: ExpectedSeconds;
  /** Called in the transaction with the accounts for which it leaves an auto-recharge due. */
  readonly requestRecharge: (tx: Queryable, accountIds: readonly string[]) => Promise<void>;
}

/** One transaction of acceptance. */
export interface AcceptedBatch {
  /** All that it decided. */
  readonly requests: number;
  readonly seconds: number;
  readonly jobs: Readonly<Record<Pool, number>>;
  /** The holds that it placed. */
  readonly heldCents: number;
}

const MAX_BATCH = 256;

/**
 * Accepts jobs: decides and holds the price and writes job, charge and idempotency row in one transaction. Resolves
 * after the commit, so an accepted job is durable. Requests that arrive during a commit share the next one; those of
 * an account whose row is locked elsewhere, as by a node that has vanished, leave their batch and wait alone.
 * Problems: those of `decideRequest`.
 */
export function createAcceptJob(dependencies: AcceptDependencies): AcceptJob {
  const { database, onAccepted, onBatch } = dependencies;
  const turns = createBatchTurns();

  /**
   * The results in the order of the requests; undefined where the account's row is locked and `rows` are the free
   * ones.
   */
  async function acceptBatch(requests: readonly JobRequest[], rows: 'free' | 'all') {
    const [lock, lockWait] =
      rows === 'free'
        ? ([turns.areTaken() ? lockInTurn : lockFreeFundingRows, 'once'] as const)
        : ([lockFundingRows, 'in line'] as const);
    const startedAt = performance.now();
    const accept = () =>
      database.transaction((tx) => acceptInTransaction(tx, requests, lock, dependencies), { lockWait });
    const { results, accepted } = await withKnownCatalogue(accept, dependencies.catalogue);
    crashPoint('accept.after_commit');
    const seconds = (performance.now() - startedAt) / 1000;
    onBatch?.({ requests: requests.length, seconds, ...countAccepted(accepted) });
    for (const pool of poolsOf(requests, results)) onAccepted(pool);
    return results;
  }

  /** Accepts the requests of a rolled-back batch one by one, in their order, so that one bad request fails alone. */
  async function acceptEach(requests: readonly JobRequest[], rows: 'free' | 'all') {
    const results: Promise<AcceptResult>[] = [];
    for (const request of requests) {
      const accepted = acceptBatch([request], rows);
      const result = accepted.then(([accepted]) => accepted ?? lanes.accept(request));
      result.catch(() => {});
      results.push(result);
      await accepted.catch(() => {});
    }
    return results;
  }

  /** The requests of one account wait for its row. */
  const lanes = createAccountLanes<AcceptResult>(
    async (requests) => {
      try {
        return (await acceptBatch(requests, 'all')) as readonly AcceptResult[];
      } catch (error) {
        // Each would wait for the same lock.
        if (requests.length === 1 || isDatabaseUnavailable(error)) throw error;
        return acceptEach(requests, 'all');
      }
    },
    { maxBatch: MAX_BATCH },
  );

  async function acceptTogether(
    requests: readonly JobRequest[],
  ): Promise<readonly (AcceptResult | Promise<AcceptResult>)[]> {
    try {
      const results = await acceptBatch(requests, 'free');
      if (results.includes(undefined)) turns.noteLockedRows();
      return requests.map((request, index) => results[index] ?? lanes.accept(request));
    } catch (error) {
      if (isLockTimeout(error)) {
        turns.noteTimeout();
        return requests.map(lanes.accept);
      }
      if (requests.length === 1 || isDatabaseUnavailable(error)) throw error;
      return acceptEach(requests, 'free');
    }
  }

  const acceptInBatch = coalesce(acceptTogether, { maxBatch: MAX_BATCH });
  return (request) => (lanes.has(request.accountId) ? lanes.accept(request) : acceptInBatch(request));
}

/** Another server has written a version of the catalogue that this one has not read. */
class CatalogueUnknown extends Error {}

/** Versions that are written between a reading of them and the decision by them: more than an operator does in a moment. */
const MAX_READINGS = 5;

async function withKnownCatalogue<Value>(
  accept: () => Promise<Value>,
  catalogue: OpenCatalogue,
): Promise<Value> {
  for (let readingsLeft = MAX_READINGS; ; readingsLeft -= 1) {
    try {
      return await accept();
    } catch (error) {
      if (!(error instanceof CatalogueUnknown) || readingsLeft === 0) throw error;
      await catalogue.refresh();
    }
  }
}

type LockRows = (tx: Queryable, accountIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** The free rows when it is this batch's turn, in one round trip. */
const lockInTurn: LockRows = async (tx, accountIds) => {
  const [, locked] = await Promise.all([takeTurn(tx), lockFreeFundingRows(tx, accountIds)]);
  return locked;
};

const GONE: AcceptResult = {
  ...refused(problem('not_found', 'This order does not wait any more: it was cancelled, or has started.')),
  rate: undefined,
  isGone: true,
};

/** The results in the order of the requests; undefined for those whose funding row `lock` has left out. */
async function acceptInTransaction(
  tx: Queryable,
  requests: readonly JobRequest[],
  lock: LockRows,
  dependencies: AcceptDependencies,
): Promise<Decided<AcceptResult | undefined>> {
  const { clock, catalogue } = dependencies;
  const asked = clock.now();
  // One round trip does it all. The reads begin when the locks are held, so they see what other transactions have committed.
  const [locked, state, gone] = await Promise.all([
    lock(tx, accountsOf(requests)),
    readAccountStates(tx, requests.map(stateQueryOf), asked, catalogue.at(asked)),
    lockWaiting(tx, requests),
  ]);
  const isGone = ({ waitingId }: JobRequest): boolean => waitingId !== undefined && gone.has(waitingId);
  const isDecided = (request: JobRequest): boolean => locked.has(request.accountId) && !isGone(request);
  const decided = requests.filter(isDecided);
  const undecided = (request: JobRequest) => (isGone(request) ? GONE : undefined);
  if (decided.length === 0) return { results: requests.map(undecided), accepted: [] };
  // A month may end and its invoice be written during the wait for the locks, or a catalogue start: what is accepted now
  // belongs to the next one. A grant may expire during it.
  const at = clock.now();
  const isCurrent =
    isoDate(at) === isoDate(asked) && catalogue.at(at) === state.catalogue && !hasExpired(state.funds, at);
  const current = isCurrent
    ? state
    : await readAccountStates(tx, decided.map(stateQueryOf), at, catalogue.at(at));
  if (current.latestVersion !== catalogue.latest()) throw new CatalogueUnknown();
  const { results, accepted } = await acceptLocked(tx, decided, current, at, dependencies);
  const inOrder = results.values();
  return {
    results: requests.map((request) => (isDecided(request) ? inOrder.next().value : undecided(request))),
    accepted,
  };
}

function hasExpired(funds: ReadonlyMap<string, Funds>, at: Date): boolean {
  return [...funds.values()].some(({ purchases }) => spendable(purchases, at).length < purchases.length);
}

interface Decided<Outcome> {
  readonly results: readonly Outcome[];
  readonly accepted: readonly AcceptedRequest[];
}

/** Decides the requests and writes the accepted ones. The funding rows of their accounts are locked. */
async function acceptLocked(
  tx: Queryable,
  requests: readonly JobRequest[],
  { clocks, ...state }: ReadStates,
  at: Date,
  { accountUrl, requestRecharge, expectedSeconds = guessedSeconds }: AcceptDependencies,
): Promise<Decided<AcceptResult>> {
  const context = { at, accountUrl, clocks, expectedSeconds };
  const { results, accepted, left } = decideBatch(requests, state, context);

  // Spending credits does not change the balance, so it requests no recharge.
  const payers = accountsOf(requests.filter(({ price }) => price.by === 'money'));
  const due = payers.filter((id) => isRechargeDue(left.funds.get(id), at));
  const low = becameLow(state.funds, left.funds);
  // These read before they write.
  await Promise.all([
    due.length > 0 && requestRecharge(tx, due),
    low.size > 0 && recordLowBalances(tx, low, at),
  ]);
  await Promise.all([
    saveActivity(tx, state.activity, left.activity, at),
    accepted.length > 0 && saveAccepted(tx, accepted, at),
  ]);
  crashPoint('accept.before_commit');
  return { results, accepted };
}

/** Writes jobs, charges and idempotency rows in one round trip. The funding rows are locked already. */
async function saveAccepted(tx: Queryable, accepted: readonly AcceptedRequest[], at: Date): Promise<void> {
  const charges = accepted.flatMap(newCharge);
  const creditCharges = accepted.flatMap(newCreditCharge);
  const newResponses = accepted.flatMap(newResponse);
  await Promise.all([
    insertJobs(tx, accepted, at),
    deleteStarted(tx, accepted),
    charges.length > 0 && holdCharges(tx, charges, at),
    creditCharges.length > 0 && reserveCredits(tx, creditCharges, at),
    newResponses.length > 0 && storeResponses(tx, newResponses, at),
  ]);
}

function countAccepted(accepted: readonly AcceptedRequest[]): Pick<AcceptedBatch, 'jobs' | 'heldCents'> {
  const jobs = { image: 0, video: 0 };
  let heldCents = 0;
  for (const { quote, payment } of accepted) {
    jobs[quote.medium] += 1;
    if (payment.by === 'money' && payment.funding.from !== 'allowance') heldCents += quote.priceCents;
  }
  return { jobs, heldCents };
}

/** Each account once. */
function accountsOf(requests: readonly JobRequest[]): readonly string[] {
  return [...new Set(requests.map(({ accountId }) => accountId))];
}

function newResponse({ accountId, idempotency, answer }: AcceptedRequest): NewResponse[] {
  return idempotency === null ? [] : [{ accountId, ...idempotency, answer }];
}

function newCharge({ payment, ...job }: AcceptedRequest): NewCharge[] {
  if (payment.by !== 'money') return [];
  return [{ ...job, funding: payment.funding, cappedKeyId: payment.cappedKeyId }];
}

function newCreditCharge({ payment, jobId, accountId }: AcceptedRequest): NewCreditCharge[] {
  return payment.by === 'credits' ? [{ jobId, accountId, credits: payment.credits }] : [];
}

/** The balances that the batch took below the threshold of auto-recharge, by account. */
function becameLow(
  before: ReadonlyMap<string, Funds>,
  after: ReadonlyMap<string, Funds>,
): ReadonlyMap<string, number> {
  const low = new Map<string, number>();
  for (const [accountId, { prepaidCents }] of after) {
    const had = before.get(accountId)?.prepaidCents ?? 0;
    if (had >= autoRechargeThresholdCents && prepaidCents < autoRechargeThresholdCents) {
      low.set(accountId, prepaidCents);
    }
  }
  return low;
}

function isRechargeDue(funds: Funds | undefined, at: Date): boolean {
  return funds !== undefined && decideRecharge(funds, at).recharge === 'due';
}

function poolsOf(requests: readonly JobRequest[], results: readonly (AcceptResult | undefined)[]): Set<Pool> {
  return new Set(
    requests.flatMap(({ quote }, index) => {
      const result = results[index];
      return result?.ok === true && !result.value.replayed ? [quote.medium] : [];
    }),
  );
}
