import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Model } from '../../catalogue/model.ts';
import { requestLimitsOf } from '../../catalogue/order-terms.ts';
import { decideCredits } from '../../funding/decide-credits.ts';
import {
  decideFunding,
  type Funding,
  type FundingContext,
  type Funds,
} from '../../funding/decide-funding.ts';
import { decideKeyCap, type KeyCaps } from '../../funding/decide-key-cap.ts';
import { secondsToNextMonth } from '../../kernel/clock.ts';
import type { Interface } from '../../queue/interface.ts';
import type { OwningNode } from '../../queue/owning-node.ts';
import { decidePriceLimit } from '../../quote/decide-price-limit.ts';
import type { Quote } from '../../quote/quote.ts';
import type { Price } from '../../quote/quote-job.ts';
import {
  type Activity,
  countCall,
  countJob,
  hasAllJobs,
  type RateState,
  rateState,
} from './decide-limits.ts';
import { decideStorage } from './decide-storage.ts';
import type { Answer, IdempotencyClaim, StoredResponse } from './stored-response.ts';

/** What decides whether a request can be paid for now. */
export interface PricedRequest {
  readonly quote: Quote;
  /** The version of the catalogue that it was quoted by, with the prices of its account. */
  readonly catalogue: Catalogue;
  /** The API key of the request; null for one with an access token. */
  readonly keyId: string | null;
  readonly interface: Interface;
  readonly price: Price;
  /** The most that the caller allows the job to cost, in cents or credits as it is paid. */
  readonly priceLimit?: number | undefined;
  readonly idempotency: IdempotencyClaim | null;
  /** The server that keeps an ephemeral job in memory; null for a job whose prompt and result are stored. */
  readonly owningNode: OwningNode | null;
}

/** The state of an account on which one of its requests is decided. */
export interface AccountState {
  /** The version of the catalogue in force, with the prices of the account. */
  readonly catalogue: Catalogue;
  readonly funds: Funds;
  /** Credits used in this UTC month. */
  readonly usedCredits: number;
  /** The caps of the keys that have one. */
  readonly keyCaps: KeyCaps;
  /** The activity on the interface of the request. */
  readonly activity: Activity;
  /** The response to an earlier request with the same idempotency key. */
  readonly storedResponse: StoredResponse | undefined;
}

/** The values shared by all requests of a batch. */
export type DecisionContext = Omit<FundingContext, 'catalogue'>;

/** What a job is paid with. */
export type JobPayment =
  | {
      readonly by: 'money';
      readonly funding: Funding;
      /** The key of the request, if it has a cap. */
      readonly cappedKeyId: string | null;
    }
  | { readonly by: 'credits'; readonly credits: number };

export interface Decision {
  readonly outcome: Result<
    | { readonly replayed: true; readonly answer: Answer }
    | { readonly replayed: false; readonly payment: JobPayment },
    Problem
  >;
  /** The call limit after this request. */
  readonly rate: RateState;
  /** The state on which the next request of the same account is decided. */
  readonly next: AccountState;
  /** Whether the account has as many open jobs as it may have: the request can be accepted when one ends. */
  readonly awaitsJob?: boolean;
  /** Other prices are in force than those it was quoted by: it has to be quoted again. */
  readonly isStale?: boolean;
}

/**
 * Decides whether a request is a replay, is accepted or is rejected. A replay costs nothing and does not count as a
 * call. The price comes before the payment, and that before the job limits. Problems: those of `decideFunding` and
 * `decideCredits`, and `price_changed`, `key_cap_reached`, `idempotency_conflict`, `rate_limited`,
 * `storage_quota_reached`.
 */
export function decideRequest(
  request: PricedRequest,
  state: AccountState,
  context: DecisionContext,
): Decision {
  if (!isPaidFromBalance(request)) return decideWithin(request, state, context);
  const { limits } = state.activity;
  const balanceLimits = { ...limits, ...requestLimitsOf(state.catalogue, limits, 'balance') };
  const limited = { ...state.activity, limits: balanceLimits };
  const { next, ...decision } = decideWithin(request, { ...state, activity: limited }, context);
  // Only an activity that has changed is written.
  const activity = next.activity === limited ? state.activity : { ...next.activity, limits };
  return { ...decision, next: { ...next, activity } };
}

