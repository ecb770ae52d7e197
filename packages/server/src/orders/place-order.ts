import { ok, type Problem, refused } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { CountRejectedCall } from '../jobs/accept/count-rejected-call.ts';
import { callingAccountOf, tooManyCalls } from '../jobs/accept/decide-limits.ts';
import type { FindCapacityProblem } from '../jobs/capacity/find-capacity-problem.ts';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import type { QueueView } from '../jobs/queue/queue-view.ts';
import { decidePriceLimit, priceOf } from '../pricing/decide-price-limit.ts';
import type { JobQuote } from '../pricing/quote-job.ts';
import type { FindDiskProblem } from '../storage/free-disk.ts';
import { type Acceptance, acceptOrder, type PlacedOrder } from './accept-order.ts';
import { type ContentCheck, checkContent, type PromptPreparation, preparePrompt } from './check-content.ts';
import { checkWait } from './check-wait.ts';
import { type Order, requirementsOf } from './order.ts';
import { createOrdersInCheck, type OrderInCheck, type OrdersInCheck } from './orders-in-check.ts';
import { type PreCheckDependencies, preCheck, untilJobEnds } from './pre-check.ts';
import { createRecentlyAccepted } from './recently-accepted.ts';

export interface OrderDependencies extends PreCheckDependencies, ContentCheck, PromptPreparation, Acceptance {
  /** Whether checking and preparing a prompt calls no endpoint that the operator pays for. */
  readonly checksAreLocal: boolean;
  readonly ephemeralJobs: EphemeralJobs;
  readonly findCapacityProblem: FindCapacityProblem;
  readonly countRejectedCall: CountRejectedCall;
  readonly findDiskProblem: FindDiskProblem;
  readonly queueView: Pick<QueueView, 'secondsForNew'>;
  /** Counts a request that the safety check rejected against the account, and returns a sentence on what that means for it. */
  readonly recordRejection: (accountId: string) => Promise<string>;
  /** Suspends the account if too many of its recent requests were rejected. */
  readonly evaluateSuspension: (accountId: string) => Promise<unknown>;
}

export type PlaceOrder = (order: Order) => Promise<PlacedOrder>;

/**
 * Places an order. The cheapest steps come first, so an order that cannot be paid for costs one database
 * read. Only the last step, the acceptance, decides money and limits under a lock.
 */
export function createPlaceOrder(dependencies: OrderDependencies): PlaceOrder {
  const inCheck = createOrdersInCheck();
  const recent = createRecentlyAccepted();
  return async (order) => {
    const isCheap = dependencies.checksAreLocal && order.upload === undefined && !order.isEphemeral;
    const placedAtOnce =
      isCheap && recent.has(order) ? await placeWithoutPreCheck(order, dependencies) : undefined;
    const placed = placedAtOnce ?? (await placeWithPreCheck(order, inCheck, dependencies));
    recent.record(order, placed.ok);
    return placed;
  };
}

/**
 * Places an order that costs little to check and that the account can probably pay for. Undefined if a check fails: whether
 * the account could have paid for it then comes first.
 */
async function placeWithoutPreCheck(
  order: Order,
  dependencies: OrderDependencies,
): Promise<PlacedOrder | undefined> {
  const checked = await check(order, dependencies);
  return checked.ok ? accept(order, checked.value, dependencies) : undefined;
}

function placeWithPreCheck(
  order: Order,
  inCheck: OrdersInCheck,
  dependencies: OrderDependencies,
): Promise<PlacedOrder> {
  const own = inCheck.begin(order);
  return place(order, own, dependencies).finally(own.end);
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
  const checked = await check(order, dependencies).finally(own.leave);
  if (!checked.ok) {
    const { problem, isRejection } = checked;
    if (!isRejection) return reject(order, problem, dependencies);
    const warning = await dependencies.recordRejection(order.accountId);
    return reject(order, { ...problem, message: `${problem.message} ${warning}` }, dependencies);
  }
  return accept(order, checked.value, dependencies);
}

/** Accepts an order that has passed the checks. */
async function accept(
  order: Order,
  { priced, png, preparedPrompt }: CheckedOrder,
  dependencies: OrderDependencies,
): Promise<PlacedOrder> {
  const placed = await acceptOrder(order, priced, png, preparedPrompt, dependencies);
  if (placed.ok && order.recentlyRejected) await dependencies.evaluateSuspension(order.accountId);
  return placed.ok ? placed : untilJobEnds(placed, callingAccountOf(order), dependencies);
}

interface CheckedOrder {
  readonly priced: JobQuote;
  /** The upload, if there is one. */
  readonly png: Uint8Array | undefined;
  readonly preparedPrompt: string;
}

/** `isRejection`: the safety check itself rejected the content. */
type FailedCheck = { readonly ok: false; readonly problem: Problem; readonly isRejection: boolean };

/** Checks what does not depend on the account. */
async function check(
  order: Order,
  dependencies: OrderDependencies,
): Promise<FailedCheck | { readonly ok: true; readonly value: CheckedOrder }> {
  const diskProblem = await dependencies.findDiskProblem();
  if (diskProblem !== undefined) return failed(diskProblem);

  const content = await checkContent(order, dependencies);
  if (!content.ok) return content;
  const { png } = content;
  const priced = order.quoteFor(png && sizeOfPng(png));
  const { credits } = priced;
  const price = priceOf(priced.quote, order.jobApi && { ...order.jobApi, credits });
  const dearer = decidePriceLimit(price, order.priceLimit);
  if (dearer !== undefined) return failed(dearer);
  const capacityProblem = await dependencies.findCapacityProblem(requirementsOf(order, priced));
  if (capacityProblem !== undefined) return failed(capacityProblem);
  const waitProblem = await checkWait(order, priced.quote, dependencies.queueView);
  if (waitProblem !== undefined) return failed(waitProblem);

  const shot = { prompt: order.prompt, quote: priced.quote, hasImage: png !== undefined };
  const prepared = await preparePrompt(shot, dependencies);
  return prepared.ok ? ok({ priced, png, preparedPrompt: prepared.value }) : failed(prepared.problem);
}

function failed(failure: Problem): FailedCheck {
  return { ...refused(failure), isRejection: false };
}

async function reject(
  order: Order,
  rejection: Problem,
  { countRejectedCall }: OrderDependencies,
): Promise<PlacedOrder> {
  return { ...refused(rejection), rate: await countRejectedCall(order) };
}
