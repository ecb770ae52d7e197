import type { Pool } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { coalesce } from '../../kernel/coalesce.ts';
import { countLiveWorkers } from '../capacity/worker-health.ts';
import type { JobState } from '../job-state.ts';
import { expectedWait, type WaitSituation } from './expected-wait.ts';
import { indexOrder, type OrderIndex } from './order-index.ts';
import { readQueueOrder } from './queue-order.ts';

/** The position and expected wait of a queued job. */
interface QueuePlace {
  /** 1 for the next to start. Exact for the first thousand, within one per cent after that. */
  readonly position: number;
  /** From measured service times and the number of live workers; computed for one worker when there are none. */
  readonly estimatedWaitSeconds: number;
}

export interface QueueView {
  /** Undefined when the job is not queued: it is running, has ended, or does not exist. */
  positionOf(jobId: string): Promise<QueuePlace | undefined>;
  /** The number of queued jobs in each pool. */
  queued(): Promise<Readonly<Record<Pool, number>>>;
  /** Adds recent changes to the segments, so that they do not accumulate while there are no requests. */
  countChanges(): Promise<void>;
}

interface PoolSnapshot extends Omit<WaitSituation, 'sortKey' | 'secondsAhead'> {
  readonly order: OrderIndex;
}

interface Snapshot {
  readonly at: number;
  readonly pools: Promise<Readonly<Record<Pool, PoolSnapshot>>>;
}

interface QueuedJob {
  readonly id: string;
  readonly pool: Pool;
  readonly sortKey: number;
  readonly state: JobState;
}

const FRESH_MS = 1000;
const MAX_BATCH = 512;

/**
 * Positions and expected waits. The order is read at most once a second, and only on request; requests in between search
 * the last reading.
 */
export function createQueueView(database: Database, clock: Clock): QueueView {
  let latest: Snapshot | undefined;
  const pace = createPace();

  function snapshot(): Snapshot['pools'] {
    const at = clock.now().getTime();
    // After the clock was set back, a reading may have a time in the future.
    if (latest !== undefined && Math.abs(at - latest.at) < FRESH_MS) return latest.pools;
    const reading = { at, pools: readSnapshot(database, (virtualTimes) => pace(at, virtualTimes)) };
    latest = reading;
    reading.pools.catch(() => {
      if (latest === reading) latest = undefined;
    });
    return reading.pools;
  }

  const findQueued = coalesce(
    async (ids: readonly string[]) => {
      // The state is checked here: in the statement it would make the planner consider the queue's indexes.
      const rows = await database.query<QueuedJob>(
        'select id, pool, sort_key as "sortKey", state from jobs where id = any($1::uuid[])',
        [ids],
      );
      const found = new Map(rows.flatMap((job) => (job.state === 'queued' ? [[job.id, job]] : [])));
      return ids.map((id) => found.get(id));
    },
    { maxBatch: MAX_BATCH },
  );

  return {
    async positionOf(jobId) {
      const [job, pools] = await Promise.all([findQueued(jobId), snapshot()]);
      if (job === undefined) return undefined;
      const pool = pools[job.pool];
      const ahead = pool.order.aheadOf(job);
      return {
        position: ahead.jobs + 1,
        estimatedWaitSeconds: expectedWait({ ...pool, sortKey: job.sortKey, secondsAhead: ahead.seconds }),
      };
    },
    async queued() {
      const { image, video } = await snapshot();
      return { image: image.order.total.jobs, video: video.order.total.jobs };
    },
    async countChanges() {
      await snapshot();
    },
  };
}

async function readSnapshot(database: Database, pace: Pace): Promise<Readonly<Record<Pool, PoolSnapshot>>> {
  const [order, workers] = await Promise.all([readQueueOrder(database), countLiveWorkers(database)]);
  const speeds = pace({ image: order.image.virtualTime, video: order.video.virtualTime });
  const ofPool = (pool: Pool): PoolSnapshot => ({
    order: indexOrder(order[pool]),
    workers: workers[pool],
    running: order[pool].running,
    runningSeconds: order[pool].runningSeconds,
    virtualTime: order[pool].virtualTime,
    virtualSpeed: speeds[pool],
    arrivals: order[pool].arrivals,
  });
  return { image: ofPool('image'), video: ofPool('video') };
}

type ByPool = Readonly<Record<Pool, number>>;
type Pace = (virtualTimes: ByPool) => ByPool;

const PACE_MS = 600_000;

/** How fast the pools' virtual times advance: since the earliest reading of the last ten minutes. */
function createPace(): (at: number, virtualTimes: ByPool) => ByPool {
  let readings: readonly { readonly at: number; readonly virtualTimes: ByPool }[] = [];
  return (at, virtualTimes) => {
    readings = [...readings.filter((reading) => Math.abs(at - reading.at) <= PACE_MS), { at, virtualTimes }];
    const first = readings[0] ?? { at, virtualTimes };
    const seconds = (at - first.at) / 1000;
    const speed = (pool: Pool): number =>
      seconds > 0 ? (virtualTimes[pool] - first.virtualTimes[pool]) / seconds : 0;
    return { image: speed('image'), video: speed('video') };
  };
}