/** Decides it by the limits in this state. */
function decideWithin(request: PricedRequest, state: AccountState, context: DecisionContext): Decision {
  const now = context.at.getTime();
  const replayed = replay(request, state.storedResponse);
  if (replayed !== undefined) {
    return { outcome: replayed, rate: rateState(state.activity, now), next: state };
  }
  if (!isPricedBy(request.catalogue, state.catalogue)) {
    return {
      outcome: pricesChanged(request.price),
      isStale: true,
      rate: rateState(state.activity, now),
      next: state,
    };
  }
  const call = countCall(state.activity, now);
  const { rate } = call;
  if (!call.ok) return { outcome: call, rate, next: state };
  const next = { ...state, activity: call.value };
  const dearer = decidePriceLimit(request.price, request.priceLimit);
  if (dearer !== undefined) return { outcome: refused(dearer), rate, next };
  const notInPlan = findPlanProblem(request.quote.model, state.funds.plan);
  if (notInPlan !== undefined) return { outcome: refused(notInPlan), rate, next };
  const paid = decidePayment(request, next, context);
  if (!paid.ok) return { outcome: paid, rate, next };
  const job = countJob(next.activity, request.quote.medium, now);
  // Retry-After tells when to call again; counting these calls would use up the minute before a job ends.
  if (!job.ok) {
    const awaitsJob = hasAllJobs(next.activity);
    return { outcome: job, rate: rateState(state.activity, now), next: state, awaitsJob };
  }
  // The result of an ephemeral job is not stored.
  const full = request.owningNode === null && decideStorage(state.activity, state.funds, state.catalogue);
  if (full) return { outcome: refused(full), rate, next };
  const { payment, left } = paid.value;
  return { outcome: ok({ replayed: false, payment }), rate, next: { ...left, activity: job.value } };
}

function isPricedBy(quoted: Catalogue, current: Catalogue): boolean {
  return quoted.version === current.version && quoted.priceList === current.priceList;
}

/** Problem: `model_not_in_plan`. */
export function findPlanProblem({ id, plans }: Model, plan: Funds['plan']): Problem | undefined {
  if (plans === null || plans.includes(plan ?? 'none')) return undefined;
  const sold = plans.map((name) => (name === 'none' ? 'accounts without a plan' : name)).join(', ');
  return problem('model_not_in_plan', `${id} is for ${sold}; choose such a plan, or another model.`, {
    model: id,
    plans,
  });
}

/** A caller sees it only if prices change again each time that the order is quoted. It has the price of the last quote. */
function pricesChanged(price: Price): { readonly ok: false; readonly problem: Problem } {
  const message = 'Prices have just changed. Nothing was charged; send the order again.';
  return refused(problem('price_changed', message, price.by === 'money' ? { price_cents: price.cents } : {}));
}

/** A job of the job API that is paid in money: only the balance pays, neither an allowance nor the end of the month. */
function isPaidFromBalance(request: PricedRequest): boolean {
  return request.interface === 'job_api' && request.price.by === 'money';
}

interface DecidedPayment {
  readonly payment: JobPayment;
  readonly left: AccountState;
}

function decidePayment(
  request: PricedRequest,
  state: AccountState,
  context: DecisionContext,
): Result<DecidedPayment, Problem> {
  const { quote, price, keyId } = request;
  const { usedCredits, keyCaps } = state;
  if (price.by === 'credits') {
    const { credits } = price;
    const decided = decideCredits(
      state.funds,
      usedCredits,
      credits,
      secondsToNextMonth(context.at),
      state.catalogue,
    );
    if (!decided.ok) return decided;
    const payment = { by: 'credits', credits } as const;
    return ok({ payment, left: { ...state, usedCredits: usedCredits + credits } });
  }
  const { plan } = state.funds;
  // The balance pays as on an account without a plan.
  const payer = isPaidFromBalance(request) ? { ...state.funds, plan: null } : state.funds;
  const decided = decideFunding(payer, quote, { ...context, catalogue: state.catalogue });
  if (!decided.ok) return decided;
  const { funding } = decided.value;
  const left = { ...state, funds: { ...decided.value.left, plan } };
  const keyCap = keyId === null ? undefined : keyCaps[keyId];
  if (keyId === null || keyCap === undefined) {
    return ok({ payment: { by: 'money', funding, cappedKeyId: null }, left });
  }
  const capped = decideKeyCap(keyCap, quote.priceCents, context.at);
  if (capped !== undefined) return refused(capped);
  const spent = { ...keyCap, spentCents: keyCap.spentCents + quote.priceCents };
  return ok({
    payment: { by: 'money', funding, cappedKeyId: keyId },
    left: { ...left, keyCaps: { ...keyCaps, [keyId]: spent } },
  });
}

/** The stored answer to a request with the same idempotency key, or the problem if it was another request. */
export function replay(
  { idempotency }: Pick<PricedRequest, 'idempotency'>,
  storedResponse: StoredResponse | undefined,
): Result<{ readonly replayed: true; readonly answer: Answer }, Problem> | undefined {
  if (idempotency === null || storedResponse === undefined) return undefined;
  if (storedResponse.requestHash.equals(idempotency.requestHash)) {
    return ok({ replayed: true, answer: storedResponse.answer });
  }
  return refused(
    problem(
      'idempotency_conflict',
      'This Idempotency-Key was used with another request in the last 24 hours; use a new key.',
    ),
  );
}
