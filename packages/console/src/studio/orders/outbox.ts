import type { Me, StudioOrder } from '@kinora/contract';
import { useSyncExternalStore } from 'react';
import { ApiProblem, callConsole } from '../../api/call.ts';
import { moneyMoved } from '../../api/money-moved.ts';
import { queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import { announce } from '../announcer.tsx';
import type { PriceLimit } from '../compose/price-of.ts';
import { meQuery } from '../jobs/job-calls.ts';
import { watchJob } from '../jobs/live-jobs.ts';
import type { OrderBody } from '../settings/draft.ts';
import { base64Of } from '../source/encode-source.ts';
import type { Source } from '../source/source.ts';
import { type Consequence, decideRefusal } from './decide-refusal.ts';
import { refusedText, rememberRefused } from './refused-content.ts';
import { addToWaiting } from './waiting-calls.ts';

/**
 * The orders of this page that have not reached the service, such as without a network. They are sent one after the other,
 * each with a key, so that one that is sent twice is one; the service says whether it is a job or waits for its turn.
 */

interface PendingOrder {
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
  /** When they are sent again, in milliseconds of the clock; 0 once that has begun. */
  readonly retryAt: number;
  /** Orders that were refused. */
  readonly unsent: readonly PendingOrder[];
}

interface Outbox {
  readonly orders: readonly PendingOrder[];
  /** The key of the order that is on its way, which may have arrived. */
  readonly sending: string | undefined;
  readonly refusal: Refusal | undefined;
}

let outbox: Outbox = { orders: [], sending: undefined, refusal: undefined };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Random; `crypto.randomUUID` exists on https and this machine only. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function change(changes: Partial<Outbox>): void {
  const hadOrders = outbox.orders.length > 0;
  outbox = { ...outbox, ...changes };
  const hasOrders = outbox.orders.length > 0;
  if (hasOrders !== hadOrders) {
    // Not a part of the studio's page, because the person may look at another page of the console meanwhile.
    const listen = hasOrders ? window.addEventListener : window.removeEventListener;
    listen('beforeunload', ask);
    listen('online', resume);
  }
  for (const listener of listeners) listener();
}

/** What has not reached the service is lost with the page. */
function ask(event: Event): void {
  event.preventDefault();
  // Safari and older browsers ask for this alone.
  event.returnValue = true;
}

interface ShownOutbox extends Outbox {
  /** The orders that are not on their way. */
  readonly unsent: readonly PendingOrder[];
}

export function useOutbox(): ShownOutbox {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => outbox,
  );
  return { ...shown, unsent: shown.orders.filter(({ key }) => key !== shown.sending) };
}

export interface NewOrders {
  readonly bodies: readonly OrderBody[];
  readonly source: Source | undefined;
  /** The price limit of each order. */
  readonly limit: PriceLimit;
}

export function addOrders({ bodies, source, limit }: NewOrders): void {
  const batch = newKey();
  const added = bodies.map((body) => ({ key: newKey(), batch, body, source, limit }));
  const isOver = !isHeld() && !mayRepeat(outbox.refusal);
  change({ orders: [...outbox.orders, ...added], ...(isOver && { refusal: undefined }) });
  void sendNext();
}

export function isSuspended(refusal: Refusal | undefined): boolean {
  const consequence = refusal?.consequence;
  return consequence?.kind === 'suspended' && Date.parse(consequence.until) > Date.now();
}

/** Whether nothing is sent before a time. */
const isHeld = (): boolean => (outbox.refusal?.retryAt ?? 0) > 0;

/** Whether the refused orders may be sent again as they are. */
export const mayRepeat = (refusal: Refusal | undefined): boolean =>
  refusal?.consequence.kind === 'refused' && refusal.consequence.mayRepeat;

export function discardOrder(key: string): void {
  const orders = outbox.orders.filter((order) => order.key !== key);
  const isOver = orders.length === 0 && isHeld();
  change({ orders, ...(isOver && { refusal: undefined }) });
}

export function discardOrders(): void {
  clearTimeout(timer);
  change({ orders: outbox.orders.filter(({ key }) => key === outbox.sending), refusal: undefined });
}

export const dismissRefusal = (): void => change({ refusal: undefined });

/** Sends what was refused once more, after the person has removed what stood in its way. */
export function sendAgain(): void {
  change({ orders: [...outbox.orders, ...(outbox.refusal?.unsent ?? [])], refusal: undefined });
  void sendNext();
}

/** Sends what could not be sent, without waiting any longer; the reason is shown until it is known to be over. */
export function resume(): void {
  clearTimeout(timer);
  const { refusal } = outbox;
  if (refusal !== undefined) change({ refusal: { ...refusal, retryAt: 0 } });
  void sendNext();
}

async function sendNext(): Promise<void> {
  const [order] = outbox.orders;
  if (outbox.sending !== undefined || order === undefined || isHeld()) return;
  change({ sending: order.key });
  try {
    const ordered = await send(order);
    if (outbox.refusal?.consequence.kind === 'unreachable') change({ refusal: undefined });
    discardOrder(order.key);
    take(ordered);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    refuse(order, error);
  } finally {
    change({ sending: undefined });
  }
  void sendNext();
}

async function send({ key, body, source, limit }: PendingOrder): Promise<StudioOrder> {
  const image = source && { image_base64: await base64Of(source.blob) };
  return callConsole('/studio/orders', {
    method: 'POST',
    body: { ...body, ...image, ...limit },
    headers: { 'idempotency-key': key },
  });
}

/** The service has it: as a job, or in the sequence of what waits. */
function take(ordered: StudioOrder): void {
  if ('job' in ordered) {
    queryClient.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, open_jobs: me.open_jobs + 1 });
    watchJob(ordered.job.job_id);
    announce('Ordered.');
  } else {
    addToWaiting(ordered.waiting);
    announce(ordered.waiting.pause?.message ?? 'It waits for its turn.');
  }
  void moneyMoved();
}

/** What may have failed on its way is sent again; what was refused is taken out, and its refusal is shown. */
function refuse(order: PendingOrder, { status, message, retryAfterSeconds }: ApiProblem): void {
  const consequence = decideRefusal({ status, message, retryAfterSeconds });
  const { kind } = consequence;
  if (kind === 'unreachable') {
    const waitMs = consequence.seconds * 1000;
    change({ refusal: { message, consequence, retryAt: Date.now() + waitMs, unsent: [] } });
    clearTimeout(timer);
    timer = setTimeout(resume, waitMs);
    return;
  }
  // The session has ended, or is that of somebody else: then the page begins anew.
  if (status === 401 || status === 409) void queryClient.invalidateQueries(sessionQuery);
  const refusedPart = 'of' in consequence ? consequence.of : undefined;
  const { prompt, negative_prompt: avoided } = order.body;
  if (refusedPart !== undefined) rememberRefused(refusedPart, refusedText(prompt, avoided), order.source);
  // What is refused for the account is refused for every order, and what is refused of one, for all of its variants.
  const isOfAccount = kind === 'suspended' || (kind === 'refused' && consequence.mayRepeat);
  const isRefused = ({ batch }: PendingOrder): boolean => isOfAccount || batch === order.batch;
  const former = isOfAccount ? (outbox.refusal?.unsent ?? []) : [];
  const unsent = [...former, ...outbox.orders.filter(isRefused)];
  change({
    orders: outbox.orders.filter((one) => !isRefused(one)),
    refusal: { message, consequence, retryAt: 0, unsent },
  });
}
