import { type Lease, type LeaseRequest, leaseWaitMaxMs, type Pool } from '@kinora/contract';
import type { Engine, RenderTask } from '../engines/engine.ts';
import { type LeaseClient, LeaseLost } from './lease-client.ts';

/** The worker's loop: lease, render, upload, complete; one job at a time. */

export interface WorkerOptions {
  readonly name: string;
  readonly pools: readonly Pool[];
  /** GPU class label; "none" for a processor-only worker. */
  readonly gpu: string;
  readonly engine: Engine;
  readonly client: LeaseClient;
  readonly log: (event: WorkerEvent) => void;
  /** Fires when the worker should stop: no new job, the current one is finished within the grace period. */
  readonly stop: AbortSignal;
}

export type WorkerEvent =
  | { readonly event: 'started'; readonly jobId: string; readonly attempt: number }
  | { readonly event: 'progress'; readonly jobId: string; readonly progress: number; readonly stage: string }
  | { readonly event: 'completed'; readonly jobId: string; readonly renderMs: number }
  | { readonly event: 'abandoned'; readonly jobId: string; readonly reason: string }
  | { readonly event: 'failed'; readonly jobId: string; readonly error: unknown }
  | { readonly event: 'server_unreachable'; readonly error: unknown };

const HEARTBEAT_MS = 1000;
const LOGGED_STEP = 0.02;
const UNREACHABLE_PAUSE_MS = 1000;
const STOP_GRACE_MS = 20_000;

export async function runWorker(options: WorkerOptions): Promise<void> {
  const { client, stop, log } = options;
  while (!stop.aborted) {
    let lease: Lease | undefined;
    try {
      lease = await client.lease(leaseRequest(options), stop);
    } catch (error) {
      if (stop.aborted) return;
      log({ event: 'server_unreachable', error });
      await pause(UNREACHABLE_PAUSE_MS, stop);
      continue;
    }
    if (lease !== undefined) await perform(lease, options);
  }
}

function leaseRequest({ name, pools, gpu, engine }: WorkerOptions): LeaseRequest {
  return {
    worker: name,
    pools: [...pools],
    capabilities: {
      engine: engine.name,
      engine_version: engine.version,
      kinds: [...engine.kinds],
      modes: [...engine.modes],
    },
    gpu,
    vram_free_gb: 0,
    queue_size: 0,
    wait_ms: leaseWaitMaxMs,
  };
}

async function perform(lease: Lease, options: WorkerOptions): Promise<void> {
  const { client, engine, log, stop } = options;
  const jobId = lease.job_id;
  log({ event: 'started', jobId, attempt: lease.attempt });
  const abandon = new AbortController();
  const heart = keepAlive(lease, options, abandon);
  const graceOver = onceStopped(stop, () => abandon.abort(new Stopped()));
  const startedAt = performance.now();
  try {
    const task = await renderTask(lease, client);
    const media = await engine.render(task, { onProgress: heart.report, signal: abandon.signal });
    const artifact = media.mime === 'image/png' ? 'result.png' : 'result.mp4';
    await client.upload(lease, artifact, media.bytes);
    await client.complete(lease, {
      artifact,
      mime: media.mime,
      width: media.width,
      height: media.height,
      duration_seconds: media.durationSeconds ?? null,
      engine: engine.name,
      engine_version: engine.version,
    });
    log({ event: 'completed', jobId, renderMs: Math.round(performance.now() - startedAt) });
  } catch (error) {
    await giveUp(lease, abandon.signal.aborted ? abandon.signal.reason : error, options);
  } finally {
    heart.stop();
    graceOver.cancel();
  }
}

class Stopped extends Error {}

async function giveUp(lease: Lease, reason: unknown, { client, log }: WorkerOptions): Promise<void> {
  const jobId = lease.job_id;
  try {
    if (reason instanceof LeaseLost) {
      log({ event: 'abandoned', jobId, reason: 'the lease was lost or the job deleted' });
    } else if (reason instanceof Stopped) {
      await client.release(lease);
      log({ event: 'abandoned', jobId, reason: 'given back because the worker stops' });
    } else {
      log({ event: 'failed', jobId, error: reason });
      await client.fail(lease, { reason: 'the engine could not render this', retryable: true });
    }
  } catch (error) {
    // Nothing more to do: the lease runs out by itself and the job goes to another worker.
    log({ event: 'failed', jobId, error });
  }
}

function keepAlive(lease: Lease, { client, log }: WorkerOptions, abandon: AbortController) {
  let progress = 0;
  let logged = 0;
  let stage = 'preparing';
  let beating = false;
  const timer = setInterval(() => {
    if (beating) return;
    beating = true;
    client
      .heartbeat(lease, { progress, stage })
      .then(
        (answer) => {
          if (answer === 'lost') abandon.abort(new LeaseLost('heartbeat refused'));
        },
        // The server may be restarting; the lease outlives many missed beats.
        () => {},
      )
      .finally(() => {
        beating = false;
      });
  }, HEARTBEAT_MS);
  return {
    report(fraction: number, at: string) {
      progress = Math.min(1, Math.max(progress, fraction));
      stage = at;
      if (progress - logged < LOGGED_STEP) return;
      logged = progress;
      log({ event: 'progress', jobId: lease.job_id, progress, stage });
    },
    stop: () => clearInterval(timer),
  };
}

async function renderTask(lease: Lease, client: LeaseClient): Promise<RenderTask> {
  const { kind, mode, prompt, seed, width, height, frames, sound, init_image_path: path } = lease.task;
  if (kind === 'image') return { kind, prompt, seed, width, height };
  if (mode === null || frames === null) throw new Error('a video task has a mode and a length');
  const task = { kind, mode, prompt, seed, width, height, frames, sound };
  return path === null ? task : { ...task, initImage: await client.initImage(lease, path) };
}

function onceStopped(stop: AbortSignal, act: () => void): { cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(act, STOP_GRACE_MS);
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

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
  });
}
