import { createHash } from 'node:crypto';
import type { CompleteRequest, Lease } from '@kinora/contract';
import { assert, leaseMs, STORING_STAGE, storingMs } from '@kinora/contract';
import {
  type Engine,
  type RenderedMedia,
  RenderFault,
  RenderRefused,
  type RenderTask,
} from '@kinora/engine/engine';
import { DeliveryFault, deliverResult } from './deliver-result.ts';
import type { WorkerDescription } from './describe-worker.ts';
import type { FinishMedia } from './finish-media.ts';
import { freeBuffers } from './free-buffers.ts';
import type { LeaseClient } from './lease-client.ts';
import { createLeasing, type Leasing, type ServerUnreachable } from './leasing.ts';
import { LeaseLost, type Patience } from './server-calls.ts';
import { createStageTimes } from './stage-times.ts';

/**
 * The loop of each slot of a worker: lease, render, finish, upload, complete. While the result of one job is finished
 * and delivered, the next job is rendered; a third is leased only when the first has ended.
 */

export interface WorkerOptions extends WorkerDescription {
  readonly engine: Engine;
  readonly finish: FinishMedia;
  /** One for each worker, because it recovers the leases of its own lost responses. */
  readonly client: LeaseClient;
  readonly log: (event: WorkerEvent) => void;
  /** How long a result is kept while it cannot be delivered; ten minutes by default. */
  readonly storingMs?: number;
  /** How long the current jobs may take after `stop`, before they are released; 20 seconds by default. */
  readonly stopGraceMs?: number;
  /** Fires when the worker should stop: it leases no new job and finishes the current ones within the grace period. */
  readonly stop: AbortSignal;
}

export type WorkerEvent =
  | { readonly event: 'started'; readonly jobId: string; readonly attempt: number }
  | { readonly event: 'progress'; readonly jobId: string; readonly progress: number; readonly stage: string }
  | { readonly event: 'completed'; readonly jobId: string; readonly renderMs: number }
  | { readonly event: 'abandoned'; readonly jobId: string; readonly reason: string }
  | { readonly event: 'failed'; readonly jobId: string; readonly error: unknown }
  | ServerUnreachable;

const HEARTBEAT_MS = 1000;
const LOGGED_STEP = 0.02;
const STOP_GRACE_MS = 20_000;
const LONGEST_REASON = 500;

export async function runWorker(options: WorkerOptions): Promise<void> {
  const leasing = createLeasing(options);
  await Promise.all(Array.from({ length: options.slots ?? 1 }, () => runSlot(leasing, options)));
}

async function runSlot(leasing: Leasing, options: WorkerOptions): Promise<void> {
  const { stop } = options;
  let previous: Promise<void> = Promise.resolve();
  while (!stop.aborted) {
    const lease = await leasing.next();
    if (lease === undefined) continue;
    // A worker that renders reports the stop at once, so that no order relies on it.
    const stopping = onceStopped(stop, 0, leasing.reportStop);
    const attempt = startAttempt(lease, previous, options);
    const ended = attempt.ended.finally(() => leasing.ended(lease)).finally(freeBuffers);
    await attempt.rendered;
    stopping.cancel();
    previous = ended;
  }
  // An idle worker reports it after its last lease request has ended.
  await leasing.reportStop();
  await previous;
}

/** Starts an attempt, whose result is finished and delivered when `previous` has ended. */
function startAttempt(
  lease: Lease,
  previous: Promise<void>,
  options: WorkerOptions,
): { readonly rendered: Promise<void>; readonly ended: Promise<void> } {
  const rendered = Promise.withResolvers<void>();
  const finish: FinishMedia = async (...args) => {
    await previous;
    rendered.resolve();
    return options.finish(...args);
  };
  const ended = handleLease(lease, { ...options, finish }).finally(rendered.resolve);
  return { rendered: rendered.promise, ended };
}

/** The attempt at an ephemeral job calls the job's owning node, which has the prompt. */
async function handleLease(lease: Lease, options: WorkerOptions): Promise<void> {
  if (lease.relay_url === null) return runAttempt(lease, options);
  const client = options.client.at(lease.relay_url);
  try {
    // A node that has vanished took the job with it.
    await runAttempt(await client.reread(lease), { ...options, client, storingMs: leaseMs });
  } catch (error) {
    options.log({ event: 'failed', jobId: lease.job_id, error });
  }
}

async function runAttempt(lease: Lease, { client: caller, ...more }: WorkerOptions): Promise<void> {
  const { time, client } = createStageTimes(lease, caller);
  const options = { ...more, client };
  const { engine, log, stop } = options;
  const jobId = lease.job_id;
  log({ event: 'started', jobId, attempt: lease.attempt });
  const abandon = new AbortController();
  const heartbeats = sendHeartbeats(lease, options, abandon);
  const graceOver = onceStopped(stop, options.stopGraceMs ?? STOP_GRACE_MS, () =>
    abandon.abort(new Stopped()),
  );
  const startedAt = performance.now();
  let failing = 'the engine could not render this';
  try {
    const { signal } = abandon;
    const patience = (): Patience => ({
      until: performance.now() + (options.storingMs ?? storingMs),
      signal,
    });
    const task = await renderTask(lease, client, patience());
    const rendered = await time('render', () =>
      engine.render(task, { onProgress: heartbeats.report, signal }),
    );
    failing = 'the result could not be checked or marked';
    const media = await time('finish', () => options.finish(rendered, lease, client, signal));
    heartbeats.report(1, STORING_STAGE);
    const delivering = { ...client, complete: heartbeats.overruledBy(client.complete) };
    await deliverResult(delivering, lease, media.bytes, reportOf(media, lease, engine), patience());
    log({ event: 'completed', jobId, renderMs: Math.round(performance.now() - startedAt) });
  } catch (error) {
    const cause = abandon.signal.aborted ? abandon.signal.reason : error;
    await reportFailure(lease, cause, failing, options);
  } finally {
    heartbeats.stop();
    graceOver.cancel();
  }
}

