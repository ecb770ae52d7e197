import { createHash } from 'node:crypto';
import type { CompleteRequest, Lease } from '@kinora/contract';
import { jobsOfSlotMax, leaseMs, modelOf, STORING_STAGE, storingMs } from '@kinora/contract';
import {
  type Engine,
  type RenderedFile,
  RendererUnavailable,
  RenderFault,
  RenderNotStarted,
  RenderRefused,
} from '@kinora/engine/engine';
import { createAttemptCost } from './attempt-cost.ts';
import { type CoolDown, type CoolingDown, createCoolDown } from './cool-down.ts';
import { DeliveryFault, deliverResult } from './deliver-result.ts';
import type { WorkerDescription } from './describe-worker.ts';
import { createExpectations, type ExpectedEnd } from './expect-end.ts';
import type { FinishMedia } from './finish-media.ts';
import { freeBuffers } from './free-buffers.ts';
import type { LeaseClient } from './lease-client.ts';
import { createLeasing, type Leasing, type ServerUnreachable } from './leasing.ts';
import { createRemoteOrders } from './remote-orders.ts';
import { renderTask } from './render-task.ts';
import { createRendererClock, type SlotClock, timedBy } from './renderer-clock.ts';
import { reportRenderers } from './report-renderers.ts';
import { type Progressed, sendHeartbeats } from './send-heartbeats.ts';
import { LeaseLost, type Patience } from './server-calls.ts';
import { createStageTimes } from './stage-times.ts';

/**
 * The loop of each slot of a worker: lease, render, finish, upload, complete. The next job is leased shortly before the
 * renderer has done with the present one, and prepared, so that it begins at once; results are finished and delivered
 * beside it.
 */

export interface WorkerOptions extends WorkerDescription {
  readonly engine: Engine;
  readonly finish: FinishMedia;
  /** One for each worker, because it recovers the leases of its own lost responses. */
  readonly client: LeaseClient;
  readonly log: (event: WorkerEvent) => void;
  /** How long a result is kept while it cannot be delivered; ten minutes by default. */
  readonly storingMs?: number;
  /** How long jobs that the renderer works on may take after `stop`, before they are released; 20 seconds by default. */
  readonly stopGraceMs?: number;
  /** Fires when the worker should stop: it leases no new job and finishes the current ones within the grace period. */
  readonly stop: AbortSignal;
}

export type WorkerEvent =
  | { readonly event: 'started'; readonly jobId: string; readonly attempt: number }
  | { readonly event: 'completed'; readonly jobId: string; readonly renderMs: number }
  | { readonly event: 'abandoned'; readonly jobId: string; readonly reason: string }
  | { readonly event: 'failed'; readonly jobId: string; readonly error: unknown }
  | CoolingDown
  | Progressed
  | ServerUnreachable;

const STOP_GRACE_MS = 20_000;
const MAX_REASON_LENGTH = 500;

/** A worker with what it learns of its faults. */
interface RunningWorker extends WorkerOptions {
  readonly coolDown: CoolDown;
}

export async function runWorker(options: WorkerOptions): Promise<void> {
  const clock = createRendererClock();
  const coolDown = createCoolDown(options.log);
  const leasing = createLeasing({ ...options, clock, coolDown });
  const expectEnd = createExpectations();
  // A worker that renders reports the stop at once, so that no order relies on it.
  const stopping = onceStopped(options.stop, 0, leasing.reportStop);
  const reporting = reportRenderers(clock, options);
  const slots = Array.from({ length: options.slots ?? 1 }, () =>
    runSlot(leasing, expectEnd, clock.slot(), { ...options, coolDown }),
  );
  await Promise.all(slots);
  stopping.cancel();
  await Promise.all([reporting.end(), leasing.reportStop()]);
}

/** The attempt of a slot at a job. */
interface Attempt {
  readonly expected: ExpectedEnd;
  /** Settles when the renderer is free for the next job. */
  readonly rendered: Promise<void>;
  isRendered: boolean;
}

