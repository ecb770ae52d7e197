import { setTimeout } from 'node:timers/promises';
import { type RenderedFile, RenderFault, type RenderObserver, type VideoTask } from '@kinora/engine/engine';
import { framesAtRate } from '@kinora/engine/frames-at-rate';
import { type Size, WrongSize } from '@kinora/media/fit-size';
import { fitVideo } from '@kinora/video/fit-video';
import { VideoTooShort } from '@kinora/video/fit-video-track';
import { awaitResult, type LearnedLimits, RENDERED } from './await-result.ts';
import type { Api } from './call-api.ts';
import { chooseSeconds, MODEL_FRAME_STEP } from './choose-size.ts';
import type { KnownSizes } from './known-sizes.ts';
import { jobOf, order } from './order.ts';
import type { OpenAiSettings } from './settings.ts';

/** How long an aborted request still waits for the id of a video that may have been started. */
const ABORT_GRACE_MS = 3_000;
/** Shares of the progress: what is rendered, then fetching and encoding. */
const FETCHED = 0.88;
/** A result that breaks off is one that is paid. */
const DECODE_TRIES = 4;
const DECODE_PAUSE_MS = 250;
/** Servers round lengths to those that their models support. */
const MISSING_SHARE = 0.1;

/** Requests a video, or goes on with the one that an earlier attempt has ordered, and fits it exactly to the task. */
export async function makeVideo(
  api: Api,
  settings: OpenAiSettings,
  learned: LearnedLimits,
  task: VideoTask,
  observer: RenderObserver,
): Promise<Pick<RenderedFile, 'bytes' | 'costCents' | 'discard'>> {
  const { signal, orders } = observer;
  const deadline = AbortSignal.timeout(api.timeouts.video);
  observer.onProgress(0, 'waiting');
  const model = task.operation === 'i2v' ? settings.animateModel : settings.videoModel;
  const opened = await orders?.open(api.account);
  const made =
    opened?.id === undefined
      ? await create(api, settings, learned.sizes, task, { model, signal, key: opened?.key })
      : undefined;
  const ordered = {
    medium: 'video',
    job: jobOf(api, task, model),
    response: made?.response,
    kept: opened?.id,
    number: opened?.number,
    deadline,
  } as const;
  const { result, ...more } = await awaitResult(api, ordered, task, learned, observer, (fetchBytes) =>
    finish(fetchBytes, task, made?.asked, observer),
  );
  return { bytes: result, ...more };
}

async function create(
  api: Api,
  settings: OpenAiSettings,
  sizes: KnownSizes,
  task: VideoTask,
  { model, signal, key }: { readonly signal: AbortSignal } & Record<'model' | 'key', string | undefined>,
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
      return order(api, task, {
        model,
        size,
        key,
        signal: late.signal,
        timeoutMs: api.timeouts.video,
        values: {
          seconds,
          frames: framesAtRate(task, { rate: fps, step: MODEL_FRAME_STEP }),
          fps,
          sound: task.sound || undefined,
          hasSound: task.sound,
        },
        body: task.operation === 'video' ? settings.videoBody : undefined,
      });
    });
  } finally {
    signal.removeEventListener('abort', abortLater);
  }
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
    // Some vendors refuse only here.
    const bytes = await fetchBytes();
    try {
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
