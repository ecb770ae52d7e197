import type { Problem } from '@kinora/contract';
import { assert, ok, type Result } from '@kinora/contract';
import { type Funds, NO_FUNDS } from '../../funding/decide-funding.ts';
import { activityKey } from './calling-account.ts';
import type { Activity, RateState } from './decide-limits.ts';
import { type DecisionContext, decideRequest, type Payment } from './decide-request.ts';
import { acceptedAnswer, callingAccountOf, type JobRequest } from './job-request.ts';
import { type AcceptedAnswer, type RememberedAnswer, rememberedKey } from './remembered-answer.ts';

/** What one transaction has read of the accounts of its requests. */
export interface BatchState {
  /** By account. */
  readonly funds: ReadonlyMap<string, Funds>;
  /** By account: the credits used in this UTC month. */
  readonly usedCredits: ReadonlyMap<string, number>;
  /** By `activityKey`. */
  readonly activity: ReadonlyMap<string, Activity>;
  /** By `rememberedKey`. */
  readonly remembered: ReadonlyMap<string, RememberedAnswer>;
}

interface Acceptance {
  readonly answer: AcceptedAnswer;
  readonly replayed: boolean;
}

/** The answer to one request, with its account's call limit after it, where that is known. */
export type AcceptAnswer = Result<Acceptance, Problem> & { readonly rate: RateState | undefined };

export interface Accepted extends JobRequest {
  readonly payment: Payment;
  readonly answer: AcceptedAnswer;
}

export interface DecidedBatch {
  /** In the order of the requests. */
  readonly answers: readonly AcceptAnswer[];
  readonly accepted: readonly Accepted[];
  /** What the batch leaves of each account. */
  readonly left: BatchState;
}

/** Decides requests in their order: each finds its account as the one before left it. */
export function decideBatch(
  requests: readonly JobRequest[],
  state: BatchState,
  context: DecisionContext,
): DecidedBatch {
  const funds = new Map(state.funds);
  const usedCredits = new Map(state.usedCredits);
  const activity = new Map(state.activity);
  const remembered = new Map(state.remembered);
  const accepted: Accepted[] = [];
  const answers = requests.map((request): AcceptAnswer => {
    const { accountId, idempotency } = request;
    const caller = activityKey(callingAccountOf(request));
    const answerKey = idempotency === null ? undefined : rememberedKey(accountId, idempotency.key);
    const known = activity.get(caller);
    assert(known !== undefined, 'the activity of every account was read');
    const { outcome, rate, next } = decideRequest(
      request,
      {
        funds: funds.get(accountId) ?? NO_FUNDS,
        usedCredits: usedCredits.get(accountId) ?? 0,
        activity: known,
        remembered: answerKey === undefined ? undefined : remembered.get(answerKey),
      },
      context,
    );
    funds.set(accountId, next.funds);
    usedCredits.set(accountId, next.usedCredits);
    activity.set(caller, next.activity);
    if (!outcome.ok) return { ...outcome, rate };
    if (outcome.value.replayed) return { ...ok({ answer: outcome.value.answer, replayed: true }), rate };
    const answer = acceptedAnswer(request);
    accepted.push({ ...request, payment: outcome.value.payment, answer });
    if (answerKey !== undefined && idempotency !== null) {
      remembered.set(answerKey, { requestHash: idempotency.requestHash, answer });
    }
    return { ...ok({ answer, replayed: false }), rate };
  });
  return { answers, accepted, left: { funds, usedCredits, activity, remembered } };
}
