import { setTimeout } from 'node:timers/promises';
import {
  RendererBroken,
  RendererUnavailable,
  RenderFault,
  type RenderObserver,
  RenderRefused,
  type RenderTask,
} from '@kinora/engine/engine';
import type { MeasuredTimes } from '../remote/measured-times.ts';
import { type Api, ApiFault, type Call, isForLater, ResultUnfetched } from './call-api.ts';
import type { KnownSizes } from './known-sizes.ts';
import { textsOf } from './order.ts';
import { createPollPace } from './poll-pace.ts';
import { filled } from './profile.ts';
import { type Answer, type Medium, readAnswer } from './read-answer.ts';
import { messageIn, readJobError } from './read-failure.ts';
import { type ApiResponse, MalformedResponse } from './read-result.ts';

/** What the engine has learned of a model at the server. */
export interface LearnedLimits {
  readonly sizes: KnownSizes;
  readonly times: MeasuredTimes;
  readonly cannotDelete: () => void;
  /** Shows a word for a status that the engine does not know, with the answer. */
  readonly showWord: (word: string, answer: string) => void;
}

/** What was asked for, and how its result is taken. */
interface Ordered {
  readonly medium: Medium;
  /** Where the server has its jobs by their `{id}`, if an answer does not say; absent if it has none. */
  readonly job: string | undefined;
  /** The server's answer to the order; absent if an earlier attempt has ordered. */
  readonly response: ApiResponse | undefined;
  /** What an earlier attempt has kept of its order. */
  readonly kept: string | undefined;
  /** Which of the orders of the job it is. */
  readonly number: number | undefined;
  readonly deadline: AbortSignal;
}

/** What came of it, what is billed for it in US cents if the server says that, and how to delete it there. */
interface Taken<Result> {
  readonly result: Result;
  readonly costCents?: number;
  readonly discard?: () => Promise<void>;
}

/** The share of the progress that is the model's work. */
export const RENDERED = 0.85;
/** A deletion that takes longer than this would delay a finished video. */
const DELETE_TIMEOUT_MS = 5_000;
/** What stores say of a link whose time is over. */
const EXPIRED_STATUSES = [401, 403, 410];
const MAX_KEPT = 500;

/** It will not come. */
class OrderFailed extends RenderFault {}

/**
 * Waits for what was ordered, if the answer to the order is not the result, and takes it with `use`, whose argument fetches it. What is not
 * ready in time is a final fault; what cannot be fetched is left to the next attempt. What may be billed stays at the server until
 * its `discard`.
 */
export async function awaitResult<Result>(
  api: Api,
  { medium, job, response, kept, number = 1, deadline }: Ordered,
  task: RenderTask,
  learned: LearnedLimits,
  observer: RenderObserver,
  use: (fetchBytes: () => Promise<Uint8Array>) => Promise<Result>,
): Promise<Taken<Result>> {
  const { signal, orders } = observer;
  const call: Call = { method: 'GET', hide: textsOf(task), signal, timeoutMs: api.timeouts[medium] };
  const created = response && readAnswer(response, medium);
  const order = created === undefined ? orderOf(api, kept ?? '', job) : orderIn(api, created, job);
  const discard = order && (() => deleteOrder(api, order, learned.cannotDelete));
  if (created !== undefined && isReady(created)) {
    observer.onRendered?.();
    const result = await use(() => download(api, undefined, created, medium, call));
    return { result, ...costOf(created), ...(medium === 'video' && discard !== undefined && { discard }) };
  }
  if (order === undefined || discard === undefined) throw faultIn(created as Answer, textsOf(task));
  if (created !== undefined) await orders?.keep(order.kept);
  try {
    const made = { ...order, medium, created, deadline, mayOrderAgain: number === 1 };
    const answer = await poll(api, made, task, learned, observer);
    observer.onRendered?.();
    const result = await use(() => download(api, order, answer, medium, call));
    return { result, ...costOf(answer, created), discard };
  } catch (error) {
    // Nobody will fetch it, and the server must not continue to render it.
    if (signal.aborted ? (orders?.isUnwanted() ?? true) : isGivenUp(error)) await discard();
    // The next attempt may get it by what was kept.
    throw error instanceof ResultUnfetched
      ? new RenderFault(error.message, { isUnsettled: true, cause: error })
      : error;
  }
}

