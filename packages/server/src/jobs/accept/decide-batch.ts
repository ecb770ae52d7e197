import { assert, ok, type Problem, type Result } from '@kinora/contract';
import { type Funds, NO_FUNDS } from '../../funding/decide-funding.ts';
import type { KeyCaps } from '../../funding/decide-key-cap.ts';
import { jobKinds } from '../../pricing/job-kinds.ts';
import type { ExpectedSeconds, JobShape } from '../queue/job-shape.ts';
import {
  assignVirtualTimes,
  type PoolClocks,
  type Priority,
  priorities,
  type VirtualTimes,
} from '../queue/virtual-time.ts';
import { type Activity, activityKeyOf, type RateState } from './decide-limits.ts';
import { type Decision, type DecisionContext, decideRequest, type Payment } from './decide-request.ts';
import type { JobRequest } from './job-request.ts';
import { type Answer, type StoredResponse, storedResponseKey } from './stored-response.ts';

/** The state of the accounts of a batch, as read in one transaction. */
export interface BatchState {
  /** By account. */
  readonly funds: ReadonlyMap<string, Funds>;
  /** By account: the credits used in this UTC month. */
  readonly usedCredits: ReadonlyMap<string, number>;
  /** By account: those of its keys that have one. */
  readonly keyCaps: ReadonlyMap<string, KeyCaps>;
  /** By `activityKeyOf`. */
  readonly activity: ReadonlyMap<string, Activity>;
  /** By `storedResponseKey`. */
  readonly storedResponses: ReadonlyMap<string, StoredResponse>;
}

export interface BatchContext extends DecisionContext {
  readonly clocks: PoolClocks;
  readonly expectedSeconds: ExpectedSeconds;
}

interface Acceptance {
  readonly answer: Answer;
  readonly replayed: boolean;
}

/** The decision on one request, with the state of the account's call limit afterwards, if known. */
export type AcceptResult = Result<Acceptance, Problem> &
  Pick<Decision, 'awaitsJob'> & { readonly rate: RateState | undefined };

/** A request whose job can be inserted: it is paid for and has its place in the queue. */
export interface AcceptedRequest extends JobRequest {
  readonly payment: Payment;
  readonly shape: JobShape;
  readonly priority: Priority;
  readonly virtualTimes: VirtualTimes;
}

export interface DecidedBatch {
  /** In the order of the requests. */
  readonly results: readonly AcceptResult[];
  readonly accepted: readonly AcceptedRequest[];
  /** The state of the accounts after the batch. */
  readonly left: BatchState;
}

/** Decides requests in order, each against the account state that the previous request left. */
export function decideBatch(
  requests: readonly JobRequest[],
  state: BatchState,
  context: BatchContext,
): DecidedBatch {
  const funds = new Map(state.funds);
  const usedCredits = new Map(state.usedCredits);
  const keyCaps = new Map(state.keyCaps);
  const activity = new Map(state.activity);
  const storedResponses = new Map(state.storedResponses);
  const accepted: AcceptedRequest[] = [];
  const results = requests.map((request): AcceptResult => {
    const { accountId, idempotency } = request;
    const caller = activityKeyOf(request);
    const responseKey = idempotency === null ? undefined : storedResponseKey(accountId, idempotency.key);
    const before = activity.get(caller);
    assert(before !== undefined, 'the activity of every account was read');
    const {
      outcome,
      rate,
      next,
      awaitsJob = false,
    } = decideRequest(
      request,
      {
        funds: funds.get(accountId) ?? NO_FUNDS,
        usedCredits: usedCredits.get(accountId) ?? 0,
        keyCaps: keyCaps.get(accountId) ?? {},
        activity: before,
        storedResponse: responseKey === undefined ? undefined : storedResponses.get(responseKey),
      },
      context,
    );
    funds.set(accountId, next.funds);
    usedCredits.set(accountId, next.usedCredits);
    keyCaps.set(accountId, next.keyCaps);
    activity.set(caller, next.activity);
    if (!outcome.ok) return { ...outcome, rate, awaitsJob };
    if (outcome.value.replayed) return { ...ok(outcome.value), rate };
    const scheduled = schedule(request, next.activity, context);
    activity.set(caller, scheduled.activity);
    accepted.push({ ...request, ...scheduled.place, payment: outcome.value.payment });
    const { answer } = request;
    if (responseKey !== undefined && idempotency !== null) {
      storedResponses.set(responseKey, { requestHash: idempotency.requestHash, answer });
    }
    return { ...ok({ answer, replayed: false }), rate };
  });
  return { results, accepted, left: { funds, usedCredits, keyCaps, activity, storedResponses } };
}

/** The job's place in the queue, behind those of its account. */
function schedule(request: JobRequest, activity: Activity, { clocks, expectedSeconds }: BatchContext) {
  const { quote, jobApi, priority: ofV1 = priorities.pro } = request;
  const pool = quote.kind;
  const shape = shapeOf(request);
  const priority = jobApi === null ? ofV1 : priorities[jobApi.tier];
  const { virtualFinish, lastStart } = activity;
  const state = {
    virtualTime: clocks[pool],
    lastFinish: virtualFinish[pool],
    lastStart: lastStart[pool],
  };
  const virtualTimes = assignVirtualTimes(state, priority, expectedSeconds(shape));
  return {
    place: { shape, priority, virtualTimes },
    activity: {
      ...activity,
      virtualFinish: { ...virtualFinish, [pool]: virtualTimes.virtualFinish },
      lastStart: { ...lastStart, [pool]: virtualTimes.virtualStart },
    },
  };
}

function shapeOf({ quote, jobApi, hasInitImage }: JobRequest): JobShape {
  const video = quote.kind === 'video' ? quote : undefined;
  const ofV1 = video !== undefined && hasInitImage ? 'i2v' : quote.kind;
  return {
    kind: jobApi === null ? ofV1 : jobKinds[jobApi.type].renders,
    mode: video?.mode ?? null,
    width: quote.width,
    height: quote.height,
    frames: video?.frames ?? null,
  };
}
