import type { Lease, LeaseRequest, RendererActivity } from '@kinora/contract';
import type { Engine } from '@kinora/engine/engine';
import type { CoolDown } from './cool-down.ts';
import { describeWorker, type WorkerDescription } from './describe-worker.ts';
import type { LeaseClient } from './lease-client.ts';
import { pauseUnless } from './pause.ts';
import type { RendererClock } from './renderer-clock.ts';
import { reportTrouble } from './report-trouble.ts';

/** The leases of a worker, for all of its slots. */
export interface Leasing {
  /**
   * The next job; undefined if there was none in time, the server could not be reached, or the worker stops. `isAhead` if
   * the renderer still works on another.
   */
  next(isAhead: boolean): Promise<Lease | undefined>;
  /** The attempt of this lease has ended. */
  ended(lease: Lease): void;
  /** Reports once that the worker stops, when its last lease request has ended. */
  reportStop(): Promise<void>;
}

const UNREACHABLE_PAUSE_MS = 1000;

export interface ServerUnreachable {
  readonly event: 'server_unreachable';
  readonly error: unknown;
}

interface LeasingOptions extends WorkerDescription {
  readonly engine: Engine;
  readonly client: LeaseClient;
  readonly clock: Pick<RendererClock, 'asked'>;
  readonly coolDown: Pick<CoolDown, 'over' | 'leftToOthers' | 'refuses' | 'isProving'>;
  readonly log: (event: ServerUnreachable) => void;
  readonly stop: AbortSignal;
}

/**
 * Requests one lease at a time, whatever the number of slots: a request says when the response of the one before was
 * lost, and which jobs the worker has, so that only the job that never reached it is queued again.
 */
export function createLeasing(options: LeasingOptions): Leasing {
  const { engine, client, clock, coolDown, stop, log } = options;
  const held = new Set<Lease>();
  let loaded: LeaseRequest['loaded'];
  let turn: Promise<Lease | undefined> = Promise.resolve(undefined);
  let reported: Promise<void> | undefined;

  /** A worker that proves its renderer has one job at a time. */
  async function untilFit(): Promise<void> {
    const reporting = reportTrouble(client, options.name);
    try {
      await coolDown.over(stop, reporting.tell, () => held.size > 0);
      await engine.untilReady?.(stop, reporting.tell);
    } finally {
      await reporting.end();
    }
  }

  async function request(isAhead: boolean): Promise<Lease | undefined> {
    if (stop.aborted) return undefined;
    let failing: RendererActivity = 'renderer_not_ready';
    try {
      await untilFit();
      const described = describeWorker(options, await engine.load?.());
      const report = { ...described, held: [...held].map(({ job_id: id }) => id) };
      const failed = coolDown.leftToOthers();
      const now = {
        ...(isAhead && { ahead: true }),
        ...(loaded !== undefined && { loaded }),
        ...(failed.length > 0 && { failed: [...failed] }),
        ...(coolDown.isProving() && { probe: true }),
      };
      clock.asked(failing);
      failing = 'server_unreachable';
      const lease = await client.lease({ ...report, ...now }, stop);
      clock.asked('leasing', lease === undefined ? Number.POSITIVE_INFINITY : lease.waited_ms);
      if (lease === undefined) return undefined;
      if (coolDown.refuses(lease.job_id)) {
        await client.release(lease);
        return undefined;
      }
      held.add(lease);
      if (engine.loadsModels === true) loaded = { operation: lease.task.operation, model: lease.task.model };
      return lease;
    } catch (error) {
      if (stop.aborted) return undefined;
      log({ event: 'server_unreachable', error });
      await pauseUnless(stop, UNREACHABLE_PAUSE_MS);
      clock.asked(failing);
      return undefined;
    }
  }

  async function report(): Promise<void> {
    await turn;
    await client.stopped(options.name).catch((error) => log({ event: 'server_unreachable', error }));
  }

  return {
    next(isAhead) {
      turn = turn.then(() => request(isAhead));
      return turn;
    },
    ended: (lease) => void held.delete(lease),
    reportStop() {
      reported ??= report();
      return reported;
    },
  };
}
