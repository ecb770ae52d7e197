import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { decideCredits } from '../../funding/decide-credits.ts';
import { decideFunding, type Funding, type Funds } from '../../funding/decide-funding.ts';
import { nextMonthStart } from '../../kernel/clock.ts';
import type { Quote } from '../../pricing/quote.ts';
import {
  type Activity,
  callRefused,
  countCall,
  type RateState,
  rateState,
  refuseJob,
  withJob,
} from './decide-limits.ts';
import type { JobApiOrder } from './job-api-order.ts';
import type { AcceptedAnswer, IdempotencyClaim, RememberedAnswer } from './remembered-answer.ts';

/** What decides whether a request can be paid for now. */
export interface PricedRequest {
  readonly quote: Quote;
  /** Set for a job of the job API, which is paid in credits; null for one that is paid in money. */
  readonly jobApi: Pick<JobApiOrder, 'credits'> | null;
  readonly idempotency: IdempotencyClaim | null;
}

/** What is known of an account when one of its requests is decided. */
export interface AccountState {
  readonly funds: Funds;
  /** Credits used in this UTC month. */
  readonly usedCredits: number;
  /** Of the interface that the request came by. */
  readonly activity: Activity;
  /** The answer to an earlier request with the same idempotency key. */
  readonly remembered: RememberedAnswer | undefined;
}

/** What is the same for all requests of one moment. */
export interface DecisionContext {
  /** Milliseconds of the Unix epoch. */
  readonly now: number;
  readonly secondsToNextMonth: number;
  readonly topUpUrl: string;
}

/** What a job is paid with. */
export type Payment =
  | { readonly by: 'money'; readonly funding: Funding }
  | { readonly by: 'credits'; readonly credits: number };

export interface Decision {
  readonly outcome: Result<
    | { readonly replayed: true; readonly answer: AcceptedAnswer }
    | { readonly replayed: false; readonly payment: Payment },
    Problem
  >;
  /** The call limit after this request. */
  readonly rate: RateState;
  /** What the next request of the same account finds. */
  readonly next: AccountState;
}

/**
 * Whether a request is a replay, can be accepted or is rejected. A replay costs nothing, not even a call. What cannot be
 * paid for comes before what has to wait. Problems: those of `decideFunding` and `decideCredits`, and
 * `idempotency_conflict`, `rate_limited`.
 */
export function decideRequest(
  request: PricedRequest,
  state: AccountState,
  context: DecisionContext,
): Decision {
  const { now } = context;
  const rate = rateState(state.activity, now);
  const earlier = replay(request, state.remembered);
  if (earlier !== undefined) return { outcome: earlier, rate, next: state };

  const activity = countCall(state.activity, now);
  if (activity === undefined) {
    return { outcome: refused(callRefused(state.activity, now)), rate, next: state };
  }
  const counted = { rate: rateState(activity, now), next: { ...state, activity } };
  const paid = decidePayment(request, counted.next, context);
  if (!paid.ok) return { outcome: paid, ...counted };
  const limited = refuseJob(activity, request.quote.kind, now);
  if (limited !== undefined) return { outcome: refused(limited), ...counted };
  const { payment, left } = paid.value;
  return {
    outcome: ok({ replayed: false, payment }),
    rate: counted.rate,
    next: { ...left, activity: withJob(activity, request.quote.kind) },
  };
}

interface DecidedPayment {
  readonly payment: Payment;
  readonly left: AccountState;
}

function decidePayment(
  { quote, jobApi }: PricedRequest,
  state: AccountState,
  { secondsToNextMonth, topUpUrl }: DecisionContext,
): Result<DecidedPayment, Problem> {
  const { funds, usedCredits } = state;
  if (jobApi === null) {
    const decided = decideFunding(funds, quote, topUpUrl);
    if (!decided.ok) return decided;
    const { funding, left } = decided.value;
    return ok({ payment: { by: 'money', funding }, left: { ...state, funds: left } });
  }
  const { credits } = jobApi;
  const decided = decideCredits(funds, usedCredits, credits, secondsToNextMonth);
  if (!decided.ok) return decided;
  return ok({
    payment: { by: 'credits', credits },
    left: { ...state, usedCredits: usedCredits + credits },
  });
}

function replay(
  { idempotency }: PricedRequest,
  remembered: RememberedAnswer | undefined,
): Decision['outcome'] | undefined {
  if (idempotency === null || remembered === undefined) return undefined;
  if (remembered.requestHash.equals(idempotency.requestHash)) {
    return ok({ replayed: true, answer: remembered.answer });
  }
  return refused(
    problem(
      'idempotency_conflict',
      'This Idempotency-Key was used with another request in the last 24 hours; use a new key.',
    ),
  );
}

/** The context of a decision at `at`; `topUpUrl` is the console's top-up page. */
export function contextAt(at: Date, topUpUrl: string): DecisionContext {
  const secondsToNextMonth = Math.ceil((nextMonthStart(at).getTime() - at.getTime()) / 1000);
  return { now: at.getTime(), secondsToNextMonth, topUpUrl };
}
