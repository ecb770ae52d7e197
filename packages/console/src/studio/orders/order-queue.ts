import type { Me } from '@kinora/contract';
import { useSyncExternalStore } from 'react';
import { ApiProblem } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../announcer.tsx';
import { meQuery, placeOrder } from '../jobs/job-calls.ts';
import { watchJob } from '../jobs/live-jobs.ts';
import type { OrderBody } from '../settings/draft.ts';
import { base64Of } from '../source/read-source.ts';

/**
 * The orders of this page that the service does not have yet. It takes as many at once as the tier runs; the others
 * wait here. Each has a key, so that one that is sent twice is one job.
 */

interface PendingOrder {
  readonly key: string;
  /** Orders that were made together. */
  readonly batch: string;
  readonly body: OrderBody;
  readonly image: Blob | undefined;
}

/** Why orders are not sent: until a time, or until the person decides. */
export interface Refusal {
  readonly message: string;
  /** Milliseconds of the clock; undefined if waiting does not help. */
  readonly retryAt: number | undefined;
  /** The order that was refused for good; undefined if it still waits. */
  readonly refused: PendingOrder | undefined;
}

interface Queue {
  readonly orders: readonly PendingOrder[];
  readonly refusal: Refusal | undefined;
}

/** A longer wait, such as for the credits of the next month, is no pause. */
const PAUSE_MAX_SECONDS = 300;
const UNAVAILABLE_SECONDS = 5;
const WAITING_MS = 10_000;

let queue: Queue = { orders: [], refusal: undefined };
let isSending = false;
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

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * While orders wait, asks before the console is left, and whether there is room: the job that they wait for may be one of
 * another device. Not a part of the studio's page, because the person may look at another page of the console meanwhile.
 */
function keepWaiting(waits: boolean): void {
  if (waits === (waiting !== undefined)) return;
  if (waits) {
    waiting = setInterval(() => void lookForRoom(), WAITING_MS);
    window.addEventListener('beforeunload', ask);
  } else {
    clearInterval(waiting);
    waiting = undefined;
    window.removeEventListener('beforeunload', ask);
  }
}

async function lookForRoom(): Promise<void> {
  const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).catch(() => undefined);
  if (me !== undefined) await sendNext();
}

export function useOrderQueue(): Queue {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
  );
}

export function addOrders(bodies: readonly OrderBody[], image: Blob | undefined): void {
  const batch = newKey();
  const added = bodies.map((body) => ({ key: newKey(), batch, body, image }));
  const isPaused = queue.refusal?.retryAt !== undefined;
  change({ orders: [...queue.orders, ...added], ...(!isPaused && { refusal: undefined }) });
  void sendNext();
}

function discardOrder(key: string): void {
  change({ orders: queue.orders.filter((order) => order.key !== key) });
}

export function discardOrders(): void {
  clearTimeout(timer);
  change({ orders: [], refusal: undefined });
}

export const dismissRefusal = (): void => change({ refusal: undefined });

/** Sends the next order if the service would take one now. To be called whenever a job has ended. */
export async function sendNext(): Promise<void> {
  const [order] = queue.orders;
  if (isSending || order === undefined || queue.refusal?.retryAt !== undefined) return;
  isSending = true;
  try {
    if (!(await hasRoom())) return;
    const image = order.image && { image_base64: await base64Of(order.image) };
    const accepted = await placeOrder({ ...order.body, ...image }, order.key);
    discardOrder(order.key);
    queryClient.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, open_jobs: me.open_jobs + 1 });
    watchJob(accepted.job_id);
    announce(queue.orders.length > 0 ? `Ordered; ${queue.orders.length} wait in this page.` : 'Ordered.');
    void queryClient.invalidateQueries(meQuery);
  } catch (error) {
    refuse(order, error);
  } finally {
    isSending = false;
  }
  void sendNext();
}

async function hasRoom(): Promise<boolean> {
  const { limits, open_jobs: openJobs } = await queryClient.ensureQueryData(meQuery);
  return openJobs < limits.jobs_at_once;
}

/** An order that may succeed later waits; another one is taken out, and its refusal is shown. */
function refuse(order: PendingOrder, error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error;
  const { status, message, retryAfterSeconds = UNAVAILABLE_SECONDS } = error;
  const mayWait =
    (status === 429 || status === 503 || status === 0) && retryAfterSeconds <= PAUSE_MAX_SECONDS;
  if (!mayWait) {
    // What is refused once is refused for every variant.
    const others = queue.orders.filter(({ batch }) => batch !== order.batch);
    change({ orders: others, refusal: { message, retryAt: undefined, refused: order } });
    return;
  }
  change({ refusal: { message, retryAt: Date.now() + retryAfterSeconds * 1000, refused: undefined } });
  clearTimeout(timer);
  timer = setTimeout(resume, retryAfterSeconds * 1000);
}

/** Sends what waits, without waiting any longer. */
export function resume(): void {
  clearTimeout(timer);
  change({ refusal: undefined });
  void queryClient.invalidateQueries(meQuery);
  void sendNext();
}
