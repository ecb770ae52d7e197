import type { Me } from '@kinora/contract';
import { isCancelledError } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiProblem } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../announcer.tsx';
import type { PriceLimit } from '../compose/price-of.ts';
import { QUOTES } from '../compose/use-quote.ts';
import { meQuery, placeOrder } from '../jobs/job-calls.ts';
import { watchJob } from '../jobs/live-jobs.ts';
import type { OrderBody } from '../settings/draft.ts';
import { base64Of } from '../source/encode-source.ts';
import type { Source } from '../source/source.ts';
import { type Consequence, decideRefusal } from './decide-refusal.ts';
import { refusedText, rememberRefused } from './refused-content.ts';

/**
 * The orders of this page that the service does not have yet. It takes as many at once as the tier runs; the others
 * wait here. Each has a key, so that one that is sent twice is one job.
 */

export interface PendingOrder {
  readonly key: string;
  /** Orders that were made together. */
  readonly batch: string;
  readonly body: OrderBody;
  readonly source: Source | undefined;
  /** The price that the person saw. */
  readonly limit: PriceLimit;
}

/** Why orders are not sent. */
export interface Refusal {
  readonly message: string;
  readonly consequence: Consequence;
  /** When the pause ends, in milliseconds of the clock; 0 once it has ended. */
  readonly retryAt: number;
  /** Orders that do not wait any more. */
  readonly unsent: readonly PendingOrder[];
}

interface Queue {
  readonly orders: readonly PendingOrder[];
  /** The key of the order that is on its way, which may have arrived. */
  readonly sending: string | undefined;
  readonly refusal: Refusal | undefined;
}

const WAITING_MS = 10_000;

let queue: Queue = { orders: [], sending: undefined, refusal: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Random; `crypto.randomUUID` exists on https and this machine only. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function change(changes: Partial<Queue>): void {
  queue = { ...queue, ...changes };
  keepWaiting(queue.orders.length > 0);
  for (const listener of listeners) listener();
}

let waiting: ReturnType<typeof setInterval> | undefined;

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Safari and older browsers ask for this alone.
  event.returnValue = true;
}

/**
 * While orders wait, asks before the console is left, and whether there is room: the job that they wait for may be one of
 * another device. Not a part of the studio's page, because the person may look at another page of the console meanwhile.
 */
function keepWaiting(waits: boolean): void {
  if (waits === (waiting !== undefined)) return;
  if (waits) {
    waiting = setInterval(() => void lookForRoom(), WAITING_MS);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('online', resume);
  } else {
    clearInterval(waiting);
    waiting = undefined;
    window.removeEventListener('beforeunload', ask);
    window.removeEventListener('online', resume);
  }
}

async function lookForRoom(): Promise<void> {
  const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).catch(() => undefined);
  if (me !== undefined) await sendNext();
}

interface ShownQueue extends Queue {
  /** The orders that are not on their way. */
  readonly waiting: readonly PendingOrder[];
}

export function useOrderQueue(): ShownQueue {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
  );
  return { ...shown, waiting: shown.orders.filter(({ key }) => key !== shown.sending) };
}

export interface NewOrders {
  readonly bodies: readonly OrderBody[];
  readonly source: Source | undefined;
  /** The price limit of each order. */
  readonly limit: PriceLimit;
}

export function addOrders({ bodies, source, limit }: NewOrders): void {
  const { refusal, orders } = queue;
  const batch = newKey();
  const added = bodies.map((body) => ({ key: newKey(), batch, body, source, limit }));
  const isOver = !isHeld(refusal) && !mayRepeat(refusal);
  change({ orders: [...orders, ...added], ...(isOver && { refusal: undefined }) });
  void sendNext();
}

export function isSuspended(refusal: Refusal | undefined): boolean {
  const consequence = refusal?.consequence;
  return consequence?.kind === 'suspended' && Date.parse(consequence.until) > Date.now();
}

/** Whether nothing is sent before a time, or before the person decides. */
const isHeld = (refusal: Refusal | undefined): boolean =>
  refusal !== undefined && (refusal.retryAt > 0 || refusal.consequence.kind === 'price');

/** Whether the refused orders may be sent again as they are. */
export const mayRepeat = (refusal: Refusal | undefined): boolean =>
  refusal?.consequence.kind === 'refused' && refusal.consequence.mayRepeat;

export function discardOrder(key: string): void {
  const orders = queue.orders.filter((order) => order.key !== key);
  const isOver = orders.length === 0 && isHeld(queue.refusal);
  change({ orders, ...(isOver && { refusal: undefined }) });
}

