import {
  type AcceptedJob,
  type AcceptedJobApiJob,
  assert,
  ok,
  type Problem,
  problem,
  type Result,
  refused,
} from '@kinora/contract';
import { decideCredits } from '../funding/decide-credits.ts';
import { decideFunding, type Funding, type Funds } from '../funding/decide-funding.ts';
import { NO_FUNDS } from '../funding/lock-funds.ts';
import type { Quote } from '../pricing/quote.ts';
import { tierRules } from '../pricing/tiers.ts';
import { activityKey, type CallingAccount } from './account-activity.ts';
import {
  type Activity,
  callRefused,
  countCall,
  type RateState,
  rateState,
  refuseJob,
  withJob,
} from './decide-limits.ts';
import { type IdempotencyClaim, type RememberedAnswer, rememberedKey } from './idempotency.ts';
import type { OwningNode } from './owning-node.ts';
import { interfaceOf, type TierOrder } from './tier-order.ts';
import type { Priority } from './virtual-time.ts';

export interface JobRequest {
  /** Made before the transaction, so that an uploaded picture already lies under it. */
  readonly jobId: string;
  readonly accountId: string;
  readonly prompt: string;
  /** What the engine is told; the prompt itself unless the mode prepared it. */
  readonly preparedPrompt: string;
  readonly seed: number;
  readonly quote: Quote;
  /** Set for a job of the job API, which is paid in credits; null for one that is paid in money. */
  readonly tierOrder: TierOrder | null;
  /** Of a job without a tier; that of pro where it is not given. */
  readonly priority?: Priority;
  readonly hasInitImage: boolean;
  /** The server whose memory keeps prompt, picture and result; null when they are stored. */
  readonly owningNode: OwningNode | null;
  /** What the mark in the picture will say; null for a clip. */
  readonly markTag: string | null;
  readonly idempotency: IdempotencyClaim | null;
  /** The problem to answer when money and limits allow the job: nobody is there to do it. */
  readonly unserved: Problem | undefined;
}

interface Acceptance {
  readonly answer: AcceptedJob | AcceptedJobApiJob;
  readonly replayed: boolean;
}

/** The answer to one request, with the state of its account's call limit after it, where that is known. */
export type AcceptAnswer = Result<Acceptance, Problem> & { readonly rate: RateState | undefined };

/** What a job is paid with. */
type Payment =
  | { readonly by: 'money'; readonly funding: Funding }
  | { readonly by: 'credits'; readonly credits: number };

export interface Accepted extends JobRequest {
  readonly payment: Payment;
  readonly answer: AcceptedJob | AcceptedJobApiJob;
}

/** What one transaction works on; each request finds it as the one before left it. */
export interface Batch {
  readonly funds: Map<string, Funds>;
  /** By account: the credits used this month. */
  readonly usedCredits: Map<string, number>;
  readonly secondsToNextMonth: number;
  readonly activity: Map<string, Activity>;
  readonly remembered: Map<string, RememberedAnswer>;
  readonly accepted: Accepted[];
  readonly now: number;
  readonly topUpUrl: string;
}

/** A replay costs nothing, not even a call. What cannot be paid is said before what must wait. */
export function decideRequest(request: JobRequest, batch: Batch): AcceptAnswer {
  const { accountId, quote } = request;
  const caller = activityKey(callerOf(request));
  const activity = batch.activity.get(caller);
  assert(activity !== undefined, 'the activity of every account was read');
  const earlier = replay(request, batch.remembered);
  if (earlier !== undefined) return { ...earlier, rate: rateState(activity, batch.now) };

  const called = countCall(activity, batch.now);
  if (called === undefined) {
    const rate = rateState(activity, batch.now);
    return { ...refused(callRefused(activity, batch.now)), rate };
  }
  batch.activity.set(caller, called);
  const rate = rateState(called, batch.now);
  const paid = decidePayment(request, batch);
  if (!paid.ok) return { ...paid, rate };
  const refusal = refuseJob(called, quote.kind, batch.now);
  if (refusal !== undefined) return { ...refused(refusal), rate };
  if (request.unserved !== undefined) return { ...refused(request.unserved), rate };
  paid.value.take();
  batch.activity.set(caller, withJob(called, quote.kind));
  const answer = acceptedAnswer(request);
  batch.accepted.push({ ...request, payment: paid.value.payment, answer });
  if (request.idempotency !== null) {
    const { key, requestHash } = request.idempotency;
    batch.remembered.set(rememberedKey(accountId, key), { requestHash, answer });
  }
  return { ...ok({ answer, replayed: false }), rate };
}

/** The account and the interface it calls. */
export function callerOf({
  accountId,
  tierOrder,
}: Pick<JobRequest, 'accountId' | 'tierOrder'>): CallingAccount {
  return { accountId, interface: interfaceOf(tierOrder?.tier ?? null) };
}

interface DecidedPayment {
  readonly payment: Payment;
  /** Lets the next request of the same account find less. */
  readonly take: () => void;
}

function decidePayment(
  { accountId, quote, tierOrder }: JobRequest,
  batch: Batch,
): Result<DecidedPayment, Problem> {
  const funds = batch.funds.get(accountId) ?? NO_FUNDS;
  if (tierOrder === null) {
    const decided = decideFunding(funds, quote, batch.topUpUrl);
    if (!decided.ok) return decided;
    const { funding, left } = decided.value;
    return ok({ payment: { by: 'money', funding }, take: () => batch.funds.set(accountId, left) });
  }
  const used = batch.usedCredits.get(accountId) ?? 0;
  const { credits } = tierOrder;
  const decided = decideCredits(funds, used, credits, batch.secondsToNextMonth);
  if (!decided.ok) return decided;
  return ok({
    payment: { by: 'credits', credits },
    take: () => batch.usedCredits.set(accountId, used + credits),
  });
}

function replay(
  { accountId, idempotency }: JobRequest,
  remembered: ReadonlyMap<string, RememberedAnswer>,
): Result<Acceptance, Problem> | undefined {
  if (idempotency === null) return undefined;
  const earlier = remembered.get(rememberedKey(accountId, idempotency.key));
  if (earlier === undefined) return undefined;
  if (earlier.requestHash.equals(idempotency.requestHash)) {
    return ok({ answer: earlier.answer, replayed: true });
  }
  return refused(
    problem(
      'idempotency_conflict',
      'This Idempotency-Key was used with another request in the last 24 hours; use a new key.',
    ),
  );
}

export function acceptedAnswer(request: JobRequest): AcceptedJob | AcceptedJobApiJob {
  const { jobId, quote, tierOrder, seed } = request;
  if (tierOrder !== null) {
    const { type, tier, credits } = tierOrder;
    return {
      job_id: jobId,
      status: 'queued',
      type,
      worker: quote.kind,
      poll_url: `/job/${jobId}`,
      credit_cost: credits,
      tier,
      priority: tierRules[tier].priority,
      seed,
    };
  }
  const common = { job_id: jobId, status: 'queued', poll_url: `/api/v1/jobs/${jobId}` } as const;
  if (quote.kind === 'image') return { ...common, kind: 'image' };
  return {
    ...common,
    kind: 'video',
    mode: quote.mode,
    output_width: quote.width,
    output_height: quote.height,
    price_tier: quote.tier,
  };
}