async function runSlot(
  leasing: Leasing,
  expectEnd: ReturnType<typeof createExpectations>,
  clock: SlotClock,
  options: RunningWorker,
): Promise<void> {
  const undelivered = new Set<Promise<void>>();
  let current: Attempt | undefined;
  // One slot has one renderer. Of several, the others work while this one leases.
  const leasesAhead = (options.slots ?? 1) === 1;
  while (!options.stop.aborted) {
    await (leasesAhead ? current?.expected.near : current?.rendered);
    if (undelivered.size >= jobsOfSlotMax) {
      clock.idle('delivering');
      await Promise.race(undelivered);
    }
    clock.idle('asking');
    const ahead = current?.isRendered === false ? current : undefined;
    const lease = await leasing.next(ahead !== undefined);
    if (lease === undefined) continue;
    clock.idle('preparing');
    const model = options.engine.loadsModels === true ? modelOf(lease.task) : undefined;
    const expected = timedBy(clock.attempt(model), expectEnd(lease.task));
    const { attempt, ended } = startAttempt(lease, expected, ahead?.rendered, options);
    const delivered = ended.finally(() => {
      leasing.ended(lease);
      undelivered.delete(delivered);
      freeBuffers();
    });
    undelivered.add(delivered);
    await current?.rendered;
    current = attempt;
  }
  clock.idle('delivering');
  await Promise.all(undelivered);
}

/** Starts an attempt, which is rendered once the renderer is `free`; an engine with a queue gets it before that. */
function startAttempt(
  lease: Lease,
  expected: ExpectedEnd,
  free: Promise<void> | undefined,
  options: RunningWorker,
): { readonly attempt: Attempt; readonly ended: Promise<void> } {
  const rendered = Promise.withResolvers<void>();
  const attempt = { expected, rendered: rendered.promise, isRendered: false };
  const endRender = () => {
    attempt.isRendered = true;
    expected.rendered();
    rendered.resolve();
  };
  const turn: Turn = {
    expected,
    isAhead: free !== undefined,
    free: options.engine.hasQueue === true ? undefined : free,
    endRender,
  };
  return { attempt, ended: handleLease(lease, turn, options).finally(endRender) };
}

/** The place of an attempt among those of its slot. */
interface Turn {
  readonly expected: ExpectedEnd;
  /** Whether the renderer may still work on another job. */
  readonly isAhead: boolean;
  /** What the attempt waits for before it is given to the engine. */
  readonly free: Promise<void> | undefined;
  /** The renderer is free for the next attempt. */
  readonly endRender: () => void;
}

/** The attempt at an ephemeral job calls the job's owning node, which has the prompt. */
async function handleLease(lease: Lease, turn: Turn, options: RunningWorker): Promise<void> {
  if (lease.relay_url === null) return runAttempt(lease, turn, options);
  const client = options.client.at(lease.relay_url);
  try {
    // A node that has vanished took the job with it.
    await runAttempt(await client.reread(lease), turn, { ...options, client, storingMs: leaseMs });
  } catch (error) {
    options.log({ event: 'failed', jobId: lease.job_id, error });
  }
}

