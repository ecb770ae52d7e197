import { setTimeout } from 'node:timers/promises';
import {
  type RenderedFile,
  RendererBroken,
  RendererUnavailable,
  RenderFault,
  type RenderObserver,
  RenderRefused,
  type VideoTask,
} from '@kinora/engine/engine';
import { framesAtRate } from '@kinora/engine/frames-at-rate';
import { encodePng } from '@kinora/media/encode-png';
import { fitImage } from '@kinora/media/fit-image';
import { type Size, WrongSize } from '@kinora/media/fit-size';
import { fitVideo } from '@kinora/video/fit-video';
import { VideoTooShort } from '@kinora/video/fit-video-track';
import type { MeasuredTimes } from '../remote/measured-times.ts';
import { type Api, ApiFault, type ApiResponse, type Call, isForLater, ResultUnfetched } from './call-api.ts';
import { chooseSeconds, MODEL_FRAME_STEP } from './choose-size.ts';
import type { KnownSizes } from './known-sizes.ts';
import { createPollPace } from './poll-pace.ts';
import { excerptOf, isRecord, readJobError } from './read-failure.ts';
import { fetchMedia, MalformedResponse, readJson, readMedia } from './read-result.ts';
import type { OpenAiSettings } from './settings.ts';

/** Beyond `model`, `prompt`, `seconds` and `size`, which every server supports. */
const OPTIONAL = ['num_frames', 'fps', 'width', 'height', 'seed', 'generate_sound'];
const DONE = ['completed', 'complete', 'succeeded', 'succeed', 'success', 'done', 'finished', 'ready', 'ok'];
const FAILED = [
  'failed',
  'fail',
  'failure',
  'error',
  'cancelled',
  'canceled',
  'expired',
  'timeout',
  'deleted',
  'rejected',
];
const WAITING = ['queued', 'pending', 'submitted', 'throttled'];
const DRAWING = [
  'in_progress',
  'in progress',
  'processing',
  'running',
  'starting',
  'generating',
  'rendering',
];
/** How long an aborted request still waits for the id of a video that may have been started. */
const ABORT_GRACE_MS = 3_000;
/** A deletion that takes longer than this would delay a finished video. */
const DELETE_TIMEOUT_MS = 5_000;
/** Shares of the progress: the model's work, then fetching and encoding. */
const RENDERED = 0.85;
const FETCHED = 0.88;
/** A result that breaks off is one that is paid. */
const DECODE_TRIES = 4;
const DECODE_PAUSE_MS = 250;
/** Servers round lengths to those that their models support. */
const MISSING_SHARE = 0.1;

/** What the engine has learned of the server. */
export interface LearnedLimits {
  readonly sizes: KnownSizes;
  readonly times: MeasuredTimes;
  readonly cannotDelete: () => void;
}

/**
 * Requests a video, or goes on with the one that an earlier attempt has ordered, polls it to its end, downloads it and fits it exactly to
 * the task. What is not ready in time is a final fault; what cannot be fetched is left to the next attempt. What may be billed stays
 * at the server until its `discard`.
 */
export async function makeVideo(
  api: Api,
  settings: OpenAiSettings,
  learned: LearnedLimits,
  task: VideoTask,
  observer: RenderObserver,
): Promise<Pick<RenderedFile, 'bytes' | 'discard'>> {
  const { signal, orders } = observer;
  const call: Call = { method: 'GET', prompt: task.prompt, signal, timeoutMs: api.timeouts.video };
  const deadline = AbortSignal.timeout(api.timeouts.video);
  observer.onProgress(0, 'waiting');
  const order = await orders?.open(api.account);
  const made =
    order?.id === undefined
      ? await create(api, settings, learned.sizes, task, { signal, key: order?.key })
      : undefined;
  const created = made === undefined ? { id: order?.id } : recordIn(made.response);
  const fit = (fetchBytes: () => Promise<Uint8Array>) => finish(fetchBytes, task, made?.asked, observer);
  // Servers without jobs return the result itself.
  if (Array.isArray(created.data)) {
    observer.onRendered?.();
    return { bytes: await fit(() => readMedia(api, created, call)) };
  }
  const id = [created.id, created.request_id, created.task_id].find(
    (one) => typeof one === 'string' && one !== '',
  );
  if (typeof id !== 'string') {
    const said = excerptOf(JSON.stringify(created), [task.prompt]);
    throw new MalformedResponse('The server gave the video no id.', said);
  }
  if (order?.id === undefined) await orders?.keep(id);
  const path = `/videos/${encodeURIComponent(id)}`;
  const discard = () => deleteVideo(api, path, learned.cannotDelete);
  try {
    const record = await pollVideo(api, path, created, learned.times, task, { ...observer, deadline });
    observer.onRendered?.();
    return { bytes: await fit(() => download(api, path, record, call)), discard };
  } catch (error) {
    // Nobody will fetch it, and the server must not continue to render it.
    if (signal.aborted ? (orders?.isUnwanted() ?? true) : isGivenUp(error)) await discard();
    // The next attempt may get it by its id.
    throw error instanceof ResultUnfetched
      ? new RenderFault(error.message, { isUnsettled: true, cause: error })
      : error;
  }
}

