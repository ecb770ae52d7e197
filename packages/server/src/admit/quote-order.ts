import { assert, ok, type Problem, type Result, refused } from '@kinora/contract';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { JobQuote } from '../quote/quote-job.ts';
import type { FindDiskProblem } from '../storage/free-disk.ts';
import type { FindCapacityProblem } from '../workers/find-capacity-problem.ts';
import type { JobPayment } from './accept/decide-request.ts';
import { type Order, quoteOrderBy, requirementsOf } from './order.ts';
import type { ReadAccountState } from './read-account-state.ts';
import { decideOnSnapshot, type SnapshotDependencies } from './snapshot-decision.ts';

interface QuoteDependencies extends SnapshotDependencies {
  readonly catalogue: Pick<OpenCatalogue, 'now'>;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly findDiskProblem: FindDiskProblem;
}

/** What an order would deliver, what it would cost and who would pay for it. */
export interface QuotedPayment extends JobQuote {
  readonly payment: JobPayment;
}

export type QuoteOrder = (order: Order) => Promise<Result<QuotedPayment, Problem>>;

/**
 * Decides an order without placing it: nothing is stored and no call is counted, and neither the calls nor the jobs of the
 * account are limits of a quote. Neither its prompt nor its upload is
 * checked, because a free call must not cost moderation or decoding, nor show what the safety check accepts. Problems:
 * those of `decideRequest`, `workers_unavailable`, those of `FindCapacityProblem` and `storage_full`.
 */
export function createQuoteOrder(dependencies: QuoteDependencies): QuoteOrder {
  const { findCapacityProblem, findDiskProblem } = dependencies;
  const atRest = {
    ...dependencies,
    readAccountState: withoutActivity(dependencies.readAccountState),
  };
  const quote: QuoteOrder = async (ordered) => {
    const sold = quoteOrderBy(dependencies.catalogue.now(), ordered);
    if (!sold.ok) return sold;
    const order = sold.value;
    const priced = order.quoteFor(undefined);
    const checked = await decideOnSnapshot({ ...order, idempotency: null, priceLimit: undefined }, atRest);
    // A version has started since it was quoted, which happens once in a while and not twice.
    if (!checked.ok) return checked.isStale === true ? quote(ordered) : checked;
    const { value } = checked;
    assert(value?.replayed === false, 'every account with a key has a funding row, and nothing is replayed');
    const problem = (await findDiskProblem()) ?? (await findCapacityProblem(requirementsOf(order, priced)));
    return problem === undefined ? ok({ ...priced, payment: value.payment }) : refused(problem);
  };
  return quote;
}

/** The state of an account at rest, in which no limit of requests is reached. */
function withoutActivity(readAccountState: ReadAccountState): ReadAccountState {
  return async (query) => {
    const state = await readAccountState(query);
    if (state === undefined) return undefined;
    return { ...state, activity: { ...state.activity, recentCalls: [], openJobs: 0, images: 0, videos: 0 } };
  };
}
