import { ok, type Problem, refused } from '@kinora/contract';
import { sizeOfPng } from '@kinora/media/uploads/inspect-upload';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { EphemeralJobs } from '../jobs/ephemeral-jobs.ts';
import type { QueueView } from '../queue/queue-view.ts';
import { decidePriceLimit } from '../quote/decide-price-limit.ts';
import type { JobQuote } from '../quote/quote-job.ts';
import type { FindDiskProblem } from '../storage/free-disk.ts';
import type { FindCapacityProblem } from '../workers/find-capacity-problem.ts';
import { stateQueryOf } from './accept/batch-state.ts';
import type { CountRejectedCall } from './accept/count-rejected-call.ts';
import { rateState, tooManyCalls } from './accept/decide-limits.ts';
import { replay } from './accept/decide-request.ts';
import { type AcceptDependencies, acceptOrder, type PlacedOrder } from './accept-order.ts';
import { type ContentCheck, checkContent, type PromptPreparation, preparePrompt } from './check-content.ts';
import { checkWait } from './check-wait.ts';
import { type Order, type QuotedOrder, quoteOrderBy, requirementsOf } from './order.ts';
import { createOrdersInCheck, type OrderInCheck } from './orders-in-check.ts';
import { createRecentlyAccepted } from './recently-accepted.ts';
import { decideOnSnapshot, type SnapshotDependencies, untilJobEnds } from './snapshot-decision.ts';

export interface OrderDependencies
  extends SnapshotDependencies,
    ContentCheck,
    PromptPreparation,
    AcceptDependencies {
  readonly catalogue: Pick<OpenCatalogue, 'now'>;
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
 * Places an order: the decision on a snapshot of its account, so that an order that cannot be paid for costs one database
 * read; the checks of its content; the decision under the lock of the account, which alone is final. Where the checks cost
 * nothing and the account can probably pay, the snapshot is read only if a check fails.
 */
export function createPlaceOrder(dependencies: OrderDependencies): PlaceOrder {
  const inCheck = createOrdersInCheck();
  const recent = createRecentlyAccepted();
  const placeOnce = async (order: QuotedOrder): Promise<PlacedOrder> => {
    const isCheap = dependencies.checksAreLocal && order.upload === undefined && !order.zeroRetention;
    const entry = inCheck.begin(order);
    const placed = await place(order, entry, isCheap && recent.has(order), dependencies).finally(entry.end);
    recent.record(order, placed.ok);
    return placed;
  };
  return async (order) => {
    const { catalogue } = dependencies;
    for (let quotesLeft = MAX_QUOTES; ; quotesLeft -= 1) {
      const quoted = quoteOrderBy(catalogue.now(), order);
      if (!quoted.ok)
        return (await findReplay(order, dependencies)) ?? { ...quoted, rate: undefined, isUnsold: true };
      const placed = await placeOnce(quoted.value);
      if (placed.isStale !== true || quotesLeft === 1) return placed;
    }
  };
}

/**
 * The stored answer to an order that is not sold any more, or its conflict. Undefined if it has not been answered before.
 * Problem: `idempotency_conflict`.
 */
async function findReplay(
  order: Order,
  { readAccountState, clock }: OrderDependencies,
): Promise<PlacedOrder | undefined> {
  const state = order.idempotency === null ? undefined : await readAccountState(stateQueryOf(order));
  const replayed = state && replay(order, state.storedResponse);
  if (state === undefined || replayed === undefined) return undefined;
  const rate = rateState(state.activity, clock.now().getTime());
  return replayed.ok ? { ...ok({ ...replayed.value, ephemeral: undefined }), rate } : { ...replayed, rate };
}

/** An order is quoted again if a version of the catalogue starts between its quote and its acceptance. */
const MAX_QUOTES = 3;

async function place(
  order: QuotedOrder,
  entry: OrderInCheck,
  isProbablyPaid: boolean,
  dependencies: OrderDependencies,
): Promise<PlacedOrder> {
  const early = isProbablyPaid ? undefined : await foresee(order, entry, dependencies);
  if (early !== undefined) return early;
  const checked = await check(order, dependencies);
  if (checked.ok) {
    entry.leave();
    return accept(order, checked.value, dependencies);
  }
  // Payment comes before content, so the refusal is the same in either order.
  const first = isProbablyPaid ? await foresee(order, entry, dependencies) : undefined;
  entry.leave();
  return first ?? rejectContent(order, checked, dependencies);
}

/** What the acceptance would do now: undefined if it would accept the order. */
async function foresee(
  order: QuotedOrder,
  entry: OrderInCheck,
  dependencies: OrderDependencies,
): Promise<PlacedOrder | undefined> {
  const decided = await decideOnSnapshot(order, dependencies);
  if (!decided.ok) return decided.isCounted ? reject(order, decided.problem, dependencies) : decided;
  const { rate, value } = decided;
  if (value?.replayed === true) return { ...ok({ ...value, ephemeral: undefined }), rate };
  const entrance = rate === undefined ? 'entered' : entry.enter(rate);
  if (entrance === 'stale') return foresee(order, entry, dependencies);
  if (rate === undefined || entrance === 'entered') return undefined;
  return { ...refused(tooManyCalls(rate)), rate: { ...rate, remaining: 0 } };
}

/** Accepts an order that has passed the checks. */
async function accept(
  order: QuotedOrder,
  { priced, png, preparedPrompt }: CheckedOrder,
  dependencies: OrderDependencies,
): Promise<PlacedOrder> {
  const placed = await acceptOrder(order, priced, png, preparedPrompt, dependencies);
  if (placed.ok && order.recentlyRejected) await dependencies.evaluateSuspension(order.accountId);
  return placed.ok ? placed : untilJobEnds(placed, order, dependencies);
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
  order: QuotedOrder,
  dependencies: OrderDependencies,
): Promise<FailedCheck | { readonly ok: true; readonly value: CheckedOrder }> {
  const diskProblem = await dependencies.findDiskProblem();
  if (diskProblem !== undefined) return failed(diskProblem);

  const content = await checkContent(order, dependencies);
  if (!content.ok) return content;
  const { png } = content;
  const priced = order.quoteFor(png && sizeOfPng(png));
  const dearer = decidePriceLimit(priced.price, order.priceLimit);
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

async function rejectContent(
  order: QuotedOrder,
  { problem, isRejection }: FailedCheck,
  dependencies: OrderDependencies,
): Promise<PlacedOrder> {
  if (!isRejection) return reject(order, problem, dependencies);
  const warning = await dependencies.recordRejection(order.accountId);
  return reject(order, { ...problem, message: `${problem.message} ${warning}` }, dependencies);
}

async function reject(
  order: QuotedOrder,
  rejection: Problem,
  { countRejectedCall }: OrderDependencies,
): Promise<PlacedOrder> {
  return { ...refused(rejection), rate: await countRejectedCall(order, order.quoteFor(undefined).price.by) };
}