/** What the server bills, as the first of these answers says that has it. */
function costOf(...answers: readonly (Answer | undefined)[]): { readonly costCents?: number } {
  const costCents = answers.find((answer) => answer?.costCents !== undefined)?.costCents;
  return costCents === undefined ? {} : { costCents };
}

/** Whether it failed or takes too long. What was made and cannot be used is kept for the operator. */
function isGivenUp(error: unknown): boolean {
  return [OrderFailed, RenderRefused, RendererUnavailable, RendererBroken].some(
    (end) => error instanceof end,
  );
}

interface Order {
  /** Below the base address, or a whole address. */
  readonly path: string;
  /** Enough to go on with it from another worker. */
  readonly kept: string;
  /** Whether the path is that of OpenAI's interface, and not the server's own. */
  readonly isUsual: boolean;
}

/** Where what was ordered is asked for: the address that the answer names, if it may be called, or else that of its id. */
function orderIn(api: Api, { id, pollAt }: Answer, job: string | undefined): Order | undefined {
  const usual = id === undefined || job === undefined ? undefined : usualOrder(id, job);
  if (pollAt === undefined || !api.mayFetch(pollAt)) return usual;
  const path = api.locate(pollAt);
  const kept = [`${id ?? ''} ${path}`.trim(), path].find(({ length }) => length <= MAX_KEPT);
  return kept === undefined ? usual : { path, kept, isUsual: false };
}

function orderOf(api: Api, kept: string, job = '/{id}'): Order {
  const [, path] = /(?:^|\s)(https?:\/\/\S+)$/.exec(kept) ?? [];
  return path !== undefined && api.mayFetch(path) ? { path, kept, isUsual: false } : usualOrder(kept, job);
}

const usualOrder = (id: string, job: string): Order => ({
  path: filled(job, { id: id.split('/').map(encodeURIComponent).join('/') }),
  kept: id,
  isUsual: true,
});

/** Vendors have words of their own for what is ready; the result says it in any of them. */
function isReady({ state, media, isWithheld }: Answer): boolean {
  return media !== undefined && !isWithheld && (state === 'done' || state === 'unknown');
}

/** What an answer without a result means, of which nobody knows whether it is billed. */
function faultIn(answer: Answer, hide: readonly string[]): Error {
  const said = answer.excerpt();
  if (answer.isWithheld) {
    return new OrderFailed(`The server keeps the result back. It sent: ${said}`, { isRetryable: false });
  }
  const failure = readJobError(answer.error ?? null, hide);
  if (failure instanceof RenderRefused || failure instanceof RendererUnavailable) return failure;
  return new MalformedResponse('The response has neither a result nor where to ask for it.', said);
}

const TIME_OVER = /time[ds]?[\s_-]?out|expired/i;

/**
 * What an order that has ended without a result means; `isLast` if nothing may be ordered again after one whose time ran out, which may
 * be billed, and `isFinal` if it would fail again.
 */
function failureOf(answer: Answer, hide: readonly string[], isLast: boolean, isFinal = false): Error {
  if (answer.isWithheld || answer.isEmpty) {
    const what = answer.isWithheld ? 'keeps the result back' : 'has made nothing';
    return new OrderFailed(`The server ${what}. It sent: ${answer.excerpt()}`, { isRetryable: false });
  }
  const failure = readJobError(answer.error ?? { message: answer.word }, hide, answer.word);
  if (!(failure instanceof RenderFault) || failure instanceof RendererBroken) return failure;
  const isTimeOver = TIME_OVER.test(`${answer.word} ${failure.message}`);
  const isRetryable = answer.state !== 'refused' && !isFinal && !(isTimeOver && isLast);
  return new OrderFailed(failure.message, { isRetryable });
}

/**
 * What a server says of an order that has failed, with the status of an error, or a gateway in the message of its own. The order's id or a
 * record of a video tells it from the failure of the call.
 */