class Stopped extends Error {}

function reportOf(media: RenderedMedia, lease: Lease, engine: Engine): CompleteRequest {
  return {
    artifact: media.mime === 'image/png' ? 'result.png' : 'result.mp4',
    mime: media.mime,
    width: media.width,
    height: media.height,
    duration_seconds: media.durationSeconds ?? null,
    bytes: media.bytes.length,
    sha256: createHash('sha256').update(media.bytes).digest('hex'),
    engine: engine.name,
    engine_version: engine.version,
    // Needed by a server that marks the image itself.
    ...(lease.task.frames === null && lease.provenance === null && { origin: engine.origin }),
  };
}

/** `failing` is for the operator. The error stays in the worker's log: it may quote the prompt, which is not always stored. */
async function reportFailure(
  lease: Lease,
  reason: unknown,
  failing: string,
  { client, log }: WorkerOptions,
): Promise<void> {
  const jobId = lease.job_id;
  try {
    if (reason instanceof LeaseLost) {
      log({ event: 'abandoned', jobId, reason: 'the lease was lost or the job deleted' });
    } else if (reason instanceof Stopped) {
      await client.release(lease);
      log({ event: 'abandoned', jobId, reason: 'released because the worker stops' });
    } else {
      log({ event: 'failed', jobId, error: reason });
      if (reason instanceof RenderRefused) {
        await client.block(lease, { category: reason.category, reason: reason.message });
        return;
      }
      if (reason instanceof DeliveryFault) {
        const message = reason.message.slice(0, LONGEST_REASON);
        await client.fail(lease, { reason: message, retryable: false, cause: 'storage' });
        return;
      }
      const isRetryable = !(reason instanceof RenderFault) || reason.isRetryable;
      await client.fail(lease, { reason: failing, retryable: isRetryable });
    }
  } catch (error) {
    // The lease expires, and the job is leased to another worker.
    log({ event: 'failed', jobId, error });
  }
}

function sendHeartbeats(lease: Lease, { client, log }: WorkerOptions, abandon: AbortController) {
  let progress = 0;
  let logged = 0;
  let stage = 'preparing';
  let isSending = false;
  let isOverruled = false;
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    client
      .heartbeat(lease, { progress, stage })
      .then(
        (outcome) => {
          if (outcome === 'lost' && !isOverruled) abandon.abort(new LeaseLost('the heartbeat was rejected'));
        },
        // The server may be restarting; the lease outlasts many missed heartbeats.
        () => {},
      )
      .finally(() => {
        isSending = false;
      });
  }, HEARTBEAT_MS);
  return {
    report(fraction: number, stageName: string) {
      progress = Math.min(1, Math.max(progress, fraction));
      stage = stageName;
      if (progress - logged < LOGGED_STEP) return;
      logged = progress;
      log({ event: 'progress', jobId: lease.job_id, progress, stage });
    },
    /**
     * While `complete` runs, its own response says whether the lease is lost: after the completion of the job a heartbeat
     * finds no lease either.
     */
    overruledBy(complete: LeaseClient['complete']): LeaseClient['complete'] {
      return async (...args) => {
        isOverruled = true;
        await complete(...args).finally(() => {
          isOverruled = false;
        });
      };
    },
    stop: () => clearInterval(timer),
  };
}

async function renderTask(lease: Lease, client: LeaseClient, patience: Patience): Promise<RenderTask> {
  const { kind, mode, frames, sound, init_image_path: path, ...output } = lease.task;
  if (kind === 'image') return { kind, ...output };
  const initImage = async () => {
    assert(path !== null, `a job of kind ${kind} has an input image`);
    try {
      return await client.initImage(lease, path, patience);
    } catch (error) {
      if (error instanceof LeaseLost || patience.signal.aborted) throw error;
      throw new DeliveryFault(`the uploaded image could not be read: ${error}`, { cause: error });
    }
  };
  if (kind === 'i2i' || kind === 'upscale' || kind === 'upscale_pro') {
    return { kind, ...output, initImage: await initImage() };
  }
  assert(mode !== null && frames !== null, 'a video task has a mode and a length');
  const video = { ...output, mode, frames, sound };
  return kind === 'video' ? { kind, ...video } : { kind, ...video, initImage: await initImage() };
}

function onceStopped(stop: AbortSignal, afterMs: number, act: () => void): { cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(act, afterMs);
  };
  if (stop.aborted) start();
  else stop.addEventListener('abort', start);
  return {
    cancel() {
      clearTimeout(timer);
      stop.removeEventListener('abort', start);
    },
  };
}