async function runAttempt(
  lease: Lease,
  turn: Turn,
  { client: caller, ...more }: RunningWorker,
): Promise<void> {
  const cost = createAttemptCost(caller, lease, more.costs);
  const stages = createStageTimes(cost.client);
  const { client } = stages;
  const options = { ...more, client };
  const { engine, log, stop } = options;
  const jobId = lease.job_id;
  log({ event: 'started', jobId, attempt: lease.attempt });
  const abandon = new AbortController();
  const { signal } = abandon;
  const heartbeats = sendHeartbeats(lease, turn, options, abandon);
  const release = () => abandon.abort(new Stopped());
  const graceOver = onceStopped(stop, options.stopGraceMs ?? STOP_GRACE_MS, release);
  // What the renderer has not begun with is released at once.
  const stopping = onceStopped(stop, 0, () => heartbeats.hasStarted() || release());
  const startedAt = performance.now();
  let failing = 'the engine could not render this';
  let discard: RenderedFile['discard'];
  try {
    const patience = (): Patience => ({
      until: performance.now() + (options.storingMs ?? storingMs),
      signal,
    });
    const task = await renderTask(lease, client, patience());
    if (turn.free !== undefined) await settledOrAborted(turn.free, signal);
    const started = () => {
      stages.begin('render');
      heartbeats.started();
    };
    if (engine.hasQueue !== true) started();
    let renderedAt = Number.POSITIVE_INFINITY;
    const onRendered = () => {
      renderedAt = Math.min(renderedAt, performance.now());
      cost.made();
      stages.end('render');
      turn.endRender();
    };
    const orders = cost.counted(createRemoteOrders(client, lease, signal));
    const observer = { onProgress: heartbeats.report, onStarted: started, onRendered, orders, signal };
    const rendered = await engine.render(task, observer);
    cost.rendered(rendered);
    if ('discard' in rendered) discard = rendered.discard;
    onRendered();
    // Also if the engine did not learn when it began: what is rendered is delivered, and not released.
    heartbeats.started();
    failing = 'the result could not be checked or marked';
    const media = await stages.time('finish', () => options.finish(rendered, task, lease, client, signal));
    heartbeats.report(1, STORING_STAGE);
    const delivering = { ...client, complete: heartbeats.overruledBy(client.complete) };
    await deliverResult(delivering, lease, media.bytes, reportOf(media, lease, engine), patience());
    options.coolDown.succeeded(renderedAt);
    log({ event: 'completed', jobId, renderMs: Math.round(performance.now() - startedAt) });
    await discard?.();
  } catch (error) {
    stages.end('render');
    turn.expected.failed();
    const cause = signal.aborted ? signal.reason : error;
    // The next job is asked for when the server has said whether this one is left to others.
    await reportFailure(lease, cause, failing, turn, options);
    if (!isUnsettled(cause)) await discard?.();
  } finally {
    heartbeats.stop();
    graceOver.cancel();
    stopping.cancel();
  }
}

function settledOrAborted(free: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void free.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}

class Stopped extends Error {}

/** Whether what was ordered may still come, or be billed. Of what is not understood, nobody knows. */
function isUnsettled(reason: unknown): boolean {
  if (reason instanceof RenderFault) return reason.isUnsettled;
  if (reason instanceof LeaseLost) return !reason.isOver;
  return !(reason instanceof RenderNotStarted || reason instanceof RenderRefused);
}

function reportOf(media: RenderedFile, lease: Lease, engine: Engine): CompleteRequest {
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
  { isAhead }: Turn,
  { client, coolDown, log }: RunningWorker,
): Promise<void> {
  const jobId = lease.job_id;
  try {
    if (reason instanceof LeaseLost) {
      log({ event: 'abandoned', jobId, reason: 'the lease was lost or the job deleted' });
    } else if (reason instanceof Stopped) {
      await client.release(lease, { unsettled: true });
      log({ event: 'abandoned', jobId, reason: 'released because the worker stops' });
    } else if (reason instanceof RendererUnavailable || (reason instanceof RenderNotStarted && isAhead)) {
      // Any other job that waited for none may be at fault itself, and must not be tried forever.
      if (reason instanceof RendererUnavailable) coolDown.released(jobId, reason.trouble);
      await client.release(lease);
      log({ event: 'abandoned', jobId, reason: `released before its start: ${reason.message}` });
    } else {
      log({ event: 'failed', jobId, error: reason });
      if (reason instanceof RenderRefused) {
        await client.block(lease, { category: reason.category, reason: reason.message });
        return;
      }
      if (reason instanceof DeliveryFault) {
        const message = reason.message.slice(0, MAX_REASON_LENGTH);
        await client.fail(lease, { reason: message, retryable: false, cause: 'storage' });
        return;
      }
      const isRetryable = !(reason instanceof RenderFault) || reason.isRetryable;
      const report = { reason: failing, retryable: isRetryable, unsettled: isUnsettled(reason) };
      coolDown.reporting(jobId);
      const isElsewhere = await client.fail(lease, { ...report, ...coolDown.suspects(reason) });
      coolDown.failed(jobId, reason, lease.task.prompt, isElsewhere);
    }
  } catch (error) {
    // The lease expires, and the job is leased to another worker.
    log({ event: 'failed', jobId, error });
  }
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