function endIn({ body, message }: ApiFault, { kept, medium }: Polled): Answer | undefined {
  for (const text of [body, /\{.*\}/s.exec(messageIn(body))?.[0] ?? '']) {
    try {
      const answer = readAnswer({ bytes: new TextEncoder().encode(text), excerpt: () => message }, medium);
      const isOfOrder = answer.id === kept.split(' ', 1)[0] || JSON.parse(text).object === 'video';
      if (isOfOrder && (answer.state === 'failed' || answer.state === 'refused')) return answer;
    } catch {
      // It is no answer, but an error.
    }
  }
  return undefined;
}

interface Polled extends Order {
  readonly medium: Medium;
  readonly created: Answer | undefined;
  readonly deadline: AbortSignal;
  /** Whether it may be ordered again after its time ran out at the server while that rendered. */
  readonly mayOrderAgain: boolean;
}

/** The answer that says that it is done. */
async function poll(
  api: Api,
  polled: Polled,
  task: RenderTask,
  { times, showWord }: LearnedLimits,
  { onProgress, signal }: RenderObserver,
): Promise<Answer> {
  const { path, isUsual, medium, created, deadline, mayOrderAgain } = polled;
  const hide = textsOf(task);
  const waiting = AbortSignal.any([signal, deadline]);
  const pace = createPollPace(api.timeouts, times.lastMs(task));
  const limitMs = times.limitMs(task, api.timeouts[medium]);
  let answer = created;
  let missedSince: number | undefined;
  /** Nobody knows how far an order of an earlier attempt was. */
  let hasBegun = created === undefined;
  /** One that has run out of time is asked for once more. */
  let isLast = false;
  let startedAt = performance.now();
  for (let polls = 0; ; polls++) {
    const elapsedMs = performance.now() - startedAt;
    if (answer !== undefined) {
      const { state, word } = answer;
      if (isLost(answer)) throw failureOf(answer, hide, hasBegun && !mayOrderAgain);
      if (state === 'done' || isReady(answer)) {
        times.add(task, elapsedMs);
        return answer;
      }
      if (state === 'unknown' && word !== '' && polls > 1) showWord(word, answer.excerpt());
    }
    if (isLast) return lateResult(api, path, medium, elapsedMs, answer, signal);
    const isWaiting = answer?.state === 'waiting';
    hasBegun ||= answer !== undefined && !isWaiting;
    onProgress(RENDERED * (answer?.progress ?? 0), isWaiting ? 'waiting' : 'drawing');
    // Behind others in the server's queue.
    if (isWaiting) startedAt = performance.now();
    const pauseMs = pace.pauseMs(elapsedMs, answer?.progress ?? 0);
    await setTimeout(pauseMs, undefined, { signal: waiting }).catch(() => signal.throwIfAborted());
    isLast = deadline.aborted || performance.now() - startedAt > limitMs;
    try {
      const status = { method: 'GET', hide, signal, timeoutMs: api.timeouts.call } as const;
      const response = await api.call(path, status);
      // One without a body says that there is nothing yet.
      const next = response.bytes.length > 0 ? readAnswer(response, medium) : answer;
      if (next?.isTrouble) throw faultIn(next, hide);
      answer = next;
      missedSince = undefined;
    } catch (error) {
      signal.throwIfAborted();
      const end = error instanceof ApiFault ? endIn(error, polled) : undefined;
      if (end !== undefined) throw failureOf(end, hide, !mayOrderAgain, !(error as ApiFault).isRetryable);
      if (error instanceof ApiFault && error.status === 404) throw goneOne(medium, isUsual, answer, error);
      missedSince ??= performance.now();
      const isOver = performance.now() - missedSince > api.timeouts.claim;
      const isPassing = error instanceof MalformedResponse || isForLater(error);
      if (!isPassing) throw error;
      // Another worker may reach it.
      if (isOver) throw new RenderFault((error as Error).message, { isUnsettled: true, cause: error });
    }
  }
}

/** Whether nothing will come of it. */
function isLost({ state, media, isWithheld, isEmpty }: Answer): boolean {
  const isOver = state === 'failed' || state === 'refused';
  const isNothing = state === 'done' && isEmpty && media === undefined;
  return isOver || isNothing || (isWithheld && state !== 'waiting' && state !== 'drawing');
}

