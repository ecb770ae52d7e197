import { ok, type Problem, refused } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { CountRejectedCall } from '../jobs/accept/count-rejected-call.ts';
import { tooManyCalls } from '../jobs/accept/decide-limits.ts';
import type { FindCapacityProblem } from '../jobs/capacity/find-capacity-problem.ts';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import type { QueueView } from '../jobs/queue/queue-view.ts';
import type { JobQuote } from '../pricing/quote-job.ts';
import type { FindDiskProblem } from '../storage/free-disk.ts';
import { type Acceptance, acceptOrder, type PlacedOrder } from './accept-order.ts';
import { type ContentCheck, checkContent, type PromptPreparation, preparePrompt } from './check-content.ts';
import { checkWait } from './check-wait.ts';
import { type Order, requirementsOf } from './order.ts';
import { createOrdersInCheck, type OrderInCheck } from './orders-in-check.ts';
import { type PreCheckDependencies, preCheck } from './pre-check.ts';

export interface OrderDependencies extends PreCheckDependencies, ContentCheck, PromptPreparation, Acceptance {
  readonly ephemeralJobs: EphemeralJobs;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly countRejectedCall: CountRejectedCall;
  readonly findDiskProblem: FindDiskProblem;
  readonly queueView: Pick<QueueView, 'secondsForNew'>;
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
  const inCheck = createOrdersInCheck();
  return (order) => {
    const own = inCheck.begin(order);
    return place(order, own, dependencies).finally(own.end);
  };
}

async function place(order: Order, own: OrderInCheck, dependencies: OrderDependencies): Promise<PlacedOrder> {
  const preChecked = await preCheck(order, dependencies);
  if (!preChecked.ok) {
    return preChecked.isCounted ? reject(order, preChecked.problem, dependencies) : preChecked;
  }
  const { rate, value } = preChecked;
  if (value?.replayed === true) return { ...ok({ ...value, ephemeral: undefined }), rate };

  if (rate !== undefined) {
    const entrance = own.enter(rate);
    if (entrance === 'stale') return place(order, own, dependencies);
    if (entrance === 'full') return { ...refused(tooManyCalls(rate)), rate: { ...rate, remaining: 0 } };
  }
  const checked = await check(order, dependencies).finally(own.end);
  if (!checked.ok) return checked;

  const { priced, png, preparedPrompt } = checked.value;
  const placed = await acceptOrder(order, priced, png, preparedPrompt, dependencies);
  if (placed.ok && order.recentlyRejected) await dependencies.evaluateSuspension(order.accountId);
  return placed;
}

interface CheckedOrder {
  readonly priced: JobQuote;
  /** The upload, if there is one. */
  readonly png: Uint8Array | undefined;
  readonly preparedPrompt: string;
}

type Rejected = PlacedOrder & { readonly ok: false };

/** Checks what does not depend on the account, and counts the call if it is rejected. */
async function check(
  order: Order,
  dependencies: OrderDependencies,
): Promise<Rejected | { readonly ok: true; readonly value: CheckedOrder }> {
  const diskProblem = await dependencies.findDiskProblem();
  if (diskProblem !== undefined) return reject(order, diskProblem, dependencies);

  const content = await checkContent(order, dependencies);
  if (!content.ok) {
    if (content.isRejection) await dependencies.recordRejection(order.accountId);
    return reject(order, content.problem, dependencies);
  }
  const { png } = content;
  const priced = order.quoteFor(png && sizeOfPng(png));
  const capacityProblem = await dependencies.findCapacityProblem(requirementsOf(order, priced));
  if (capacityProblem !== undefined) return reject(order, capacityProblem, dependencies);
  const waitProblem = await checkWait(order, priced.quote, dependencies.queueView);
  if (waitProblem !== undefined) return reject(order, waitProblem, dependencies);

  const shot = { prompt: order.prompt, quote: priced.quote, hasImage: png !== undefined };
  const prepared = await preparePrompt(shot, dependencies);
  if (!prepared.ok) return reject(order, prepared.problem, dependencies);
  return ok({ priced, png, preparedPrompt: prepared.value });
}

async function reject(
  order: Order,
  rejection: Problem,
  { countRejectedCall }: OrderDependencies,
): Promise<Rejected> {
  return { ...refused(rejection), rate: await countRejectedCall(order) };
}