export function discardOrders(): void {
  clearTimeout(timer);
  change({ orders: queue.orders.filter(({ key }) => key === queue.sending), refusal: undefined });
}

export const dismissRefusal = (): void => change({ refusal: undefined });

/** Sends what was refused once more, after the person has removed what stood in its way. */
export function sendAgain(): void {
  change({ orders: [...queue.orders, ...(queue.refusal?.unsent ?? [])], refusal: undefined });
  void sendNext();
}

/** Sends what waits for a new price, now that the person has seen it: the first order, and those made with it. */
export function acceptPrice(limit: PriceLimit): void {
  const batch = queue.orders[0]?.batch;
  const orders = queue.orders.map((order) =>
    order.batch === batch ? { ...order, key: newKey(), limit } : order,
  );
  change({ orders, refusal: undefined });
  void sendNext();
}

/** Sends the next order if the service would take one now. To be called whenever a job has ended. */
export async function sendNext(): Promise<void> {
  const [order] = queue.orders;
  if (queue.sending !== undefined || order === undefined || isHeld(queue.refusal)) return;
  change({ sending: order.key });
  try {
    if (!(await hasRoom(order))) return;
    const image = order.source && { image_base64: await base64Of(order.source.blob) };
    const accepted = await placeOrder({ ...order.body, ...image, ...order.limit }, order.key);
    endPause();
    discardOrder(order.key);
    queryClient.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, open_jobs: me.open_jobs + 1 });
    watchJob(accepted.job_id);
    announce(queue.orders.length > 0 ? `Ordered; ${queue.orders.length} are not sent yet.` : 'Ordered.');
    void moneyMoved();
  } catch (error) {
    // A request that the page itself dropped is not a refusal: the next look for room sends the order.
    if (isCancelledError(error)) return;
    if (!(error instanceof ApiProblem)) throw error;
    refuse(order, error);
  } finally {
    change({ sending: undefined });
  }
  void sendNext();
}

async function hasRoom({ body }: PendingOrder): Promise<boolean> {
  const me = await queryClient.ensureQueryData(meQuery);
  const { limits } = body.pay_with === 'balance' ? me.balance : me;
  const isRoom = me.open_jobs < limits.jobs_at_once;
  if (!isRoom) endPause();
  return isRoom;
}

/** What a pause was for is over. */
function endPause(): void {
  const kind = queue.refusal?.consequence.kind;
  if (kind === 'pause' || kind === 'unreachable') change({ refusal: undefined });
}

/** An order that may succeed later waits; what cannot succeed is taken out, and its refusal is shown. */
function refuse(order: PendingOrder, { status, message, retryAfterSeconds }: ApiProblem): void {
  const consequence = decideRefusal({ status, message, retryAfterSeconds });
  const { kind } = consequence;
  if (kind === 'pause' || kind === 'unreachable') {
    const waitMs = consequence.seconds * 1000;
    change({ refusal: { message, consequence, retryAt: Date.now() + waitMs, unsent: [] } });
    clearTimeout(timer);
    timer = setTimeout(resume, waitMs);
    return;
  }
  if (kind === 'price') {
    void queryClient.resetQueries({ queryKey: QUOTES });
    change({ refusal: { message, consequence, retryAt: 0, unsent: [] } });
    return;
  }
  const refusedPart = 'of' in consequence ? consequence.of : undefined;
  const { prompt, negative_prompt: avoided } = order.body;
  if (refusedPart !== undefined) rememberRefused(refusedPart, refusedText(prompt, avoided), order.source);
  // What is refused for the account is refused for every order, and what is refused of one, for all of its variants.
  const isOfAccount = kind === 'suspended' || (kind === 'refused' && consequence.mayRepeat);
  const isRefused = ({ batch }: PendingOrder): boolean => isOfAccount || batch === order.batch;
  const former = isOfAccount ? (queue.refusal?.unsent ?? []) : [];
  const unsent = [...former, ...queue.orders.filter(isRefused)];
  change({
    orders: queue.orders.filter((one) => !isRefused(one)),
    refusal: { message, consequence, retryAt: 0, unsent },
  });
}

/** Sends what waits, without waiting any longer; the reason of the pause is shown until it is known to be over. */
export function resume(): void {
  clearTimeout(timer);
  const { refusal } = queue;
  if (refusal !== undefined) change({ refusal: { ...refusal, retryAt: 0 } });
  void queryClient.invalidateQueries(meQuery);
  void sendNext();
}
