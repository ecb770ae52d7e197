import { assert, ok, type Problem, type Result, tierPriorities } from '@kinora/contract';
import { jobTypeRules } from '../../catalogue/job-type-rules.ts';
import type { ExpectedSeconds, JobShape } from '../../queue/job-shape.ts';
import {
  assignVirtualTimes,
  type PoolClocks,
  type Priority,
  V1_TIER,
  type VirtualTimes,
} from '../../queue/virtual-time.ts';
import { type BatchState, stateIn, stateQueryOf, storedResponseKey } from './batch-state.ts';
import { type Activity, activityKey, type RateState } from './decide-limits.ts';
import { type Decision, type DecisionContext, decideRequest, type JobPayment } from './decide-request.ts';
import type { JobRequest } from './job-request.ts';
import type { Answer } from './stored-response.ts';

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
  Pick<Decision, 'awaitsJob' | 'isStale'> & {
    readonly rate: RateState | undefined;
    /** The order waited and does not any more, so it was not decided. */
    readonly isGone?: boolean;
  };

/** A request whose job can be inserted: it is paid for and has its place in the queue. */
export interface AcceptedRequest extends JobRequest {
  readonly payment: JobPayment;
  readonly shape: JobShape;
  readonly priority: Priority;
  readonly virtualTimes: VirtualTimes;
}

export interface DecidedBatch {
  /** One result for each request, in their order. */
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
  const left = {
    catalogue: state.catalogue,
    priceLists: state.priceLists,
    funds: new Map(state.funds),
    usedCredits: new Map(state.usedCredits),
    keyCaps: new Map(state.keyCaps),
    activity: new Map(state.activity),
    storedResponses: new Map(state.storedResponses),
  };
  const accepted: AcceptedRequest[] = [];
  const results = requests.map((request): AcceptResult => {
    const { accountId, idempotency, answer } = request;
    const before = stateIn(left, stateQueryOf(request));
    assert(before !== undefined, 'the state of every account was read');
    const {
      outcome,
      rate,
      next,
      awaitsJob = false,
      isStale = false,
    } = decideRequest(request, before, context);
    left.funds.set(accountId, next.funds);
    left.usedCredits.set(accountId, next.usedCredits);
    left.keyCaps.set(accountId, next.keyCaps);
    left.activity.set(activityKey(request), next.activity);
    if (!outcome.ok) return { ...outcome, rate, awaitsJob, isStale };
    if (outcome.value.replayed) return { ...ok(outcome.value), rate };
    const scheduled = schedule(request, next.activity, context);
    left.activity.set(activityKey(request), scheduled.activity);
    accepted.push({ ...request, ...scheduled.place, payment: outcome.value.payment });
    if (idempotency !== null) {
      const { key, requestHash } = idempotency;
      left.storedResponses.set(storedResponseKey(accountId, key), { requestHash, answer });
    }
    return { ...ok({ answer, replayed: false }), rate };
  });
  return { results, accepted, left };
}

/** The job's place in the queue, behind those of its account. */
function schedule(request: JobRequest, activity: Activity, { clocks, expectedSeconds }: BatchContext) {
  const { quote, jobApi } = request;
  const pool = quote.medium;
  const shape = shapeOf(request);
  const priority = tierPriorities[jobApi?.tier ?? V1_TIER];
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
  const video = quote.medium === 'video' ? quote : undefined;
  const v1Operation = video !== undefined && hasInitImage ? 'i2v' : quote.medium;
  return {
    operation: jobApi === null ? v1Operation : jobTypeRules[jobApi.type].operation,
    model: quote.model.id,
    width: quote.width,
    height: quote.height,
    frames: video?.frames ?? null,
  };
}