/** Whether the video failed or takes too long. What was made and cannot be used is kept for the operator. */
function isGivenUp(error: unknown): boolean {
  return [VideoFailed, RenderRefused, RendererUnavailable, RendererBroken].some(
    (end) => error instanceof end,
  );
}

/** It will not come. */
class VideoFailed extends RenderFault {}

async function create(
  api: Api,
  settings: OpenAiSettings,
  sizes: KnownSizes,
  task: VideoTask,
  { signal, key }: { readonly signal: AbortSignal; readonly key: string | undefined },
): ReturnType<KnownSizes['request']> {
  const seconds = chooseSeconds(task, settings.videoSeconds);
  if (seconds === undefined) {
    throw new RenderFault('The video model supports no length that is enough for this job.', {
      isRetryable: false,
    });
  }
  const fps = settings.videoFps ?? task.framesPerSecond;
  // Closing the connection at once would leave a video behind whose id is unknown.
  const late = new AbortController();
  const abortLater = () =>
    void setTimeout(ABORT_GRACE_MS, undefined, { ref: false }).then(() => late.abort(signal.reason));
  signal.addEventListener('abort', abortLater, { once: true });
  try {
    signal.throwIfAborted();
    return await sizes.request(task, async (size) => {
      signal.throwIfAborted();
      return api.create('/videos', {
        prompt: task.prompt,
        signal: late.signal,
        key,
        timeoutMs: api.timeouts.video,
        fields: {
          model: task.operation === 'i2v' ? settings.animateModel : settings.videoModel,
          prompt: task.prompt,
          seconds: String(seconds),
          size: `${size.width}x${size.height}`,
          width: size.width,
          height: size.height,
          num_frames: framesAtRate(task, { rate: fps, step: MODEL_FRAME_STEP }),
          fps,
          seed: task.seed,
          generate_sound: task.sound ? 'true' : undefined,
        },
        optional: OPTIONAL,
        asJson: task.operation === 'video' && settings.videoBody === 'json',
        ...(task.operation === 'i2v' && {
          file: { name: 'input_reference', png: await encodePng(await fitImage(task.initImage, size)) },
        }),
      });
    });
  } finally {
    signal.removeEventListener('abort', abortLater);
  }
}

/** The record of the finished video. */
async function pollVideo(
  api: Api,
  path: string,
  created: Record<string, unknown>,
  times: MeasuredTimes,
  task: VideoTask,
  { onProgress, signal, deadline }: RenderObserver & { readonly deadline: AbortSignal },
): Promise<Record<string, unknown>> {
  const waiting = AbortSignal.any([signal, deadline]);
  const pace = createPollPace(api.timeouts, times.lastMs(task));
  const limitMs = times.limitMs(task, api.timeouts.video);
  let record = created;
  let missedSince: number | undefined;
  /** One that has run out of time is asked for once more. */
  let isLast = false;
  let startedAt = performance.now();
  for (;;) {
    const status = String(record.status ?? '').toLowerCase();
    const elapsedMs = performance.now() - startedAt;
    const waits = WAITING.includes(status);
    if (DONE.includes(status) || (!isKnown(status) && urlIn(record) !== undefined)) {
      times.add(task, elapsedMs);
      return record;
    }
    if (FAILED.includes(status)) {
      const failure = readJobError(record.error ?? status, [task.prompt]);
      throw failure instanceof RenderFault && !(failure instanceof RendererBroken)
        ? new VideoFailed(failure.message)
        : failure;
    }
    if (isLast) {
      const message = `The video was not ready after ${Math.round(elapsedMs / 1000)} s; its status was "${status}".`;
      throw new VideoFailed(message, { isRetryable: false });
    }
    onProgress(RENDERED * progressOf(record), waits ? 'waiting' : 'drawing');
    // Behind others in the server's queue.
    if (waits) startedAt = performance.now();
    const pauseMs = pace.pauseMs(elapsedMs, progressOf(record));
    await setTimeout(pauseMs, undefined, { signal: waiting }).catch(() => signal.throwIfAborted());
    isLast = deadline.aborted || performance.now() - startedAt > limitMs;
    try {
      const status = { method: 'GET', prompt: task.prompt, signal, timeoutMs: api.timeouts.call } as const;
      const response = await api.call(path, status);
      // One without a body says that there is nothing yet.
      if (response.bytes.length > 0) record = recordIn(response);
      missedSince = undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiFault && error.status === 404) {
        throw new VideoFailed('The server no longer has the video; it may have restarted.', {
          cause: error,
        });
      }
      missedSince ??= performance.now();
      const isOver = performance.now() - missedSince > api.timeouts.claim;
      const isPassing = error instanceof MalformedResponse || isForLater(error);
      if (!isPassing) throw error;
      // Another worker may reach it.
      if (isOver) throw new RenderFault((error as Error).message, { isUnsettled: true, cause: error });
    }
  }
}

