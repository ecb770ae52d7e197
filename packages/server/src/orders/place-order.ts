import { ok, type Problem, refused } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { CountRejectedCall } from '../jobs/accept/count-rejected-call.ts';
import type { FindCapacityProblem } from '../jobs/capacity/find-capacity-problem.ts';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import type { FindDiskProblem } from '../storage/free-disk.ts';
import { type Acceptance, acceptOrder, type PlacedOrder } from './accept-order.ts';
import { type ContentCheck, checkContent, type PromptPreparation, preparePrompt } from './check-content.ts';
import { type Order, requirementsOf } from './order.ts';
import { type PreCheckDependencies, preCheck } from './pre-check.ts';

export interface OrderDependencies extends PreCheckDependencies, ContentCheck, PromptPreparation, Acceptance {
  readonly ephemeralJobs: EphemeralJobs;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly countRejectedCall: CountRejectedCall;
  readonly findDiskProblem: FindDiskProblem;
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
      return checked.isCounted ? reject(order, checked.problem) : checked;
    }
    const { rate, value } = checked;
    if (value?.replayed === true) return { ...ok({ ...value, ephemeral: undefined }), rate };

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
