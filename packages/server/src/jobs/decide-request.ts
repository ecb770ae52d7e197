import { type AcceptedJob, type Problem, problem } from '@kinora/contract';
import { decideFunding, type Funding, type Funds } from '../funding/decide-funding.ts';
import { NO_FUNDS } from '../funding/lock-funds.ts';
import { assert, ok, type Result, refused } from '../kernel/result.ts';
import type { Quote } from '../pricing/quote.ts';
import {
  type Activity,
  callRefused,
  countCall,
  type RateState,
  rateState,
  refuseJob,
  withJob,
} from './decide-limits.ts';
import type { Holder } from './held-jobs.ts';
import { type IdempotencyClaim, type RememberedAnswer, rememberedKey } from './idempotency.ts';

export interface JobRequest {
  /** Made before the transaction, so that an uploaded picture already lies under it. */
  readonly jobId: string;
  readonly accountId: string;
  readonly prompt: string;
  /** What the engine is told; the prompt itself unless the mode prepared it. */
  readonly preparedPrompt: string;
  readonly seed: number;
  readonly quote: Quote;
  readonly hasInitImage: boolean;
  /** The server whose memory keeps prompt, picture and result; null when they are stored. */
  readonly holder: Holder | null;
  /** What the mark in the picture will say; null for a clip. */
  readonly markTag: string | null;
  readonly idempotency: IdempotencyClaim | null;
  /** The problem to answer when money and limits allow the job: nobody is there to do it. */
  readonly unserved: Problem | undefined;
}

interface Acceptance {
  readonly answer: AcceptedJob;
  readonly replayed: boolean;
}

/** The answer to one request, with the state of its account's call limit after it, where that is known. */
export type AcceptAnswer = Result<Acceptance, Problem> & { readonly rate: RateState | undefined };

export interface Accepted extends JobRequest {
  readonly funding: Funding;
  readonly answer: AcceptedJob;
}

/** What one transaction works on; each request finds it as the one before left it. */
export interface Batch {
  readonly funds: Map<string, Funds>;
  readonly activity: Map<string, Activity>;
  readonly remembered: Map<string, RememberedAnswer>;
  readonly accepted: Accepted[];
  readonly now: number;
  readonly topUpUrl: string;
}

/** A replay costs nothing, not even a call. What cannot be paid is said before what must wait. */
export function decideRequest(request: JobRequest, batch: Batch): AcceptAnswer {
  const { accountId, quote } = request;
  const activity = batch.activity.get(accountId);
  assert(activity !== undefined, 'the activity of every account was read');
  const earlier = replay(request, batch.remembered);
  if (earlier !== undefined) return { ...earlier, rate: rateState(activity, batch.now) };

  const called = countCall(activity, batch.now);
  if (called === undefined) {
    const rate = rateState(activity, batch.now);
    return { ...refused(callRefused(activity, batch.now)), rate };
  }
  batch.activity.set(accountId, called);
  const rate = rateState(called, batch.now);
  const funding = decideFunding(batch.funds.get(accountId) ?? NO_FUNDS, quote, batch.topUpUrl);
  if (!funding.ok) return { ...funding, rate };
  const refusal = refuseJob(called, quote.kind, batch.now);
  if (refusal !== undefined) return { ...refused(refusal), rate };
  if (request.unserved !== undefined) return { ...refused(request.unserved), rate };
  batch.funds.set(accountId, funding.value.left);
  batch.activity.set(accountId, withJob(called, quote.kind));
  const answer = acceptedAnswer(request);
  batch.accepted.push({ ...request, funding: funding.value.funding, answer });
  if (request.idempotency !== null) {
    const { key, requestHash } = request.idempotency;
    batch.remembered.set(rememberedKey(accountId, key), { requestHash, answer });
  }
  return { ...ok({ answer, replayed: false }), rate };
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

export function acceptedAnswer({ jobId, quote }: JobRequest): AcceptedJob {
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