/** Vendors have words of their own for a video that is ready; its address says it in any of them. */
function isKnown(status: string): boolean {
  return [DONE, FAILED, WAITING, DRAWING].some((words) => words.includes(status));
}

/** The record of a video, which some gateways wrap. */
function recordIn(response: ApiResponse): Record<string, unknown> {
  const value = readJson(response);
  return value.status === undefined && isRecord(value.data) ? value.data : value;
}

function progressOf({ progress }: Record<string, unknown>): number {
  const percent = Number(progress);
  return Number.isFinite(percent) ? Math.max(0, Math.min(1, percent / 100)) : 0;
}

/** The content of the video, or of the URL in its record if the server stores it elsewhere. */
async function download(
  api: Api,
  path: string,
  record: Record<string, unknown>,
  call: Call,
): Promise<Uint8Array> {
  if (Array.isArray(record.data)) return readMedia(api, record, call);
  const url = urlIn(record);
  if (url === undefined || !api.mayFetch(url)) return api.claim(`${path}/content`, call);
  try {
    return await api.claim(`${path}/content`, call, 0);
  } catch (error) {
    if (!(error instanceof ResultUnfetched)) throw error;
  }
  try {
    return await fetchMedia(api, url, call);
  } catch (error) {
    if (!(error instanceof ApiFault) || !EXPIRED_STATUSES.includes(error.status)) throw error;
    // A link is signed for some time, and each record has a new one.
    const { prompt, signal } = call;
    const asked = { method: 'GET', prompt, signal, timeoutMs: api.timeouts.call } as const;
    const fresh = urlIn(recordIn(await api.call(path, asked)));
    if (fresh === undefined || fresh === url || !api.mayFetch(fresh)) throw error;
    return fetchMedia(api, fresh, call);
  }
}

/** What stores say of a link whose time is over. */
const EXPIRED_STATUSES = [401, 403, 410];

function urlIn({ url, video }: Record<string, unknown>): string | undefined {
  const found = [url, isRecord(video) ? video.url : undefined].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return found as string | undefined;
}

/** Fetches and fits the video; a body that does not decode is fetched again, because the connection may have broken. */
async function finish(
  fetchBytes: () => Promise<Uint8Array>,
  task: VideoTask,
  asked: Size | undefined,
  { onProgress, signal }: RenderObserver,
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    onProgress(RENDERED, 'fetching');
    try {
      const bytes = await fetchBytes();
      onProgress(FETCHED, 'encoding');
      return await fitVideo(bytes, {
        width: task.width,
        height: task.height,
        asked,
        frames: task.frames,
        fps: task.framesPerSecond,
        sound: task.sound,
        missingShare: MISSING_SHARE,
        signal,
        onProgress: (fraction) => onProgress(FETCHED + (1 - FETCHED) * fraction, 'encoding'),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RenderFault) throw error;
      if (error instanceof WrongSize) throw new RenderFault(error.message);
      if (error instanceof VideoTooShort) throw new RenderFault(error.message, { isRetryable: false });
      if (attempt === DECODE_TRIES) {
        throw new RenderFault('The video does not decode.', { isRetryable: false, cause: error });
      }
      await setTimeout(DECODE_PAUSE_MS * attempt, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * Deletes the video, which also cancels its rendering; a failure does not affect the job. Calls `cannotDelete` when the server
 * still has the video because it has no such call.
 */
async function deleteVideo(api: Api, path: string, cannotDelete: () => void): Promise<void> {
  const call = {
    signal: new AbortController().signal,
    timeoutMs: Math.min(DELETE_TIMEOUT_MS, api.timeouts.call),
  };
  try {
    await api.call(path, { ...call, method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof ApiFault) || ![404, 405, 501].includes(error.status)) return;
    await api.call(`${path}/cancel`, { ...call, method: 'POST' }).catch(() => {});
    const isKept = await api.call(path, { ...call, method: 'GET' }).then(
      () => true,
      () => false,
    );
    if (isKept) cannotDelete();
  }
}
