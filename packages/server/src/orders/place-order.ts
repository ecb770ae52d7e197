import { ok, type Problem, type Result, refused } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { CountRejectedCall } from '../jobs/accept/count-rejected-call.ts';
import { callingAccountOf, type RateState } from '../jobs/accept/decide-limits.ts';
import { decideRequest } from '../jobs/accept/decide-request.ts';
import type { StorageQuotas } from '../jobs/accept/decide-storage.ts';
import type { AcceptedResponse } from '../jobs/accept/stored-response.ts';
import type { JobRequirements } from '../jobs/capacity/decide-capacity.ts';
import type { FindCapacityProblem } from '../jobs/capacity/find-capacity-problem.ts';
import type { NextJobEnd } from '../jobs/queue/next-job-end.ts';
import type { Clock } from '../kernel/clock.ts';
import type { JobQuote } from '../pricing/quote-job.ts';
import type { FindDiskProblem } from '../storage/free-disk.ts';
import { type Acceptance, acceptOrder, type PlacedOrder } from './accept-order.ts';
import { type ContentCheck, checkContent, type PromptPreparation, preparePrompt } from './check-content.ts';
import type { Order } from './order.ts';
import type { ReadAccountState } from './read-account-state.ts';

export interface OrderDependencies extends ContentCheck, PromptPreparation, Acceptance {
  readonly clock: Clock;
  readonly readAccountState: ReadAccountState;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly countRejectedCall: CountRejectedCall;
  readonly nextJobEnd: NextJobEnd;
  readonly findDiskProblem: FindDiskProblem;
  readonly storageQuotas: StorageQuotas;
  /** The address of the page that tops the balance up; known once the server listens. */
  readonly topUpUrl: () => string;
  /** Counts a request that the safety check rejected against the account. */
  readonly recordRejection: (accountId: string) => Promise<void>;
  /** Suspends the account if too many of its recent requests were rejected. */
  readonly evaluateSuspension: (accountId: string) => Promise<void>;
}

export type PlaceOrder = (order: Order) => Promise<PlacedOrder>;

/**
 * Places an order. The cheapest steps come first, so an order that cannot be paid for costs one database
 * read. Only the last step, the acceptance, decides money and limits under a lock.
 */
export function createPlaceOrder(dependencies: OrderDependencies): PlaceOrder {
  const reject = async (order: Order, rejection: Problem): Promise<PlacedOrder> => {
    const rate = await dependencies.countRejectedCall(order);
    return { ...refused(rejection), rate };
  };

  return async (order) => {
    const checked = await preCheck(order, dependencies);
    if (!checked.ok) {
      if (checked.isCounted) return reject(order, checked.problem);
      return checked.awaitsJob ? waitForJob(order, checked, dependencies) : checked;
    }
    const { rate, value: replay } = checked;
    if (replay !== undefined)
      return { ...ok({ response: replay, replayed: true, ephemeral: undefined }), rate };

    const diskProblem = await dependencies.findDiskProblem();
    if (diskProblem !== undefined) {
      await dependencies.countRejectedCall(order);
      return { ...refused(diskProblem), rate };
    }

    const content = await checkContent(order, dependencies);
    if (!content.ok) {
      if (content.isRejection) await dependencies.recordRejection(order.accountId);
      return reject(order, content.problem);
    }
    const { png } = content;
    const priced = order.quoteFor(png && sizeOfPng(png));
    const capacityProblem = await dependencies.findCapacityProblem(requirementsOf(order, priced));
    if (capacityProblem !== undefined) return reject(order, capacityProblem);

    const shot = { prompt: order.prompt, quote: priced.quote, hasImage: png !== undefined };
    const prepared = await preparePrompt(shot, dependencies);
    if (!prepared.ok) return reject(order, prepared.problem);

    const placed = await acceptOrder(order, priced, png, prepared.value, dependencies);
    if (placed.ok && order.recentlyRejected) await dependencies.evaluateSuspension(order.accountId);
    return placed;
  };
}

/** The first response if the order is a replay; a problem if it cannot be accepted now. */
type PreCheck = Result<AcceptedResponse | undefined, Problem> & {
  readonly rate: RateState | undefined;
  /** Whether the call counts towards the call limit: a replay does not, nor does one that exceeds a limit. */
  readonly isCounted: boolean;
  /** Whether the order can be accepted when one of the account's jobs ends. */
  readonly awaitsJob: boolean;
};

/**
 * Decides an order on the current state of its account, by the same function as the acceptance but without its lock: an
 * order that passes may still be rejected there. Problems: those of `decideRequest`.
 */
async function preCheck(
  { accountId, quoteFor, jobApi, idempotency, isEphemeral }: Order,
  { readAccountState, clock, topUpUrl, storageQuotas, ephemeralJobs }: OrderDependencies,
): Promise<PreCheck> {
  const account = callingAccountOf({ accountId, jobApi });
  const state = await readAccountState({ ...account, key: idempotency?.key ?? null });
  if (state === undefined) return { ...ok(undefined), rate: undefined, isCounted: false, awaitsJob: false };
  const { quote, credits } = quoteFor(undefined);
  const owningNode = isEphemeral ? ephemeralJobs.node : null;
  const request = { quote, jobApi: jobApi && { credits }, idempotency, owningNode };
  const context = { at: clock.now(), topUpUrl, storageQuotas };
  const { outcome, rate, next, awaitsJob = false } = decideRequest(request, state, context);
  const isCounted = next.activity.recentCalls !== state.activity.recentCalls;
  if (!outcome.ok) return { ...outcome, rate, isCounted, awaitsJob };
  return { ...ok(outcome.value.replayed ? outcome.value.response : undefined), rate, isCounted, awaitsJob };
}

/** The rejection of an order that has to wait for a job of its account, with the time until one is expected to end. */
async function waitForJob(
  order: Order,
  rejected: PreCheck & { readonly ok: false },
  { nextJobEnd }: OrderDependencies,
): Promise<PlacedOrder> {
  const seconds = await nextJobEnd(callingAccountOf(order));
  if (seconds === undefined) return rejected;
  return { ...refused({ ...rejected.problem, retryAfterSeconds: seconds }), rate: rejected.rate };
}

function requirementsOf({ kind, isEphemeral }: Order, { quote }: JobQuote): JobRequirements {
  const { width, height } = quote;
  const mode = quote.kind === 'video' ? quote.mode : null;
  return { kind, mode, width, height, zeroRetention: isEphemeral };
}