/**
 * What is not ready when its time is over. One that may be done in words that are not known is, if its content is there, and otherwise stays
 * where it is.
 */
async function lateResult(
  api: Api,
  path: string,
  medium: Medium,
  elapsedMs: number,
  answer: Answer | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { word = '', state = 'unknown' } = answer ?? {};
  const seconds = Math.round(elapsedMs / 1000);
  const message = `The ${medium} was not ready after ${seconds} s; its status was "${word}".`;
  if (state !== 'unknown') throw new OrderFailed(message, { isRetryable: false });
  const said = `${message} The server sent: ${answer?.excerpt() ?? 'nothing'}`;
  if (answer === undefined) throw new RenderFault(said, { isRetryable: false });
  const call: Call = { method: 'GET', signal, timeoutMs: api.timeouts.claim };
  const bytes = await api.claim(`${path}/content`, call, { medium, patienceMs: 0 }).catch(() => undefined);
  signal.throwIfAborted();
  if (bytes === undefined) throw new RenderFault(said, { isRetryable: false });
  return { ...answer, media: { bytes } };
}

function goneOne(medium: Medium, isUsual: boolean, answer: Answer | undefined, cause: ApiFault): RenderFault {
  // Nobody knows whether a server with jobs of images has them where they are asked for.
  const isRetryable = medium === 'video' || !isUsual;
  const said = isRetryable ? '' : ` Of the order it sent: ${answer?.excerpt() ?? 'nothing'}`;
  const message = `The server no longer has the ${medium}; it may have restarted.${said}`;
  return new OrderFailed(message, { isRetryable, cause });
}

/** What the answer says, or else the content of the job. */
async function download(
  api: Api,
  order: Order | undefined,
  answer: Answer,
  medium: Medium,
  call: Call,
): Promise<Uint8Array> {
  const { media, resultAt } = answer;
  if (media !== undefined && 'bytes' in media) return media.bytes;
  const url = media?.url ?? resultAt;
  const content = order && `${order.path}/content`;
  if (content !== undefined && (url === undefined || order?.isUsual)) {
    const mayWait = url === undefined || !api.mayFetch(url);
    try {
      return await api.claim(content, call, { medium, ...(!mayWait && { patienceMs: 0 }) });
    } catch (error) {
      // What is elsewhere, and may not be fetched there, is refused with the setting.
      if (url === undefined || !(error instanceof ResultUnfetched)) throw error;
    }
  }
  try {
    return await api.claim(api.locate(url as string), call, { medium });
  } catch (error) {
    if (order === undefined || !(error instanceof ApiFault) || !EXPIRED_STATUSES.includes(error.status))
      throw error;
    // A link is signed for some time, and each answer has a new one.
    const { hide, signal } = call;
    const response = await api.call(order.path, {
      method: 'GET',
      hide,
      signal,
      timeoutMs: api.timeouts.call,
    });
    const fresh = readAnswer(response, medium).media;
    if (fresh === undefined || !('url' in fresh) || fresh.url === url || !api.mayFetch(fresh.url))
      throw error;
    return api.claim(api.locate(fresh.url), call, { medium });
  }
}

/**
 * Deletes what was ordered, or cancels it, as the profile says; a failure does not affect the job. Calls `cannotDelete` when the server
 * still has it because it has no such call.
 */
async function deleteOrder(api: Api, { path, kept }: Order, cannotDelete: () => void): Promise<void> {
  const call = {
    signal: new AbortController().signal,
    timeoutMs: Math.min(DELETE_TIMEOUT_MS, api.timeouts.call),
  };
  const [id = ''] = kept.split(' ');
  for (const { method, path: at } of api.profile.discard) {
    try {
      await api.call(filled(at, { job: path, id: encodeURIComponent(id) }), { ...call, method });
      if (method === 'DELETE') return;
    } catch (error) {
      if (!(error instanceof ApiFault) || ![400, 404, 405, 501].includes(error.status)) return;
    }
  }
  const isKept = await api.call(path, { ...call, method: 'GET' }).then(
    () => true,
    () => false,
  );
  if (isKept) cannotDelete();
}
