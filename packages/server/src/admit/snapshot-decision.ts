import { ok, type Problem, type Result, retryAfterOf } from '@kinora/contract';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CallingAccount } from '../queue/interface.ts';
import type { NextJobEnd } from '../queue/next-job-end.ts';
import { stateQueryOf } from './accept/batch-state.ts';
import type { RateState } from './accept/decide-limits.ts';
import { type Decision, decideRequest } from './accept/decide-request.ts';
import type { QuotedOrder } from './order.ts';
import type { ReadAccountState } from './read-account-state.ts';

export interface SnapshotDependencies {
  readonly clock: Clock;
  readonly readAccountState: ReadAccountState;
  readonly nextJobEnd: NextJobEnd;
  readonly ephemeralJobs: Pick<EphemeralJobs, 'node'>;
  /** The address of the account's pages, which problems link to; known once the server listens. */
  readonly accountUrl: () => string;
}

/** What the acceptance would do: replay a response, or take a payment. */
type Outcome = Extract<Decision['outcome'], { ok: true }>['value'];

/** A problem if the order cannot be accepted now. The value is undefined if the account has no funding row. */
type SnapshotDecision = Result<Outcome | undefined, Problem> & {
  /** The account's call limit after the order, if known. */
  readonly rate: RateState | undefined;
  /** Whether the call counts towards the call limit: a replay does not, nor does one that exceeds a limit. */
  readonly isCounted: boolean;
  readonly isStale?: boolean;
};

/**
 * The decision of the acceptance on a snapshot of the account, without its lock, so that an order that cannot be accepted
 * now costs no moderation, decoding or preparation. One that passes is decided again under the lock. Problems: those of
 * `decideRequest`.
 */
export async function decideOnSnapshot(
  order: QuotedOrder,
  dependencies: SnapshotDependencies,
): Promise<SnapshotDecision> {
  const { keyId, idempotency, zeroRetention } = order;
  // The refusal names the price, which is not known yet.
  const priceLimit = order.isPricedByUpload === true ? undefined : order.priceLimit;
  const { readAccountState, clock, accountUrl, ephemeralJobs } = dependencies;
  const state = await readAccountState(stateQueryOf(order));
  if (state === undefined) return { ...ok(undefined), rate: undefined, isCounted: false };
  const owningNode = zeroRetention ? ephemeralJobs.node : null;
  const request = {
    ...order.quoteFor(undefined),
    interface: order.interface,
    keyId,
    priceLimit,
    idempotency,
    owningNode,
  };
  const context = { at: clock.now(), accountUrl };
  const { outcome, rate, next, awaitsJob = false, isStale = false } = decideRequest(request, state, context);
  const isCounted = next.activity.recentCalls !== state.activity.recentCalls;
  if (outcome.ok) return { ...outcome, rate, isCounted };
  return untilJobEnds({ ...outcome, rate, isCounted, awaitsJob, isStale }, order, dependencies);
}

/** A refusal until one of the account's jobs ends, with the time until then in the sentence too. */
export async function untilJobEnds<
  Refusal extends { readonly problem: Problem; readonly awaitsJob?: boolean },
>(
  refusal: Refusal,
  order: CallingAccount,
  { nextJobEnd }: Pick<SnapshotDependencies, 'nextJobEnd'>,
): Promise<Refusal> {
  if (refusal.awaitsJob !== true) return refusal;
  const { problem } = refusal;
  const expected = (await nextJobEnd(order)) ?? retryAfterOf(problem) ?? 1;
  const retryAfterSeconds = Math.max(1, Math.ceil(expected));
  const message = `${problem.message} Send this again in ${retryAfterSeconds} s.`;
  return { ...refusal, problem: { ...problem, message, retryAfterSeconds } };
}
